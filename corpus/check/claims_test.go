package check

import (
	"cmp"
	"slices"
	"testing"

	"turncoat/corpus"
	"turncoat/corpus/internal/probe"
	"turncoat/rules/board"
)

// What is taken back, and which choices of it are missing.
func TestReclaimKinds(t *testing.T) {
	_, p, m := at(t, "pacifist-number", "7k/8/8/8/8/8/8/R6K w - - 0 1", "a1a2")
	turn := board.Played{Turn: board.Turn{Move: m}, After: *p}
	if got := reclaimKinds(&turn); !slices.Equal(got, []kind{"turns without a reclaim"}) {
		t.Errorf("none: %q", got)
	}
	turn.After.Put(squareOf(t, "a1"), board.NoPiece)
	turn.After.Put(m.To, board.Piece{Kind: board.Rook, Colour: board.Black})
	turn.Reclaimed = m.To.Bit()
	expect(t, "the rook", reclaimKinds(&turn), []kind{"reclaims", "reclaims of the rook",
		"reclaims of what has moved", "reclaims of what was not converted before"},
		[]kind{"reclaims of more than one piece"})

	choices := []choice{{"none", 0, []kind{"turns without a reclaim"}}, {"part", 1, []kind{"reclaims"}},
		{"all", 2, []kind{"reclaims"}}}
	markParts(choices)
	tr := &trial{refuted: map[claim]int{}}
	answer := []corpus.AnswerTurn{{FEN: "none"}, {FEN: "all"}}
	if got := tr.choiceClaims(choices, answer); !slices.Equal(got, []claim{"reclaims missing",
		"reclaims of a part missing"}) {
		t.Errorf("claims %q", got)
	}
	if tr.refuted["reclaims missing"] != 1 || tr.refuted["reclaims of a part missing"] != 0 ||
		tr.refuted["turns without a reclaim missing"] != 1 {
		t.Errorf("refuted %v", tr.refuted)
	}
	if got := tr.choiceClaims(choices, []corpus.AnswerTurn{{FEN: "other"}}); got != nil {
		t.Errorf("a choice that there is not: %q", got)
	}
}

// Moves that are right and written otherwise are told by their boards.
func TestRespell(t *testing.T) {
	g, p, m := at(t, "chess", "4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1", "e1b1")
	turn := g.Full(p, m)
	fen := corpus.BoardAndSide(turn.After.FEN(g.Set()))
	group := &turnGroup{turn: turn, sum: probe.Hash([]byte(fen))}
	want := map[string]*turnGroup{"e1b1": group}
	for text, way := range map[string]claim{"e1c1": kingsMove, "0-0-0": asZeros, "o-o-o": asZeros} {
		r := respell(p, want, map[string]probe.Key{text: group.sum})
		if r.of["e1b1"] != way || !r.extra[text] {
			t.Errorf("%s: %+v", text, r)
		}
	}
	if r := respell(p, want, map[string]probe.Key{"e1c1": group.sum + 1}); len(r.of) > 0 {
		t.Errorf("another board: %+v", r)
	}
	g, p, m = at(t, "chess", "7k/P7/8/8/8/8/8/7K w - - 0 1", "a7a8q")
	turn = g.Full(p, m)
	group = &turnGroup{turn: turn, sum: 7}
	if r := respell(p, map[string]*turnGroup{"a7a8q": group},
		map[string]probe.Key{"a7-a8=q": 7}); r.of["a7a8q"] != withSigns {
		t.Errorf("with signs: %+v", r)
	}
	if r := respell(p, map[string]*turnGroup{"a7a8q": group},
		map[string]probe.Key{"a7a8=q": 7}); r.of["a7a8q"] != signed {
		t.Errorf("with a sign: %+v", r)
	}
	if r := respell(p, map[string]*turnGroup{"a7a8q": group},
		map[string]probe.Key{"a7a8Q": 7}); r.of["a7a8q"] != capitals {
		t.Errorf("with a capital letter: %+v", r)
	}
	rook := &turnGroup{turn: g.Full(p, board.Move{From: m.From, To: m.To, Promotion: board.Rook}), sum: 9}
	if r := respell(p, map[string]*turnGroup{"a7a8q": group, "a7a8r": rook},
		map[string]probe.Key{"a7a8": 16}); r.of["a7a8q"] != letterless || r.of["a7a8r"] != letterless ||
		!r.extra["a7a8"] {
		t.Errorf("without letters: %+v", r)
	}
	if got := unlike(p, m); !slices.Equal(got, []claim{withSigns, signed, capitals, letterless}) {
		t.Errorf("unlike %q", got)
	}
	if got := unlike(p, board.NewMove(7, 6)); !slices.Equal(got, []claim{withSigns}) {
		t.Errorf("unlike a king's move %q", got)
	}
}

