package check

import (
	"slices"
	"strings"
	"testing"

	"turncoat/corpus"
	"turncoat/corpus/internal/probe"
	"turncoat/rules/board"
)

// All claims that kinds and ways of bearing give, in their order.
func TestClaimLists(t *testing.T) {
	steps := func(piece, step, seen string) []claim {
		return []claim{claim("step " + step + " of " + piece + " missing in moving and bearing"),
			claim("step " + seen + " of " + piece + " missing in moving and, seen from the square, bearing")}
	}
	for _, test := range []struct {
		kinds, ways []kind
		status      string
		want        []claim
	}{
		{[]kind{"conversions", "second waves"}, []kind{"bearing of the rook"}, "missing",
			[]claim{"conversions missing", "second waves missing", "bearing of the rook wrong"}},
		// The steps of sliders may be one in a program, and those of the king with them.
		{[]kind{"the rook's step +0+1"}, nil, "missing", slices.Concat([]claim{"the rook's step +0+1 missing"},
			steps("the rook", "+0+1", "+0+1"), steps("all sliders", "+0+1", "+0+1"),
			steps("all sliders and of the king", "+0+1", "+0+1"))},
		{[]kind{"the queen's step -1+1"}, nil, "missing", slices.Concat([]claim{"the queen's step -1+1 missing"},
			steps("the queen", "-1+1", "-1+1"), steps("all sliders", "-1+1", "-1+1"),
			steps("all sliders and of the king", "-1+1", "-1+1"))},
		{[]kind{"the king's step +1+1"}, nil, "missing", slices.Concat([]claim{"the king's step +1+1 missing"},
			steps("the king", "+1+1", "+1+1"), steps("all sliders and of the king", "+1+1", "+1+1"))},
		{[]kind{"the knight's step +1+2"}, nil, "missing", slices.Concat([]claim{"the knight's step +1+2 missing"},
			steps("the knight", "+1+2", "+1+2"))},
		{[]kind{"the rook's step +0+1"}, nil, "wrong", []claim{"the rook's step +0+1 wrong"}},
		{[]kind{"the rook's step +0+1"}, nil, "allowed", []claim{"the rook's step +0+1 allowed"}},
		// What bears by a step is seen from the square by the opposite one.
		{nil, []kind{"bearing of the bishop by +1-1"}, "wrong",
			slices.Concat([]claim{"bearing of the bishop by +1-1 wrong"},
				steps("the bishop", "+1-1", "-1+1"), steps("all sliders", "+1-1", "-1+1"),
				steps("all sliders and of the king", "+1-1", "-1+1"))},
		{nil, []kind{"bearing of the king by +0+1"}, "missing",
			slices.Concat([]claim{"bearing of the king by +0+1 wrong"}, steps("the king", "+0+1", "+0-1"),
				steps("all sliders and of the king", "+0+1", "+0-1"))},
		{nil, []kind{"bearing of the knight by -2+1"}, "missing",
			slices.Concat([]claim{"bearing of the knight by -2+1 wrong"}, steps("the knight", "-2+1", "+2-1"))},
		{nil, []kind{"bearing of the pawn by +1+1"}, "missing", []claim{"bearing of the pawn by +1+1 wrong"}},
		{nil, []kind{"bearing of the rook", "waves by +0+1"}, "missing", []claim{"bearing of the rook wrong",
			"waves by +0+1 wrong"}},
		// How far, and by which half of its steps, a piece goes and bears.
		{[]kind{"moves over more than 3 squares"}, nil, "missing", []claim{"moves over more than 3 squares missing",
			"reach over more than 3 squares missing in moving and bearing"}},
		{[]kind{"moves over more than 3 squares"}, nil, "wrong", []claim{"moves over more than 3 squares wrong"}},
		{nil, []kind{"bearing over more than 3 squares"}, "wrong", []claim{"bearing over more than 3 squares wrong",
			"reach over more than 3 squares missing in moving and bearing"}},
		{[]kind{"diagonal moves of the queen"}, nil, "missing", []claim{"diagonal moves of the queen missing",
			"diagonal steps of the queen missing in moving and bearing"}},
		{[]kind{"straight moves of the king"}, nil, "missing", []claim{"straight moves of the king missing",
			"straight steps of the king missing in moving and bearing"}},
		{nil, []kind{"diagonal bearing of the king"}, "wrong", []claim{"diagonal bearing of the king wrong",
			"diagonal steps of the king missing in moving and bearing"}},
		{nil, []kind{"straight bearing of the queen"}, "wrong", []claim{"straight bearing of the queen wrong",
			"straight steps of the queen missing in moving and bearing"}},
		// What is missing in one place and too much in another. A castling to other squares is written the same, so
		// that its board is wrong.
		{[]kind{"promotions"}, nil, "missing", []claim{"promotions missing", "promotions forgotten on the last rank"}},
		{[]kind{"promotions"}, nil, "allowed", []claim{"promotions allowed"}},
		{[]kind{"promotions"}, nil, "wrong", []claim{"promotions wrong"}},
		{[]kind{unpromoted}, nil, "allowed", []claim{claim(unpromoted + " allowed"),
			"promotions forgotten on the last rank"}},
		{[]kind{unpromoted}, nil, "missing", []claim{claim(unpromoted + " missing")}},
		{[]kind{unpromoted}, nil, "wrong", []claim{claim(unpromoted + " wrong")}},
		{[]kind{"castling O-O"}, nil, "missing", []claim{"castling O-O missing",
			"castling O-O that ends on other squares"}},
		{[]kind{"castling O-O"}, nil, "wrong", []claim{"castling O-O wrong",
			"castling O-O that ends on other squares"}},
		{[]kind{"castling O-O"}, nil, "allowed", []claim{"castling O-O allowed"}},
		{[]kind{"castling O-O elsewhere"}, nil, "allowed", []claim{"castling O-O elsewhere allowed",
			"castling O-O that ends on other squares"}},
		{[]kind{"castling O-O elsewhere"}, nil, "wrong", []claim{"castling O-O elsewhere wrong"}},
	} {
		if got := claims(test.kinds, test.ways, test.status); !slices.Equal(got, test.want) {
			t.Errorf("%q, %q %s:\n%q\nwant\n%q", test.kinds, test.ways, test.status, got, test.want)
		}
	}
}

