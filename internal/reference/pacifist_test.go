package reference

import (
	"slices"
	"testing"

	"turncoat/internal/testing/rulestest"
	"turncoat/rules/board"
)

// PAC-1: no captures, pieces go to empty squares only, pawns straight ahead only.
func TestPAC1(t *testing.T) {
	checkPlays(t, []play{
		{rules: "pacifist1", fen: "k7/8/8/3p4/4P3/8/8/K7 w - - 0 1", move: "e4d5",
			illegal: "PAC-1"},
		{rules: "pacifist1", fen: "k7/8/8/3p4/4P3/8/8/K7 w - - 0 1", move: "e4e5",
			board: "k7/8/8/3pP3/8/8/8/K7"},
		{rules: "pacifist1", fen: "k7/8/8/3p4/3P4/8/8/K7 w - - 0 1", move: "d4d5",
			illegal: "PAC-1"},
		{rules: "pacifist1", fen: "k7/8/8/3p4/8/8/8/K2R4 w - - 0 1", move: "d1d5",
			illegal: "PAC-1"},
		{rules: "pacifist1", fen: "k7/8/8/3p4/8/8/8/K2R4 w - - 0 1", move: "d1d6",
			illegal: "PAC-1"},
		{rules: "pacifist1", fen: "k7/8/8/3p4/8/8/8/K2R4 w - - 0 1", move: "d1d4",
			board: "k7/8/8/3P4/3R4/8/8/K7"},
		// No en passant.
		{rules: "pacifist1", fen: "k7/8/8/3pP3/8/8/8/K7 w - d6 0 1", move: "e5d6",
			illegal: "PAC-1"},
		// Not the enemy's pieces, nor none.
		{rules: "pacifist1", fen: "k7/8/8/3p4/8/8/8/K7 w - - 0 1", move: "d5d4", illegal: "PAC-1"},
		{rules: "pacifist1", fen: "k7/8/8/3p4/8/8/8/K7 w - - 0 1", move: "e5e6", illegal: "PAC-1"},
	})
}

// Setting rounds. After Qb8 the rook on h2 converts, which White does not support. Then g2 and h3
// convert together: against the rook's 5 stand the bishop's 3 and the pawn's 1. In turn h3 converts
// right after h2, bears on g2 as well, and the average of 5 and 1 does not exceed 3.
func TestRoundsInTurn(t *testing.T) {
	const fen = "3qk3/8/8/8/8/7P/4K1PR/5B2 b - - 0 1"
	checkPlays(t, []play{
		{rules: "pacifist-average", fen: fen, move: "d8b8", board: "1q2k3/8/8/8/8/7p/4K1pr/5B2"},
		{rules: "pacifist-average rounds=in-turn", fen: fen, move: "d8b8",
			board: "1q2k3/8/8/8/8/7p/4K1Pr/5B2"},
	})
}

// PAC-2: a pawn on its last rank becomes Q, R, B or N.
func TestPAC2(t *testing.T) {
	const fen = "8/P6k/8/8/8/8/8/K7 w - - 0 1"
	checkPlays(t, []play{
		{rules: "pacifist1", fen: fen, move: "a7a8", illegal: "PAC-2"},
		{rules: "pacifist1", fen: fen, move: "a7a8k", illegal: "PAC-2"},
		{rules: "pacifist1", fen: fen, move: "a7a8p", illegal: "PAC-2"},
		{rules: "pacifist1", fen: fen, move: "a1b1q", illegal: "PAC-2"},
		{rules: "pacifist1", fen: fen, move: "a7a8n", board: "N7/7k/8/8/8/8/8/K7"},
		{rules: "pacifist1", fen: fen, move: "a7a8q", board: "Q7/7k/8/8/8/8/8/K7"},
		{rules: "pacifist1 promotion=queen", fen: fen, move: "a7a8n", illegal: "PAC-2"},
		{rules: "pacifist1 promotion=queen", fen: fen, move: "a7a8q", board: "Q7/7k/8/8/8/8/8/K7"},
	})
}

