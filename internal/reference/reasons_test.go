package reference

import (
	"fmt"
	"strings"
	"testing"

	"turncoat/rules/board"
)

// Why a move may not be made is said in a sentence for each rule that it breaks, the squares in
// order of file, then rank.
func TestBreachesSayWhy(t *testing.T) {
	const castle = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
	for _, test := range []struct{ rules, fen, move, want string }{
		{"chess", castle, "e4e5", "CON-1: no piece stands on e4"},
		{"pacifist1", castle, "e4e5", "PAC-1: no piece stands on e4"},
		{"chess", castle, "e8e7", "CON-1: the king on e8 is not White's to move"},
		{"chess", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "a1a2",
			"CON-1: the rook on a1 is not Black's to move"},

		{"chess", castle, "a1b3", "CON-1: a rook does not go from a1 to b3"},
		{"chess", castle, "a1e1", "CON-1: a piece of White's own stands on e1"},
		{"chess", castle, "a1f1", "CON-1: e1 is in the way"},
		{"chess", "4k3/8/8/8/8/8/8/RNB1K3 w - - 0 1", "a1d1", "CON-1: b1 and c1 are in the way"},
		{"chess", "4k3/8/8/8/8/8/8/RNBBK3 w - - 0 1", "a1e1",
			"CON-1: b1, c1 and d1 are in the way; CON-1: a piece of White's own stands on e1"},
		{"pacifist1", castle, "a1a8",
			"PAC-1: there are no captures, and a black rook stands on a8"},
		{"pacifist1", "4k3/8/8/8/8/8/8/R3K2n w - - 0 1", "a1h1",
			"PAC-1: e1 is in the way; PAC-1: there are no captures, and a black knight stands on h1"},
		{"chess", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "e1e3",
			"CON-1: a king does not go from e1 to e3"},

		// A king's move that looks like a castling.
		{"chess", "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "e1g1",
			"CON-1: a king does not go from e1 to g1; CON-10: White has no right to castle to g1"},
		{"pacifist1", "r3k2r/8/8/8/8/8/8/4K3 b k - 0 1", "e8c8",
			"PAC-1: a king does not go from e8 to c8; PAC-15: Black has no right to castle to c8"},
		{"chess", castle, "e1b1", "CON-1: a king does not go from e1 to b1"},
		{"pacifist1", "4k3/8/8/8/8/8/8/r3K3 w Q - 0 1", "e1a1",
			"PAC-1: a king does not go from e1 to a1; PAC-15: the rook on a1 is not White's now; " +
				"PAC-1: there are no captures, and a black rook stands on a1"},
		{"chess", "4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "e2g2",
			"CON-1: a king does not go from e2 to g2"},

		// Castlings.
		{"chess", "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "e1h1",
			"CON-10: White has no right to castle with the rook on h1"},
		{"pacifist1", "r3k2r/8/8/8/8/8/8/4K3 b k - 0 1", "e8a8",
			"PAC-15: Black has no right to castle with the rook on a8"},
		{"chess", "4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", "e1a1",
			"PAC-13: b1 is in the way of the castling"},
		{"chess", "4k3/8/8/8/8/8/8/RN1QK3 w Q - 0 1", "e1a1",
			"PAC-13: b1 and d1 are in the way of the castling"},
		{"chess", "3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1a1",
			"CON-9: the king would castle from or over a square where it is in check: d1"},
		{"pacifist1", "3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1a1",
			"PAC-14: the king may not castle from or over a square that is attacked: d1"},

		// Pawns.
		{"chess", "4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1", "e2e3", "CON-1: e3 is not empty"},
		{"chess", "4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1", "e2e4", "CON-1: e3 is not empty"},
		{"pacifist1", "4k3/8/8/8/4p3/4p3/4P3/4K3 w - - 0 1", "e2e4",
			"PAC-3: e3 and e4 are not empty"},
		{"pacifist1", "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e3e5",
			"PAC-3: only a pawn on its second rank makes the two-step"},
		{"chess", "4k3/8/4p3/8/8/8/8/4K3 b - - 0 1", "e6e4",
			"CON-1: only a pawn on its second rank makes the two-step"},
		{"chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2d3",
			"CON-1: the pawn has nothing to capture on d3"},
		{"chess", "4k3/8/8/8/8/3P4/4P3/4K3 w - - 0 1", "e2d3",
			"CON-1: the pawn has nothing to capture on d3"},
		{"pacifist1", "4k3/8/8/8/8/3n4/4P3/4K3 w - - 0 1", "e2d3",
			"PAC-1: pawns move straight ahead only"},
		{"chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e5",
			"CON-1: a pawn does not go from e2 to e5"},
		{"chess", "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e3e2",
			"CON-1: a pawn does not go from e3 to e2"},
		{"chess", "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e3g4",
			"CON-1: a pawn does not go from e3 to g4"},
		{"pacifist1", "k7/8/8/6b1/8/8/4P3/K7 w - - 0 1", "e2e4",
			"PAC-3: e3 is over-persuaded against White, so that no pawn may make the two-step"},

		{"pacifist1 two-step=both", "k7/8/5n2/6b1/8/8/4P3/K7 w - - 0 1", "e2e4",
			"PAC-3: e3 and e4 are over-persuaded against White, so that no pawn may make the two-step"},
		{"pacifist1 two-step=free", "k7/8/5n2/6b1/8/8/4P3/K7 w - - 0 1", "e2e4", ""},

		// Promotions.
		{"chess", "8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8",
			"CON-1: a pawn that reaches its last rank promotes"},
		{"pacifist1", "8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8",
			"PAC-2: a pawn that reaches its last rank promotes"},
		{"chess", "8/8/P6k/8/8/8/8/K7 w - - 0 1", "a6a7q",
			"CON-1: only a pawn that reaches its last rank promotes"},
		{"pacifist1", "8/8/P6k/8/8/8/8/K7 w - - 0 1", "a1b1q",
			"PAC-2: only a pawn that reaches its last rank promotes"},
		{"chess promotion=queen", "8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8r",
			"CON-1: a pawn promotes to a queen and nothing else"},

		// Kings.
		{"chess", "4k3/8/8/8/8/8/8/r3K3 w - - 0 1", "e1d1",
			"CON-8: White's king would be in check"},
		{"pacifist1", "4k3/8/8/8/8/8/8/4K2r w - - 0 1", "e1d1",
			"PAC-10: no king of White would be safe"},
		{"pacifist1 king-safety=every-king", "4k3/8/8/8/8/8/8/4K2r w - - 0 1", "e1d1",
			"PAC-10: White's king on d1 would be over-persuaded"},
		{"pacifist1", "K6K/8/8/8/8/8/7p/8 b - - 0 1", "h2h1q", ""},
		{"pacifist1 king-safety=before-conversion", "4k3/8/8/8/8/8/8/4K2r w - - 0 1", "e1d1",
			"PAC-10: no king of White would be safe before the conversions"},
		{"pacifist-number", "4k3/8/8/8/8/8/8/4K2r w - - 0 1", "e1d1",
			"PAC-11: the king would be over-persuaded on d1"},
		{"pacifist-number", "4k3/8/8/8/8/8/P7/4K2r w - - 0 1", "a2a3", ""},
		{"pacifist1", "KK6/8/8/8/8/7p/8/8 b - - 0 1", "h3h2",
			"PAC-10: Black owns no king and claims none"},
		{"pacifist-number", "KK6/8/8/8/8/7p/8/8 b - - 0 1", "h3h2",
			"PAC-11: Black owns no king and claims none"},
	} {
		set := parseRules(t, test.rules)
		p := mustFEN(t, set, test.fen)
		var got []string
		for _, b := range Breaches(set, p, parseMove(t, &p, test.move)) {
			got = append(got, b.Rule+": "+b.Reason)
		}
		if text := strings.Join(got, "; "); text != test.want {
			t.Errorf("%s %s %s: %q, want %q", test.rules, test.fen, test.move, text, test.want)
		}
	}

	set := parseRules(t, "pacifist1")
	p := mustFEN(t, set, castle)
	for _, m := range []board.Move{board.NewMove(board.E1, board.NoSquare),
		board.NewMove(board.NoSquare, board.E1)} {
		if got := fmt.Sprint(Breaches(set, p, m)); got != "[the move leaves the board (PAC-1)]" {
			t.Errorf("%v: %s", m, got)
		}
	}

	king := parseMove(t, &p, "e1e2")
	king.Promotion = board.King
	q := mustFEN(t, set, "8/P6k/8/8/8/8/8/K7 w - - 0 1")
	pawn := board.Move{From: board.At(0, 6), To: board.At(0, 7), Promotion: board.King}
	if got := fmt.Sprint(Breaches(set, q,
		pawn)); got != "[a pawn promotes to a queen, rook, bishop or knight (PAC-2)]" {
		t.Errorf("to a king: %s", got)
	}

	if got := fmt.Sprint(Breaches(set, p, king)); got != "[only a pawn that reaches its last rank promotes (PAC-2)]" {
		t.Errorf("a king to a king: %s", got)
	}
}

