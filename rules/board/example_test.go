package board_test

import (
	"errors"
	"fmt"

	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

func ExampleParseFEN() {
	set, _ := ruleset.Builtin("chess")
	position, _ := board.ParseFEN("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b HAha e3", set)
	fmt.Println(position.PieceAt(board.At(4, 3)))
	fmt.Println(position.Pieces(board.Knight) & position.Colours[board.Black])
	fmt.Println(position.FEN(set))
	// Output:
	// white pawn
	// b8,g8
	// rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1
}

// Every fault of a FEN is named.
func ExampleFENError() {
	set, _ := ruleset.Builtin("pacifist1")
	_, err := board.ParseFEN("k7/8/8/8/8/8/8/8 x Q - 0 1", set)
	fmt.Println(err)
	fmt.Println(errors.Is(err, board.ErrInvalid))
	// Output:
	// board "k7/8/8/8/8/8/8/8": not a valid position: 1 king in all instead of 2
	// turn "x": cannot be read: it is w or b
	// castling "Q": not a valid position: no king and rook stand ready for "Q"
	// true
}

func ExampleParseUCI() {
	set, _ := ruleset.Builtin("chess")
	position, _ := board.ParseFEN("4k3/8/8/8/8/8/8/4K2R w K - 0 1", set)
	move, _ := board.ParseUCI(&position, "e1g1")
	fmt.Println(move, move.UCI(&position)) // inside, the king takes its own rook
	// Output: e1h1 e1g1
}
