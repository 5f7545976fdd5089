package check

import (
	"slices"
	"testing"

	"turncoat/internal/rulestest"
	"turncoat/rules"
	"turncoat/rules/board"
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
		{"chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "h1h4", []kind{"moves of the rook", "the rook's step +0+1",
			"moves over more than 2 squares"}, []kind{"moves over more than 3 squares", "captures"}},
		{"chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", []kind{"castling O-O", "White's castling"},
			[]kind{"castling O-O-O", "castling from shuffled starts", "castling with two kings"}},
		{"pacifist1", "4K3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", []kind{"castling with two kings"}, nil},
		{"chess", "1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", []kind{"castling past an attacked b-file"},
			[]kind{"castling to an attacked square", "castling with an attacked rook"}},
		// the rook stands there itself
		{"chess", "1r2k3/8/8/8/8/8/8/1R2K3 w Q - 0 1", "e1b1", nil, []kind{"castling past an attacked b-file"}},
		{"chess", "7k/P7/8/8/8/8/8/7K w - - 0 1", "a7a8n", []kind{"promotions", "promotions to a knight",
			"promotions to anything but a queen"}, []kind{"promotions by captures"}},
		{"chess", "1r5k/P7/8/8/8/8/8/7K w - - 0 1", "a7b8q", []kind{"promotions by captures", "captures of the rook",
			"captures by the pawn"}, []kind{"promotions to anything but a queen"}},
		{"chess", "7k/8/8/3pP3/8/8/8/7K w - d6 0 1", "e5d6", []kind{"en passant", "en passant -1+1",
			"White's captures en passant"}, []kind{"captures"}},
		{"pacifist1", "7k/8/8/8/8/2n5/1P6/7K w - - 0 1", "b2b4", []kind{"two-steps", "White's two-steps"},
			[]kind{"two-steps over attacked squares"}},
		{"pacifist1", "7k/8/8/3n4/8/8/1P6/7K w - - 0 1", "b2b4", []kind{"two-steps"},
			[]kind{"two-steps over attacked squares"}},
		{"pacifist1", "1r5k/8/8/8/8/8/1P6/7K w - - 0 1", "b2b4", []kind{"two-steps over attacked squares"}, nil},
		{"pacifist1", "8/8/8/8/8/5k2/8/7K w - - 0 1", "h1g1", []kind{"straight moves of the king"},
			[]kind{"king moves next to a king"}},
		{"pacifist1", "8/8/8/8/8/5k2/8/7K w - - 0 1", "h1g2", []kind{"king moves next to a king",
			"diagonal moves of the king"}, nil},
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
		{"pacifist1", "7k/8/8/8/r7/8/P7/7K w - - 0 1", "a2a4", []kind{"two-steps onto other pieces",
			"moves onto other pieces"}, []kind{"single steps of pawns onto other pieces", pastFront}},
		{"pacifist1", "7k/8/8/8/8/r7/P7/7K w - - 0 1", "a2a3", []kind{"single steps of pawns onto other pieces",
			pastFront}, []kind{"two-steps onto other pieces"}},
		{"pacifist1", "7k/8/8/8/8/r7/P7/7K w - - 0 1", "a2a4", []kind{"two-steps over other pieces", pastFront},
			[]kind{"moves over own pieces"}},
		{"pacifist1", "7k/8/8/8/8/P7/8/7K w - - 0 1", "a3a5", []kind{"two-steps from other ranks",
			"White's two-steps from other ranks"}, nil},
		{"pacifist1", "7k/8/8/8/8/r7/1P6/7K w - - 0 1", "b2b4", []kind{"two-steps over persuaded squares"}, nil},
		{"pacifist1", "7k/8/8/8/8/8/P7/R6K w - - 0 1", "a1a3", []kind{"moves over own pieces",
			"moves of the rook over other pieces"}, []kind{"moves over enemy pieces"}},
		{"pacifist1", "7k/8/8/8/8/8/p7/R6K w - - 0 1", "a1a3", []kind{"moves over enemy pieces"},
			[]kind{"moves over own pieces"}},
		{"pacifist1", "7k/8/8/8/8/8/p7/R6K w - - 0 1", "a1a2", []kind{"captures", "captures by the rook"}, nil},
		{"pacifist1", "7k/8/8/8/8/8/8/R6K w - - 0 1", "h1a3", []kind{"moves round the edge of the board"}, nil},
		{"chess", "k7/8/8/8/8/8/8/4K2R w - - 0 1", "e1h1", []kind{"castling without a right",
			"White's castling without a right"}, nil},
		{"pacifist1", "4k3/8/8/8/8/8/8/4K1NR w K - 0 1", "e1h1", []kind{"castling over other pieces",
			"castling O-O over other pieces"}, nil},
		{"pacifist1", "4rk2/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", []kind{"castling from or over attacked squares",
			"castling out of attack"}, []kind{"castling over attacked squares"}},
		{"pacifist1", "5rk1/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", []kind{"castling over attacked squares"},
			[]kind{"castling out of attack"}},
		// The queen on g8 outweighs the rook that comes to f1.
		{"pacifist-value", "6qk/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", []kind{"castling into persuasion",
			"castling O-O into persuasion"}, []kind{"castling from or over attacked squares"}},
		// Two bear on g1 and the rook on f1 alone supports the king there (PAC-10): castling is a king's move.
		{"pacifist1", "6rk/6q1/8/8/8/8/8/4K2R w K - 0 1", "e1h1", []kind{"king moves into persuasion",
			"castling that leaves the king over-persuaded"}, nil},
		{"pacifist-value", "5qk1/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1",
			[]kind{"castling from or over attacked squares"}, []kind{"castling into persuasion"}},
		{"chess", "1r5k/P7/8/8/8/8/8/7K w - - 0 1", "a7b8",
			[]kind{unpromoted, "captures on the last rank that do not promote"}, nil},
		{"chess", "7k/P7/8/8/8/8/8/7K w - - 0 1", "a7a8", []kind{unpromoted},
			[]kind{"captures on the last rank that do not promote"}},
		{"pacifist1", "k7/8/8/8/8/8/1k6/3QR3 w - - 0 1", "e1h1", []kind{"moves without a king that claim none"}, nil},
		{"chess", "7k/8/8/8/8/8/r7/2K5 w - - 0 1", "c1c2", []kind{"moves that leave the king in check"}, nil},
		{"chess", "7k/8/8/8/8/8/8/7K w - - 0 1", "a1a2", []kind{"moves from empty squares"}, nil},
		{"chess", "7k/8/8/8/8/8/8/7K w - - 0 1", "h8h7", []kind{"moves of the enemy's pieces"}, nil},
		{"pacifist1", "7k/8/8/8/8/8/8/4K2r w K - 0 1", "e1h1", []kind{"castling with a rook that has changed sides"},
			[]kind{"captures"}},
		{"pacifist1", "7k/8/8/8/8/8/8/4K2r w - - 0 1", "e1h1", []kind{"captures by the king"},
			[]kind{"castling with a rook that has changed sides"}},
		{"pacifist1", "7k/8/8/8/8/8/8/4K1r1 w G - 0 1", "e1g1", []kind{"castling with a rook that has changed sides"},
			nil},
		{"pacifist1", "7k/8/8/8/8/8/8/5Kr1 w G - 0 1", "f1g1", []kind{"captures by the king"},
			[]kind{"castling with a rook that has changed sides"}},
		{"pacifist1", "7k/8/8/8/8/8/P7/K7 w - - 0 1", "a1a2", []kind{"moves onto own pieces",
			"moves of kings and knights onto own pieces", "moves of the king onto own pieces"}, nil},
		{"pacifist1", "7k/8/8/8/8/8/P7/R6K w - - 0 1", "a1a2", []kind{"moves onto own pieces",
			"moves of the rook onto own pieces"}, []kind{"moves of kings and knights onto own pieces", "captures"}},
		{"pacifist1", "7k/8/8/8/8/8/1P6/7K w - - 0 1", "b2a3", []kind{"the pawn's step -1+1"},
			[]kind{"castling elsewhere"}},
		{"pacifist1", "7k/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1b1", []kind{"castling elsewhere",
			"castling O-O-O elsewhere", "the king's step -1+0"}, []kind{"castling O-O elsewhere",
			"moves round the edge of the board"}},
		{"pacifist1", "7k/8/8/8/8/8/8/3K4 w - - 0 1", "d1f1", []kind{"castling elsewhere", "castling O-O elsewhere"},
			[]kind{"castling O-O-O elsewhere"}},
		{"pacifist1", "7k/8/8/8/8/8/4K3/8 w - - 0 1", "e2c2", []kind{"the king's step -1+0"},
			[]kind{"castling elsewhere"}},
		{"pacifist1", "7k/8/8/8/8/8/8/4K3 w - - 0 1", "e1e3", []kind{"the king's step +0+1"},
			[]kind{"castling elsewhere"}},
		{"pacifist1", "k3r3/8/8/8/8/8/4R3/4K3 w - - 0 1", "e2a2", []kind{"moves that leave the king over-persuaded",
			"moves of other pieces that leave the king over-persuaded"}, []kind{"king moves into persuasion"}},
		{"chess", "k5r1/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", []kind{"moves that leave the king in check",
			"castling that leaves the king in check"}, nil},
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
		{"pacifist1", "6rk/8/8/8/8/8/8/6K1 w - - 0 1", "g1h2", []kind{"moves of a side whose king is attacked",
			"moves to rank 2", "moves from g1"}, []kind{"moves after which a king is attacked",
			"king moves onto attacked squares"}},
		// On g2 the rook on g4 attacks it and the king's own rook on a2 supports it.
		{"pacifist1", "7k/8/8/8/6r1/8/R7/7K w - - 0 1", "h1g2", []kind{"moves after which a king is attacked",
			"king moves onto attacked squares"}, []kind{"moves of a side whose king is attacked"}},
		// A king on a2 hangs, one on h7 does not.
		{"pacifist1", "8/7K/r7/8/8/8/K7/8 w - - 0 1", "h7h8", []kind{
			"turns after which one of both kings is over-persuaded",
			"turns after which the first of both kings from a1 on is over-persuaded",
			"turns after which the second of both kings in a FEN is over-persuaded"}, nil},
		{"pacifist1", "8/7K/r7/8/8/8/1K6/8 w - - 0 1", "h7h8", nil,
			[]kind{"turns after which one of both kings is over-persuaded"}},
		// The queen claims the king on a2 alone: that on h8 stands off her lines.
		{"pacifist1", "7k/8/8/8/8/8/k7/3Q4 w - - 0 1", "d1d2", []kind{"turns without a king that claim only one"},
			[]kind{"turns without a king that claim both"}},
		{"pacifist1", "8/8/7k/8/8/8/k7/3Q4 w - - 0 1", "d1d2", []kind{"turns without a king that claim both"},
			[]kind{"turns without a king that claim only one"}},
		// Queen and rook bear on f1, where the king alone supports the rook, which therefore does not count (PAC-7).
		{"pacifist-number", "5q1k/5r2/8/8/8/8/8/4K2R w K - 0 1", "e1h1",
			[]kind{"castling with a rook that does not count"}, nil},
		{"pacifist-number", "7k/5r2/8/8/8/8/8/4K2R w K - 0 1", "e1h1", nil,
			[]kind{"castling with a rook that does not count"}},
		{"pacifist1", "5q1k/5r2/8/8/8/8/8/4K2R w K - 0 1", "e1h1", nil,
			[]kind{"castling with a rook that does not count"}},
		// The rook bears on b4, and nothing supports it.
		{"pacifist1", "7k/8/8/8/7r/8/1P6/7K w - - 0 1", "b2b4", []kind{"two-steps to persuaded squares"}, nil},
		{"pacifist1", "7k/8/8/8/R6r/8/1P6/7K w - - 0 1", "b2b4", []kind{"moves from rank 2"},
			[]kind{"two-steps to persuaded squares"}},
		{"pacifist1", "7k/8/8/7r/8/8/8/1R5K w - - 0 1", "b1b5", nil, []kind{"two-steps to persuaded squares"}},
	} {
		g, p, m := at(t, test.rules, test.fen, test.uci)
		turn := g.Full(p, m)
		expect(t, test.fen+" "+test.uci, aroundKinds(g.Set(), p, &turn), test.has, test.lacks)
	}
}

