// Package puzzlecmd has the commands about forced wins and puzzles.
package puzzlecmd

import (
	"turncoat/cmd/turncoat/internal/command"
)

// Commands are the commands about forced wins and puzzles.
var Commands = []command.Command{
	{Name: "puzzle solve", Run: puzzleSolve},
	{Name: "puzzle new", Run: puzzleNew},
	{Name: "puzzle mine", Run: puzzleMine},
	{Name: "puzzle verify", Run: puzzleVerify},
	{Name: "puzzle grade", Run: puzzleGrade},
	{Name: "puzzle export", Run: puzzleExport},
	{Name: "puzzle store", Run: puzzleStore},
}
