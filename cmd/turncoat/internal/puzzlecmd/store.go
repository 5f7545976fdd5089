package puzzlecmd

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"
	"time"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/internal/jsonline"
	"turncoat/internal/lines"
	"turncoat/internal/plural"
	"turncoat/internal/printable"
	"turncoat/internal/status"
	"turncoat/puzzle"
	"turncoat/puzzle/store"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// storeVerbs are what can be done with a store.
var storeVerbs = map[string]func(s *command.Session, path string, words []string) error{
	"add": storeAdd, "find": storeFind, "show": storeShow,
	"export": storeFind, "stats": storeStats, "check": storeCheck,
	"solvers": storeSolvers, "history": storeHistory,
}

func puzzleStore(s *command.Session) error {
	words := s.Args()
	verb, ok := storeVerbs[words[1]]
	if !ok {
		return s.UsageError(
			"unknown action %q: want add, find, show, export, stats, check, solvers or history",
			words[1],
		)
	}
	return verb(s, words[0], words[2:])
}

// OpenStore opens a store, and says in whose file what is wrong.
func OpenStore(s *command.Session, path string, o store.Options) (*store.Store, error) {
	st, err := store.Open(s.Context, path, o)
	switch {
	case err != nil && s.Context.Err() != nil:
		return nil, command.Interrupted("the store was not opened")
	case err != nil:
		return nil, command.Unreadable(err)
	}
	return st, nil
}

// storeFailed classes an error of a store that is open.
func storeFailed(path string, err error) error {
	switch {
	case err == nil || errors.Is(err, context.Canceled):
		return err
	case errors.Is(err, store.ErrText):
		return command.Unusable("--text: %w", err)
	case errors.Is(err, store.ErrDamaged):
		return command.Found("%s: %w", path, err)
	}
	return command.Unusable("%s: %w", path, err)
}

func storeAdd(s *command.Session, path string, files []string) error {
	if len(files) == 0 {
		return s.UsageError("add needs FILEs of puzzles")
	}
	st, err := OpenStore(s, path, store.Options{Create: true})
	if err != nil {
		return err
	}
	defer st.Close()
	task := s.Line.Task("puzzles", 0)
	defer task.End()
	added, err := st.Add(s.Context, puzzleLines(s, files), store.AddOptions{
		KeepSameIdea: s.Bool("same-idea"),
		Progress:     func(a store.Added) { task.Set(a.Stored+a.Already+a.SamePosition+a.SameIdea+a.Unreadable, "") },
		Skipped:      func(r store.Skip) { skipped(s, r) },
	})
	task.End()
	if s.Bool("json") {
		s.JSON(added)
	} else {
		s.Printf("%s: %s added", printable.Line(path), plural.Count(added.Stored, "puzzle"))
		for _, left := range []struct {
			n      int
			reason store.Reason
		}{{added.Already, store.Already}, {added.SamePosition, store.SamePosition}, {added.SameIdea, store.SameIdea}} {
			if left.n > 0 {
				s.Printf(", %d left out: %s", left.n, left.reason)
			}
		}
		s.Printf("\n")
	}
	if errors.Is(err, context.Canceled) {
		return command.Interrupted(fmt.Sprintf("%s in the store", plural.Count(added.Stored, "added puzzle")))
	}
	return storeFailed(path, err)
}

// skipped says why a puzzle was not stored.
func skipped(s *command.Session, r store.Skip) {
	at := fmt.Sprintf("%s:%d", r.Line.File, r.Line.Number)
	switch {
	case r.Reason == store.Unreadable:
		s.Report(command.Unusable("%s: %w", at, r.Err))
	case s.Bool("verbose"):
		s.Say(fmt.Sprintf("%s: %s left out: %s (%s)", at, r.ID, r.Reason, r.Same))
	}
}

// puzzleLines yields the lines of files that hold puzzles. A file that cannot be read is reported.
func puzzleLines(s *command.Session, files []string) iter.Seq2[store.Line, error] {
	return func(yield func(store.Line, error) bool) {
		for _, name := range files {
			if !linesOf(s, name, yield) {
				return
			}
		}
	}
}

