package puzzlecmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/internal/command"
	"turncoat/internal/lines"
	"turncoat/internal/plural"
	"turncoat/internal/printable"
	"turncoat/internal/puzzle/store"
	"turncoat/puzzle"
	"turncoat/rules/board"
)

// A storeCall is a call of "puzzle store": the store, which is open, and the words after the
// action.
type storeCall struct {
	*command.Session
	*store.Store
	o     *storeOptions
	path  string
	words []string
}

// storeActions are what can be done with a store, each with the number of words after it and what
// to say where there are more or fewer.
var storeActions = map[string]struct {
	do          func(*storeCall) error
	least, most int
	want        string
}{
	"add":     {(*storeCall).add, 1, math.MaxInt, "add needs FILEs of puzzles"},
	"find":    {(*storeCall).find, 0, 0, "unexpected argument %q; use flags to filter"},
	"export":  {(*storeCall).find, 0, 0, "unexpected argument %q; use flags to filter"},
	"show":    {(*storeCall).show, 1, math.MaxInt, "show needs the ID of a puzzle"},
	"stats":   {(*storeCall).stats, 0, math.MaxInt, ""},
	"check":   {(*storeCall).check, 0, math.MaxInt, ""},
	"solvers": {(*storeCall).solvers, 0, 0, "unexpected argument %q"},
	"history": {(*storeCall).history, 1, 1, "history needs the name of a solver"},
}

type storeOptions struct {
	rules       []string
	stipulation string
	winIn       string
	theme       []string
	anyTheme    bool
	notTheme    []string
	grade       string
	pieces      string
	author      string
	text        string
	keyPiece    []string
	strict      bool
	like        string
	sort        string
	random      bool
	seed        uint64
	limit       int
	to          string
	output      string
	sameIdea    bool
	verbose     bool
	book        bookOptions
}

// Store returns the command that keeps puzzles in a database.
func Store(s *command.Session) *cli.Command {
	o := storeOptions{sort: "added"}
	return &cli.Command{
		Name:      "store",
		Usage:     "keep puzzles in a searchable database",
		ArgsUsage: "FILE.db add|find|show|export|stats|check|solvers|history …",
		Flags: slices.Concat([]cli.Flag{
			command.ListFlag(&o.rules, "rules", "of the rule set `NAME` (may be repeated)"),
			&cli.StringFlag{
				Name:        "stipulation",
				Usage:       "of this `KIND`, such as win, help-win or series-stalemate",
				Destination: &o.stipulation,
			},
			&cli.StringFlag{
				Name:        "win-in",
				Usage:       "in this `RANGE` of turns",
				Destination: &o.winIn,
			},
			command.ListFlag(&o.theme, "theme", "with the theme `NAME` (may be repeated)"),
			&cli.BoolFlag{
				Name:        "any-theme",
				Usage:       "one of the themes is enough",
				Destination: &o.anyTheme,
			},
			command.ListFlag(&o.notTheme, "not-theme",
				"without the theme `NAME` (may be repeated)"),
			&cli.StringFlag{
				Name:        "grade",
				Usage:       "graded in this `RANGE`",
				Destination: &o.grade,
			},
			&cli.StringFlag{
				Name:        "pieces",
				Usage:       "with this `RANGE` of pieces on the board, kings included",
				Destination: &o.pieces,
			},
			&cli.StringFlag{
				Name:        "author",
				Usage:       "by the author `NAME`",
				Destination: &o.author,
			},
			&cli.StringFlag{
				Name:        "text",
				Usage:       "with these `WORDS` in title, authors or comments",
				Destination: &o.text,
			},
			command.ListFlag(&o.keyPiece, "key-piece",
				"with a first move of this `PIECE`: K, Q, R, B, N or P (may be repeated)"),
			&cli.BoolFlag{
				Name:        "strict",
				Usage:       "with one key and no dual",
				Destination: &o.strict,
			},
			&cli.StringFlag{
				Name: "like",
				Usage: "that may anticipate the position `FEN`: shifted, mirrored, colours " +
					"exchanged, one or two pieces different; the most alike first",
				Destination: &o.like,
			},
		}, o.order(s), o.book.flags()),
		Action: command.Action(s, &o, puzzleStore),
	}
}

