package main

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/internal/command"
	"turncoat/internal/lines"
	"turncoat/internal/plural"
	"turncoat/internal/printable"
	"turncoat/internal/puzzle/store"
	"turncoat/puzzle"
)

type addOptions struct {
	sameIdea bool
	verbose  bool
}

// addCommand returns the command that adds puzzles to a store.
func addCommand(s *command.Session) *cli.Command {
	var o addOptions
	return &cli.Command{
		Name:      "add",
		Usage:     "add puzzles to a store, which is created if there is none",
		ArgsUsage: "STORE.db FILE…",
		Flags: []cli.Flag{
			&cli.BoolFlag{
				Name:        "same-idea",
				Usage:       "add puzzles of a known idea, too",
				Destination: &o.sameIdea,
			},
			&cli.BoolFlag{
				Name: "verbose", Aliases: []string{"v"},
				Usage:       "name each puzzle that is left out",
				Destination: &o.verbose,
			},
			s.JSONFlag(),
		},
		Action: command.Action(s, &o, add),
	}
}

func add(s *command.Session, o *addOptions) error {
	path, files := s.Args()[0], s.Args()[1:]
	st, err := open(s, path, store.Options{Create: true})
	if err != nil {
		return err
	}
	defer st.Close()

	task := s.Line.Task("puzzles", 0)
	defer task.End()
	added, err := st.Add(s.Context, puzzleLines(s, files), store.AddOptions{
		KeepSameIdea: o.sameIdea,
		Progress:     func(a store.Added) { task.Set(a.Total(), "") },
		Skipped:      func(skip store.Skip) { reportSkip(s, o, &skip) },
	})
	task.End()
	if s.AsJSON {
		err = errors.Join(err, s.JSON(added))
	} else {
		s.Printf("%s: %s\n", printable.Line(path), added.Summary())
	}

	if errors.Is(err, context.Canceled) {
		return command.Interrupted(plural.Count(added.Stored, "added puzzle") + " in the store")
	}
	return failed(path, err)
}

// reportSkip says why a puzzle was not added, if that is asked for or the text is no puzzle.
func reportSkip(s *command.Session, o *addOptions, skip *store.Skip) {
	at := fmt.Sprintf("%s:%d", skip.Line.File, skip.Line.Number)
	switch {
	case skip.Reason == store.Unreadable:
		s.Report(command.Unusable("%s: %w", at, skip.Err))
	case o.verbose:
		s.Say(fmt.Sprintf("%s: %s left out: %s (%s)", at, skip.ID, skip.Reason, skip.Same))
	}
}

// puzzleLines yields the lines of files of puzzles. A file that cannot be read is reported.
func puzzleLines(s *command.Session, files []string) iter.Seq2[store.Line, error] {
	return func(yield func(store.Line, error) bool) {
		for _, file := range files {
			if !eachLine(s, file, yield) {
				return
			}
		}
	}
}

// eachLine yields the lines of one file, and reports whether more are wanted.
func eachLine(s *command.Session, file string, yield func(store.Line, error) bool) bool {
	in, err := s.Open(file)
	if err != nil {
		s.Report(command.Unreadable(err))
		return true
	}
	defer in.Close()

	for line, err := range puzzle.Lines(in, file) {
		var tooLong *lines.TooLongError // the store leaves such a line out, as it does text that is no puzzle
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
