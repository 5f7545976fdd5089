package tablebasecmd

import (
	"fmt"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/internal/plural"
	"turncoat/puzzle/endgame"
	"turncoat/rules"
)

func tablebaseMine(s *command.Session) error {
	kind := endgame.Kind(s.String("kind"))
	if kind != endgame.OneKey {
		for _, name := range []string{"win-in", "strict", "seed", "jobs"} {
			if s.IsSet(name) {
				return s.UsageError("--%s is for --kind one-key", name)
			}
		}
	}
	t, err := tablesOf(s)
	if err != nil {
		return err
	}
	defer t.Close()
	m := tableMine{Session: s, tablesCall: t}
	if kind == endgame.OneKey {
		return m.puzzles()
	}
	return m.finds(kind)
}

// A tableMine is a call of "tablebase mine".
type tableMine struct {
	*command.Session
	*tablesCall
}

// finds looks for positions of a kind, shows them, and keeps them where that is wanted.
func (m *tableMine) finds(kind endgame.Kind) error {
	o := endgame.MineOptions{Count: m.Int("count"), Looked: m.Int("looked")}
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
			showFind(m.Session, m.game, &f)
		}
		m.Out.Flush()
		finds = append(finds, list...)
	}
	if len(finds) == 0 {
		m.Raise(command.StatusFound)
		m.Say("no positions of this kind found")
	}
	if m.String("out") != "" {
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
func showFind(s *command.Session, g *rules.Variant, f *endgame.Find) {
	if s.Bool("json") {
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
