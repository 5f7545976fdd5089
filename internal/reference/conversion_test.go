package reference

import (
	"fmt"
	"strings"
	"testing"

	"turncoat/internal/testing/rulestest"
	"turncoat/rules/board"
)

// CON-1: orthodox chess, captures, en passant, promotion and all; a converted pawn on its second
// rank has the two-step.
func TestCON1(t *testing.T) {
	const passed = "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1"
	for _, rules := range []string{"conversion", "chess"} {
		checkPlays(t, []play{
			{rules: rules, fen: "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", move: "e4d5",
				board: "4k3/8/8/3P4/8/8/8/4K3"},
			{rules: rules, fen: "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", move: "e4d5", illegal: "CON-1"},
			{rules: rules, fen: "4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 1", move: "e4e5",
				illegal: "CON-1"},
			{rules: rules, fen: "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", move: "e5d6",
				board: "4k3/8/3P4/8/8/8/8/4K3"},
			{rules: rules, fen: "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", move: "e5d6", illegal: "CON-1"},
			{rules: rules, fen: "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", move: "a7b8n",
				board: "1N2k3/8/8/8/8/8/8/4K3"},
			{rules: rules, fen: "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", move: "a7b8", illegal: "CON-1"},
			{rules: rules + " promotion=queen", fen: "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1",
				move: "a7b8n", illegal: "CON-1"},
			{rules: rules, fen: "4k3/8/8/8/8/8/P3P3/4K3 w - - 0 1", move: "a2a4",
				board: "4k3/8/8/8/P7/8/4P3/4K3"},
			{rules: rules, fen: "4k3/8/8/8/8/n7/P3P3/4K3 w - - 0 1", move: "a2a4",
				illegal: "CON-1"},
			// Over a square that Pacifist would call over-persuaded.
			{rules: rules, fen: "k3r3/8/8/8/8/8/4P3/K7 w - - 0 1", move: "e2e4",
				board: "k3r3/8/8/8/4P3/8/8/K7"},
		})
		// The square passed over is known only where an enemy pawn stands ready.
		set := rulestest.Builtin(t, rules)
		p := mustFEN(t, set, passed)
		after := Full(set, p, parseMove(t, &p, "e2e4")).After
		if after.EnPassant.String() != "e3" || after.Key != after.Hash() {
			t.Errorf("%s: en passant %v", rules, after.EnPassant)
		}
		if next := Full(set, after,
			parseMove(t, &after, "d4e3")).After; string(next.AppendBoard(nil)) != "4k3/8/8/8/8/4p3/8/4K3" ||
			next.EnPassant != board.NoSquare {
			t.Errorf("%s: %s", rules, next.FEN(set))
		}

		p = mustFEN(t, set, "4k3/8/8/8/2p5/8/4P3/4K3 w - - 0 1")
		if after := Full(set, p, parseMove(t, &p,
			"e2e4")).After; after.EnPassant != board.NoSquare {
			t.Errorf("%s: en passant %v", rules, after.EnPassant)
		}
	}

	set := rulestest.Builtin(t, "chess")
	p := mustFEN(t, set, "4k3/8/8/8/8/8/4P3/4K3 b - - 3 7")
	if after := Full(set, p, parseMove(t, &p, "e8e7")).After; after.Number != 8 ||
		after.Turn != board.White || after.Clock != 4 {
		t.Errorf("%s", after.FEN(set))
	}
}

