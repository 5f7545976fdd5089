// Package puzzlecmd has the commands about forced wins and puzzles.
package puzzlecmd

import (
	"github.com/urfave/cli/v2"

	"turncoat/cmd/turncoat/internal/command"
)

// PuzzleCommand returns the command for forced wins and puzzles.
func PuzzleCommand(s *command.Session) *cli.Command {
	return &cli.Command{
		Name: "puzzle", Usage: "solve, find, verify and publish puzzles",
		Subcommands: []*cli.Command{puzzleSolveCommand(s), puzzleNewCommand(s), puzzleMineCommand(s),
			puzzleVerifyCommand(s), puzzleGradeCommand(s), puzzleExportCommand(s), puzzleStoreCommand(s)},
	}
}
