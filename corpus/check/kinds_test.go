package check

import (
	"cmp"
	"slices"
	"testing"

	"turncoat/corpus"
	"turncoat/corpus/internal/probe"
	"turncoat/internal/rulestest"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/reference"
)

// at returns a position and a move in it, of which only the squares and the promotion are read.
func at(t *testing.T, name, fen, uci string) (*rules.Variant, *board.Position, board.Move) {
	t.Helper()
	g := rules.New(rulestest.Builtin(t, name))
	p, err := g.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	m, err := board.ParseUCI(&p, uci)
	if err != nil {
		t.Fatal(err)
	}
	return g, &p, m
}

// expect holds a list of kinds to those that it must and must not hold.
func expect(t *testing.T, what string, got []kind, has, lacks []kind) {
	t.Helper()
	for _, k := range has {
		if !slices.Contains(got, k) {
			t.Errorf("%s lacks %q: %q", what, k, got)
		}
	}
	for _, k := range lacks {
		if slices.Contains(got, k) {
			t.Errorf("%s has %q", what, k)
		}
	}
}

// The kinds of moves by their movement, as the board shows them.
func TestMoveKinds(t *testing.T) {
	for _, test := range []struct {
		rules, fen, uci string
		has, lacks      []kind
	}{
		{"chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "h1h4", []kind{"moves of the rook", "the rook's step +0+1", "moves over more than 2 squares"}, []kind{"moves over more than 3 squares", "captures"}},
		{"chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", []kind{"castling O-O", "White's castling"}, []kind{"castling O-O-O", "castling from shuffled starts", "castling with two kings"}},
		{"pacifist1", "4K3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", []kind{"castling with two kings"}, nil},
		{"chess", "1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", []kind{"castling past an attacked b-file"}, []kind{"castling to an attacked square", "castling with an attacked rook"}},
		{"chess", "1r2k3/8/8/8/8/8/8/1R2K3 w Q - 0 1", "e1b1", nil, []kind{"castling past an attacked b-file"}}, // the rook stands there itself
		{"chess", "7k/P7/8/8/8/8/8/7K w - - 0 1", "a7a8n", []kind{"promotions", "promotions to a knight", "promotions to anything but a queen"}, []kind{"promotions by captures"}},
		{"chess", "1r5k/P7/8/8/8/8/8/7K w - - 0 1", "a7b8q", []kind{"promotions by captures", "captures of the rook", "captures by the pawn"}, []kind{"promotions to anything but a queen"}},
		{"chess", "7k/8/8/3pP3/8/8/8/7K w - d6 0 1", "e5d6", []kind{"en passant", "en passant -1+1", "White's captures en passant"}, []kind{"captures"}},
		{"pacifist1", "7k/8/8/8/8/2n5/1P6/7K w - - 0 1", "b2b4", []kind{"two-steps", "White's two-steps"}, []kind{"two-steps over attacked squares"}},
		{"pacifist1", "7k/8/8/3n4/8/8/1P6/7K w - - 0 1", "b2b4", []kind{"two-steps"}, []kind{"two-steps over attacked squares"}},
		{"pacifist1", "1r5k/8/8/8/8/8/1P6/7K w - - 0 1", "b2b4", []kind{"two-steps over attacked squares"}, nil},
		{"pacifist1", "8/8/8/8/8/5k2/8/7K w - - 0 1", "h1g1", []kind{"straight moves of the king"}, []kind{"king moves next to a king"}},
		{"pacifist1", "8/8/8/8/8/5k2/8/7K w - - 0 1", "h1g2", []kind{"king moves next to a king", "diagonal moves of the king"}, nil},
	} {
		_, p, m := at(t, test.rules, test.fen, test.uci)
		expect(t, test.fen+" "+test.uci, moveKinds(p, m), test.has, test.lacks)
	}
}

// What is wrong with moves that the rules do not have.
func TestExtraKinds(t *testing.T) {
	for _, test := range []struct {
		rules, fen, uci string
		has, lacks      []kind
	}{
		{"pacifist1", "7k/8/8/8/r7/8/P7/7K w - - 0 1", "a2a4", []kind{"two-steps onto other pieces", "moves onto other pieces"}, []kind{"single steps of pawns onto other pieces", pastFront}},
		{"pacifist1", "7k/8/8/8/8/r7/P7/7K w - - 0 1", "a2a3", []kind{"single steps of pawns onto other pieces", pastFront}, []kind{"two-steps onto other pieces"}},
		{"pacifist1", "7k/8/8/8/8/r7/P7/7K w - - 0 1", "a2a4", []kind{"two-steps over other pieces", pastFront}, []kind{"moves over own pieces"}},
		{"pacifist1", "7k/8/8/8/8/P7/8/7K w - - 0 1", "a3a5", []kind{"two-steps from other ranks", "White's two-steps from other ranks"}, nil},
		{"pacifist1", "7k/8/8/8/8/r7/1P6/7K w - - 0 1", "b2b4", []kind{"two-steps over persuaded squares"}, nil},
		{"pacifist1", "7k/8/8/8/8/8/P7/R6K w - - 0 1", "a1a3", []kind{"moves over own pieces", "moves of the rook over other pieces"}, []kind{"moves over enemy pieces"}},
		{"pacifist1", "7k/8/8/8/8/8/p7/R6K w - - 0 1", "a1a3", []kind{"moves over enemy pieces"}, []kind{"moves over own pieces"}},
		{"pacifist1", "7k/8/8/8/8/8/p7/R6K w - - 0 1", "a1a2", []kind{"captures", "captures by the rook"}, nil},
		{"pacifist1", "7k/8/8/8/8/8/8/R6K w - - 0 1", "h1a3", []kind{"moves round the edge of the board"}, nil},
		{"chess", "k7/8/8/8/8/8/8/4K2R w - - 0 1", "e1h1", []kind{"castling without a right", "White's castling without a right"}, nil},
		{"pacifist1", "4k3/8/8/8/8/8/8/4K1NR w K - 0 1", "e1h1", []kind{"castling over other pieces", "castling O-O over other pieces"}, nil},
		{"pacifist1", "4rk2/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", []kind{"castling from or over attacked squares", "castling out of attack"}, []kind{"castling over attacked squares"}},
		{"pacifist1", "5rk1/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", []kind{"castling over attacked squares"}, []kind{"castling out of attack"}},
		// The queen on g8 outweighs the rook that comes to f1.
		{"pacifist-value", "6qk/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", []kind{"castling into persuasion", "castling O-O into persuasion"}, []kind{"castling from or over attacked squares"}},
		// Two bear on g1 and the rook on f1 alone supports the king there (PAC-10): castling is a king's move.
		{"pacifist1", "6rk/6q1/8/8/8/8/8/4K2R w K - 0 1", "e1h1", []kind{"king moves into persuasion", "castling that leaves the king over-persuaded"}, nil},
		{"pacifist-value", "5qk1/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", []kind{"castling from or over attacked squares"}, []kind{"castling into persuasion"}},
		{"chess", "1r5k/P7/8/8/8/8/8/7K w - - 0 1", "a7b8", []kind{unpromoted, "captures on the last rank that do not promote"}, nil},
		{"chess", "7k/P7/8/8/8/8/8/7K w - - 0 1", "a7a8", []kind{unpromoted}, []kind{"captures on the last rank that do not promote"}},
		{"pacifist1", "k7/8/8/8/8/8/1k6/3QR3 w - - 0 1", "e1h1", []kind{"moves without a king that claim none"}, nil},
		{"chess", "7k/8/8/8/8/8/r7/2K5 w - - 0 1", "c1c2", []kind{"moves that leave the king in check"}, nil},
		{"chess", "7k/8/8/8/8/8/8/7K w - - 0 1", "a1a2", []kind{"moves from empty squares"}, nil},
		{"chess", "7k/8/8/8/8/8/8/7K w - - 0 1", "h8h7", []kind{"moves of the enemy's pieces"}, nil},
	} {
		g, p, m := at(t, test.rules, test.fen, test.uci)
		expect(t, test.fen+" "+test.uci, extraKinds(g.Set(), p, m), test.has, test.lacks)
	}
}

// What stands around a turn.
func TestAroundKinds(t *testing.T) {
	for _, test := range []struct {
		rules, fen, uci string
		has, lacks      []kind
	}{
		// A knight that leaps past a pawn beside it, and one that does not.
		{"chess", "7k/8/8/8/8/8/1P6/1N5K w - - 0 1", "b1c3", []kind{"leaps of the knight past a piece beside it"}, nil},
		{"chess", "7k/8/8/8/8/8/2P5/1N5K w - - 0 1", "b1c3", nil, []kind{"leaps of the knight past a piece beside it"}},
		{"chess", "7k/8/8/8/8/8/8/1NR4K w - - 0 1", "b1d2", []kind{"leaps of the knight past a piece beside it"}, nil},
		// The king on g1 is attacked by the rook and supported by nobody; on h2 it is not.
		{"pacifist1", "6rk/8/8/8/8/8/8/6K1 w - - 0 1", "g1h2", []kind{"moves of a side whose king is attacked", "moves to rank 2", "moves from g1"}, []kind{"moves after which a king is attacked", "king moves onto attacked squares"}},
		// On g2 the rook on g4 attacks it and the king's own rook on a2 supports it.
		{"pacifist1", "7k/8/8/8/6r1/8/R7/7K w - - 0 1", "h1g2", []kind{"moves after which a king is attacked", "king moves onto attacked squares"}, []kind{"moves of a side whose king is attacked"}},
		// A king on a2 hangs, one on h7 does not.
		{"pacifist1", "8/7K/r7/8/8/8/K7/8 w - - 0 1", "h7h8", []kind{
			"turns after which one of both kings is over-persuaded", "turns after which the first of both kings from a1 on is over-persuaded",
			"turns after which the second of both kings in a FEN is over-persuaded"}, nil},
		{"pacifist1", "8/7K/r7/8/8/8/1K6/8 w - - 0 1", "h7h8", nil, []kind{"turns after which one of both kings is over-persuaded"}},
		// The queen claims the king on a2 alone: that on h8 stands off her lines.
		{"pacifist1", "7k/8/8/8/8/8/k7/3Q4 w - - 0 1", "d1d2", []kind{"turns without a king that claim only one"}, []kind{"turns without a king that claim both"}},
	} {
		g, p, m := at(t, test.rules, test.fen, test.uci)
		turn := g.Full(p, m)
		expect(t, test.fen+" "+test.uci, aroundKinds(g.Set(), p, &turn), test.has, test.lacks)
	}
}

// Co-squares by what makes them (CON-2, CON-3), and threats to a king (CON-7).
func TestPairKinds(t *testing.T) {
	g, p, m := at(t, "conversion", "7k/8/8/8/2r5/8/1K6/Q7 w - - 0 1", "a1f1")
	if got := pairKind(board.Knight, board.Knight, squareOf(t, "b3"), squareOf(t, "b5")); !slices.Equal(got, []kind{"co-squares of two of a kind", "co-squares of two knights", "co-squares on the file of the moved piece"}) {
		t.Errorf("two knights: %q", got)
	}
	if got := pairKind(board.King, board.Queen, squareOf(t, "b3"), squareOf(t, "d3")); !slices.Equal(got, []kind{"co-squares of king and queen", "co-squares of a king that moves and its queen", "co-squares on the rank of the moved piece"}) {
		t.Errorf("king and queen: %q", got)
	}
	// From f1 the queen makes co-squares with the king on b2: b1 and f2, where nobody stands.
	c := reference.Begin(g.Set(), *p, m)
	for _, s := range []string{"b1", "f2"} {
		if got := pairKinds(&c.Board, c.CoSquares(), squareOf(t, s)); !slices.Contains(got, kind("co-squares of a queen that moves and its king")) {
			t.Errorf("on %s: %q", s, got)
		}
	}
	if got := pairKinds(&c.Board, c.CoSquares(), squareOf(t, "c4")); got != nil {
		t.Errorf("on c4 there is no co-square: %q", got)
	}
	// Black's knight on f2 can go to d1 or h1, on the rank of the king on a1, and that on a3 stands on its file.
	_, p, _ = at(t, "conversion", "7k/8/8/8/8/n7/5n2/K7 w - - 0 1", "a1a2")
	expect(t, "knights", threatKinds(p, board.White), []kind{"co-squares of two knights", "co-squares of two of a kind"}, []kind{"co-squares of king and queen"})
	for _, pair := range []struct {
		a, b board.Kind
		want bool
	}{{board.Knight, board.Knight, true}, {board.Pawn, board.Pawn, false}, {board.King, board.Queen, true}, {board.Queen, board.King, true}, {board.Rook, board.Queen, false}, {board.King, board.King, true}} {
		if paired(pair.a, pair.b) != pair.want {
			t.Errorf("%v and %v", pair.a, pair.b)
		}
	}
}

// Which squares pieces reach, pawns and the safety of kings left aside.
func TestReaches(t *testing.T) {
	_, p, _ := at(t, "chess", "7k/8/8/8/3p4/8/1P6/R2QK1N1 w - - 0 1", "a1a2")
	for move, want := range map[string]bool{
		"a1a8": true, "a1c1": true, "a1d1": false, "a1e1": false, "d1d4": true, "d1d5": false, "d1g4": true, "d1f2": false,
		"g1f3": true, "g1e2": true, "g1g2": false, "e1f2": true, "e1g1": false, "b2b3": false,
	} {
		if got := reaches(p, squareOf(t, move[:2]), squareOf(t, move[2:])); got != want {
			t.Errorf("%s: %v", move, got)
		}
	}
}

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
	expect(t, "the rook", reclaimKinds(&turn), []kind{"reclaims", "reclaims of the rook", "reclaims of what has moved", "reclaims of what was not converted before"}, []kind{"reclaims of more than one piece"})

	choices := []choice{{"none", 0, []kind{"turns without a reclaim"}}, {"part", 1, []kind{"reclaims"}}, {"all", 2, []kind{"reclaims"}}}
	markParts(choices)
	tr := &trial{refuted: map[claim]int{}}
	answer := []corpus.AnswerTurn{{FEN: "none"}, {FEN: "all"}}
	if got := tr.choiceClaims(choices, answer); !slices.Equal(got, []claim{"reclaims missing", "reclaims of a part missing"}) {
		t.Errorf("claims %q", got)
	}
	if tr.refuted["reclaims missing"] != 1 || tr.refuted["reclaims of a part missing"] != 0 || tr.refuted["turns without a reclaim missing"] != 1 {
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
	if r := respell(p, map[string]*turnGroup{"a7a8q": group}, map[string]probe.Key{"a7-a8=q": 7}); r.of["a7a8q"] != withSigns {
		t.Errorf("with signs: %+v", r)
	}
	if r := respell(p, map[string]*turnGroup{"a7a8q": group}, map[string]probe.Key{"a7a8=q": 7}); r.of["a7a8q"] != signed {
		t.Errorf("with a sign: %+v", r)
	}
	if r := respell(p, map[string]*turnGroup{"a7a8q": group}, map[string]probe.Key{"a7a8Q": 7}); r.of["a7a8q"] != capitals {
		t.Errorf("with a capital letter: %+v", r)
	}
	rook := &turnGroup{turn: g.Full(p, board.Move{From: m.From, To: m.To, Promotion: board.Rook}), sum: 9}
	if r := respell(p, map[string]*turnGroup{"a7a8q": group, "a7a8r": rook}, map[string]probe.Key{"a7a8": 16}); r.of["a7a8q"] != letterless || r.of["a7a8r"] != letterless || !r.extra["a7a8"] {
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
	for uci, want := range map[string]claim{"a8a9": "moves from or to squares off the board", "i1h1": "moves from or to squares off the board", "a1": "moves that cannot be read", "?1a1": "moves that cannot be read"} {
		if got := unreadable(uci); got != want {
			t.Errorf("%s: %q, want %q", uci, got, want)
		}
	}
}

// Claims out of kinds: what is missing in one place and too much in another is one claim.
func TestClaims(t *testing.T) {
	if got := claims([]kind{"promotions"}, nil, "missing"); !slices.Equal(got, []claim{"promotions missing", "promotions forgotten on the last rank"}) {
		t.Errorf("missing: %q", got)
	}
	if got := claims([]kind{unpromoted}, nil, "allowed"); !slices.Contains(got, claim("promotions forgotten on the last rank")) {
		t.Errorf("allowed: %q", got)
	}
	if got := claims([]kind{"two-steps to persuaded squares"}, nil, "missing"); !slices.Contains(got, claim("two-steps tested on their end square")) {
		t.Errorf("two-steps: %q", got)
	}
	// A rook that cannot go up moves and bears so; seen from the square it is the opposite step.
	got := claims([]kind{"the rook's step +0+1"}, nil, "missing")
	for _, want := range []claim{"step +0+1 of the rook missing in moving and bearing", "step +0+1 of all sliders missing in moving and bearing"} {
		if !slices.Contains(got, want) {
			t.Errorf("%q is not in %q", want, got)
		}
	}
	got = claims(nil, []kind{"bearing of the rook by +0-1"}, "missing")
	if want := claim("step +0+1 of the rook missing in moving and, seen from the square, bearing"); !slices.Contains(got, want) { // the square sees it above
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
	given, reached := claim("positions without a black king refused"), claim("positions that are or come to be without a black king refused")
	for _, test := range []struct {
		path       []stage
		has, lacks []claim
	}{
		{[]stage{{position: *kings}}, []claim{"positions refused"}, []claim{given, reached}},
		{[]stage{{position: *kingless}}, []claim{given, reached, "positions with both kings of one colour refused"}, []claim{"positions without a white king refused"}},
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

// Wrong ways of judging a square: pawns that look back, squares without support, averages without their fraction.
func TestJudgements(t *testing.T) {
	for _, test := range []struct {
		rules, fen, square string
		owner              board.Colour
		over               bool // by the rules
		otherwise          []kind
	}{
		// The white pawn on d4 bears on c5 and e5; backwards it would bear on c3 and e3.
		{"pacifist1", "7k/8/8/2n5/3P4/8/8/7K w - - 0 1", "c5", board.Black, true, []kind{backwards, backwardsOf[board.White], unsupported}},
		{"pacifist1", "7k/8/8/8/3P4/2n5/8/7K w - - 0 1", "c3", board.Black, false, []kind{backwards, backwardsOf[board.White]}},
		// A black pawn on d6 supports c5 against it; looking back it would support c7.
		{"pacifist1", "7k/8/3p4/2n5/3P4/8/8/7K w - - 0 1", "c5", board.Black, false, []kind{backwardsOf[board.Black]}},
		// 3 and 5 are 4 on an average, 3 and 1 are 2; 3 and 3 and 1 are 7/3, which without its fraction is no more than 2.
		{"pacifist-average", "7k/8/2n5/4n3/8/2N1B3/3P4/7K w - - 0 1", "d4", board.Black, false, nil},
	} {
		g := rules.New(rulestest.Builtin(t, test.rules))
		p, err := g.ParseFEN(test.fen)
		if err != nil {
			t.Fatal(err)
		}
		s := squareOf(t, test.square)
		if over(g.Set(), &p, s, test.owner) != test.over {
			t.Errorf("%s: %s is over-persuaded: %v", test.fen, test.square, !test.over)
		}
		for _, k := range judgementOrder(g.Set(), 0) {
			if got := judgements[k](g.Set(), &p, s, test.owner, 0) != test.over; got != slices.Contains(test.otherwise, k) {
				t.Errorf("%s: %s is judged otherwise by %q: %v", test.fen, test.square, k, got)
			}
		}
	}
	if got := roundDown(reference.Weight{Sum: 7, Count: 3}); got != 2 {
		t.Errorf("7/3 rounded down is %d", got)
	}
	if got := roundDown(reference.Weight{}); got != 0 {
		t.Errorf("nothing is %d", got)
	}
}

// Ways of bearing, named by piece, direction, distance and what lies between.
func TestBearKinds(t *testing.T) {
	g := rules.New(rulestest.Builtin(t, "pacifist1"))
	p, err := g.ParseFEN("7k/8/3n4/8/3R4/8/3Q4/7K w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	s := squareOf(t, "d6")
	w := reference.Weigh(g.Set(), p, s, board.White, 0)
	if w.Count != 2 {
		t.Fatalf("%d pieces bear on d6, want rook and queen", w.Count)
	}
	j := &bearJudge{set: g.Set(), moved: board.NoSquare}
	for _, b := range w.By {
		kinds := j.bearKinds(s, b, w.By, persuasion)
		if b.Piece.Kind == board.Rook {
			expect(t, "the rook", kinds, []kind{"bearing of the rook", "bearing of the rook in persuasion", "bearing of the rook by +0+1", "bearing over more than 1 square"},
				[]kind{"bearing through other sliders", "bearing of sliders from the next square", "bearing over more than 2 squares"})
			continue
		}
		expect(t, "the queen", kinds, []kind{"bearing of the queen", "bearing through rooks", "bearing through sliders of another kind", "straight bearing through other sliders",
			"bearing through other sliders at a distance", "bearing over more than 3 squares"}, []kind{"bearing through queens", "bearing of third sliders"})
	}
	// Without the rook the queen behind it does not bear either.
	kinds := j.kindsOf(w, s, persuasion)
	if got := j.less(w, kinds, "bearing of the rook"); got.Count != 0 || got.Sum != 0 {
		t.Errorf("without the rook %+v", got)
	}
	if got := j.less(w, kinds, "bearing of the queen"); got.Count != 1 || got.Sum != 5 {
		t.Errorf("without the queen %+v", got)
	}
}

// Other values are tried where values are weighed, and the right ones are not.
func TestValued(t *testing.T) {
	if list := valued(rulestest.Builtin(t, "pacifist1")); list != nil {
		t.Errorf("by number: %d", len(list))
	}
	names := map[string]bool{}
	for _, m := range valued(rulestest.Builtin(t, "pacifist2")) {
		if names[m.Name] {
			t.Errorf("%s twice", m.Name)
		}
		names[m.Name] = true
		if m.Set == rulestest.Builtin(t, "pacifist2") || len(m.Changes) != 1 {
			t.Errorf("%s changes %v", m.Name, m.Changes)
		}
	}
	for _, want := range []string{"values.king=4", "values.queen=8", "values.bishop=4", "values.pawn=2"} {
		if !names[want] {
			t.Errorf("%s is not tried", want)
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
		{sample: &at, items: items([]claim{"moves missing", "castling missing"}, []claim{"moves missing", "castling missing"})},
		{sample: &at, items: items([]claim{"moves missing", "castling missing", "castling O-O missing"})},
		{sample: &at},
	}}
	f := cover(tr)
	if f.left != 0 || len(f.faults) != 1 || f.faults[0] != "castling missing" || f.counts[0].Turns != 3 || f.counts[0].Cases != 2 || !f.certain() {
		t.Errorf("%+v", f)
	}
	tr.refuted["castling missing"] = 1
	if f := cover(tr); f.left == 0 {
		t.Errorf("explained by %q, which a right answer refutes", f.faults)
	}
	for k, want := range map[claim]bool{"bearing of the rook wrong": true, claim(unsupported + " wrong"): true, "castling missing": false} {
		if isWay(k) != want {
			t.Errorf("%s is a way of bearing: %v", k, !want)
		}
	}
}

// An answer that is right but for whose turn it is afterwards is told from others.
func TestSidesOnly(t *testing.T) {
	group := &turnGroup{sum: probe.Hash([]byte("8/8/8/8/8/k7/8/1K6 b"))}
	for fen, want := range map[string]bool{"8/8/8/8/8/k7/8/1K6 w": true, "8/8/8/8/8/k7/8/1K6 b": false, "8/8/8/8/8/k7/8/K7 w": false} {
		if got := sidesOnly(group, []corpus.AnswerTurn{{FEN: fen}}, board.White); got != want {
			t.Errorf("%s: %v", fen, got)
		}
	}
}

// A right that a FEN writes by the file of its rook.
func TestByFile(t *testing.T) {
	for fen, want := range map[string]bool{"4k3/8/8/8/8/8/8/4KR1R w F - 0 1": true, "4k3/8/8/8/8/8/8/4KR2 w K - 0 1": false} {
		_, p, _ := at(t, "chess", fen, "e1e2")
		if got := byFile(fen, p, board.NewMove(squareOf(t, "e1"), squareOf(t, "f1"))); got != want {
			t.Errorf("%s: %v", fen, got)
		}
		if byFile(fen, p, board.NewMove(squareOf(t, "e1"), squareOf(t, "e2"))) {
			t.Errorf("%s: a move of the king", fen)
		}
	}
}

func squareOf(t *testing.T, name string) board.Square {
	t.Helper()
	s, ok := board.ParseSquare(name)
	if !ok {
		t.Fatal(name)
	}
	return s
}