// A weight is over another (PAC-5): strictly, or with the other threshold on a tie as well, but
// never without a piece that persuades.
func TestWeightOver(t *testing.T) {
	w := func(count, sum int64) Weight { return Weight{Count: count, Sum: sum} }
	for _, test := range []struct {
		rules             string
		persuade, support Weight
		want              bool
	}{
		{"pacifist1", w(0, 0), w(0, 0), false}, {"pacifist1", w(1, 1), w(0, 0), true}, {"pacifist1",
			w(1, 9), w(1, 1), false}, {"pacifist1", w(2, 2), w(1, 9), true}, {"pacifist1", w(1, 9),
			w(2, 2), false},
		{"pacifist-value", w(1, 9), w(2, 8), true}, {"pacifist-value", w(3, 9), w(1, 9), false},
		{"pacifist-value", w(0, 0), w(0, 0), false},
		{"pacifist-average", w(2, 6), w(1, 3), false}, {"pacifist-average", w(2, 7), w(1, 3), true},
		{"pacifist-average", w(3, 9), w(2, 7), false}, {"pacifist-average", w(1, 1), w(0, 0), true},
		{"pacifist-average", w(0, 0), w(0, 0), false},
		{"pacifist1 threshold=equals", w(1, 1), w(1, 9), true}, {"pacifist1 threshold=equals",
			w(0, 0), w(0, 0), false}, {"pacifist1 threshold=equals", w(1, 9), w(2, 2), false},
		{"pacifist-average threshold=equals", w(2, 6), w(1, 3), true},
	} {
		if got := test.persuade.Outweighs(test.support, parseRules(t,
			test.rules)); got != test.want {
			t.Errorf("%s: %d worth %d over %d worth %d: %t", test.rules, test.persuade.Count,
				test.persuade.Sum, test.support.Count, test.support.Sum, got)
		}
	}
}

// The number of the move stops at 65535 (PAC-16).
func TestNumberStops(t *testing.T) {
	for number, want := range map[uint16]uint16{1: 2, 65534: 65535, 65535: 65535} {
		set := parseRules(t, "chess")
		p := mustFEN(t, set, "4k3/8/8/8/8/8/8/4K3 b - - 0 1")
		p.Number = number
		if got := Full(set, p, parseMove(t, &p, "e8e7")).After.Number; got != want {
			t.Errorf("after move %d comes %d, want %d", number, got, want)
		}
	}
}