// CON-2: two of a kind are a co-pair, pawns excepted; so are king and queen.
func TestCON2(t *testing.T) {
	const (
		pawns = "4k3/8/8/8/3p4/P7/3P4/4K3 w - - 0 1"
		queen = "4k3/8/8/8/8/p7/2K5/Q7 w - - 0 1"
		// the queen moves: Qb3 shares the rank, Qf4 does not
		moves = "k7/8/8/8/1Q6/3p4/8/2K5 w - - 0 1"
		rooks = "6R1/8/8/k7/1p4p1/8/3R4/1R2K3 w - - 0 1"
		tie   = "8/6R1/8/k7/6p1/1p6/3R4/R3K3 w - - 0 1"
		kinds = "4k3/8/8/8/8/6p1/8/1N2K1B1 w - - 0 1"
	)
	checkPlays(t, []play{
		{rules: "conversion", fen: pawns, move: "d2d3", board: "4k3/8/8/8/3p4/P2P4/8/4K3"},
		{rules: "conversion", fen: "4k3/8/8/p7/8/8/P2P4/4K3 w - - 0 1", move: "d2d4",
			board: "4k3/8/8/p7/3P4/8/P7/4K3"},
		{rules: "conversion promotion-cosquares=yes", fen: "4k3/8/8/8/p7/8/P2P4/4K3 w - - 0 1",
			move: "d2d4", board: "4k3/8/8/8/p2P4/8/P7/4K3"},
		// nor does a converted pawn
		{rules: "conversion chain=yes", fen: "4k3/8/8/8/8/p5p1/P7/1N2K1N1 w - - 0 1", move: "b1c3",
			waves: "g3"},
		{rules: "conversion", fen: queen, move: "c2c3", board: "4k3/8/8/8/8/P1K5/8/Q7"},
		{rules: "conversion pairs-king-queen=no", fen: queen, move: "c2c3",
			board: "4k3/8/8/8/8/p1K5/8/Q7"},
		{rules: "conversion", fen: "8/8/8/8/k3p3/8/8/2KQ4 w - - 0 1", move: "d1e2",
			board: "8/8/8/8/k3p3/8/4Q3/2K5"},
		{rules: "conversion", fen: kinds, move: "b1c3", board: "4k3/8/8/8/8/2N3p1/8/4K1B1"},
		{rules: "conversion", fen: rooks, move: "d2d4", board: "6R1/8/8/k7/1P1R2P1/8/8/1R2K3",
			waves: "b4,g4"},
		{rules: "conversion pairs-many=no", fen: rooks, move: "d2d4",
			board: "6R1/8/8/k7/1P1R2p1/8/8/1R2K3", waves: "b4"},
		{rules: "conversion", fen: moves, move: "b4e4", board: "k7/8/8/8/4Q3/3p4/8/2K5"},
	})
	// All that tie count: from d4, a1 and g7 are both 3 and 3 away.
	checkPlays(t, []play{
		{rules: "conversion pairs-many=no", fen: tie, move: "d2d4",
			board: "8/6R1/8/k7/3R2P1/1p6/8/R3K3", waves: "g4"},
		{rules: "conversion pairs-many=no", fen: "8/6R1/8/7k/p5p1/8/3R4/R3K3 w - - 0 1",
			move: "d2d4", waves: "a4,g4"},
	})
}

// CON-3: the co-squares of the moved piece with each partner that shares neither rank nor file.
func TestCON3(t *testing.T) {
	const (
		knights = "4k3/8/8/8/8/6p1/8/1N2K1N1 w - - 0 1"
		line    = "4k3/8/8/8/8/1p4p1/8/RN2K1N1 w - - 0 1"
		either  = "1n4R1/8/8/k7/8/8/3R4/1R2K3 w - - 0 1"
	)
	checkPlays(t, []play{
		{rules: "conversion", fen: knights, move: "b1c3", board: "4k3/8/8/8/8/2N3P1/8/4K1N1",
			waves: "g3"},
		{rules: "conversion", fen: knights, move: "b1d2", board: "4k3/8/8/8/8/6p1/3N4/4K1N1"},
		{rules: "conversion", fen: knights, move: "g1e2", board: "4k3/8/8/8/8/6p1/4N3/1N2K3"},
		{rules: "conversion", fen: line, move: "b1a3", waves: "g3"},
		// b2 is empty
		{rules: "conversion", fen: "4k3/8/8/8/8/8/2p5/RR2K3 w - - 0 1", move: "a1a2",
			board: "4k3/8/8/8/8/8/R1p5/1R2K3"},
		{rules: "conversion", fen: "4k3/8/8/8/8/8/1p6/RR2K3 w - - 0 1", move: "a1a2", waves: "b2"},
		// a2 and b1
		{rules: "conversion", fen: "4k3/8/8/8/8/1p6/8/RR2K3 w - - 0 1", move: "b1b2",
			board: "4k3/8/8/8/8/1p6/1R6/R3K3"},
		// The pair b1, g8 did not move: its co-squares b8 and g1 count only with either.
		{rules: "conversion", fen: either, move: "d2d4", board: "1n4R1/8/8/k7/3R4/8/8/1R2K3"},
		{rules: "conversion cosquares-by=either", fen: either, move: "d2d4",
			board: "1N4R1/8/8/k7/3R4/8/8/1R2K3", waves: "b8"},
	})
	set := rulestest.Builtin(t, "conversion")
	p := mustFEN(t, set, rooksAndQueen)
	text := ""
	for _, co := range Begin(set, p, parseMove(t, &p, "d2d4")).CoSquares() {
		text += fmt.Sprintf("%v(%v,%v) ", co.Square, co.Moved, co.Partner)
	}
	// b1: d1 and b4; g8: d8 and g4; d7 shares the file.
	if want := "d1(d4,b1) b4(d4,b1) d8(d4,g8) g4(d4,g8)"; strings.TrimSpace(text) != want {
		t.Errorf("co-squares %s, want %s", text, want)
	}
	for _, rules := range []string{"pacifist1", "chess"} {
		set := rulestest.Builtin(t, rules)
		if got := Begin(set, p, parseMove(t, &p, "d2d4")).CoSquares(); got != nil {
			t.Errorf("%s: co-squares %v", rules, got)
		}
	}
}

