package check

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"turncoat/corpus"
	"turncoat/internal/rulestest"
	"turncoat/rules"
	"turncoat/rules/board"
)

// Why a board is another one, worked out by hand: waves, reclaims, what stays, and what a move claims.
func TestBecauseOfConversions(t *testing.T) {
	const example = "rkqn1rb1/ppppppbp/P7/1n4p1/8/4N3/1PPPPPPP/RNK1BBQR w - - 0 1"
	for _, test := range []struct{ rules, fen, uci, theirs, want, rule string }{
		// The first example of docs/RULES.md: e7, g7; f8; ... On f8 bear the pawn on e7 and the bishop on g7 then.
		{"pacifist1", example, "e3f5", "rkqn1rb1/ppppPPBP/P7/1n3Np1/8/8/1PPPPPPP/RNK1BBQR b",
			"the black rook on f8 converts in wave 2: over-persuaded, 2 against 0", "PAC-6"},
		{"pacifist1", example, "e3f5", "rkqN1RB1/ppppPPbP/P7/1n3Np1/8/8/1PPPPPPP/RNK1BBQR b",
			"the black bishop on g7 converts in wave 1: over-persuaded, 1 against 0", "PAC-5"},
		{"conversion", "7k/8/8/6n1/8/2N5/8/6NK w - - 0 1", "c3d5", "7k/8/8/3N2n1/8/8/8/6NK b",
			"the black knight on g5 converts in wave 1", "CON-4"},
		// Black takes back the rook that moves to a1.
		{"pacifist-number", "r6k/8/8/8/8/8/8/1R5K w - - 0 1", "b1a1", "r6k/8/8/8/8/8/8/R6K b",
			"the black rook on a1 is taken back", "PAC-8"},
		// The bishop on a1 supports the knight against the rook, or bears on it against the rook on d8.
		{"pacifist1", "6k1/8/8/8/3n4/8/6K1/b6R w - - 0 1", "h1h4", "6k1/8/8/8/3N3R/8/6K1/b7 b",
			"the black knight on d4 stays: 1 against 1", "PAC-5"},
		{"pacifist1", "3r2k1/8/8/8/3n4/8/6K1/B7 w - - 0 1", "g2g1", "3r2k1/8/8/8/3N4/8/8/B5K1 b",
			"the black knight on d4 stays: 1 against 1", "PAC-5"},
		{"pacifist1", "K7/8/8/8/8/8/3R4/k7 w - - 0 1", "d2d1", "", "it is legal: it claims the king on a1", "PAC-9"},
		{"pacifist1", "7k/8/8/8/8/8/8/R6K w - - 0 1", "a1a3", "", "it is legal: it breaks no rule", "PAC-1"},
		{"pacifist1", "7k/8/8/8/8/8/8/R6K w - - 0 1", "a1a3", "7k/8/8/8/8/R7/8/7K b",
			"it is legal: it breaks no rule", "PAC-1"},
		{"pacifist1", "7k/8/8/8/8/8/8/R6K w - - 0 1", "a1a3", "nonsense", "it is legal: it breaks no rule", "PAC-1"},
		{"pacifist1", "7k/8/8/8/8/8/8/R6K w - - 0 1", "a1b2", "", "it is not legal: a rook does not go from a1 to b2",
			"PAC-1"},
		{"pacifist1", "7k/8/8/8/8/8/8/R6K w - - 0 1", "a1a3", "7k/8/8/8/8/r7/8/7K b",
			"the white rook on a3 stays: 0 against 0", "PAC-5"},
		{"pacifist1", "7k/8/8/8/8/8/8/R6K w - - 0 1", "a1a3", "7k/8/8/8/8/8/8/7K b",
			"a white rook stands on a3, not nothing", ""},
	} {
		g, p, _ := at(t, test.rules, test.fen, test.uci)
		if text, rule := because(g, p, test.uci, test.theirs); text != test.want || rule != test.rule {
			t.Errorf("%s %s, %s: %q (%s), want %q (%s)", test.rules, test.uci, test.theirs, text, rule, test.want,
				test.rule)
		}
	}
}

