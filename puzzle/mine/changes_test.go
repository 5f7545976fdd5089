package mine

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"turncoat/puzzle/internal/puzzletest"
	"turncoat/rules/board"
)

// changesOf makes so many changes of a position of two kings and one more piece, and counts what becomes of
// that: where it goes, what it is exchanged for, and what is added beside it.
func changesOf(t *testing.T, fen string, n int) (piece board.Piece, from board.Square, moved map[board.Square]int,
	exchanged, added map[board.Piece]int) {
	t.Helper()
	g := puzzletest.Named(t, "chess")
	at := puzzletest.Position(t, g, fen)
	from = (at.Occupied() &^ at.Kings).First()
	piece = at.PieceAt(from)
	moved, exchanged, added = map[board.Square]int{}, map[board.Piece]int{}, map[board.Piece]int{}
	v := improver{random: rand.New(rand.NewPCG(uint64(n), uint64(from)))}
	for range n {
		next, ok := v.change(&at)
		if !ok {
			continue
		}
		switch come := next.Occupied() &^ at.Occupied(); {
		case come != 0 && next.Occupied().Count() == 4:
			added[next.PieceAt(come.First())]++
		case come != 0 && !next.Occupied().Has(from):
			moved[come.First()]++
		case next.Occupied() == at.Occupied():
			exchanged[next.PieceAt(from)]++
		}
	}
	return piece, from, moved, exchanged, added
}

// often holds a count to what chance makes it, within five standard deviations.
func often(t *testing.T, what string, got, n int, want float64) {
	t.Helper()
	if mean := want * float64(n); math.Abs(float64(got)-mean) > 5*math.Sqrt(mean*(1-want)) {
		t.Errorf("%s: %d of %d, want about %.0f", what, got, n, mean)
	}
}

// A piece that is moved goes one time in two to any empty square, otherwise to one of the nine round it and its
// own, if that is on the board and empty; a pawn to none of the first rank or the last.
func TestMovedPieces(t *testing.T) {
	const n = 60_000
	for _, fen := range []string{
		"k7/8/8/8/7N/8/8/K7 w - - 0 1", "7k/8/8/8/N7/8/8/7K w - - 0 1", "k3N3/8/8/8/8/8/8/K7 w - - 0 1",
		"k7/8/8/8/8/8/8/K3N3 w - - 0 1", "k7/8/8/8/8/8/7P/K7 w - - 0 1", "7k/P7/8/8/8/8/8/7K w - - 0 1",
	} {
		piece, from, moved, _, _ := changesOf(t, fen, n)
		free := 61
		if piece.Kind == board.Pawn {
			free = 47
		}
		for s := range board.NoSquare {
			want := 0.
			file, rank := s.File()-from.File(), s.Rank()-from.Rank()
			king := s == 0 || s == 56 // a1 and a8, or h1 and h8
			if from.File() == 0 {
				king = s == 7 || s == 63
			}
			if s != from && !king && (piece.Kind != board.Pawn || s.Rank() > 0 && s.Rank() < 7) {
				want = 1. / 2 / float64(free)
				if max(file, -file, rank, -rank) == 1 {
					want += 1. / 2 / 9
				}
			}
			// four times in ten, one piece of three
			often(t, fmt.Sprintf("%s from %s to %s", piece.Kind, from, s), moved[s], n, want*4/10/3)
		}
	}
}

// What is exchanged becomes any other piece but a king, what is added is any, as often as their kinds are drawn;
// pawns come on neither the first rank nor the last.
func TestExchangedPieces(t *testing.T) {
	const n = 60_000
	// of ten
	weight := map[board.Kind]float64{board.Pawn: 3, board.Knight: 2, board.Bishop: 2, board.Rook: 2, board.Queen: 1}
	for _, fen := range []string{"k7/8/8/8/3N4/8/8/K7 w - - 0 1", "k6N/8/8/8/8/8/8/K7 w - - 0 1",
		"k7/8/8/8/8/8/8/K6N w - - 0 1", "k7/3P4/8/8/8/8/8/K7 w - - 0 1"} {
		piece, from, _, exchanged, added := changesOf(t, fen, n)
		for kind := board.Pawn; kind <= board.King; kind++ {
			for _, colour := range []board.Colour{board.White, board.Black} {
				other := board.Piece{Kind: kind, Colour: colour}
				want := weight[kind] / 20
				often(t, fmt.Sprintf("%s: a %s of %s is added", fen, kind, colour.Title()), added[other], n, want*2/10)
				if other == piece || kind == board.Pawn && (from.Rank() == 0 || from.Rank() == 7) {
					want = 0
				}
				often(t, fmt.Sprintf("%s: exchanged for a %s of %s", fen, kind, colour.Title()), exchanged[other], n,
					want/10/3)
			}
		}
	}
}