const rooksAndQueen = "6R1/3R4/8/k7/8/8/3R4/1R2K3 w - - 0 1"

// CON-4: all enemy pieces on co-squares at once; no chain; friends stay.
func TestCON4(t *testing.T) {
	const (
		chain  = "4k3/8/8/N5p1/8/6n1/8/1N2K1N1 w - - 0 1" // g3 with a5: g5 and a3
		friend = "4k3/8/8/8/8/6p1/8/1NB1K1N1 w - - 0 1"
		king   = "4k3/8/8/8/8/6p1/8/1NK3N1 w - - 0 1"
		once   = "4k3/8/8/N7/8/p5n1/8/1N2K1N1 w - - 0 1"
		went   = "4k3/8/7n/8/8/8/8/1NN1K1NR w - - 0 1"
	)
	checkPlays(t, []play{
		{rules: "conversion", fen: chain, move: "b1c3", board: "4k3/8/8/N5p1/8/2N3N1/8/4K1N1",
			waves: "g3"},
		{rules: "conversion chain=yes", fen: chain, move: "b1c3",
			board: "4k3/8/8/N5P1/8/2N3N1/8/4K1N1", waves: "g3;g5"},
		{rules: "conversion", fen: friend, move: "b1c3", board: "4k3/8/8/8/8/2N3P1/8/2B1K1N1"},
		{rules: "conversion friendly=flip", fen: friend, move: "b1c3",
			board: "4k3/8/8/8/8/2N3P1/8/2b1K1N1", waves: "c1,g3"},
		{rules: "conversion friendly=flip", fen: king, move: "b1c3",
			board: "4k3/8/8/8/8/2N3P1/8/2K3N1", waves: "g3"},
		// At most once a turn: the knight on g3 comes over, and with a5 it has the co-square a3,
		// whose pawn has just come over too.
		{rules: "conversion chain=yes friendly=flip", fen: once, move: "b1c3",
			board: "4k3/8/8/N7/8/P1N3N1/8/4K1N1", waves: "a3,g3"},
		// The chain goes on from what came over, not from what went: c1 with h6 would have h1.
		{rules: "conversion chain=yes friendly=flip", fen: went, move: "b1c3",
			board: "4k3/8/7n/8/8/2N5/8/2n1K1NR", waves: "c1"},
		{rules: "chess", fen: chain, move: "b1c3", board: "4k3/8/8/N5p1/8/2N3n1/8/4K1N1"},
	})
}