// Reasons are given for the first moves that are wrong, with what explains each; none where the program has
// refused the position or nobody can read it.
func TestHowManyReasons(t *testing.T) {
	set := rulestest.Builtin(t, "pacifist1")
	r := &Result{Case: &corpus.Case{Rules: set, FEN: "7k/8/8/8/8/8/8/R6K w - - 0 1"}, Verdict: Wrong}
	var want []string
	for i := range 12 {
		uci := fmt.Sprintf("h1%c%d", 'a'+i/8, 1+i%8)
		r.Difference.Extra = append(r.Difference.Extra, corpus.AnswerTurn{UCI: uci, FEN: "x"})
		want = append(want, uci)
	}
	var got []string
	for _, reason := range r.Reasons() {
		got = append(got, reason.UCI)
	}
	if !slices.Equal(got, want[:most]) {
		t.Errorf("%q, want %q", got, want[:most])
	}
	r.Difference.Refused = "invalid-fen"
	if got := r.Reasons(); got != nil {
		t.Errorf("refused: %v", got)
	}
	r.Difference.Refused, r.Case = "", &corpus.Case{Rules: set, FEN: "nonsense"}
	if got := r.Reasons(); got != nil {
		t.Errorf("nonsense: %v", got)
	}
}

// A reason ends with its rule, where it has one, and the command names the moves that are played first.
func TestReasonText(t *testing.T) {
	if got := (Reason{UCI: "a1a2", Text: "so it is"}).String(); got != "a1a2: so it is" {
		t.Error(got)
	}
	statement := strings.TrimSuffix(rules.StatementOf("PAC-1"), ".")
	if got, want := (Reason{UCI: "a1a2", Text: "so it is", Rule: "PAC-1"}).String(), "a1a2: so it is (PAC-1: "+
		statement+")"; got != want || statement == "" {
		t.Errorf("%s, want %s", got, want)
	}
	r := &Result{Case: &corpus.Case{Rules: rulestest.Builtin(t, "pacifist1"), FEN: "x y", Moves: []string{"a1a2",
		"b1b2~-"}}}
	if got, want := r.command("c1c2"), "turncoat explain --rules pacifist1 'x y' a1a2 'b1b2~-' c1c2"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	r.answer.Turns = []corpus.AnswerTurn{{UCI: "a1a2", FEN: "x"}, {UCI: "b1b2", FEN: "y"}, {UCI: "b1b2", FEN: "z"}}
	for uci, want := range map[string]string{"a1a2": "x", "b1b2": "", "c1c2": ""} {
		if got := r.theirs(uci); got != want {
			t.Errorf("after %s: %q, want %q", uci, got, want)
		}
	}
}

// A kind is divided into its parts, the greatest first, six of them at most.
func TestDivided(t *testing.T) {
	for _, test := range []struct {
		parts map[string]int
		want  string
	}{
		{nil, ""},
		{map[string]int{"rook": 3}, ""},
		{map[string]int{"rook": 3, "king": 4}, "king 4, rook 3"},
		{map[string]int{"rook": 3, "king": 3}, "king 3, rook 3"},
		{map[string]int{"a": 6, "b": 5, "c": 4, "d": 3, "e": 2, "f": 1}, "a 6, b 5, c 4, d 3, e 2, f 1"},
	} {
		if got := divided(test.parts); got != test.want {
			t.Errorf("%v: %q, want %q", test.parts, got, test.want)
		}
	}
	if got := divided(map[string]int{"a": 7, "b": 6, "c": 5, "d": 4, "e": 3, "f": 2, "g": 1}); strings.Contains(got,
		"g 1") || !strings.Contains(got, "f 2") {
		t.Errorf("of seven parts: %q", got)
	}
}