// linesOf yields the lines of one file, and reports whether more are wanted.
func linesOf(s *command.Session, name string, yield func(store.Line, error) bool) (more bool) {
	in, err := s.Open(name)
	if err != nil {
		s.Report(command.Unreadable(err))
		return true
	}
	defer in.Close()
	for line, err := range store.Lines(in, name) {
		var tooLong *lines.TooLongError // it is left out like what is no puzzle
		if err != nil && !errors.As(err, &tooLong) {
			s.Report(command.Unusable("%w", err))
			return true
		}
		if !yield(line, err) {
			return false
		}
	}
	return true
}

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

// storeSolvers lists who has solved puzzles of the store.
func storeSolvers(s *command.Session, path string, words []string) error {
	if len(words) > 0 {
		return s.UsageError("unexpected argument %q", words[0])
	}
	st, err := OpenStore(s, path, store.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	defer st.Close()
	solvers, err := st.Solvers(s.Context)
	if err != nil {
		return storeFailed(path, err)
	}
	for _, solver := range solvers {
		if s.Bool("json") {
			if err := s.JSON(solver); err != nil {
				return err
			}
			continue
		}
		s.Printf("%4.0f ± %-3.0f  %s, %d solved  %s\n", solver.Rating, solver.Deviation, plural.Count(solver.Attempts,
			"attempt"), solver.Solved, printable.Line(solver.Name))
	}
	if len(solvers) == 0 {
		s.Say("no solvers yet")
	}
	return nil
}

// storeHistory writes what somebody has tried.
func storeHistory(s *command.Session, path string, words []string) error {
	if len(words) != 1 {
		return s.UsageError("history needs the name of a solver")
	}
	format := s.String("to")
	if format != "" && format != "csv" {
		return s.UsageError("--to must be csv for history, not %q", format)
	}
	st, err := OpenStore(s, path, store.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	defer st.Close()
	write := func(w io.Writer, list []store.Attempt) error { return historyText(s, w, list) }
	switch {
	case s.Bool("json"):
		write = historyJSON
	case format == "csv":
		write = historyCSV
	}
	return s.Write("--output", s.String("output"), func(w io.Writer) error {
		var list []store.Attempt
		for a, err := range st.History(s.Context, words[0]) {
			if err != nil {
				return storeFailed(path, err)
			}
			list = append(list, a)
		}
		return write(w, list)
	})
}

func historyText(s *command.Session, w io.Writer, list []store.Attempt) error {
	for _, a := range list {
		how := "not solved"
		switch {
		case a.Solved && a.Counted:
			how = "solved"
		case !a.Counted:
			how = "again"
		}
		if _, err := fmt.Fprintf(w, "%s  %-10s %s in %s  %4.0f  %s\n", a.At.UTC().Format("2006-01-02 15:04"), how,
			plural.Count(a.Tries, "first move"),
			status.Duration(a.Took), a.Rating, printable.Line(a.Puzzle)); err != nil {
			return err
		}
	}
	return nil
}

func historyJSON(w io.Writer, list []store.Attempt) error {
	for i := range list {
		if err := jsonline.Write(w, list[i]); err != nil {
			return err
		}
	}
	return nil
}

func historyCSV(w io.Writer, list []store.Attempt) error {
	out := csv.NewWriter(w)
	rows := [][]string{{"puzzle", "at", "seconds", "tries", "solved", "rating", "counted"}}
	for _, a := range list {
		rows = append(rows, []string{a.Puzzle, a.At.UTC().Format(time.RFC3339), strconv.FormatFloat(a.Took.Seconds(),
			'f', -1, 64), strconv.Itoa(a.Tries), strconv.FormatBool(a.Solved),
			strconv.FormatFloat(a.Rating, 'f', 1, 64), strconv.FormatBool(a.Counted)})
	}
	return out.WriteAll(rows)
}