// Boards that are written wrongly are told by how.
func TestWrittenBoards(t *testing.T) {
	g, p, m := at(t, "pacifist1", "k7/8/8/8/8/8/P7/K7 w - - 0 1", "a1b1")
	turn := g.Full(p, m)
	for _, c := range []struct {
		fen  string
		want claim
	}{
		{"k7/8/8/8/8/8/P7/1K6 b", ""},
		{"k7/8/8/8/8/8/P7/2K5 b", ""}, // another move
		{"1K6/P7/8/8/8/8/8/k7 b", "boards written upside down"},
		{"7k/8/8/8/8/8/7P/6K1 b", "boards written from the h-file to the a-file"},
		{"6K1/7P/8/8/8/8/8/7k b", "boards written from Black's side"},
		{"K7/8/8/8/8/8/p7/1k6 b", "boards written with the letters of the other side"},
		{"k/8/8/8/8/8/P7/1K6 b", "boards written with ranks of fewer than eight squares"},
		{"k7/8/8/8/8/8/P8/1K6 b", "boards written with ranks of more than eight squares"},
		{"k7/8/8/8/8/P7/1K6 b", "boards written with other than eight ranks"},
		{"x7/8/8/8/8/8/P7/1K6 b", "boards written with letters that are no pieces"},
	} {
		turns := []corpus.AnswerTurn{{UCI: "a1b1", FEN: c.fen}}
		if got := cmp.Or(writtenBoard(turns), turnedBoard(&turn, turns)); got != c.want {
			t.Errorf("%s: %q, want %q", c.fen, got, c.want)
		}
	}
	for uci, want := range map[string]claim{"a8a9": "moves from or to squares off the board",
		"i1h1": "moves from or to squares off the board", "a1": "moves that cannot be read",
		"?1a1":  "moves that cannot be read",
		"a8a9q": "moves from or to squares off the board", "a0b1": "moves from or to squares off the board",
		"a1a9qq": "moves that cannot be read", "a9b": "moves that cannot be read",
		"a1?1": "moves that cannot be read", "{1a1": "moves that cannot be read",
		"z1a1": "moves from or to squares off the board", "a1b2x": "moves that cannot be read"} {
		if got := unreadable(uci); got != want {
			t.Errorf("%s: %q, want %q", uci, got, want)
		}
	}
}

// Claims out of kinds: what is missing in one place and too much in another is one claim.
func TestClaims(t *testing.T) {
	if got := claims([]kind{"promotions"}, nil, "missing"); !slices.Equal(got, []claim{"promotions missing",
		"promotions forgotten on the last rank"}) {
		t.Errorf("missing: %q", got)
	}
	if got := claims([]kind{unpromoted}, nil, "allowed"); !slices.Contains(got,
		claim("promotions forgotten on the last rank")) {
		t.Errorf("allowed: %q", got)
	}
	if got := claims([]kind{"two-steps to persuaded squares"}, nil, "missing"); !slices.Contains(got,
		claim("two-steps tested on their end square")) {
		t.Errorf("two-steps: %q", got)
	}
	// A rook that cannot go up moves and bears so; seen from the square it is the opposite step.
	got := claims([]kind{"the rook's step +0+1"}, nil, "missing")
	for _, want := range []claim{"step +0+1 of the rook missing in moving and bearing",
		"step +0+1 of all sliders missing in moving and bearing"} {
		if !slices.Contains(got, want) {
			t.Errorf("%q is not in %q", want, got)
		}
	}
	got = claims(nil, []kind{"bearing of the rook by +0-1"}, "missing")
	// the square sees it above
	if want := claim("step +0+1 of the rook missing in moving and, seen from the square, bearing"); !slices.Contains(
		got, want) {
		t.Errorf("%q is not in %q", want, got)
	}
	for step, want := range map[string]string{"+1+2": "-1-2", "-1+0": "+1+0", "+0-1": "+0+1"} {
		if got := opposite(step); got != want {
			t.Errorf("opposite of %s is %s", step, got)
		}
	}
}

