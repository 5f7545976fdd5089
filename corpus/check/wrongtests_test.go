package check

import (
	"strings"
	"testing"

	"turncoat/internal/rulestest"
	"turncoat/rules/board"
)

// What programs ask of a square in the place of being over-persuaded, on boards counted by hand (PAC-4, PAC-5).
func TestWrongTests(t *testing.T) {
	names := []string{"over-persuaded", "persuaded as much as supported, or more",
		"persuaded as much as supported, or more, or by nobody", "attacked, however well supported",
		"over-persuaded against the enemy", "over-persuaded by those that bear on it directly",
		"not supported by anything"}
	for _, test := range []struct {
		what, board string
		yes         []int // of the names, on d4 for White
	}{
		{"nobody bears on it", "7k/8/8/8/3N4/8/8/7K", []int{2}},
		{"one against none", "3r3k/8/8/8/3N4/8/8/7K", []int{0, 1, 2, 3, 5, 6}},
		{"one against one", "3r3k/8/8/8/3N4/8/3R4/7K", []int{1, 2, 3}},
		{"one against two", "3r3k/8/8/8/3N2R1/8/3R4/7K", []int{3, 4}},
		{"two in a line against one", "3r3k/3r4/8/8/3N4/8/3R4/7K", []int{0, 1, 2, 3}},
		{"two in a line against none", "3r3k/3r4/8/8/3N4/8/8/7K", []int{0, 1, 2, 3, 5, 6}},
		{"one against two in a line", "3r3k/8/8/8/3N4/8/3R4/3R3K", []int{3, 4}},
		{"two against two in a line", "3r3k/8/8/8/3N2r1/8/3R4/3R3K", []int{1, 2, 3, 5}},
		{"none against one", "7k/8/8/8/3N4/8/3R4/7K", []int{4}},
	} {
		yes := map[string]bool{}
		for _, i := range test.yes {
			yes[names[i]] = true
		}
		j := &wrongJudge{set: rulestest.Builtin(t, "pacifist1"), way: &wrongWay{}}
		for i, w := range wrongTests {
			if w.name != names[i] {
				t.Fatalf("%q is another test", w.name)
			}
			if got := w.bad(j, boardOf(t, test.board), squareOf(t, "d4"), board.White); got != yes[w.name] {
				t.Errorf("%s: %s: %v", test.what, w.name, got)
			}
		}
	}
}

// gridWays returns those bugs of a grid that ask whether squares are attacked.
func gridWays(t *testing.T, prefix string, grid []wrongWay, n int) (list []wrongWay) {
	t.Helper()
	for _, w := range grid {
		if strings.HasPrefix(w.name, prefix) && strings.Contains(w.name, "attacked, however well supported") {
			list = append(list, w)
		}
	}
	if len(list) != n {
		t.Errorf("%d bugs begin with %q and are about attacks, want %d", len(list), prefix, n)
	}
	return list
}

// A two-step is refused where a square of the name is attacked on the board of the name: the attacked ones are
// told by hand.
func TestTwoStepsRefused(t *testing.T) {
	const begins, passes, ends = "where it begins", "that it passes", "where it ends"
	boards := []string{"before the move", "after the move", "with the pawn on the passed square", "without the pawn"}
	grid := gridWays(t, "two-steps are refused where, ", twoStepGrid(), 4*7)
	for _, test := range []struct {
		fen      string
		attacked [4]string // by the boards
	}{
		{"7k/8/8/8/8/8/1P5r/K7 w - - 0 1", [4]string{begins, begins, begins, begins}},
		{"7k/8/8/8/8/7r/1P6/K7 w - - 0 1", [4]string{passes, passes, passes, passes}},
		{"7k/8/8/8/7r/8/1P6/K7 w - - 0 1", [4]string{ends, ends, ends, ends}},
		{"7k/8/8/8/8/8/1P6/K7 w - - 0 1", [4]string{}},
		// From b8 the rook sees as far as the pawn, and from b1.
		{"1r5k/8/8/8/8/8/1P6/K7 w - - 0 1", [4]string{begins + passes + ends, ends, passes + ends, begins + passes +
			ends}},
		{"7k/8/8/8/8/8/1P6/Kr6 w - - 0 1", [4]string{begins, begins + passes + ends, begins + passes, begins +
			passes + ends}},
	} {
		_, p, m := at(t, "pacifist1", test.fen, "b2b4")
		j := &wrongJudge{set: rulestest.Builtin(t, "pacifist1"), way: &wrongWay{}}
		for _, w := range grid {
			want := true
			for i, b := range boards {
				for _, part := range []string{begins, passes, ends} {
					if strings.Contains(w.name, "on the board "+b+",") && strings.Contains(w.name, part) &&
						strings.Contains(test.attacked[i], part) {
						want = false
					}
				}
			}
			if got := w.passes(j, p, m); got != want {
				t.Errorf("%s: %s: %v", test.fen, w.name, got)
			}
		}
	}
}

