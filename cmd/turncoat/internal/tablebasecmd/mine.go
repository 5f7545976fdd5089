package tablebasecmd

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/internal/plural"
	"turncoat/puzzle/endgame"
	"turncoat/rules"
)

func tablebaseMineCommand(s *command.Session) *cli.Command {
	return &cli.Command{
		Name: "mine", Usage: "find remarkable positions of classes", ArgsUsage: "CLASS…",
		Flags: []cli.Flag{command.RulesFlag(), command.TablesFlag(),
			command.OneOf("kind", "look for this `KIND`", string(endgame.OnlyMoves), command.Texts(endgame.Kinds())...),
			command.Number("count", "show `N` positions of each class", 5, 1, tenMillion),
			command.Number("looked", "look at `N` wins of each class, the longest first; for one-key, of each class and length, drawn from all", 20_000, 1, tenMillion),
			&cli.StringFlag{Name: "win-in", Usage: "of one-key, length in turns, `N` or LEAST..MOST", Value: "4..10"},
			&cli.BoolFlag{Name: "strict", Usage: "of one-key, allow no dual anywhere"},
			&cli.Uint64Flag{Name: "seed", Usage: "of one-key, random `SEED`", Value: 1},
			command.Number("max-size", "at most `N` turns of the winner in the solution of a puzzle", 150, 1, tenMillion),
			command.JobsFlag("of one-key, work on `N` positions at a time"),
			&cli.StringFlag{Name: "out", Usage: "`DIR` for puzzles and proofs"}, command.JSONFlag()},
		Action: func(c *cli.Context) error { return tablebaseMine(s, c) },
	}
}

const tenMillion = 10_000_000

func tablebaseMine(s *command.Session, c *cli.Context) error {
	kind := endgame.Kind(c.String("kind"))
	if kind != endgame.OneKey {
		for _, name := range []string{"win-in", "strict", "seed", "jobs"} {
			if c.IsSet(name) {
				return command.UsageError(c, "--%s is for --kind one-key", name)
			}
		}
	}
	t, err := tablesOf(s, c)
	if err != nil {
		return err
	}
	defer t.Close()
	m := tableMine{Session: s, c: c, tablesCall: t}
	if kind == endgame.OneKey {
		return m.puzzles()
	}
	return m.finds(kind)
}

// A tableMine is a call of "tablebase mine".
type tableMine struct {
	*command.Session
	c *cli.Context
	*tablesCall
}

// finds looks for positions of a kind, shows them, and keeps them where that is wanted.
func (m *tableMine) finds(kind endgame.Kind) error {
	o := endgame.MineOptions{Count: m.c.Int("count"), Looked: m.c.Int("looked")}
	var finds []endgame.Find
	for _, class := range m.classes {
		list, err := endgame.Mine(m.Context, m.Tables, class, kind, o)
		switch {
		case m.Context.Err() != nil:
			return command.Interrupted(plural.Count(len(finds), "position") + " printed")
		case err != nil:
			return probeError(err)
		}
		for _, f := range list {
			showFind(m.Session, m.c, m.game, &f)
		}
		m.Out.Flush()
		finds = append(finds, list...)
	}
	if len(finds) == 0 {
		m.Raise(command.StatusFound)
		m.Say("no positions of this kind found")
	}
	if m.c.String("out") != "" {
		return m.keepFinds(finds)
	}
	return nil
}

// findJSON is the JSON of a find.
type findJSON struct {
	Kind  string   `json:"kind"`
	Class string   `json:"class"`
	FEN   string   `json:"fen"`
	Value string   `json:"value"`
	Plies int      `json:"plies"`
	Turns int      `json:"onlyMoves,omitempty"`
	Less  int      `json:"less,omitempty"`
	Other int      `json:"otherPlies,omitempty"`
	Line  []string `json:"line"`
}

// showFind prints a position that was found.
func showFind(s *command.Session, c *cli.Context, g *rules.Variant, f *endgame.Find) {
	if c.Bool("json") {
		s.JSON(findJSON{string(f.Kind), f.Class.String(), g.FEN(&f.Position), f.Value.Name(), f.Value.Plies(),
			f.Turns, f.Less, f.Other.Plies(), typedLine(g, f.Position, f.Line)})
		return
	}
	text := fmt.Sprintf("%s: %s", f.Class, f.Value)
	switch f.Kind {
	case endgame.OnlyMoves:
		text += fmt.Sprintf(", %s with one winning move", plural.Count(f.Turns, "turn"))
	case endgame.Zugzwang:
		text += fmt.Sprintf(", and with Black to move %s for Black", f.Other)
	case endgame.Weaker:
		text += fmt.Sprintf(", White owns %d less", f.Less)
	}
	s.Printf("%s\n%s\n%s", text, g.FEN(&f.Position), lineText(g, f.Position, f.Line))
}