// order returns the flags that say in which order puzzles come, how many and in which form.
func (o *storeOptions) order(s *command.Session) []cli.Flag {
	return []cli.Flag{
		command.ChoiceFlag(&o.sort, "sort", "in this `ORDER`",
			"added", "grade", "length", "pieces", "id"),
		&cli.BoolFlag{
			Name:        "random",
			Usage:       "in random order, by --seed",
			Destination: &o.random,
		},
		command.SeedFlag(&o.seed, "random `SEED` of --random"),
		&cli.IntFlag{
			Name:        "limit",
			Usage:       "at most `N` puzzles; 0 is all",
			Destination: &o.limit,
		},
		formFlag(&o.to, "`FORM` of export, or csv of history"),
		command.OutputFlag(&o.output),
		&cli.BoolFlag{
			Name:        "same-idea",
			Usage:       "add: store puzzles of a known idea as well",
			Destination: &o.sameIdea,
		},
		&cli.BoolFlag{
			Name: "verbose", Aliases: []string{"v"},
			Usage:       "add: name each puzzle that is left out",
			Destination: &o.verbose,
		},
		s.JSONFlag(),
	}
}

func puzzleStore(s *command.Session, o *storeOptions) error {
	path, word, words := s.Args()[0], s.Args()[1], s.Args()[2:]
	action, ok := storeActions[word]
	switch {
	case !ok:
		return s.UsageError(
			"unknown action %q: want add, find, show, export, stats, check, solvers or history",
			word,
		)
	case len(words) < action.least,
		len(words) > action.most && !strings.Contains(action.want, "%q"):
		return s.UsageError("%s", action.want)
	case len(words) > action.most:
		return s.UsageError(action.want, words[0])
	case s.AsJSON && o.to != "":
		return s.UsageError("--json and --to cannot be combined")
	}

	st, err := OpenStore(s, path, store.Options{Create: word == "add", ReadOnly: word != "add"})
	if err != nil {
		return err
	}
	defer st.Close()
	return action.do(&storeCall{s, st, o, path, words})
}

// OpenStore opens a store, and says in whose file what is wrong.
func OpenStore(s *command.Session, path string, o store.Options) (*store.Store, error) {
	st, err := store.Open(s.Context, path, o)
	if err != nil {
		return nil, s.Ended(command.Unreadable(err), "the store was not opened")
	}
	return st, nil
}

// failed classes an error of the store.
func (c *storeCall) failed(err error) error {
	switch {
	case err == nil || errors.Is(err, context.Canceled):
		return err
	case errors.Is(err, store.ErrText):
		return command.Unusable("--text: %w", err)
	case errors.Is(err, store.ErrDamaged):
		return command.Found("%s: %w", c.path, err)
	}

	return command.Unusable("%s: %w", c.path, err)
}

func (c *storeCall) add() error {
	task := c.Line.Task("puzzles", 0)
	defer task.End()
	added, err := c.Add(c.Context, puzzleLines(c.Session, c.words), store.AddOptions{
		KeepSameIdea: c.o.sameIdea,
		Progress:     func(a store.Added) { task.Set(a.Stored+a.Already+a.SamePosition+a.SameIdea+a.Unreadable, "") },
		Skipped: func(r store.Skip) {
			at := fmt.Sprintf("%s:%d", r.Line.File, r.Line.Number)
			switch {
			case r.Reason == store.Unreadable:
				c.Report(command.Unusable("%s: %w", at, r.Err))
			case c.o.verbose:
				c.Say(fmt.Sprintf("%s: %s left out: %s (%s)", at, r.ID, r.Reason, r.Same))
			}
		},
	})
	task.End()
	if c.AsJSON {
		c.JSON(added)
	} else {
		c.Printf("%s: %s added", printable.Line(c.path), plural.Count(added.Stored, "puzzle"))
		for _, left := range []struct {
			n      int
			reason store.Reason
		}{{added.Already, store.Already}, {added.SamePosition, store.SamePosition}, {added.SameIdea, store.SameIdea}} {
			if left.n > 0 {
				c.Printf(", %d left out: %s", left.n, left.reason)
			}
		}

		c.Printf("\n")
	}

	if errors.Is(err, context.Canceled) {
		return command.Interrupted(
			fmt.Sprintf("%s in the store", plural.Count(added.Stored, "added puzzle")),
		)
	}

	return c.failed(err)
}