// CON-5: in castling the king pairs with queens and the rook with rooks, from where they end.
func TestCON5(t *testing.T) {
	const fen = "4k3/8/8/Q5p1/8/R4p2/8/4K2R w K - 0 1"
	checkPlays(t, []play{
		{rules: "conversion", fen: fen, move: "e1h1", board: "4k3/8/8/Q5P1/8/R4P2/8/5RK1",
			waves: "f3,g5"},
		{rules: "conversion castling-cosquares=king", fen: fen, move: "e1h1",
			board: "4k3/8/8/Q5P1/8/R4p2/8/5RK1"},
		{rules: "conversion castling-cosquares=rook", fen: fen, move: "e1h1",
			board: "4k3/8/8/Q5p1/8/R4P2/8/5RK1"},
		{rules: "conversion castling-cosquares=none", fen: fen, move: "e1h1",
			board: "4k3/8/8/Q5p1/8/R4p2/8/5RK1"},
		{rules: "conversion pairs-king-queen=no", fen: fen, move: "e1h1",
			board: "4k3/8/8/Q5p1/8/R4P2/8/5RK1"},
	})
}

// CON-6: a promotion makes no co-squares.
func TestCON6(t *testing.T) {
	const fen = "7b/P7/5k2/8/8/8/8/4K2R w - - 0 1"
	checkPlays(t, []play{
		{rules: "conversion", fen: fen, move: "a7a8r", board: "R6b/8/5k2/8/8/8/8/4K2R"},
		{rules: "conversion promotion-cosquares=yes", fen: fen, move: "a7a8r",
			board: "R6B/8/5k2/8/8/8/8/4K2R", waves: "h8"},
		{rules: "conversion promotion-cosquares=yes", fen: fen, move: "a7a8n",
			board: "N6b/8/5k2/8/8/8/8/4K2R"},
	})
}

// CON-7: a king is in check when it could be captured or converted.
func TestCON7(t *testing.T) {
	const (
		knights = "1n5k/8/8/2K3n1/8/8/8/8 w - - 0 1" // Nc6 would convert c5
		pinned  = "Rn5k/8/8/2K3n1/8/8/8/8 w - - 0 1" // even if it may not go
		castles = "4k2r/8/8/8/8/qp4K1/8/8 w k - 0 1" // O-O would convert g3 with the queen on a3
	)
	for _, c := range []struct {
		rules, fen string
		check      bool
	}{
		{"conversion", knights, true},
		{"conversion", strings.Replace(knights, " w ", " b ", 1), true}, // whoever is to move
		{"conversion conversion-check=no", knights, false},
		{"chess", knights, false},
		{"conversion", pinned, true},
		{"conversion", "1n5k/8/8/3K2n1/8/8/8/8 w - - 0 1", true},  // Nd7
		{"conversion", "1n5k/8/8/1K4n1/8/8/8/8 w - - 0 1", false}, // no knight comes to the b-file
		{"conversion", castles, true},
		{"conversion", strings.Replace(castles, " k ", " - ", 1), false},
		{"conversion", "4kb1r/8/8/8/8/qp4K1/8/8 w k - 0 1", false},
		// through f8, which White attacks
		{"conversion", "4k2r/8/8/8/8/qp4K1/8/5R2 w k - 0 1", true},
		{"conversion castling-cosquares=rook", castles, false},
		{"conversion pairs-king-queen=no", castles, false},
		{"conversion", "4k3/8/8/8/8/4q3/8/4K3 w - - 0 1", true},
		{"conversion conversion-check=no", "4k3/8/8/8/8/4q3/8/4K3 w - - 0 1", true},
		{"chess", "4k3/8/8/8/8/4q3/8/4K3 w - - 0 1", true},
		{"chess", "4k3/8/8/8/8/4q3/4P3/4K3 w - - 0 1", false},
		// A promotion threatens only what it attacks, or with promotion-cosquares what it would
		// convert.
		{"conversion", "7k/8/8/3K4/8/8/p7/3r4 w - - 0 1", true},
		{"conversion", "7k/8/3r4/8/K7/8/2p5/8 w - - 0 1", false},
		{"conversion promotion-cosquares=yes", "7k/8/8/2K5/7r/8/2p5/8 w - - 0 1", false},
		{"conversion", "7k/8/8/6n1/2K5/8/8/8 w - - 0 1", false},
		// In the Pacifist family: no king that is not over-persuaded.
		{"pacifist1", "k3r3/8/8/8/8/8/8/4K3 w - - 0 1", true},
		{"pacifist1", "4r3/8/8/8/8/8/K7/4K3 w - - 0 1", false},
		{"pacifist1", "4r3/8/8/8/8/8/k7/4k3 w - - 0 1", true}, // none at all
	} {
		set := parseRules(t, c.rules)
		if got := InCheck(set, mustFEN(t, set, c.fen), board.White); got != c.check {
			t.Errorf("%s: %s: check %v, want %v", c.rules, c.fen, got, c.check)
		}
	}

	// Without conversion-check a king on a co-square stays as it is.
	checkPlays(t, []play{
		{rules: "conversion conversion-check=no", fen: strings.Replace(knights, " w ", " b ", 1),
			move: "b8c6", board: "7k/8/2n5/2K3n1/8/8/8/8"},
	})
}

