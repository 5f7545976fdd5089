package tablebasecmd

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/internal/command"
	"turncoat/internal/files"
	"turncoat/internal/plural"
	"turncoat/internal/puzzle/endgame"
	"turncoat/internal/puzzle/grade"
	"turncoat/internal/tablebase"
	"turncoat/puzzle"
	"turncoat/rules"
	"turncoat/rules/board"
)

type mineOptions struct {
	rules   string
	tables  string
	kind    string
	count   int
	looked  int
	winIn   string
	strict  bool
	seed    uint64
	maxSize int
	jobs    int
	out     string
}

// Mine returns the command that finds remarkable positions.
func Mine(s *command.Session) *cli.Command {
	o := mineOptions{kind: "only-moves"}
	return &cli.Command{
		Name:      "mine",
		Usage:     "find remarkable positions of classes",
		ArgsUsage: "CLASS…",
		Flags: []cli.Flag{
			command.RulesFlag(&o.rules),
			command.TablesFlag(&o.tables),
			command.ChoiceFlag(&o.kind, "kind", "`KIND` of positions to look for",
				"only-moves", "zugzwang", "weaker", "one-key"),
			&cli.IntFlag{
				Name:  "count",
				Usage: "show `N` positions of each class",
				Value: 5, Destination: &o.count, Action: command.Between(1, 10000000),
			},
			&cli.IntFlag{
				Name: "looked",
				Usage: "examine `N` wins of each class, the longest first; for one-key, of " +
					"each class and length, drawn from all",
				Value: 20000, Destination: &o.looked, Action: command.Between(1, 10000000),
			},
			&cli.StringFlag{
				Name:  "win-in",
				Usage: "for one-key, length in turns, `N` or LEAST..MOST",
				Value: "4..10", Destination: &o.winIn,
			},
			&cli.BoolFlag{
				Name:        "strict",
				Usage:       "for one-key, allow no dual anywhere",
				Destination: &o.strict,
			},
			command.SeedFlag(&o.seed, "for one-key, random `SEED`"),
			&cli.IntFlag{
				Name:  "max-size",
				Usage: "at most `N` turns of the winner in the solution of a puzzle",
				Value: 150, Destination: &o.maxSize, Action: command.Between(1, 10000000),
			},
			command.JobsFlag(&o.jobs, 0, "for one-key, work on `N` positions"),
			&cli.StringFlag{
				Name:        "out",
				Usage:       "`DIR` for puzzles and proofs",
				Destination: &o.out,
			},
			s.JSONFlag(),
		},
		Action: command.Action(s, &o, tablebaseMine),
	}
}

func tablebaseMine(s *command.Session, o *mineOptions) error {
	kind := endgame.Kind(o.kind)
	if kind != endgame.OneKey {
		if err := s.Refuse("--%s is for --kind one-key", "win-in", "strict", "seed", "jobs"); err != nil {
			return s.UsageError("%w", err)
		}
	}

	t, err := tablesOf(s, o.rules, o.tables)
	if err != nil {
		return err
	}
	defer t.Close()
	m := tableMine{Session: s, tablesCall: t, options: o}
	if kind == endgame.OneKey {
		return m.puzzles()
	}
	return m.finds(kind)
}

type tableMine struct {
	*command.Session
	*tablesCall
	options *mineOptions
}

// finds looks for positions of a kind, shows them, and saves them if that is requested.
func (m *tableMine) finds(kind endgame.Kind) error {
	wanted := endgame.MineOptions{Count: m.options.count, Looked: m.options.looked}
	var finds []endgame.Find
	for _, class := range m.classes {
		list, err := endgame.Mine(m.Context, m.Tables, class, kind, wanted)
		if err != nil {
			return m.Ended(probeError(err), plural.Count(len(finds), "position")+" printed")
		}
		for _, f := range list {
			showFind(m.Session, m.variant, &f)
		}
		m.Out.Flush()
		finds = append(finds, list...)
	}

	if len(finds) == 0 {
		m.Raise(command.StatusFound)
		m.Say("no positions of this kind found")
	}

	if m.options.out == "" {
		return nil
	}
	return m.keepFinds(finds)
}

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

