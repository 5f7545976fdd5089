package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/internal/command"
	"turncoat/cmd/internal/exporting"
	"turncoat/internal/plural"
	"turncoat/internal/printable"
	"turncoat/internal/puzzle/store"
	"turncoat/puzzle"
	"turncoat/rules/board"
)

type findOptions struct {
	queryOptions
	like   string
	count  bool
	to     string
	output string
}

// findCommand returns the command that prints, exports or counts the puzzles of a store.
func findCommand(s *command.Session) *cli.Command {
	var o findOptions
	return &cli.Command{
		Name:      "find",
		Usage:     "print, export or count puzzles",
		ArgsUsage: "STORE.db [ID] …",
		Flags: append(o.flags(),
			&cli.StringFlag{
				Name: "like",
				Usage: "that may anticipate the position `FEN`: shifted, mirrored, colours " +
					"exchanged, one or two pieces different; the most alike first",
				Destination: &o.like,
			},
			&cli.BoolFlag{
				Name:        "count",
				Usage:       "count them by rules, stipulation and length, and by theme",
				Destination: &o.count,
			},
			exporting.FormFlag(&o.to, "export them in a `FORM`"),
			command.OutputFlag(&o.output),
			s.JSONFlag(),
		),
		Action: command.Action(s, &o, find),
	}
}

// A search is one call of find, with the store that it searches.
type search struct {
	*command.Session
	*store.Store
	*findOptions
	path string
}

func find(s *command.Session, o *findOptions) error {
	path, ids := s.Args()[0], s.Args()[1:]
	for _, flag := range []string{"like", "to", "output"} {
		if o.count && s.IsSet(flag) {
			return s.UsageError("--count and --%s cannot be combined", flag)
		}
	}
	if s.AsJSON && o.to != "" {
		return s.UsageError("--json and --to cannot be combined")
	}
	query, err := o.query()
	if err != nil {
		return s.UsageError("%w", err)
	}

	st, err := open(s, path, store.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	defer st.Close()
	c := search{s, st, o, path}
	switch {
	case o.count:
		return c.printCounts(query)
	case len(ids) > 0:
		return c.print(c.named(ids))
	case o.like != "":
		pieces, _, _ := strings.Cut(o.like, " ")
		position, err := board.ParseBoard(pieces)
		if err != nil {
			return command.Unusable("--like: %w", err)
		}
		return c.print(c.Like(s.Context, &position, query))
	}

	return c.print(c.Find(s.Context, query))
}

// named yields the puzzles with some identifiers, and reports those that are not there.
func (c *search) named(ids []string) iter.Seq2[store.Found, error] {
	return func(yield func(store.Found, error) bool) {
		for _, id := range ids {
			found, err := c.Get(c.Context, id)
			if errors.Is(err, store.ErrUnknown) {
				c.Report(command.Unusable("%s: there is no puzzle %q", c.path, id))
				continue
			}
			if !yield(found, err) {
				return
			}
		}
	}
}

// print writes puzzles in the form that the flags name.
func (c *search) print(puzzles iter.Seq2[store.Found, error]) error {
	count := 0
	counted := func(yield func(store.Found, error) bool) {
		for found, err := range puzzles {
			count++
			if !yield(found, failed(c.path, err)) {
				return
			}
		}
	}

	var err error
	if c.AsJSON {
		err = c.Write("--output", c.output, func(w io.Writer) error { return writeLines(w, counted) })
	} else {
		export := exporting.Export{File: c.output, Format: cmp.Or(c.to, "text"), From: []string{c.path}}
		err = export.Write(c.Session, func() ([]puzzle.Puzzle, error) { return c.parse(counted) })
	}
	if err == nil && count == 0 {
		c.Say("no matching puzzles")
	}
	return err
}

// writeLines writes puzzles as they were added.
func writeLines(w io.Writer, puzzles iter.Seq2[store.Found, error]) error {
	for found, err := range puzzles {
		if err != nil {
			return err
		}
		if _, err := w.Write(append(found.Line, '\n')); err != nil {
			return err
		}
	}

	return nil
}

// parse returns the puzzles that were found, and says how each is like the position that was asked
// for.
func (c *search) parse(puzzles iter.Seq2[store.Found, error]) ([]puzzle.Puzzle, error) {
	var all []puzzle.Puzzle
	for found, err := range puzzles {
		if err != nil {
			return nil, err
		}
		p, err := puzzle.Parse(found.Line)
		if err != nil {
			return nil, failed(c.path, fmt.Errorf("%w: %s: %w", store.ErrDamaged, found.ID, err))
		}
		if found.Likeness != "" {
			c.Say(found.ID + ": " + found.Likeness)
		}
		all = append(all, p)
	}

	return all, nil
}

// printCounts counts the puzzles that a query finds.
func (c *search) printCounts(query store.Query) error {
	stats, err := c.Stats(c.Context, query)
	if err != nil {
		return failed(c.path, err)
	}
	if c.AsJSON {
		return c.JSON(stats)
	}

	c.Printf("%s in a file of %s\n", plural.Count(stats.Puzzles, "puzzle"), plural.Count(int(stats.Bytes), "byte"))
	for _, g := range stats.Groups {
		grades := ""
		if g.Easiest != nil && g.Hardest != nil {
			grades = fmt.Sprintf("  grades %d to %d", *g.Easiest, *g.Hardest)
		}
		c.Printf("%7d  %-17s %s in %v%s\n", g.Puzzles, printable.Line(g.Rules), g.Stipulation, g.Length, grades)
	}
	for _, t := range stats.Themes {
		c.Printf("%7d  %s\n", t.Puzzles, printable.Line(t.Theme))
	}
	return nil
}