// What an item is called: by a bug that is found, by what right turns do not speak against, or by what it is.
func TestKindOfItem(t *testing.T) {
	tr := &trial{refuted: map[claim]int{"moves missing": 1}}
	for _, test := range []struct {
		it         item
		faults     []Fault
		name, part string
	}{
		{item{status: "missing", claims: []claim{"moves missing", "second waves wrong", "bearing of the rook missing",
			"castling missing"}, part: "O-O"}, nil, "castling missing", "O-O"},
		{item{status: "missing", claims: []claim{"moves missing"}, part: "rook"}, nil, "turns missing", "rook"},
		{item{status: "missing", claims: []claim{"castling missing"}, part: "O-O"}, []Fault{{Name: "other"}},
			"castling missing", "O-O"},
		{item{status: "missing", claims: []claim{"castling missing"}, part: "O-O"},
			[]Fault{{Name: "other", whole: true}}, "other", "O-O"},
		{item{status: "missing", claims: []claim{"castling missing", "moves missing"}, part: "O-O"},
			[]Fault{{Name: "moves missing"}}, "moves missing", "O-O"},
		{item{status: "board", claims: []claim{"x"}, part: "rook", detail: "boards that cannot be read"}, nil,
			"boards that cannot be read", "rook"},
		{item{status: "extra", claims: []claim{"first", "second"}, part: "rook"}, nil, "first", "rook"},
		{item{status: "outcome", claims: []claim{"only"}}, nil, "only", ""},
		{item{status: "refused"}, nil, "positions that the rules refuse", ""},
		{item{status: "extra", part: "rook"}, nil, "positions that the rules refuse", ""},
	} {
		if name, part := test.it.kind(tr, test.faults); name != test.name || part != test.part {
			t.Errorf("%+v: %q (%s), want %q (%s)", test.it, name, part, test.name, test.part)
		}
	}
}