// A castling is refused where one of the squares of the name is attacked, with the king or once it is gone.
func TestCastlingsRefused(t *testing.T) {
	const (
		king, way, end = "the king's square", "the king's way", "the king's end"
		rook, rest     = "the rook's square", "the rest of the rook's way"
	)
	grid := gridWays(t, "castling is refused where ", castlingGrid(), 2*31)
	for _, test := range []struct{ fen, uci, attacked, bare string }{
		{"k3r3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1a1", king, king},
		{"k2r4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1a1", way, way},
		{"k1r5/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1a1", end, end},
		{"r3k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1a1", rook, rook},
		{"kr6/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1a1", rest, rest},
		{"k4r2/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", way, way},
		{"k5r1/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", end, end},
		{"k6r/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", rook, rook},
		{"k7/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", "", ""},
		{"4k2r/8/8/8/8/8/8/3KR3 b k - 0 1", "e8h8", king, king},
		// On its way to c1 the king on b1 crosses nothing, and its rook from a1 goes as far as d1.
		{"k2r4/8/8/8/8/8/8/RK6 w A - 0 1", "b1a1", rest, rest},
		{"k1r5/8/8/8/8/8/8/RK6 w A - 0 1", "b1a1", end, end},
		// The rook stands where the king ends.
		{"k5r1/8/8/8/8/8/8/4K1R1 w G - 0 1", "e1g1", end, end},
		// The rook on a1 sees the king, and behind it f1, g1 and the rook on h1.
		{"k7/8/8/8/8/8/8/r3K2R w K - 0 1", "e1h1", king, king + way + end + rook},
	} {
		_, p, m := at(t, "pacifist1", test.fen, test.uci)
		j := &wrongJudge{set: rulestest.Builtin(t, "pacifist1"), way: &wrongWay{}}
		for _, w := range grid {
			attacked, want := test.attacked, true
			if strings.HasSuffix(w.name, "once the king is taken off the board") {
				attacked = test.bare
			}
			for _, part := range []string{king, way, end, rook, rest} {
				if strings.Contains(w.name, part) && strings.Contains(attacked, part) {
					want = false
				}
			}
			if got := w.castles(j, p, m); got != want {
				t.Errorf("%s: %s: %v", test.fen, w.name, got)
			}
		}
	}
}

// King safety on other boards, for the kings of other boards. Before the move the rook on a8 attacks the king on
// a1 and not that on h1; right after it, that on a1 and not that on g1; the first wave turns the rook; and after
// the turn a rook on g8 attacks g1.
func TestKingSafetyOnOtherBoards(t *testing.T) {
	before, landed := *boardOf(t, "r6R/8/8/8/8/8/8/K6K"), *boardOf(t, "r6R/8/8/8/8/8/8/K5K1")
	grid := gridWays(t, "king safety: on the board ", safetyGrid(), (2*2+2*3)*4)
	for _, test := range []struct {
		after string
		kings map[string][]string // by the board where they stand
	}{
		{"6r1/8/8/8/8/8/8/k5K1", map[string][]string{"before the move": {"a1", "h1"}, "right after the move": {"a1",
			"g1"}, "after the first wave": {"a1", "g1"}, "after the turn": {"g1"}}},
		// Black's king on g1 attacks h1.
		{"6r1/8/8/8/8/8/8/k5k1", map[string][]string{"before the move": {"a1", "h1"}, "right after the move": {"a1",
			"g1"}, "after the first wave": {"a1", "g1"}}},
	} {
		turn := wrongTurn{before: before, landed: landed, after: *boardOf(t, test.after),
			move: board.NewMove(squareOf(t, "h1"), squareOf(t, "g1"))}
		j := &wrongJudge{set: rulestest.Builtin(t, "pacifist1"), way: &wrongWay{}}
		for _, w := range grid {
			rest := strings.TrimPrefix(w.name, "king safety: on the board ")
			on, rest, _ := strings.Cut(rest, ", ")
			where := on
			if _, squares, other := strings.Cut(rest, "on the squares where they stand "); other {
				where = strings.TrimSuffix(squares, " (a side without one is not tested)")
			}
			attacked := map[string]string{"before the move": "a1", "right after the move": "a1",
				"after the turn": "g1"}[on]
			if on == "after the turn" && len(test.kings[on]) == 0 {
				attacked = "g1 h1"
			}
			bad := 0
			for _, s := range test.kings[where] {
				if strings.Contains(attacked, s) {
					bad++
				}
			}
			want := bad == 0 || strings.HasPrefix(rest, "not all") && bad < len(test.kings[where])
			if len(test.kings[where]) == 0 {
				want = strings.HasSuffix(w.name, "(a side without one is not tested)")
			}
			if got := w.safe(j, &turn); got != want {
				t.Errorf("%s: %s: %v", test.after, w.name, got)
			}
		}
	}
}