// CON-8: legal if after the move and its conversions the mover's king is not in check.
func TestCON8(t *testing.T) {
	const (
		knights = "1n5k/8/8/2K3n1/8/8/8/8 w - - 0 1"
		into    = "1Q4r1/8/8/8/8/8/k7/4K2R w K - 0 1" // Kg1 with the queen on b8: g8 converts
	)
	checkPlays(t, []play{
		{rules: "conversion", fen: knights, move: "c5d5", illegal: "CON-8"},
		{rules: "conversion", fen: knights, move: "c5b5", board: "1n5k/8/8/1K4n1/8/8/8/8"},
		{rules: "conversion", fen: knights, move: "c5c4", board: "1n5k/8/8/6n1/2K5/8/8/8"},
		{rules: "conversion", fen: knights, move: "c5b6", illegal: "CON-8"},
		{rules: "conversion conversion-check=no", fen: knights, move: "c5d5",
			board: "1n5k/8/8/3K2n1/8/8/8/8"},
		{rules: "conversion", fen: into, move: "e1h1", board: "1Q4R1/8/8/8/8/8/k7/5RK1",
			waves: "g8"},
		{rules: "conversion pairs-king-queen=no", fen: into, move: "e1h1", illegal: "CON-8"},
		{rules: "chess", fen: into, move: "e1h1", illegal: "CON-8"},
		{rules: "chess", fen: "k3r3/8/8/8/8/8/4N3/4K3 w - - 0 1", move: "e2c3", illegal: "CON-8"},
	})
}

// CON-9: not out of check, not over a square where the king would be in check.
func TestCON9(t *testing.T) {
	const (
		over    = "4k3/8/8/5n2/8/2n5/8/4K2R w K - 0 1" // Nb1 would convert a king on f1
		overF   = "k4r2/8/8/8/8/8/8/4K2R w K - 0 1"
		out     = "k3r3/8/8/8/8/8/8/4K2R w K - 0 1"
		outside = "k6r/8/8/8/8/8/8/4K2R w K - 0 1" // the rook may be attacked
		aWing   = "1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1"
	)
	checkPlays(t, []play{
		{rules: "conversion", fen: over, move: "e1h1", illegal: "CON-9"},
		{rules: "conversion conversion-check=no", fen: over, move: "e1h1",
			board: "4k3/8/8/5n2/8/2n5/8/5RK1"},
		{rules: "chess", fen: over, move: "e1h1", board: "4k3/8/8/5n2/8/2n5/8/5RK1"},
		{rules: "conversion", fen: overF, move: "e1h1", illegal: "CON-9"},
		{rules: "chess", fen: overF, move: "e1h1", illegal: "CON-9"},
		{rules: "chess", fen: out, move: "e1h1", illegal: "CON-9"},
		{rules: "chess", fen: outside, move: "e1h1", board: "k6r/8/8/8/8/8/8/5RK1"},
		{rules: "chess", fen: aWing, move: "e1a1", board: "1r2k3/8/8/8/8/8/8/2KR4"},
	})
}