// Kinds are listed with the bug that was found first in front, then by how many cases show them, then by name;
// turns and cases are counted apart.
func TestOrderOfKinds(t *testing.T) {
	of := func(id string, items ...item) trialCase {
		return trialCase{sample: &sample{result: &Result{Case: &corpus.Case{ID: id}}}, items: items}
	}
	extra := func(uci string, k claim) item { return item{status: "extra", uci: uci, claims: []claim{k}} }
	tr := &trial{cases: []trialCase{
		of("x", extra("a1a2", "b"), extra("a1a3", "b"), extra("a1a4", "c"), extra("a1a5", "first"),
			extra("a1a6", "second")),
		of("y", extra("a1a2", "c"), extra("a1a3", "a"), item{status: "refused"}),
	}}
	var got []string
	for _, k := range summarise(tr, []Fault{{Name: "second"}, {Name: "first"}}) {
		got = append(got, fmt.Sprintf("%s %d/%d %s", k.Name, k.Turns, k.Cases, k.See))
	}
	want := []string{"second 1/1 x", "first 1/1 x", "c 2/2 x", "a 1/1 y", "b 2/1 x",
		"positions that the rules refuse 0/1 y"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got := (Kind{Name: "a", Cases: 2}).String(); got != "2 cases: a" {
		t.Error(got)
	}
}

// Of two waves, or one, what is missing is named; what else is turned over as well.
func TestBoardsByWaves(t *testing.T) {
	for _, test := range []struct{ fen, uci, theirs, want string }{
		// From b1 the rook turns b3, and that c5.
		{"7k/K7/8/2r5/8/1n6/8/7R w - - 0 1", "h1b1", "7k/K7/8/2r5/8/1N6/8/1R6 b", "conversions: only the first wave"},
		{"7k/K7/8/2r5/8/1n6/8/7R w - - 0 1", "h1b1", "7k/K7/8/2r5/8/1n6/8/1R6 b", "conversions that do not happen"},
		{"7k/K7/8/2r5/8/1n6/8/7R w - - 0 1", "h1b1", "7K/K7/8/2r5/8/1N6/8/1R6 b", "conversions of other pieces"},
		{"7k/K7/8/2r5/8/1n6/8/7R w - - 0 1", "h1b1", "7K/K7/8/2R5/8/1N6/8/1R6 b", "conversions that should not happen"},
		{"7k/K7/8/8/8/1n6/8/7R w - - 0 1", "h1b1", "7k/K7/8/8/8/1n6/8/1R6 b", "conversions that do not happen"},
		{"7k/K7/8/8/8/8/8/7R w - - 0 1", "h1b1", "7K/K7/8/8/8/8/8/1R6 b", "conversions that should not happen"},
		{"7k/K7/8/8/8/8/8/7R w - - 0 1", "h1b1", "7k/K7/8/8/8/8/8/1r6 b", "conversions that should not happen"},
	} {
		g, p, m := at(t, "pacifist1", test.fen, test.uci)
		turn := g.Full(p, m)
		if got := boardDetail(&turn, []corpus.AnswerTurn{{FEN: test.theirs}}); got != test.want {
			t.Errorf("%s: %s, want %s", test.theirs, got, test.want)
		}
	}
	_, p, m := at(t, "pacifist1", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1")
	if got := partOf(p, m); got != "O-O-O" {
		t.Error(got)
	}
	_, p, m = at(t, "pacifist1", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "h1g1")
	if got := partOf(p, m); got != "rook" {
		t.Error(got)
	}
}

// Which rights are read where kings and rooks stand elsewhere, or another rook stands farther out: by the rooks,
// White's on the king side first.
func TestRightsReadFromShuffledStarts(t *testing.T) {
	const corner = "K, Q, k and q are always taken for the rooks in the corners"
	for _, test := range []struct{ name, fen, want string }{
		{"a right of a king off the e-file is not read", "1r1k2r1/8/8/8/8/8/8/R3K2R w KQgb - 0 1", "h1 a1"},
		{"a right of a rook off the corner is not read", "1r1k2r1/8/8/8/8/8/8/R3K2R w KQgb - 0 1", "h1 a1"},
		{"a right of a king off the e-file or a rook off the corner is not read",
			"1r1k2r1/8/8/8/8/8/8/R3K2R w KQgb - 0 1", "h1 a1"},
		{"a right of a king off the e-file is not read", "r2k3r/8/8/8/8/8/8/1R2K1R1 w GBha - 0 1", "g1 b1"},
		{"a right of a rook off the corner is not read", "r2k3r/8/8/8/8/8/8/1R2K1R1 w GBha - 0 1", "h8 a8"},
		{"a right of a king off the e-file or a rook off the corner is not read",
			"r2k3r/8/8/8/8/8/8/1R2K1R1 w GBha - 0 1", ""},
		{corner, "1r1k2r1/8/8/8/8/8/8/R3K2R w KQgb - 0 1", "h1 a1"},
		{corner, "r2k3r/8/8/8/8/8/8/1R2K1R1 w GBha - 0 1", "h8 a8"},
		{corner, "r2k3r/8/8/8/8/8/8/RR2K1R1 w GBha - 0 1", "b1 h8 a8"},
		{corner, "r2k3r/8/8/8/8/8/8/NR2K1RR w GBha - 0 1", "g1 h8 a8"},
		{corner, "rr1k2rr/8/8/8/8/8/8/R3K2R w KQgb - 0 1", "h1 a1 g8 b8"},
	} {
		_, p, _ := at(t, "pacifist1", test.fen, "e1e2")
		playedWays()["FEN: "+test.name][0].read(p)
		var got []string
		for _, i := range []int{1, 0, 3, 2} {
			if right := p.Rights[i]; right.Held() {
				got = append(got, right.Rook.String())
			}
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%s: %s: rights with the rooks on %v, want %s", test.fen, test.name, got, test.want)
		}
	}
	for name, want := range map[string][2]board.Colour{
		"FEN: White is always taken to be to move":          {board.White, board.White},
		"FEN: Black is always taken to be to move":          {board.Black, board.Black},
		"FEN: the side to move is read the wrong way round": {board.Black, board.White},
	} {
		for i, side := range "wb" {
			_, p, _ := at(t, "pacifist1", "4k3/8/8/8/8/8/8/4K3 "+string(side)+" - - 0 1", "e1e2")
			if playedWays()[name][0].read(p); p.Turn != want[i] {
				t.Errorf("%s: %v", name, p.Turn)
			}
		}
	}
}