// PAC-3: the two-step, from the second rank of the colour the pawn has now, not over an
// over-persuaded square.
func TestPAC3(t *testing.T) {
	const (
		// the rook bears on e3, nothing of White's does
		passed    = "k3r3/8/8/8/8/8/4P3/K7 w - - 0 1"
		supported = "k3r3/8/8/8/8/8/3KP3/8 w - - 0 1"   // one on one: not over-persuaded
		end       = "k7/8/8/8/r7/8/4P3/7K w - - 0 1"    // the rook bears on e4 only
		converted = "7k/8/8/8/8/8/p3p3/K7 b - - 0 1"    // black pawns on White's second rank
		blocked   = "k7/8/8/8/4n3/8/4P3/K7 w - - 0 1"   // e4 is not empty
		third     = "k7/8/8/8/8/4P3/8/K7 w - - 0 1"     // not on the second rank
		second    = "k7/4p3/8/8/8/8/8/7K b - - 0 1"     // on Black's second rank
		jump      = "k7/8/8/8/8/4n3/4P3/K7 w - - 0 1"   // e3 is not empty
		tie       = "k3r3/8/8/8/8/8/3KP3/4R3 w - - 0 1" // the rook behind the pawn bears on nothing
	)
	checkPlays(t, []play{
		{rules: "pacifist1", fen: passed, move: "e2e4", illegal: "PAC-3"},
		{rules: "pacifist1", fen: passed, move: "e2e3", board: "k3r3/8/8/8/8/4P3/8/K7"},
		{rules: "pacifist1 two-step=free", fen: passed, move: "e2e4",
			board: "k3r3/8/8/8/4P3/8/8/K7"},
		{rules: "pacifist1 two-step=both", fen: passed, move: "e2e4", illegal: "PAC-3"},
		{rules: "pacifist1", fen: supported, move: "e2e4", board: "k3r3/8/8/8/4P3/8/3K4/8"},
		{rules: "pacifist1 threshold=equals", fen: supported, move: "e2e4", illegal: "PAC-3"},
		{rules: "pacifist1", fen: tie, move: "e2e4", board: "k3r3/8/8/8/4P3/8/3K4/4R3"},
		// 1000 against 5
		{rules: "pacifist2", fen: supported, move: "e2e4", board: "k3r3/8/8/8/4P3/8/3K4/8"},
		{rules: "pacifist1", fen: end, move: "e2e4", board: "k7/8/8/8/r3P3/8/8/7K"},
		{rules: "pacifist1 two-step=both", fen: end, move: "e2e4", illegal: "PAC-3"},
		{rules: "pacifist1", fen: converted, move: "e2e1q"},
		{rules: "pacifist1", fen: second, move: "e7e5", board: "k7/8/8/4p3/8/8/8/7K"},
		{rules: "pacifist1", fen: blocked, move: "e2e4", illegal: "PAC-3"},
		{rules: "pacifist1", fen: jump, move: "e2e4", illegal: "PAC-3"},
		{rules: "pacifist1", fen: third, move: "e3e5", illegal: "PAC-3"},
	})
}

// PAC-9: two kings in all, of any colours; kings convert like any piece.
func TestPAC9(t *testing.T) {
	const claim = "k7/8/8/8/8/8/7K/1R6 w - - 0 1"
	checkPlays(t, []play{
		{rules: "pacifist1", fen: claim, move: "b1a1", board: "K7/8/8/8/8/8/7K/R7", waves: "a8"},
		{rules: "pacifist1 king-converts=no", fen: claim, move: "b1a1",
			board: "k7/8/8/8/8/8/7K/R7"},
	})
	set := rulestest.Builtin(t, "pacifist1")
	for fen, valid := range map[string]bool{
		"k7/8/8/8/8/8/7K/1R6 w - - 0 1":  true,
		"K7/8/8/8/8/8/7K/1r6 w - - 0 1":  true, // both White's
		"8/8/8/8/8/8/7K/1r6 w - - 0 1":   false,
		"kk6/8/8/8/8/8/7K/1r6 w - - 0 1": false,
	} {
		if _, err := board.ParseFEN(fen, set); (err == nil) != valid {
			t.Errorf("%s: %v", fen, err)
		}
	}
}

