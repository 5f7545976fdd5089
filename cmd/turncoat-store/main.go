// Command turncoat-store keeps puzzles in a searchable SQLite database. docs/store.md describes it.
//
// This file lists the commands; add.go, find.go and check.go have one each.
package main

import (
	"context"
	"embed"
	"errors"
	"os"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/internal/command"
	"turncoat/internal/files"
	"turncoat/internal/puzzle/store"
)

//go:embed help
var help embed.FS

var program = command.Program{
	Name:  "turncoat-store",
	Usage: "keep puzzles in a searchable database",
	Help:  help,
	Commands: func(s *command.Session) []*cli.Command {
		own := []*cli.Command{addCommand(s), findCommand(s), checkCommand(s)}
		return append(own, command.Common(s)...)
	},
}

func main() {
	ctx := command.Interruptible(exit)
	exit(command.Run(ctx, program, os.Args, os.Stdin, os.Stdout, os.Stderr))
}

// exit ends the program without leaving half-written files behind, whatever is still running.
func exit(status int) {
	files.DiscardAll()
	os.Exit(status)
}

// open opens the store in a file.
func open(s *command.Session, path string, o store.Options) (*store.Store, error) {
	st, err := store.Open(s.Context, path, o)
	if err != nil {
		return nil, s.Ended(command.Unreadable(err), "the store was not opened")
	}
	return st, nil
}

// failed returns an error of a store with its exit status and the name of the file.
func failed(path string, err error) error {
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
