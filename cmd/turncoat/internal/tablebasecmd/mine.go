package tablebasecmd

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/internal/outfile"
	"turncoat/internal/plural"
	"turncoat/internal/puzzle/endgame"
	"turncoat/internal/puzzle/grade"
	"turncoat/internal/tablebase"
	"turncoat/puzzle"
	"turncoat/rules"
	"turncoat/rules/board"
)

func tablebaseMine(s *command.Session) error {
	kind := endgame.Kind(s.String("kind"))
	if kind != endgame.OneKey {
		if err := s.Refuse("--%s is for --kind one-key", "win-in", "strict", "seed", "jobs"); err != nil {
			return s.UsageError("%w", err)
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
		if err != nil {
			return m.Ended(probeError(err), plural.Count(len(finds), "position")+" printed")
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
	if m.String("out") == "" {
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

// puzzles makes puzzles of the wins in tables and prints or keeps them.
func (m *tableMine) puzzles() error {
	w := endgame.Wanted{Count: m.Int("count"), Looked: m.Int("looked"), MaxSize: m.Int("max-size"),
		Strict: m.Bool("strict"), Seed: m.Uint64("seed")}
	var err error
	if w.Least, w.Most, err = command.ParseRange(m.String("win-in")); err == nil && w.Most > maxPuzzleTurns {
		err = fmt.Errorf("%d turns are too many: at most %d", w.Most, maxPuzzleTurns)
	}
	if err != nil {
		return m.UsageError("--win-in: %w", err)
	}
	w.Jobs = m.Jobs()
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
			if err = grade.One(m.Context, &list[i], 1, m.Tables); err != nil {
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
	if m.String("out") == "" {
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
		p, err := endgame.Puzzle(m.Context, m.Tables, &f.Position, m.Int("max-size"))
		if err == nil {
			err = grade.One(m.Context, &p, 1, m.Tables)
		}
		switch {
		case m.Context.Err() != nil:
			return command.Interrupted("nothing was written")
		case errors.Is(err, rules.ErrLimit): // too long for a puzzle: the proof alone
		case err != nil:
			return command.Unusable("%w", err)
		default:
			puzzles = append(puzzles, p)
		}
	}
	return m.keep(puzzles, wins)
}

// keep writes puzzles, and proofs of the positions that they are made of and perhaps of others.
func (m *tableMine) keep(puzzles []puzzle.Puzzle, wins []board.Position) error {
	dir := m.String("out")
	remove, err := outfile.MakeDirs(dir)
	if err != nil {
		return command.Unusable("--out: %w", err)
	}
	defer remove() // where nothing has come of it
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
		id := puzzle.Identify(m.game, &p, puzzle.Win, (v.Plies()+1)/2, false)
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
	if long := len(wins) - len(puzzles); long > 0 {
		said = append(said, plural.Count(long, "win")+" too long for a puzzle")
	}
	m.Say(strings.Join(said, ", ") + " in " + dir)
	return nil
}