// PAC-10: after the move and all conversions the mover must own a king that is not over-persuaded.
func TestPAC10(t *testing.T) {
	const (
		checked = "k3r3/8/8/8/8/8/8/4K3 w - - 0 1"
		lift    = "4r3/7k/8/8/8/8/8/R3K3 w - - 0 1" // Ra8 converts the rook that bears on e1
		two     = "4r3/8/8/8/8/8/K7/4K3 w - - 0 1"  // both kings are White's
		pawn    = "4r3/7k/8/8/8/8/P7/4K3 w - - 0 1"
		// a worked example of docs/RULES.md
		kingless = "nbr1b1qr/ppppKppp/7n/4pN2/K3P3/P7/QPPP1PPP/B1R1RBN1 b - - 0 1"
	)
	checkPlays(t, []play{
		{rules: "pacifist1", fen: checked, move: "e1e2", illegal: "PAC-10"},
		{rules: "pacifist1", fen: checked, move: "e1f1", board: "k3r3/8/8/8/8/8/8/5K2"},
		{rules: "pacifist1 king-safety=none", fen: checked, move: "e1e2",
			board: "k3r3/8/8/8/8/8/4K3/8"},
		{rules: "pacifist1 king-safety=king-moves", fen: checked, move: "e1e2", illegal: "PAC-11"},
		// Kings that cannot be converted must be safe all the same.
		{rules: "pacifist1 king-converts=no", fen: checked, move: "e1e2", illegal: "PAC-10"},
		{rules: "pacifist1", fen: lift, move: "a1a8", board: "R3R3/7k/8/8/8/8/8/4K3", waves: "e8"},
		{rules: "pacifist1 king-safety=before-conversion", fen: lift, move: "a1a8",
			illegal: "PAC-10"},
		{rules: "pacifist1 king-safety=every-king", fen: lift, move: "a1a8",
			board: "R3R3/7k/8/8/8/8/8/4K3"},
		{rules: "pacifist1", fen: two, move: "a2b2", board: "4r3/8/8/8/8/8/1K6/4K3"},
		{rules: "pacifist1 king-safety=every-king", fen: two, move: "a2b2", illegal: "PAC-10"},
		{rules: "pacifist1 king-safety=every-king", fen: two, move: "e1d1",
			board: "4r3/8/8/8/8/8/K7/3K4"},
		{rules: "pacifist1", fen: pawn, move: "a2a3", illegal: "PAC-10"},
		{rules: "pacifist1 king-safety=king-moves", fen: pawn, move: "a2a3",
			board: "4r3/7k/8/8/8/P7/8/4K3"},
		{rules: "pacifist1", fen: kingless, move: "a7a6", illegal: "PAC-10"},
		{rules: "pacifist1 king-safety=none", fen: kingless, move: "a7a6", illegal: "PAC-11"},
		{rules: "pacifist1 king-safety=before-conversion", fen: kingless, move: "a7a6",
			illegal: "PAC-10"},
		// first the knight that supports e7,
		{rules: "pacifist1 king-safety=before-conversion", fen: kingless, move: "g7g6",
			waves: "f5;e7"},
		{rules: "pacifist1 kingless=free", fen: kingless, move: "a7a6"},
	})
}

// PAC-11: a king may move only where it is not over-persuaded right after the move; nothing else
// protects it; a kingless mover must claim, whatever is reclaimed afterwards.
func TestPAC11(t *testing.T) {
	const (
		// the rook on e8 converts after any move of White
		early   = "R3r3/7k/8/8/8/8/8/3K4 w - - 0 1"
		exposed = "4r3/7k/8/8/8/8/P7/4K3 w - - 0 1"
		// Black's rook claims e1; the bishop bears on e8
		kingless = "4r3/2p5/8/7B/8/8/K7/4K3 b - - 0 1"
	)
	checkPlays(t, []play{
		{rules: "pacifist-number", fen: early, move: "d1e1", illegal: "PAC-11"},
		{rules: "pacifist-number king-safety=after-turn", fen: early, move: "d1e1",
			board: "R3R3/7k/8/8/8/8/8/4K3"},
		{rules: "pacifist-number", fen: early, move: "d1d2", board: "R3R3/7k/8/8/8/8/3K4/8"},
		// nothing comes of it but the reclaim of e1
		{rules: "pacifist-number", fen: exposed, move: "a2a3", board: "4r3/7k/8/8/8/P7/8/4k3"},
		{rules: "pacifist-number reclaim=none", fen: exposed, move: "a2a3",
			board: "4r3/7k/8/8/8/P7/8/4K3"},
		{rules: "pacifist-number", fen: kingless, move: "e8d8", illegal: "PAC-11"},
	})
	// The claim counts even where the king is taken back.
	if got := countTurns(t, "pacifist-number", kingless, "c7c6"); !slices.Equal(got, []string{"",
		"e8", "e1,e8"}) {
		t.Errorf("reclaims %q", got)
	}

	// Where a rule set has both, PAC-10 too is judged before the reclaim.
	if got := countTurns(t, "pacifist-number king-safety=after-turn", kingless,
		"c7c6"); len(got) != 3 {
		t.Errorf("reclaims %q", got)
	}
}

// PAC-12: kingless without a legal turn is lost; with a king it is a draw.
func TestPAC12(t *testing.T) {
	for _, c := range []struct{ rules, fen, result, reason string }{
		// the king supports the queen
		{"pacifist1", "8/8/8/8/8/1qk5/8/K7 w - - 0 1", "1/2-1/2", board.Stalemate},
		{"pacifist1 stalemate=loss", "8/8/8/8/8/1qk5/8/K7 w - - 0 1", "0-1", board.Stalemate},
		{"pacifist1", "k7/8/8/8/8/1q6/8/K7 w - - 0 1", "*", ""}, // Kb2 converts the queen
		{"pacifist1", "K7/8/8/8/8/8/7K/R6n b - - 0 1", "1-0", board.Claimless},
		{"pacifist1 stalemate=loss", "K7/8/8/8/8/8/7K/R6n b - - 0 1", "1-0", board.Claimless},
		{"pacifist1 kingless=free", "K7/8/8/8/8/8/7K/R6n b - - 0 1", "*", ""},
	} {
		checkOutcome(t, c.rules, c.fen, c.result, c.reason)
	}
}