// Co-squares by what makes them (CON-2, CON-3), and threats to a king (CON-7).
func TestPairKinds(t *testing.T) {
	g, p, m := at(t, "conversion", "7k/8/8/8/2r5/8/1K6/Q7 w - - 0 1", "a1f1")
	if got := pairKind(board.Knight, board.Knight, squareOf(t, "b3"), squareOf(t, "b5")); !slices.Equal(got,
		[]kind{"co-squares of two of a kind", "co-squares of two knights",
			"co-squares on the file of the moved piece"}) {
		t.Errorf("two knights: %q", got)
	}
	if got := pairKind(board.King, board.Queen, squareOf(t, "b3"), squareOf(t, "d3")); !slices.Equal(got,
		[]kind{"co-squares of king and queen", "co-squares of a king that moves and its queen",
			"co-squares on the rank of the moved piece"}) {
		t.Errorf("king and queen: %q", got)
	}
	// From f1 the queen makes co-squares with the king on b2: b1 and f2, where nobody stands.
	c := rules.NewReference(g.Set()).Cascade(p, m)
	for _, s := range []string{"b1", "f2"} {
		if got := pairKinds(&c.Board, c.CoSquares(), squareOf(t, s)); !slices.Contains(got,
			kind("co-squares of a queen that moves and its king")) {
			t.Errorf("on %s: %q", s, got)
		}
	}
	if got := pairKinds(&c.Board, c.CoSquares(), squareOf(t, "c4")); got != nil {
		t.Errorf("on c4 there is no co-square: %q", got)
	}
	// Black's knight on f2 can go to d1 or h1, on the rank of the king on a1, and that on a3 stands on its file.
	_, p, _ = at(t, "conversion", "7k/8/8/8/8/n7/5n2/K7 w - - 0 1", "a1a2")
	expect(t, "knights", threatKinds(p, board.White), []kind{"co-squares of two knights",
		"co-squares of two of a kind"}, []kind{"co-squares of king and queen"})
	// The bishop on h2 comes as far as b8, not to the file of the king on a1, in whose rank the other stands.
	_, p, _ = at(t, "conversion", "7k/8/8/8/8/8/7b/K4b2 w - - 0 1", "a1a2")
	if got := threatKinds(p, board.White); got != nil {
		t.Errorf("no bishop threatens the king: %q", got)
	}
	for _, pair := range []struct {
		a, b board.Kind
		want bool
	}{{board.Knight, board.Knight, true}, {board.Pawn, board.Pawn, false}, {board.King, board.Queen, true},
		{board.Queen, board.King, true}, {board.Rook, board.Queen, false}, {board.King, board.King, true}} {
		if paired(pair.a, pair.b) != pair.want {
			t.Errorf("%v and %v", pair.a, pair.b)
		}
	}
}

// Which squares pieces reach, pawns and the safety of kings left aside.
func TestReaches(t *testing.T) {
	_, p, _ := at(t, "chess", "7k/8/8/8/3p4/8/1P6/R2QK1N1 w - - 0 1", "a1a2")
	for move, want := range map[string]bool{
		"a1a8": true, "a1c1": true, "a1d1": false, "a1e1": false, "d1d4": true, "d1d5": false, "d1g4": true,
		"d1f2": false,
		"g1f3": true, "g1e2": true, "g1g2": false, "e1f2": true, "e1g1": false, "b2b3": false,
	} {
		if got := reaches(p, squareOf(t, move[:2]), squareOf(t, move[2:])); got != want {
			t.Errorf("%s: %v", move, got)
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