// A right is written by the file of its rook, a capital letter for White, in the third field of a FEN.
func TestRightsWrittenByFile(t *testing.T) {
	white, black := staged(t, "chess", "4k3/8/8/8/8/8/8/4KR1R w F - 0 1", "e1f1"),
		staged(t, "chess", "4kr1r/8/8/8/8/8/8/4K3 b f - 0 1", "e8f8")
	for _, test := range []struct {
		at   stage
		fen  string
		want bool
	}{
		{white, "4k3/8/8/8/8/8/8/4KR1R w F - 0 1", true},
		{white, "4k3/8/8/8/8/8/8/4KR1R w F", true},
		{white, "4k3/8/8/8/8/8/8/4KR1R w", false},
		{white, "4k3/8/8/8/8/8/8/4KR1R w f - 0 1", false},
		{black, "4kr1r/8/8/8/8/8/8/4K3 b f - 0 1", true},
		{black, "4kr1r/8/8/8/8/8/8/4K3 b F - 0 1", false},
	} {
		if got := byFile(test.fen, &test.at.position, test.at.move); got != test.want {
			t.Errorf("%s: %v", test.fen, got)
		}
	}
}

// What a program may refuse a position for, or not, beside what TestRefusedClaims and TestRefusedMoves hold.
func TestRefusedFor(t *testing.T) {
	const byFiles, moved = claim("positions with rights by files refused"),
		claim("positions with moves played first refused")
	for _, test := range []struct {
		fen, move string // played first, if any
		has       []claim
		lacks     []claim
	}{
		{"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "", nil, []claim{byFiles, moved}},
		{"4k3/8/8/8/8/8/8/4K3 w", "", nil, []claim{byFiles, moved}},
		{"4k3/8/8/8/8/8/8/R3KR2 w Q - 0 1", "", nil, []claim{byFiles}},
		{"4k3/8/8/8/8/8/8/4KR1R w F", "", []claim{byFiles}, nil},
		// A rook that goes where a castling king would end castles in no way.
		{"7k/8/8/8/8/8/8/R6K w - - 0 1", "a1c1", []claim{moved},
			[]claim{"positions refused after the rook's step +1+0", "positions refused after White's turns",
				"castlings that are played first not understood where they are written as the king's move (e1g1)"}},
	} {
		c := &corpus.Case{FEN: test.fen}
		move := test.move
		if move != "" {
			c.Moves = []string{move}
		} else {
			move = "e1e2"
		}
		first := staged(t, "chess", test.fen, move)
		path := []stage{first}
		if test.move != "" {
			path = append(path, stage{position: first.position})
		}
		got := refusedClaims(&sample{result: &Result{Case: c}}, path)
		for _, want := range test.has {
			if !slices.Contains(got, want) {
				t.Errorf("%s: %q is not in %q", test.fen, want, got)
			}
		}
		for _, other := range test.lacks {
			if slices.Contains(got, other) {
				t.Errorf("%s: %q is in %q", test.fen, other, got)
			}
		}
		if got[0] != "positions refused" {
			t.Errorf("%s: %q", test.fen, got)
		}
	}
}

// A castling that is written as the king's move may stand beside that very move, and then their boards add up.
func TestRespellBesideAnother(t *testing.T) {
	g, p, castling := at(t, "chess", "4k3/8/8/8/8/8/8/1R1K4 w B - 0 1", "d1b1")
	step := board.NewMove(squareOf(t, "d1"), squareOf(t, "c1"))
	want := map[string]*turnGroup{"d1b1": {turn: g.Full(p, castling), sum: 5}, "d1c1": {turn: g.Full(p, step), sum: 20}}
	r := respell(p, want, map[string]probe.Key{"d1c1": 25})
	if len(r.of) != 1 || r.of["d1b1"] != kingsMove || !r.with["d1c1"] || r.extra["d1c1"] {
		t.Errorf("beside the king's move: %+v", r)
	}
	for _, other := range []probe.Key{5, 20, 26} {
		if r := respell(p, want, map[string]probe.Key{"d1c1": other}); len(r.of) > 0 || len(r.with) > 0 ||
			len(r.extra) > 0 {
			t.Errorf("with a sum of %d: %+v", other, r)
		}
	}
	if r := respell(p, want, map[string]probe.Key{"(d1c1)": 20, "d1b1": 5}); len(r.of) > 0 {
		t.Errorf("a move that is no promotion in brackets: %+v", r)
	}
	delete(want, "d1c1")
	if r := respell(p, want, map[string]probe.Key{"d1c1": 5}); r.of["d1b1"] != kingsMove || r.with["d1c1"] ||
		!r.extra["d1c1"] {
		t.Errorf("where there is no such move: %+v", r)
	}
	// Nothing is said of what is written rightly.
	if r := respell(p, want, map[string]probe.Key{"d1b1": 5, "d1c1": 5}); len(r.of) > 0 {
		t.Errorf("written rightly: %+v", r)
	}
	// Of promotions without a letter the boards are those of all of them.
	g, p, m := at(t, "chess", "7k/P7/8/8/8/8/8/7K w - - 0 1", "a7a8q")
	want = map[string]*turnGroup{"a7a8q": {turn: g.Full(p, m), sum: 7}}
	if r := respell(p, want, map[string]probe.Key{"a7a8": 8}); len(r.of) > 0 || len(r.extra) > 0 {
		t.Errorf("with another board: %+v", r)
	}
	for _, test := range []struct {
		fen, uci string
		want     []claim
	}{
		{"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", []claim{asZeros}},
		{"4k3/8/8/8/8/8/8/1R1K4 w B - 0 1", "d1b1", []claim{asZeros, kingsMove}},
	} {
		_, p, m := at(t, "chess", test.fen, test.uci)
		if got := unlike(p, m); !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", test.fen, got, test.want)
		}
	}
}