// PAC-16: the half-move clock returns to 0 on a pawn move, a conversion or a reclaim.
func TestPAC16(t *testing.T) {
	for _, c := range []struct {
		rules, fen, move string
		clock            uint16
	}{
		{"pacifist1", "k7/8/8/8/8/8/P7/K7 w - - 7 30", "a1b1", 8},
		{"pacifist1", "k7/8/8/8/8/8/P7/K7 w - - 7 30", "a2a3", 0},
		// d5 converts
		{"pacifist1", "k7/8/8/3p4/8/8/8/K2R4 w - - 7 30", "a1b1", 0},
		// d4 is reclaimed
		{"pacifist-number", "7k/8/8/5n2/R7/8/8/7K w - - 7 30", "a4d4", 0},
		// nothing happens
		{"pacifist-number reclaim=none", "7k/8/8/5n2/R7/8/8/7K w - - 7 30", "a4d4", 8},
		// it stops there
		{"pacifist1", "k7/8/8/8/8/8/P7/K7 w - - 65535 65535", "a1b1", 65535},
		{"conversion", "4k3/8/8/8/8/6p1/8/1N2K1N1 w - - 7 30", "b1c3", 8}, // CON-1
		{"conversion", "4k3/8/8/8/8/2p5/8/1N2K1N1 w - - 7 30", "e1e2", 8}, // CON-1
		// a capture
		{"conversion", "4k3/8/8/8/8/2p5/8/1N2K3 w - - 7 30", "b1c3", 0},
		// castling takes nothing
		{"chess", "4k3/8/8/8/8/8/8/4K2R w K - 7 30", "e1h1", 8},
		{"pacifist1", "4k3/8/8/8/8/8/8/4K2R w K - 7 30", "e1h1", 8}, // the same
		// no longer bears
		{"pacifist1", "7k/8/8/8/8/8/8/4K2R b - - 7 30", "h8g8", 8},
		// one round is one too
		{"pacifist1 rounds=first", "k7/8/8/3p4/8/8/8/K2R4 w - - 7 30", "d1d2", 0},
		// the king touches nothing
		{"pacifist1 candidates=touched", "k7/8/8/3p4/8/8/8/K2R4 w - - 7 30", "a1b1", 8},
		// d4 is reclaimed
		{"pacifist-number reclaim=full", "7k/8/8/5n2/R7/8/8/7K w - - 7 30", "a4d4", 0},
		// a pawn move
		{"pacifist1 lines=blocked", "k7/8/8/3p4/8/8/8/K2R4 b - - 7 30", "d5d4", 0},
		// a pawn move
		{"conversion", "4k3/8/8/8/8/8/P7/4K3 w - - 7 30", "a2a4", 0},
		{"pacifist1 castling-test=none", "4k3/8/8/8/8/8/8/4K2R w K - 65534 1", "e1h1", 65535},
	} {
		set := parseRules(t, c.rules)
		p := mustFEN(t, set, c.fen)
		if got := Full(set, p, parseMove(t, &p, c.move)).After.Clock; got != c.clock {
			t.Errorf("%s: %s: clock %d after %s, want %d", c.rules, c.fen, got, c.move, c.clock)
		}
	}
}

// PAC-17: what a valid position is.
func TestPAC17(t *testing.T) {
	for _, c := range []struct {
		rules, fen string
		valid      bool
	}{
		// any number of other pieces
		{"pacifist1", "qqqqqqqq/qqqqqqqq/8/8/8/8/kK6/8 w - - 0 1", true},
		{"pacifist1", "P7/8/8/8/8/8/kK6/8 w - - 0 1", false},
		{"pacifist1", "4k3/8/8/8/8/8/8/4K2r w K - 0 1", true},        // either colour
		{"pacifist-number", "4k3/8/8/8/8/8/8/4K2r w K - 0 1", false}, // the right's colour
		{"pacifist-number", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", true},
		{"pacifist1", "4k3/8/8/8/8/8/8/4K2B w K - 0 1", false},
	} {
		set := parseRules(t, c.rules)
		p, err := board.ParseFEN(c.fen, set)
		if (err == nil) != c.valid {
			t.Errorf("%s: %s: %v", c.rules, c.fen, err)
		}
		if c.valid && Validate(set, p) != nil {
			t.Errorf("%s: %s: %v", c.rules, c.fen, Validate(set, p))
		}
	}
}
