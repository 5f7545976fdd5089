package solve

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"turncoat/internal/testing/puzzletest"
	"turncoat/puzzle"
	"turncoat/rules"
	"turncoat/rules/board"
)

// A pictured question is one in which plans for a mate or a stalemate cut the search short.
type pictured struct {
	goal   Goal
	plies  int
	pieces int
}

// The search that plans a mate or a stalemate finds the lines of the one that does not.
func TestPlansLoseNoLine(t *testing.T) {
	variant, random := puzzletest.Named(t, "chess"), rand.New(rand.NewPCG(62, 3))
	asked := []pictured{
		{HelpWin, 5, 5}, {HelpWin, 4, 8}, {HelpWin, 6, 3}, {HelpWin | puzzle.Stalemate, 4, 5},
		{HelpWin | puzzle.Series, 5, 6}, {HelpWin | puzzle.Series | puzzle.Stalemate, 5, 5},
		{Win | puzzle.Series, 4, 5}, {Win | puzzle.Series | puzzle.Stalemate, 4, 4},
		{HelpWin | puzzle.Reciprocal, 4, 5}, {HelpWin | puzzle.Reflex, 4, 5},
		{HelpWin | puzzle.Forced, 4, 5},
	}
	found, cut := 0, false
	for i := range 10 * len(asked) {
		a := asked[i%len(asked)]
		p := scattered(variant, random, a.pieces)
		lines, times := comparePlans(t, variant, &p, a)
		found += min(lines, 1)
		cut = cut || times > 4
	}

	if found < 20 || !cut {
		t.Errorf("%d positions have lines; the search is cut short: %t", found, cut)
	}
}

// Around a king with many men the search finds the same lines: its men wall each other in, pawns
// promote to block, and lines are opened and closed.
func TestPlansOfCrowdedKings(t *testing.T) {
	variant, random := puzzletest.Named(t, "chess"), rand.New(rand.NewPCG(62, 7))
	asked := []pictured{
		{HelpWin, 4, 0}, {HelpWin | puzzle.Stalemate, 4, 0}, {HelpWin | puzzle.Series, 4, 0},
		{HelpWin | puzzle.Series | puzzle.Stalemate, 4, 0}, {HelpWin | puzzle.Stalemate, 3, 0},
	}
	mates, stalemates := 0, 0
	for i := range 50 * len(asked) {
		a := asked[i%len(asked)]
		p := crowded(variant, random)
		if a.plies%2 == 1 {
			p.Turn = board.White
			p.Rekey()
		}
		lines, _ := comparePlans(t, variant, &p, a)
		switch {
		case a.goal&puzzle.Stalemate == 0:
			mates += min(lines, 1)
		default:
			stalemates += min(lines, 1)
		}
	}

	if mates < 10 || stalemates < 10 {
		t.Errorf("%d positions have mates, %d have stalemates", mates, stalemates)
	}
}

// A man that a stalemate needs on a square may be the last one to move there, and needs no other
// moves when its own squares are looked at.
func TestPlansWithOneManForTwoTasks(t *testing.T) {
	variant := puzzletest.Named(t, "chess")
	p, err := variant.ParseFEN("2Q5/8/4R3/1K6/7p/7p/7k/8 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	lines, _ := comparePlans(t, variant, &p, pictured{HelpWin | puzzle.Stalemate, 3, 0})
	if lines == 0 {
		t.Error("no lines")
	}
}

// comparePlans compares the lines found with plans and without them. It returns how many there are,
// and how many times as many turns are looked at without plans.
func comparePlans(t *testing.T, variant *rules.Variant, p *board.Position,
	a pictured) (lines int, times float64) {
	t.Helper()
	plain := New(variant, Options{Jobs: 2, AllLengths: true})
	plain.orthodox = false
	want, err := plain.Lines(t.Context(), p, a.goal, a.plies)
	if err != nil {
		t.Fatal(err)
	}
	got, err := New(variant, Options{Jobs: 2, AllLengths: true}).Lines(t.Context(), p, a.goal, a.plies)
	if err != nil {
		t.Fatal(err)
	}

	if got.Status != want.Status || got.In != want.In || got.LineCount != want.LineCount ||
		!reflect.DeepEqual(got.Lines, want.Lines) || len(got.Longer) != len(want.Longer) {
		t.Errorf("%s, %s in %d plies: %s with %d lines, want %s with %d", variant.FEN(p), a.goal, a.plies,
			got, got.LineCount, want, want.LineCount)
		return len(want.Lines), 1
	}
	for i := range want.Longer {
		if got.Longer[i].LineCount != want.Longer[i].LineCount {
			t.Errorf("%s, %s: %d lines in %d, want %d", variant.FEN(p), a.goal, got.Longer[i].LineCount,
				want.Longer[i].In, want.Longer[i].LineCount)
		}
	}
	return len(want.Lines), float64(want.Nodes) / float64(max(got.Nodes, 1))
}

// crowded returns a position with Black's king at an edge among its own men, with Black to move.
// Kings and rooks that are at home may castle.
func crowded(variant *rules.Variant, random *rand.Rand) board.Position {
	kinds := []board.Kind{board.Pawn, board.Pawn, board.Knight, board.Bishop, board.Rook, board.Queen}
	for {
		p := board.Position{EnPassant: board.NoSquare, Number: 1, Turn: board.Black}
		at := board.At(random.IntN(8), []int{0, 1, 7}[random.IntN(3)])
		p.Put(at, board.Piece{Kind: board.King, Colour: board.Black})
		for range 3 + random.IntN(4) {
			file, rank := at.File()+random.IntN(5)-2, at.Rank()+random.IntN(5)-2
			if min(file, rank) >= 0 && max(file, rank) < 8 && board.At(file, rank) != at {
				kind := kinds[random.IntN(len(kinds))]
				p.Put(board.At(file, rank), board.Piece{Kind: kind, Colour: board.Black})
			}
		}
		whites := []board.Kind{board.King, kinds[random.IntN(len(kinds))], kinds[random.IntN(len(kinds))]}
		for _, kind := range whites {
			p.Put(board.Square(random.IntN(64)), board.Piece{Kind: kind, Colour: board.White})
		}
		if random.IntN(3) == 0 {
			p.Put(board.At(4, 0), board.Piece{Kind: board.King, Colour: board.White})
			p.Put(board.At(0, 0), board.Piece{Kind: board.Rook, Colour: board.White})
		}

		if p.Kings.Count() != 2 {
			continue
		}
		for i, right := range puzzle.RightsAtHome(&p) {
			p.Rights[i] = right
		}
		p.Rekey()
		if q, err := variant.ParseFEN(variant.FEN(&p)); err == nil {
			return q
		}
	}
}
