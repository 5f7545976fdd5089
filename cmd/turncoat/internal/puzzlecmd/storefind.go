package puzzlecmd

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/internal/plural"
	"turncoat/puzzle"
	"turncoat/puzzle/store"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// storeQuery reads the flags that say which puzzles are wanted.
func storeQuery(s *command.Session) (store.Query, error) {
	q := store.Query{
		Rules: s.StringSlice("rules"), Stipulation: s.String("stipulation"), Themes: s.StringSlice("theme"),
		AnyTheme:  s.Bool("any-theme"),
		NotThemes: s.StringSlice("not-theme"), Author: s.String("author"), Text: s.String("text"),
		Strict: s.Bool("strict"),
		Sort:   store.Sort(s.String("sort")), Random: s.Bool("random"), Seed: s.Uint64("seed"), Limit: s.Int("limit"),
	}
	for _, piece := range s.StringSlice("key-piece") {
		if len(piece) != 1 || !strings.Contains("KQRBNP", strings.ToUpper(piece)) {
			return q, fmt.Errorf("--key-piece must be K, Q, R, B, N or P, not %q", piece)
		}
		q.KeyPieces = append(q.KeyPieces, strings.ToUpper(piece))
	}
	for _, r := range []struct {
		flag string
		to   *store.Range
	}{{"win-in", &q.Length}, {"grade", &q.Grade}, {"pieces", &q.Pieces}} {
		var err error
		if *r.to, err = parseNumberRange(s.String(r.flag)); err != nil {
			return q, fmt.Errorf("--%s: %w", r.flag, err)
		}
	}
	return q, nil
}

// parseNumberRange reads 3, 2..4, 2.. or ..4.
func parseNumberRange(text string) (r store.Range, err error) {
	if text == "" {
		return r, nil
	}
	low, high, ranged := strings.Cut(text, "..")
	if !ranged {
		high = low
	}
	for _, end := range []struct {
		text string
		to   *float64
	}{{low, &r.From}, {high, &r.To}} {
		if end.text == "" {
			continue
		}
		// "nan" is a number to it
		if *end.to, err = strconv.ParseFloat(end.text, 64); err != nil || !(*end.to > 0 && *end.to <= 1e6) {
			return r, fmt.Errorf("%q is not a range such as 2..4", text)
		}
	}
	if low == "" && high == "" || r.To != 0 && r.From > r.To {
		return r, fmt.Errorf("%q is not a range such as 2..4", text)
	}
	return r, nil
}

// storeFind prints puzzles, as they came or in another form.
func storeFind(s *command.Session, path string, words []string) error {
	if len(words) > 0 {
		return s.UsageError("unexpected argument %q; use flags to filter",
			words[0])
	}
	q, err := storeQuery(s)
	if err != nil {
		return s.UsageError("%w", err)
	}
	st, err := OpenStore(s, path, store.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	defer st.Close()
	found := st.Find(s.Context, q)
	if fen := s.String("like"); fen != "" {
		p, err := board.ParseFEN(fen, ruleset.Set{Family: ruleset.Pacifist})
		if err != nil {
			return command.Unusable("--like: %w", err)
		}
		found = st.Like(s.Context, &p, q)
	}
	return storePrint(s, path, found)
}

// storePrint writes puzzles to where the flags say, in the form they say.
func storePrint(s *command.Session, path string, puzzles iter.Seq2[store.Found, error]) error {
	format := s.String("to")
	if format == "" && s.Args()[1] != "export" && !s.Bool("json") {
		format = "text"
	}
	var all []puzzle.Puzzle
	count := 0
	each := func(w io.Writer) error {
		for f, err := range puzzles {
			if err != nil {
				return storeFailed(path, err)
			}
			count++
			if w != nil {
				if _, err := w.Write(append(f.Line, '\n')); err != nil {
					return err
				}
				continue
			}
			p, err := puzzle.Parse(f.Line)
			if err != nil {
				return storeFailed(path, fmt.Errorf("%w: %s: %w", store.ErrDamaged, f.ID, err))
			}
			if f.Likeness != "" {
				s.Say(f.ID + ": " + f.Likeness)
			}
			all = append(all, p)
		}
		return nil
	}
	var err error
	if format == "" {
		err = s.Write("--output", s.String("output"), each)
	} else {
		err = writeForm(s, format, askedBook(s), func() ([]puzzle.Puzzle, error) {
			err := each(nil)
			return all, err
		}, path)
	}
	if err == nil && count == 0 {
		s.Say("no matching puzzles")
	}
	return err
}

func storeShow(s *command.Session, path string, ids []string) error {
	if len(ids) == 0 {
		return s.UsageError("show needs the ID of a puzzle")
	}
	st, err := OpenStore(s, path, store.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	defer st.Close()
	return storePrint(s, path, func(yield func(store.Found, error) bool) {
		for _, id := range ids {
			f, err := st.Get(s.Context, id)
			if errors.Is(err, store.ErrUnknown) {
				s.Report(command.Unusable("%s: there is no puzzle %q", path, id))
				continue
			}
			if !yield(f, err) {
				return
			}
		}
	})
}

func storeStats(s *command.Session, path string, _ []string) error {
	st, err := OpenStore(s, path, store.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	defer st.Close()
	stats, err := st.Stats(s.Context)
	if err != nil {
		return storeFailed(path, err)
	}
	if s.Bool("json") {
		return s.JSON(stats)
	}
	s.Printf("%s, %d bytes", plural.Count(stats.Puzzles, "puzzle"), stats.Bytes)
	if stats.Puzzles > 0 {
		s.Printf(" (%d each)", stats.Bytes/int64(stats.Puzzles))
	}
	s.Printf("; %s, %s\n", plural.Count(stats.Solvers, "solver"), plural.Count(stats.Attempts, "attempt"))
	for _, g := range stats.Groups {
		grades := ""
		if g.Easiest != nil && g.Hardest != nil {
			grades = fmt.Sprintf("  grades %d to %d", *g.Easiest, *g.Hardest)
		}
		s.Printf("%7d  %-17s %s in %v%s\n", g.Puzzles, g.Rules, g.Stipulation, g.Length, grades)
	}
	for _, t := range stats.Themes {
		s.Printf("%7d  %s\n", t.Puzzles, t.Theme)
	}
	return nil
}

func storeCheck(s *command.Session, path string, _ []string) error {
	st, err := OpenStore(s, path, store.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	defer st.Close()
	faults := 0
	looked, err := st.Check(s.Context, func(fault string) {
		faults++
		s.Report(command.Found("%s: %s", path, fault))
	})
	if err != nil {
		return storeFailed(path, err)
	}
	if faults == 0 {
		s.Printf("%s: all right\n", plural.Count(looked, "puzzle"))
	}
	return nil
}