// puzzleLines yields the lines of files that hold puzzles. A file that cannot be read is reported.
func puzzleLines(s *command.Session, files []string) iter.Seq2[store.Line, error] {
	return func(yield func(store.Line, error) bool) {
		for more := true; more && len(files) > 0; files = files[1:] {
			in, err := s.Open(files[0])
			if err != nil {
				s.Report(command.Unreadable(err))
				continue
			}

			for line, err := range puzzle.Lines(in, files[0]) {
				var tooLong *lines.TooLongError // it is left out like what is no puzzle
				if err != nil && !errors.As(err, &tooLong) {
					s.Report(command.Unusable("%w", err))
					break
				}

				more = yield(line, err)
				if !more {
					break
				}
			}

			in.Close()
		}
	}
}

// find prints puzzles, as they came or in another form.
func (c *storeCall) find() error {
	q, err := c.o.query()
	if err != nil {
		return c.UsageError("%w", err)
	}
	found := c.Find(c.Context, q)
	if c.o.like != "" {
		pieces, _, _ := strings.Cut(c.o.like, " ")
		p, err := board.ParseBoard(pieces)
		if err != nil {
			return command.Unusable("--like: %w", err)
		}
		found = c.Like(c.Context, &p, q)
	}

	return c.print(found)
}

func (c *storeCall) show() error {
	return c.print(func(yield func(store.Found, error) bool) {
		for _, id := range c.words {
			f, err := c.Get(c.Context, id)
			if errors.Is(err, store.ErrUnknown) {
				c.Report(command.Unusable("%s: there is no puzzle %q", c.path, id))
				continue
			}

			if !yield(f, err) {
				return
			}
		}
	})
}

// print writes puzzles to where the flags say, in the form they say.
func (c *storeCall) print(puzzles iter.Seq2[store.Found, error]) error {
	format := c.o.to
	if format == "" && c.Args()[1] != "export" && !c.AsJSON {
		format = "text"
	}
	var all []puzzle.Puzzle
	count := 0
	each := func(w io.Writer) error {
		for f, err := range puzzles {
			if err != nil {
				return c.failed(err)
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
				return c.failed(fmt.Errorf("%w: %s: %w", store.ErrDamaged, f.ID, err))
			}
			if f.Likeness != "" {
				c.Say(f.ID + ": " + f.Likeness)
			}
			all = append(all, p)
		}

		return nil
	}
	var err error
	if format == "" {
		err = c.Write("--output", c.o.output, each)
	} else {
		err = writeForm(c.Session, c.o.output, format, c.o.book.read(), func() ([]puzzle.Puzzle, error) {
			err := each(nil)
			return all, err
		}, c.path)
	}

	if err == nil && count == 0 {
		c.Say("no matching puzzles")
	}
	return err
}

func (c *storeCall) stats() error {
	stats, err := c.Stats(c.Context)
	if err != nil {
		return c.failed(err)
	}
	if c.AsJSON {
		return c.JSON(stats)
	}
	c.Printf("%s, %d bytes", plural.Count(stats.Puzzles, "puzzle"), stats.Bytes)
	if stats.Puzzles > 0 {
		c.Printf(" (%d each)", stats.Bytes/int64(stats.Puzzles))
	}
	c.Printf(
		"; %s, %s\n",
		plural.Count(stats.Solvers, "solver"),
		plural.Count(stats.Attempts, "attempt"),
	)
	for _, g := range stats.Groups {
		grades := ""
		if g.Easiest != nil && g.Hardest != nil {
			grades = fmt.Sprintf("  grades %d to %d", *g.Easiest, *g.Hardest)
		}
		c.Printf("%7d  %-17s %s in %v%s\n", g.Puzzles, g.Rules, g.Stipulation, g.Length, grades)
	}

	for _, t := range stats.Themes {
		c.Printf("%7d  %s\n", t.Puzzles, t.Theme)
	}
	return nil
}

func (c *storeCall) check() error {
	faults := 0
	looked, err := c.Check(c.Context, func(fault string) {
		faults++
		c.Report(command.Found("%s: %s", c.path, fault))
	})
	if err != nil {
		return c.failed(err)
	}
	if faults == 0 {
		c.Printf("%s: all right\n", plural.Count(looked, "puzzle"))
	}
	return nil
}
