package reference

import (
	"testing"

	"turncoat/internal/testing/rulestest"
	"turncoat/rules/board"
)

// PAC-13: king and rook end on the c- and d-file or the g- and f-file, and need the room.
func TestPAC13(t *testing.T) {
	checkPlays(t, []play{
		{rules: "pacifist1", fen: "k7/8/8/8/8/8/8/4K2R w K - 0 1", move: "e1h1",
			board: "k7/8/8/8/8/8/8/5RK1"},
		{rules: "pacifist1", fen: "k7/8/8/8/8/8/8/R3K3 w Q - 0 1", move: "e1a1",
			board: "k7/8/8/8/8/8/8/2KR4"},
		{rules: "pacifist1", fen: "1k6/8/8/8/8/8/8/R3K3 w Q - 0 1", move: "e1a1",
			board: "1k6/8/8/8/8/8/8/2KR4"},
		{rules: "pacifist1", fen: "r3k3/8/8/8/8/8/8/1K6 b q - 0 1", move: "e8a8",
			board: "2kr4/8/8/8/8/8/8/1K6"},
		{rules: "pacifist1", fen: "k7/8/8/8/8/8/8/4K1NR w K - 0 1", move: "e1h1",
			illegal: "PAC-13"},
		// on the king's way only
		{rules: "pacifist1", fen: "k7/8/8/8/8/8/8/4KRN1 w K - 0 1", move: "e1f1",
			illegal: "PAC-13"},
		// on the rook's way only
		{rules: "pacifist1", fen: "1k6/8/8/8/8/8/8/RN2K3 w Q - 0 1", move: "e1a1",
			illegal: "PAC-13"},
		// Shuffled: king and rook next to each other, both ends beyond; the rook's end must be
		// empty too.
		{rules: "pacifist1", fen: "6k1/8/8/8/8/8/8/RK6 w Q - 0 1", move: "b1a1",
			board: "6k1/8/8/8/8/8/8/2KR4"},
		{rules: "pacifist1", fen: "6k1/8/8/8/8/8/8/RK1N4 w Q - 0 1", move: "b1a1",
			illegal: "PAC-13"},
		{rules: "pacifist1", fen: "6k1/8/8/8/8/8/8/RKN5 w Q - 0 1", move: "b1a1",
			illegal: "PAC-13"},
		// King and rook change places; the king stays where it is.
		{rules: "pacifist1", fen: "k7/8/8/8/8/8/8/5KR1 w K - 0 1", move: "f1g1",
			board: "k7/8/8/8/8/8/8/5RK1"},
		{rules: "pacifist1", fen: "k7/8/8/8/8/8/8/6KR w K - 0 1", move: "g1h1",
			board: "k7/8/8/8/8/8/8/5RK1"},
		{rules: "conversion", fen: "k7/8/8/8/8/8/8/6KR w K - 0 1", move: "g1h1",
			board: "k7/8/8/8/8/8/8/5RK1"},
		{rules: "chess", fen: "k7/8/8/8/8/8/8/4K1NR w K - 0 1", move: "e1h1", illegal: "PAC-13"},
	})
}

// PAC-14: the king's square and those on its way may not be attacked, or in the inventor's forms
// it may not be over-persuaded there nor on its end square.
func TestPAC14(t *testing.T) {
	const (
		// f1: attacked, but one on one with the rook on h1
		passing  = "k4r2/8/8/8/8/8/8/4K2R w K - 0 1"
		twice    = "k4r2/5q2/8/8/8/8/8/4K2R w K - 0 1" // f1: two against one
		hidden   = "k4q2/5r2/8/8/8/8/5N2/4K2R w K - 0 1"
		out      = "k3r3/8/8/8/8/8/8/4K2R w K - 0 1" // e1: attacked
		outTwice = "k3r3/4q3/8/8/8/8/8/4K2R w K - 0 1"
		upheld   = "k3r3/8/8/8/8/8/8/4KR2 w K - 0 1" // e1: attacked, but one on one
		end      = "k5r1/8/8/8/8/8/8/4K2R w K - 0 1" // g1: one on one, once the rook stands on f1
		endTwice = "k5r1/6q1/8/8/8/8/8/4K2R w K - 0 1"
		battery  = "k5r1/8/8/8/8/8/8/1R2K3 w Q - 0 1" // Chess960: the rook's way is not the king's
		// The castling rook stands on the king's way: off the board it does not support e1.
		onWay   = "k3r3/8/8/8/8/8/8/3R1K2 w Q - 0 1"
		offWay  = "k3r3/8/8/8/8/8/8/R4K2 w Q - 0 1"
		through = "k4r2/5p2/8/8/8/8/8/4K2R w K - 0 1" // no bearing through friends
	)
	checkPlays(t, []play{
		{rules: "pacifist1", fen: passing, move: "e1h1", illegal: "PAC-14"},
		{rules: "pacifist1 castling-test=persuaded", fen: passing, move: "e1h1"},
		{rules: "pacifist1 castling-test=none", fen: passing, move: "e1h1"},
		{rules: "pacifist-number", fen: passing, move: "e1h1"},
		{rules: "pacifist-number", fen: twice, move: "e1h1", illegal: "PAC-14"},
		{rules: "pacifist-number castling-test=none", fen: twice, move: "e1h1"},
		{rules: "pacifist-number castling-test=attacked", fen: passing, move: "e1h1",
			illegal: "PAC-14"},
		{rules: "pacifist1", fen: hidden, move: "e1h1"},
		{rules: "pacifist1", fen: out, move: "e1h1", illegal: "PAC-14"},
		{rules: "pacifist-number", fen: out, move: "e1h1"}, // one on one again
		{rules: "pacifist-number", fen: outTwice, move: "e1h1", illegal: "PAC-14"},
		{rules: "pacifist1 castling-test=none", fen: out, move: "e1h1"},
		{rules: "pacifist1", fen: upheld, move: "e1f1", illegal: "PAC-14"},
		{rules: "pacifist-number", fen: upheld, move: "e1f1"},
		{rules: "pacifist1", fen: end, move: "e1h1"},
		{rules: "pacifist-number", fen: end, move: "e1h1"},
		{rules: "pacifist1", fen: endTwice, move: "e1h1", illegal: "PAC-10"},
		{rules: "pacifist-number", fen: endTwice, move: "e1h1", illegal: "PAC-14"},
		// castling is a king move
		{rules: "pacifist-number castling-test=none", fen: endTwice, move: "e1h1",
			illegal: "PAC-11"},
		{rules: "pacifist1", fen: battery, move: "e1b1"},
		{rules: "pacifist-number", fen: onWay, move: "f1d1", illegal: "PAC-14"},
		{rules: "pacifist-number", fen: offWay, move: "f1a1"}, // a1 supports e1 along the rank
		{rules: "pacifist1", fen: through, move: "e1h1"},
	})
}