// A nine alone is more than eight squares; two turns are not looked at together; and a board that can be read is
// followed by one that cannot.
func TestBoardsWrittenOddly(t *testing.T) {
	const right = "k7/8/8/8/8/8/P7/1K6 b"
	for fen, want := range map[string]claim{
		"9/8/8/8/8/8/P7/1K6 b":  "boards written with ranks of more than eight squares",
		"k6/8/8/8/8/8/P7/1K6 b": "boards written with ranks of fewer than eight squares",
		right:                   "",
	} {
		for _, turns := range [][]corpus.AnswerTurn{{{FEN: fen}}, {{FEN: right}, {FEN: fen}}} {
			if got := writtenBoard(turns); got != want {
				t.Errorf("%s, of %d: %q, want %q", fen, len(turns), got, want)
			}
		}
	}
	g, p, m := at(t, "pacifist1", "k7/8/8/8/8/8/P7/K7 w - - 0 1", "a1b1")
	turn := g.Full(p, m)
	upside := corpus.AnswerTurn{FEN: "1K6/P7/8/8/8/8/8/k7 b"}
	if got := turnedBoard(&turn, []corpus.AnswerTurn{upside, upside}); got != "" {
		t.Errorf("two turns: %q", got)
	}
	if got := turnedBoard(&turn, []corpus.AnswerTurn{upside}); !strings.HasSuffix(string(got), "upside down") {
		t.Errorf("one turn: %q", got)
	}
}
