package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"turncoat/internal/outfile"
	"turncoat/internal/plural"
	"turncoat/puzzle"
	"turncoat/puzzle/endgame"
	"turncoat/puzzle/solution"
	"turncoat/rules"
	"turncoat/tablebase"
)

func tablebaseMineCommand(s *session) *cli.Command {
	return helped(&cli.Command{
		Name: "mine", Usage: "find the finest positions of classes", ArgsUsage: "CLASS…",
		Description: `Looks in the tables of classes for positions worth showing, the finest of each class first:
  only-moves  won, and for as many turns as can be with one winning move only
  zugzwang    mutual zugzwangs: whoever is to move loses
  weaker      won by the side that owns less
With --out a proof of each win is written to DIR for "puzzle verify", and those in up to four turns also to
DIR/puzzles.jsonl, as puzzles with their solutions.`,
		Flags: []cli.Flag{rulesFlag(), tablesFlag(),
			&cli.StringFlag{Name: "kind", Usage: "look for this `KIND`: only-moves, zugzwang or weaker", Value: string(endgame.OnlyMoves)},
			&cli.IntFlag{Name: "count", Usage: "show `N` positions of each class", Value: 5},
			&cli.IntFlag{Name: "looked", Usage: "play the main lines of `N` wins of each class, the longest first", Value: 20_000},
			&cli.StringFlag{Name: "out", Usage: "`DIR` for puzzles and proofs"}, jsonFlag()},
		Action: s.tablebaseMine,
	}, `
$ turncoat tablebase mine --rules pacifist1 --kind zugzwang --count 1 KKP
KKP: loss in 18 plies, and with Black to move loss in 8 plies for Black
2K5/1p6/k7/8/8/8/8/8 w - - 0 1
  1. Kd7 b5 2. Kd6 Ka5 3. Kd5 b4 4. Kd4 Ka4 5. Kd3 Ka3 6. Kd2 b3 7. Kd1 b2 8. Ke2 b1=Q
  9. Kd2 Qa2#
`)
}

func (s *session) tablebaseMine(c *cli.Context) error {
	args, err := arguments(c, 1, -1)
	if err != nil {
		return err
	}
	classes, err := parseClasses(args)
	if err != nil {
		return err
	}
	bad := func(format string, a ...any) error { return badCall(c.Command.HelpName, fmt.Errorf(format, a...)) }
	kind := endgame.Kind(c.String("kind"))
	if !slices.Contains(endgame.Kinds(), kind) {
		return bad("--kind cannot be %q: it is only-moves, zugzwang or weaker", kind)
	}
	o := endgame.MineOptions{Count: c.Int("count"), Looked: c.Int("looked")}
	for name, n := range map[string]int{"count": o.Count, "looked": o.Looked} {
		if n < 1 || n > 10_000_000 {
			return bad("--%s cannot be %d: it is a number from 1 to ten million", name, n)
		}
	}
	g, err := game(c)
	if err != nil {
		return err
	}
	tables, err := openTables(c, g)
	if err != nil {
		return err
	}
	defer tables.Close()
	var finds []endgame.Find
	for _, class := range classes {
		list, err := endgame.Mine(s.ctx, tables, class, kind, o)
		switch {
		case s.ctx.Err() != nil:
			return interrupted(plural.Count(len(finds), "position") + " printed")
		case err != nil:
			return probeError(err)
		}
		for _, f := range list {
			s.showFind(c, g, &f)
		}
		s.out.Flush()
		finds = append(finds, list...)
	}
	if len(finds) == 0 {
		s.raise(statusFound)
		s.say("nothing of the kind was found")
	}
	if dir := c.String("out"); dir != "" {
		return s.keepFinds(dir, tables, finds)
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
func (s *session) showFind(c *cli.Context, g *rules.Variant, f *endgame.Find) {
	if c.Bool("json") {
		s.json(findJSON{string(f.Kind), f.Class.String(), g.FEN(&f.Position), f.Value.Name(), f.Value.Plies(), f.Turns, f.Less, f.Other.Plies(), typedLine(g, f.Position, f.Line)})
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
	s.printf("%s\n%s\n%s", text, g.FEN(&f.Position), lineText(g, f.Position, f.Line))
}

// keepFinds writes puzzles and proofs of the wins among the finds.
func (s *session) keepFinds(dir string, tables *tablebase.Tables, finds []endgame.Find) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return unusable("--out: %w", err)
	}
	out, err := outfile.Create(filepath.Join(dir, "puzzles.jsonl"))
	if err != nil {
		return unusable("--out: %w", err)
	}
	defer out.Discard()
	var puzzles []puzzle.Puzzle
	g := rules.New(tables.Set())
	wins, long := 0, 0
	for _, f := range finds {
		if !f.Value.Wins() {
			continue
		}
		wins++
		id := puzzle.Identify(g, &f.Position, solution.Win, (f.Value.Plies()+1)/2)
		if err := s.proveFromTable(filepath.Join(dir, id+".proof.jsonl"), tables, f.Position); err != nil {
			return err
		}
		p, err := endgame.Puzzle(s.ctx, tables, f.Position)
		switch {
		case s.ctx.Err() != nil:
			return interrupted(plural.Count(wins-1, "proof") + " written")
		case errors.Is(err, rules.ErrLimit):
			long++
		case err != nil:
			return unusable("%w", err)
		default:
			puzzles = append(puzzles, p)
		}
	}
	if err := puzzle.Write(out, puzzles); err != nil {
		return err
	}
	if err := out.Commit(); err != nil {
		return unusable("--out: %w", err)
	}
	said := []string{plural.Count(len(puzzles), "puzzle"), plural.Count(wins, "proof")}
	if long > 0 {
		said = append(said, plural.Count(long, "win")+" too long for a puzzle")
	}
	s.say(strings.Join(said, ", ") + " in " + dir)
	return nil
}
