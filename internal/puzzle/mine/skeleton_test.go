package mine

import (
	"context"
	"slices"
	"testing"

	"turncoat/internal/puzzle/analysis"
	"turncoat/internal/puzzle/chance"
	"turncoat/internal/testing/puzzletest"
	"turncoat/puzzle/solve"
	"turncoat/rules/board"
)

// The black rook and the black bishop of a crossing share one square that each can move to; a rook
// there cuts the bishop off from a square that it guarded, and the other way round.
func TestCrossing(t *testing.T) {
	made := 0
	for seed := range 3000 {
		s, ok := skeletons["grimshaw"](chance.For(1, "crossing", seed))
		if !ok {
			continue
		}
		made++
		black := s.at.Colours[board.Black]
		rook, bishop := (s.at.Pieces(board.Rook) & black).First(), (s.at.Pieces(board.Bishop) & black).First()
		if !crosses(&s.at, rook, bishop) {
			t.Errorf("no crossing: %s", s.at.Board())
		}
		if s.held&black != black {
			t.Errorf("Black's pieces are not held: %s", s.at.Board())
		}
	}

	if made < 20 {
		t.Errorf("%d skeletons", made)
	}
}

// In the skeleton of a Novotny both black pieces can capture the white one on the crossing.
func TestSacrificeOnCrossing(t *testing.T) {
	made := 0
	for seed := range 3000 {
		s, ok := skeletons["novotny"](chance.For(1, "novotny", seed))
		if !ok {
			continue
		}
		made++
		black := s.at.Colours[board.Black]
		rook, bishop := s.at.Pieces(board.Rook)&black, s.at.Pieces(board.Bishop)&black
		if !s.at.Colours[board.White].Has(s.keyTo) || !analysis.Bears(&s.at, rook.First(), s.keyTo) ||
			!analysis.Bears(&s.at, bishop.First(), s.keyTo) {
			t.Errorf("no Novotny on %s: %s", s.keyTo, s.at.Board())
		}
	}

	if made < 20 {
		t.Errorf("%d skeletons", made)
	}
}

// crosses reports whether there is a square on which a rook and a bishop interfere with each other.
func crosses(p *board.Position, rook, bishop board.Square) bool {
	for cross := range board.NoSquare {
		if p.Occupied().Has(cross) || !analysis.Bears(p, rook, cross) || !analysis.Bears(p, bishop, cross) {
			continue
		}
		if shutsOff(p, rook, cross, bishop) && shutsOff(p, bishop, cross, rook) {
			return true
		}
	}

	return false
}

// shutsOff reports whether a move blocks another piece's line to a square that it guards.
func shutsOff(p *board.Position, from, to, other board.Square) bool {
	after := *p
	after.Put(to, p.PieceAt(from))
	after.Put(from, board.NoPiece)
	for s := range board.NoSquare {
		if s != to && analysis.Bears(p, other, s) && !analysis.Bears(&after, other, s) {
			return true
		}
	}

	return false
}

// By hand: where the lines of a rook and a bishop cross, and where nothing is beyond the crossing.
func TestCrosses(t *testing.T) {
	for fen, want := range map[string]bool{
		"k5r1/8/7b/8/8/8/8/K7 b - - 0 1":   true,  // on g5
		"k5r1/6P1/7b/8/8/8/8/K7 b - - 0 1": false, // the rook does not get there
		"k7/8/8/8/8/8/8/K1b4r b - - 0 1":   false, // on h6 the rook takes nothing from the bishop
	} {
		p := puzzletest.Position(t, puzzletest.Named(t, "chess"), fen)
		black := p.Colours[board.Black]
		if got := crosses(&p, (p.Pieces(board.Rook) & black).First(), (p.Pieces(board.Bishop) & black).First()); got != want {
			t.Errorf("%s: %t", fen, got)
		}
	}
}

// What is composed for a theme is sound and shows it, the same with any number of jobs.
func TestMinesGrimshaws(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	m := &Mine{
		Rules: puzzletest.Named(t, "chess").Set(), From: Composed, Pieces: "6-11", Goal: solve.Win,
		Least: 2, Most: 2, Count: 1, Pool: 1, Seed: 1, Themes: []string{"grimshaw"},
		Demands: analysis.Fine(), Improve: 300, Nodes: 200_000,
	}
	var found [2]string
	for i := range found {
		list, err := m.Run(context.Background(), Options{Jobs: 1 + i})
		if err != nil || len(list) != 1 {
			t.Fatalf("%d puzzles, %v", len(list), err)
		}
		p := &list[0]
		found[i] = p.FEN
		if !slices.Contains(p.Themes, "grimshaw") {
			t.Errorf("%s shows %v", p.FEN, p.Themes)
		}
		if _, err := analysis.Verify(context.Background(), p, 1, nil); err != nil {
			t.Errorf("%s: %v", p.FEN, err)
		}
	}

	if found[0] != found[1] {
		t.Errorf("one job finds %s, two %s", found[0], found[1])
	}
}