// A position is refused for what is given, or for what its moves lead to as well.
func TestRefusedClaims(t *testing.T) {
	_, kings, _ := at(t, "pacifist1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1e2")
	_, kingless, _ := at(t, "pacifist1", "8/8/8/3KK3/8/8/8/q7 w - - 0 1", "d5d6") // Black has no king
	given, reached := claim("positions without a black king refused"),
		claim("positions that are or come to be without a black king refused")
	for _, test := range []struct {
		path       []stage
		has, lacks []claim
	}{
		{[]stage{{position: *kings}}, []claim{"positions refused"}, []claim{given, reached}},
		{[]stage{{position: *kingless}}, []claim{given, reached, "positions with both kings of one colour refused"},
			[]claim{"positions without a white king refused"}},
		{[]stage{{position: *kings}, {position: *kingless}}, []claim{reached}, []claim{given}},
		{[]stage{{position: *kingless}, {position: *kings}}, []claim{given, reached}, nil},
	} {
		got := refusedClaims(&sample{result: &Result{Case: &corpus.Case{}}}, test.path)
		for _, want := range test.has {
			if !slices.Contains(got, want) {
				t.Errorf("%d positions: %q is not in %q", len(test.path), want, got)
			}
		}
		for _, other := range test.lacks {
			if slices.Contains(got, other) {
				t.Errorf("%d positions: %q is in %q", len(test.path), other, got)
			}
		}
	}
}

// Claims are chosen by what they explain, unless right answers speak against them.
func TestCover(t *testing.T) {
	at := sample{result: &Result{Case: &corpus.Case{ID: "x"}}}
	items := func(lists ...[]claim) (list []item) {
		for _, claims := range lists {
			list = append(list, item{status: "missing", claims: claims})
		}
		return list
	}
	tr := &trial{refuted: map[claim]int{"moves missing": 5}, cases: []trialCase{
		{sample: &at, items: items([]claim{"moves missing", "castling missing"}, []claim{"moves missing",
			"castling missing"})},
		{sample: &at, items: items([]claim{"moves missing", "castling missing", "castling O-O missing"})},
		{sample: &at},
	}}
	f := cover(tr)
	if f.left != 0 || len(f.faults) != 1 || f.faults[0] != "castling missing" || f.counts[0].Turns != 3 ||
		f.counts[0].Cases != 2 || !f.certain() {
		t.Errorf("%+v", f)
	}
	tr.refuted["castling missing"] = 1
	if f := cover(tr); f.left == 0 {
		t.Errorf("explained by %q, which a right answer refutes", f.faults)
	}
	for k, want := range map[claim]bool{"bearing of the rook wrong": true, claim(unsupported + " wrong"): true,
		"castling missing": false} {
		if isWay(k) != want {
			t.Errorf("%s is a way of bearing: %v", k, !want)
		}
	}
}

// An answer that is right but for whose turn it is afterwards is told from others.
func TestSidesOnly(t *testing.T) {
	group := &turnGroup{sum: probe.Hash([]byte("8/8/8/8/8/k7/8/1K6 b"))}
	for fen, want := range map[string]bool{"8/8/8/8/8/k7/8/1K6 w": true, "8/8/8/8/8/k7/8/1K6 b": false,
		"8/8/8/8/8/k7/8/K7 w": false} {
		if got := sidesOnly(group, []corpus.AnswerTurn{{FEN: fen}}, board.White); got != want {
			t.Errorf("%s: %v", fen, got)
		}
	}
}

// A right that a FEN writes by the file of its rook.
func TestByFile(t *testing.T) {
	for fen, want := range map[string]bool{"4k3/8/8/8/8/8/8/4KR1R w F - 0 1": true,
		"4k3/8/8/8/8/8/8/4KR2 w K - 0 1": false} {
		_, p, _ := at(t, "chess", fen, "e1e2")
		if got := byFile(fen, p, board.NewMove(squareOf(t, "e1"), squareOf(t, "f1"))); got != want {
			t.Errorf("%s: %v", fen, got)
		}
		if byFile(fen, p, board.NewMove(squareOf(t, "e1"), squareOf(t, "e2"))) {
			t.Errorf("%s: a move of the king", fen)
		}
	}
}