// CON-10: a right is lost when the rook has moved, been captured or been converted.
func TestCON10(t *testing.T) {
	const (
		converts = "4k3/8/8/7n/8/2n5/8/4K2R b K - 0 1" // Nb1 makes the co-square h1
		captures = "4k3/8/8/8/8/6n1/8/4K2R b K - 0 1"
	)
	// The rook is captured, and the one that has captured it goes over in the second wave, to where
	// it stood: by the right that was lost Black does not threaten to castle and convert g3 with
	// the queen on b3.
	checkPlays(t, []play{
		{rules: "conversion chain=yes friendly=flip", fen: "n3k2r/8/8/R7/8/1qp3K1/7R/7N w k - 0 1",
			move: "h2h8", board: "N3k2r/8/8/R7/8/1qp3K1/8/7N", waves: "a8;h8"},
		{rules: "conversion chain=yes friendly=flip", fen: "4k2r/8/8/8/8/1qp3K1/8/8 w k - 0 1",
			move: "g3g2", board: "4k2r/8/8/8/8/1qp5/6K1/8"},
		{rules: "conversion chain=yes friendly=flip", fen: "4k2r/8/8/8/8/1qp5/6K1/8 w k - 0 1",
			move: "g2g3", illegal: "CON-8"},
	})
	for _, c := range []struct {
		rules, fen, move string
		held             bool
	}{
		{"conversion", converts, "c3b1", false},
		{"conversion castling-converted=keeps", converts, "c3b1", true},
		{"conversion", converts, "c3a2", true},
		{"conversion", captures, "g3h1", false},
		{"chess", captures, "g3h1", false},
		{"conversion", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "h1h2", false},
		{"conversion", "4k3/8/8/8/8/8/P7/4K2R w K - 0 1", "a2a3", true},
	} {
		set := parseRules(t, c.rules)
		p := mustFEN(t, set, c.fen)
		after := Full(set, p, parseMove(t, &p, c.move)).After
		if got := after.Rights[board.RightIndex(board.White,
			board.KingSide)].Held(); got != c.held {
			t.Errorf("%s: %s: after %s the right is held %v, want %v", c.rules, c.fen, c.move, got,
				c.held)
		}

		if again, err := board.ParseFEN(after.FEN(set), set); err != nil ||
			again.Rights != after.Rights {
			t.Errorf("%s: %s is not read back: %v", c.rules, after.FEN(set), err)
		}
	}
}

// CON-11: checkmate and stalemate, with check as in CON-7.
func TestCON11(t *testing.T) {
	for _, c := range []struct{ rules, fen, result, reason string }{
		{"conversion", "4k3/8/8/8/8/8/6PP/4r2K w - - 0 1", "0-1", board.Checkmate},
		{"chess", "4k3/8/8/8/8/8/6PP/4r2K w - - 0 1", "0-1", board.Checkmate},
		{"chess", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "0-1",
			board.Checkmate},
		{"conversion", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "1/2-1/2", board.Stalemate},
		{"conversion stalemate=loss", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "1-0", board.Stalemate},
		{"chess stalemate=loss", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "1-0", board.Stalemate},
		{"chess", "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", "*", ""},
	} {
		checkOutcome(t, c.rules, c.fen, c.result, c.reason)
	}
}

// CON-12: each side has one king, and the side not to move is not in check.
func TestCON12(t *testing.T) {
	for _, c := range []struct {
		rules, fen string
		valid      bool
	}{
		{"chess", "4k3/8/8/8/8/8/8/4RK2 w - - 0 1", false},
		{"chess", "4k3/8/8/8/8/8/8/4RK2 b - - 0 1", true},
		{"chess", "4k3/8/8/8/8/8/8/4R3 b - - 0 1", false},
		{"conversion", "8/8/8/8/8/8/8/4K3 w - - 0 1", false},
		{"conversion", "1n5k/8/8/2K3n1/8/8/8/8 b - - 0 1", false},
		{"conversion", "1n5k/8/8/2K3n1/8/8/8/8 w - - 0 1", true},
		{"conversion conversion-check=no", "1n5k/8/8/2K3n1/8/8/8/8 b - - 0 1", true},
		{"chess", "1n5k/8/8/2K3n1/8/8/8/8 b - - 0 1", true},
		{"pacifist1", "4k3/8/8/8/8/8/8/4RK2 w - - 0 1", true},
	} {
		set := parseRules(t, c.rules)
		got := Validate(set, mustFEN(t, set, c.fen))
		if (got == nil) != c.valid || got != nil && got[0].Rule != "CON-12" {
			t.Errorf("%s: %s: %v", c.rules, c.fen, got)
		}
	}
}