// PAC-15: how a right ends, and when it can be used.
func TestPAC15(t *testing.T) {
	const (
		both   = "k7/8/8/8/8/8/8/R3K2R w KQ - 0 1"
		two    = "8/8/8/8/8/K7/8/4K2R w K - 0 1" // both kings are White's
		turned = "4k3/8/8/8/8/8/8/4K2r b K - 0 1"
		// the bishop converts h1; Ra2 takes a8 back, a8 then h1
		reclaims = "b7/7k/8/8/8/8/R7/4K2R b K - 0 1"
	)
	for _, c := range []struct {
		rules, fen, move string
		a, h             bool // White's rights afterwards
	}{
		{"pacifist1", both, "a1b1", false, true},
		{"pacifist1", both, "h1h2", true, false},
		{"pacifist1", both, "e1e2", false, false},
		{"pacifist1", both, "e1h1", false, false},
		{"chess", both, "e1a1", false, false},
		{"pacifist1", two, "a3a4", false, false}, // any king it owns
		{"pacifist1", two, "h1h2", false, false},
		{"pacifist1", turned, "e8d8", false, true},  // conversion in place does not end it
		{"pacifist1", turned, "h1h2", false, false}, // whichever side moves it
		{"pacifist-number", reclaims, "h7g7", false, false},
		{"pacifist-number castling-converted=keeps", reclaims, "h7g7", false, true},
		{"pacifist1", reclaims, "h7g7", false, true},
		{"pacifist1 castling-converted=loses", reclaims, "h7g7", false, false},
		// h8 bears on a1
		{"pacifist-number", "4k2b/8/8/8/8/8/8/R3K3 b Q - 0 1", "e8d8", false, false},
		// the king is converted
		{"pacifist-number", "4k3/8/8/8/7b/8/8/RN2K3 b Q - 0 1", "e8d7", false, false},
		{"pacifist1", "4k3/8/8/8/7b/8/8/RN2K3 b Q - 0 1", "e8d7", true, false},
	} {
		set := parseRules(t, c.rules)
		p := mustFEN(t, set, c.fen)
		after := Full(set, p, parseMove(t, &p, c.move)).After
		a, h := after.Rights[board.RightIndex(board.White, board.QueenSide)].Held(),
			after.Rights[board.RightIndex(board.White, board.KingSide)].Held()
		if a != c.a || h != c.h {
			t.Errorf("%s: %s: after %s rights %v %v, want %v %v", c.rules, c.fen, c.move, a, h, c.a,
				c.h)
		}
	}

	for taken := range TurnsOf(rulestest.Builtin(t, "pacifist-number"),
		mustFEN(t, rulestest.Builtin(t, "pacifist-number"), reclaims), board.NewMove(board.At(7, 6),
			board.At(6, 6))) {
		if taken.After.Rights != (board.Rights{}) {
			t.Errorf("a right outlives reclaim %v", taken.Reclaimed.Names())
		}
	}

	checkPlays(t, []play{
		{rules: "pacifist1", fen: "k7/8/8/8/8/8/8/4K2R w - - 0 1", move: "e1h1", illegal: "PAC-15"},
		{rules: "pacifist1", fen: "k7/8/8/8/8/8/8/4K2R w - - 0 1", move: "e1g1", illegal: "PAC-15"},
		// not White's now
		{rules: "pacifist1", fen: "k7/8/8/8/8/8/8/4K2r w K - 0 1", move: "e1h1", illegal: "PAC-15"},
		// the king is Black's now
		{rules: "pacifist1", fen: "7K/8/8/8/8/8/8/4k2R w K - 0 1", move: "e1h1", illegal: "PAC-1"},
		{rules: "pacifist1 castling-test=none", fen: "k7/8/8/8/8/8/8/4K2r w K - 0 1", move: "e1h1",
			illegal: "PAC-15"},
		{rules: "pacifist1 castling-test=none", fen: "7K/8/8/8/8/8/8/4k2R w K - 0 1", move: "e1h1",
			illegal: "PAC-1"},
		// not the rook that it names
		{rules: "pacifist1", fen: "k7/8/8/8/8/8/8/3RK2R w K - 0 1", move: "e1d1",
			illegal: "PAC-15"},
		{rules: "conversion", fen: "k7/8/8/8/8/8/8/4K2R w - - 0 1", move: "e1h1",
			illegal: "CON-10"},
	})
}
