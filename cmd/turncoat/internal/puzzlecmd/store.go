package puzzlecmd

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/internal/lines"
	"turncoat/internal/plural"
	"turncoat/internal/printable"
	"turncoat/puzzle/store"
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
