package puzzlecmd

import (
	"github.com/urfave/cli/v2"

	"turncoat/cmd/turncoat/internal/command"
)

func PuzzleCommand(s *command.Session) *cli.Command {
	return command.Helped(&cli.Command{
		Name: "puzzle", Usage: "solve, find, verify and publish puzzles",
		Subcommands: []*cli.Command{puzzleSolveCommand(s), puzzleNewCommand(s), puzzleMineCommand(s),
			puzzleVerifyCommand(s), puzzleGradeCommand(s), puzzleExportCommand(s), puzzleStoreCommand(s)},
	}, `
$ turncoat puzzle solve --rules pacifist1 --win-in 1 1rknn1br/p1pp1p1p/3bp1p1/1p1q2n1/5p2/2P4B/pP1PP1PP/B1RKR1QN
pacifist1, white to move: win in 1
1.Qb6#! [a7;b8;b5,c8;d7,d8;e8;c7;d6;f4]
1 key, 0 duals
`)
}
