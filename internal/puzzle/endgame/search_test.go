package endgame

import (
	"math/rand/v2"
	"slices"
	"testing"

	"turncoat/internal/testing/puzzletest"
	"turncoat/internal/testing/rulestest"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
)

// With tables the search answers what lies far beyond its depth: the win in 13 with the knight has
// one key, found by an independent implementation, and no win in 12.
func TestSearchStopsAtTables(t *testing.T) {
	tables := opened(t, "pacifist1")
	variant := rules.New(tables.Set())
	p := puzzletest.Position(t, variant, "n7/8/8/4K3/8/8/8/7k w - - 0 1")
	solver := solve.New(variant, solve.Options{Jobs: 1, Nodes: 10_000, Tables: tables})
	result, err := solver.Solve(t.Context(), &p, solve.Win, 13)
	if err != nil || result.Status != solve.Won || result.In != 13 || len(result.Keys) != 1 ||
		result.Keys[0].UCI(&p) != "e5d6" {
		t.Errorf("in 13: %+v, %v", result, err)
	}

	result, err = solver.Solve(t.Context(), &p, solve.Win, 12)
	if err != nil || result.Status != solve.None {
		t.Errorf("in 12: %+v, %v", result, err)
	}
}

// The answers of the search are the same with tables and without, of positions that stand in one
// and of positions from which captures and promotions lead into one.
func TestSearchWithTablesAgrees(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 9))
	for _, name := range rulestest.Representative() {
		tables := opened(t, name)
		variant := rules.New(tables.Set())
		plain := solve.New(variant, solve.Options{Jobs: 1})
		helped := solve.New(variant, solve.Options{Jobs: 1, Tables: tables})
		for _, kinds := range [][]board.Kind{{board.Queen}, {board.Pawn}, {board.Rook, board.Pawn},
			{board.Queen, board.Knight}} {
			for range 40 {
				p := thrown(random, kinds)
				if read, err := variant.ParseFEN(variant.FEN(&p)); err != nil ||
					read.Board() != p.Board() {
					continue
				}
				want, err1 := plain.Solve(t.Context(), &p, solve.Win, 3)
				got, err2 := helped.Solve(t.Context(), &p, solve.Win, 3)
				if err1 != nil || err2 != nil || got.Status != want.Status || got.In != want.In ||
					!slices.Equal(got.Keys, want.Keys) {
					t.Errorf("%s, %s: %+v, %v; without tables %+v, %v", name, variant.FEN(&p), got,
						err2, want, err1)
				}
			}
		}
	}
}

// thrown returns a king of each side and further pieces thrown on the board.
func thrown(random *rand.Rand, kinds []board.Kind) board.Position {
	p := board.Position{EnPassant: board.NoSquare, Number: 1}
	for i, kind := range append([]board.Kind{board.King, board.King}, kinds...) {
		for {
			s := board.Square(random.IntN(64))
			if !p.Occupied().Has(s) && (kind != board.Pawn || s.Rank() > 0 && s.Rank() < 7) {
				colour := board.Colour(i)
				if i > 1 {
					colour = board.Colour(random.IntN(2))
				}
				p.Put(s, board.Piece{Kind: kind, Colour: colour})
				break
			}
		}
	}

	p.Rekey()
	return p
}