func showFind(s *command.Session, variant *rules.Variant, f *endgame.Find) {
	if s.AsJSON {
		s.JSON(
			findJSON{
				string(f.Kind),
				f.Class.String(),
				variant.FEN(&f.Position),
				f.Value.Name(),
				f.Value.Plies(),
				f.Turns,
				f.Less,
				f.Other.Plies(),
				typedLine(variant, f.Position, f.Line),
			},
		)
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

	s.Printf("%s\n%s\n%s", text, variant.FEN(&f.Position), lineText(variant, f.Position, f.Line))
}

// puzzles makes puzzles from the wins in tables and prints or saves them.
func (m *tableMine) puzzles() error {
	w := endgame.Wanted{
		Count:   m.options.count,
		Looked:  m.options.looked,
		MaxSize: m.options.maxSize,
		Strict:  m.options.strict,
		Seed:    m.options.seed,
		Jobs:    command.Jobs(m.options.jobs),
	}
	var err error
	w.Least, w.Most, err = command.ParseRange(m.options.winIn)
	switch {
	case err != nil:
		return m.UsageError("--win-in: %w", err)
	case w.Most > maxPuzzleTurns:
		return m.UsageError("--win-in: %d turns are too many: at most %d", w.Most, maxPuzzleTurns)
	}

	done, found := 0, 0
	task := m.Line.Task("classes and lengths", len(m.classes)*(w.Most-w.Least+1))
	w.Progress = func(c tablebase.Class, in, n int) {
		done, found = done+1, n
		task.Set(done, fmt.Sprintf("%s in %d, %s", c, in, plural.Count(n, "puzzle")))
	}
	list, err := endgame.Puzzles(m.Context, m.Tables, m.classes, w)
	task.End()
	if err == nil {
		task = m.Line.Task("puzzles graded", len(list))
		for i := range list {
			err = grade.One(m.Context, &list[i], 1, m.Tables)
			if err != nil {
				break
			}
			task.Set(i+1, "")
		}

		task.End()
	}

	if err != nil {
		return m.Ended(probeError(err), plural.Count(found, "puzzle")+" found; nothing was written")
	}
	if len(list) == 0 {
		m.Raise(command.StatusFound)
		m.Say("no positions of this kind found")
	}

	if m.options.out == "" {
		return puzzle.Write(m.Out, list)
	}
	var wins []board.Position
	for i := range list {
		at, err := list[i].Position()
		if err != nil {
			return err
		}
		wins = append(wins, at)
	}
	return m.keep(list, wins)
}

const maxPuzzleTurns = 20

func (m *tableMine) keepFinds(finds []endgame.Find) error {
	var puzzles []puzzle.Puzzle
	var wins []board.Position
	for _, f := range finds {
		if !f.Value.Wins() {
			continue
		}
		wins = append(wins, f.Position)
		p, err := endgame.Puzzle(m.Context, m.Tables, &f.Position, m.options.maxSize)
		if err == nil {
			err = grade.One(m.Context, &p, 1, m.Tables)
		}
		switch {
		case m.Context.Err() != nil:
			return command.Interrupted("nothing was written")
		case errors.Is(err, rules.ErrLimit): // too long for a puzzle: only the proof is written
		case err != nil:
			return command.Unusable("%w", err)
		default:
			puzzles = append(puzzles, p)
		}
	}

	return m.keep(puzzles, wins)
}

// keep writes puzzles, and proofs of won positions, some of which may have no puzzle.
func (m *tableMine) keep(puzzles []puzzle.Puzzle, wins []board.Position) error {
	dir := m.options.out
	remove, err := files.MakeDirs(dir)
	if err != nil {
		return command.Unusable("--out: %w", err)
	}
	defer remove() // if it is still empty
	out, err := m.Create("--out", filepath.Join(dir, "puzzles.jsonl"))
	if err != nil {
		return err
	}
	defer out.Discard()
	for _, p := range wins {
		v, err := m.Probe(&p)
		if err != nil {
			return probeError(err)
		}
		id := puzzle.Identify(m.variant, &p, puzzle.Win, (v.Plies()+1)/2, false)
		proof, err := m.Create("--out", filepath.Join(dir, id+".proof.jsonl"))
		if err != nil {
			return err
		}
		if _, err := proveFromTable(m.Session, proof, m.Tables, p); err != nil {
			return err
		}
	}

	if err := puzzle.Write(out, puzzles); err != nil {
		return err
	}
	if err := out.Commit(); err != nil {
		return err
	}
	said := []string{plural.Count(len(puzzles), "puzzle"), plural.Count(len(wins), "proof")}
	long := len(wins) - len(puzzles)
	if long > 0 {
		said = append(said, plural.Count(long, "win")+" too long for a puzzle")
	}
	m.Say(strings.Join(said, ", ") + " in " + dir)
	return nil
}
