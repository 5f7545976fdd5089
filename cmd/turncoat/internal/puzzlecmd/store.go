package puzzlecmd

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/internal/lines"
	"turncoat/internal/plural"
	"turncoat/internal/printable"
	"turncoat/puzzle/publish"
	"turncoat/puzzle/store"
)

// storeVerbs are what can be done with a store.
var storeVerbs = map[string]func(s *command.Session, c *cli.Context, path string, words []string) error{
	"add": storeAdd, "find": storeFind, "show": storeShow,
	"export": storeFind, "stats": storeStats, "check": storeCheck,
	"solvers": storeSolvers, "history": storeHistory,
}

func puzzleStoreCommand(s *command.Session) *cli.Command {
	return &cli.Command{
		Name: "store", Usage: "keep puzzles in a searchable database",
		ArgsUsage: "FILE.db add|find|show|export|stats|check|solvers|history …",
		Flags:     storeFlags(),
		Action: func(c *cli.Context) error {
			words := c.Args().Slice()
			verb, ok := storeVerbs[words[1]]
			if !ok {
				return command.UsageError(c, "unknown action %q: want add, find, show, export, stats, check, solvers or history", words[1])
			}
			return verb(s, c, words[0], words[2:])
		},
	}
}

func storeFlags() []cli.Flag {
	many := func(name, usage string) cli.Flag {
		return &cli.StringSliceFlag{Name: name, Usage: usage + " (several times)"}
	}
	one := func(name, usage string) cli.Flag { return &cli.StringFlag{Name: name, Usage: usage} }
	return append([]cli.Flag{
		many("rules", "of the rule set `NAME`"),
		command.OneOf("stipulation", "of this `KIND`", "", "win", "help-win", "self-win", "claim"),
		one("win-in", "in this `RANGE` of turns"),
		many("theme", "with the theme `NAME`"),
		&cli.BoolFlag{Name: "any-theme", Usage: "one of the themes is enough"},
		many("not-theme", "without the theme `NAME`"),
		one("grade", "graded in this `RANGE`"),
		one("pieces", "with this `RANGE` of pieces on the board, kings included"),
		one("author", "by the author `NAME`"),
		one("text", "with these `WORDS` in title, authors or comments"),
		many("key-piece", "whose first move is made by a `PIECE`: K, Q, R, B, N or P"),
		&cli.BoolFlag{Name: "strict", Usage: "with one key and no dual"},
		one("near", "like the position `FEN`, the most alike first"),
		command.OneOf("like", "`WHAT` --near compares", string(store.NearMaterial), string(store.NearMaterial), string(store.NearPlacement)),
		command.OneOf("sort", "in this `ORDER`", string(store.ByAge), command.Texts(store.Sorts())...),
		&cli.BoolFlag{Name: "random", Usage: "in an order that --seed decides"},
		&cli.Uint64Flag{Name: "seed", Value: 1, Usage: "random `SEED` of --random"},
		&cli.IntFlag{Name: "limit", Usage: "at most `N` puzzles; 0 is all"},
		command.OneOf("to", "`FORM` of export, or csv of history", "", publish.Formats()...),
		command.OutputFlag(),
		&cli.BoolFlag{Name: "same-idea", Usage: "add: store puzzles of a known idea as well"},
		&cli.BoolFlag{Name: "verbose", Aliases: []string{"v"}, Usage: "add: name each puzzle that is left out"},
		command.JSONFlag(),
	}, bookFlags()...)
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
	s.Stores = append(s.Stores, path)
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

func storeAdd(s *command.Session, c *cli.Context, path string, files []string) error {
	if len(files) == 0 {
		return command.UsageError(c, "add needs FILEs of puzzles")
	}
	st, err := OpenStore(s, path, store.Options{Create: true})
	if err != nil {
		return err
	}
	defer st.Close()
	task := s.Line.Task("puzzles", 0)
	defer task.End()
	added, err := st.Add(s.Context, puzzleLines(s, files), store.AddOptions{
		KeepSameIdea: c.Bool("same-idea"),
		Progress:     func(a store.Added) { task.Set(a.Stored+a.Already+a.SamePosition+a.SameIdea+a.Unreadable, "") },
		Skipped:      func(r store.Skip) { skipped(s, c, r) },
	})
	task.End()
	if c.Bool("json") {
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
func skipped(s *command.Session, c *cli.Context, r store.Skip) {
	at := fmt.Sprintf("%s:%d", r.Line.File, r.Line.Number)
	switch {
	case r.Reason == store.Unreadable:
		s.Report(command.Unusable("%s: %w", at, r.Err))
	case c.Bool("verbose"):
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
