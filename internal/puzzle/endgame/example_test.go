package endgame_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"turncoat/internal/puzzle/endgame"
	"turncoat/internal/tablebase"
	"turncoat/internal/tablebase/embedded"
	"turncoat/puzzle/proof"
	"turncoat/rules"
	"turncoat/rules/board"
)

// rookEnding returns a position in which king and rook mate in two, by 1.Kf7 alone, and the tables that say so.
func rookEnding() (*tablebase.Tables, board.Position) {
	variant, err := rules.Named("chess")
	if err != nil {
		panic(err)
	}
	p, err := variant.ParseFEN("7k/8/4K3/8/8/8/8/6R1 w")
	if err != nil {
		panic(err)
	}
	tables, err := embedded.Open(variant.Set(), "") // those that come with the program
	if err != nil {
		panic(err)
	}
	return tables, p
}

// A puzzle whose solution comes from the tables, without a search.
func ExamplePuzzle() {
	tables, p := rookEnding()
	defer tables.Close()
	made, err := endgame.Puzzle(context.Background(), tables, &p, 100)
	if err != nil {
		panic(err)
	}
	fmt.Println(made.Instruction()+":", strings.Join(made.Line, " "))
	// Output: White to move mates in 2 turns: Kf7 Kh7 Rh1#
}

// What the tables say, proved: the proof is checked without any table.
func ExampleProve() {
	tables, p := rookEnding()
	defer tables.Close()
	var text bytes.Buffer
	if _, err := endgame.Prove(context.Background(), &text, tables, &p, 100); err != nil {
		panic(err)
	}
	report, err := proof.Verify(context.Background(), &text, "", 1)
	if err != nil {
		panic(err)
	}
	fmt.Println(report.Stipulation, "in at most", report.In)
	// Output: win in at most 2
}
