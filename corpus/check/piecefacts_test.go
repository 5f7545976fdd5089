package check

import (
	"slices"
	"strings"
	"testing"

	"turncoat/internal/rulestest"
	"turncoat/rules/board"
)

// squaresOf returns squares that are named with spaces between them.
func squaresOf(t *testing.T, names string) (squares board.Bitboard) {
	t.Helper()
	for _, name := range strings.Fields(names) {
		squares |= squareOf(t, name).Bit()
	}
	return squares
}

// All that is true of pieces that a move may turn, each looked at in the wave of a number from 0 on.
func TestPieceFacts(t *testing.T) {
	for _, test := range []struct {
		fen, uci, square string
		n                int
		wave             string // squares
		want             string
	}{
		// Castling brings the rook to f1, below the king on f8.
		{"5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "f8", 0, "f8", `kings, Black's, on the first and the last rank, on rank 8, on the f-file, on dark squares, in the first wave, alone in their wave,
			the only king of their side, turned by a castling, turned by a move of a king, persuaded by one more than support them,
			persuaded by any, persuaded by one piece, persuaded by a rook, persuaded by the moved piece, persuaded over an empty way, persuaded from farther away, persuaded from more than two squares away, persuaded along a file,
			persuaded only by a rook, persuaded only by the moved piece, persuaded only over an empty way, persuaded only from farther away, persuaded only from more than two squares away, persuaded only along a file,
			supported by none`},
		// The pawn becomes a queen beside the knight on b8. The rook on h8 is Black's to castle with.
		{"1n2k2r/P7/8/8/8/8/8/K7 w k - 0 1", "a7a8q", "h8", 0, "b8", `rooks, Black's, on the first and the last rank, on the a- and the h-file, in corners, on rank 8, on the h-file, on dark squares, in the first wave,
			turned by a promotion, turned by a move of a pawn, named by a castling right, persuaded by none, supported by none`},
		// The queen of a side without a king claims both.
		{"8/8/7k/8/8/8/k7/3Q4 w - - 0 1", "d1d2", "a2", 0, "a2 h6", `kings, Black's, on the a- and the h-file, on rank 2, on the a-file, in the first wave, in a wave with a king,
			turned by a side without a king, turned by a move of a queen, persuaded by one more than support them,
			persuaded by any, persuaded by one piece, persuaded by a queen, persuaded by the moved piece, persuaded over an empty way, persuaded from farther away, persuaded from more than two squares away, persuaded along a rank,
			persuaded only by a queen, persuaded only by the moved piece, persuaded only over an empty way, persuaded only from farther away, persuaded only from more than two squares away, persuaded only along a rank,
			supported by none`},
		{"8/8/7k/8/8/8/k7/3Q4 w - - 0 1", "d1d2", "h6", 0, "a2 h6", `kings, Black's, on the a- and the h-file, on rank 6, on the h-file, on dark squares, in the first wave, in a wave with a king,
			turned by a side without a king, turned by a move of a queen, persuaded by one more than support them,
			persuaded by any, persuaded by one piece, persuaded by a queen, persuaded by the moved piece, persuaded over an empty way, persuaded from farther away, persuaded from more than two squares away, persuaded along a diagonal,
			persuaded only by a queen, persuaded only by the moved piece, persuaded only over an empty way, persuaded only from farther away, persuaded only from more than two squares away, persuaded only along a diagonal,
			supported by none`},
		// Rook, knight and pawn bear on e4 against knight and pawn.
		{"7k/8/5n2/3p4/4b3/2NP4/8/R6K w - - 0 1", "a1e1", "e4", 1, "d5 e4", `bishops, Black's, on rank 4, on the e-file, in the second wave, turned by a move of a rook, persuaded by one more than support them,
			persuaded by any, persuaded by more than two pieces, persuaded by a rook, persuaded by a knight, persuaded by a pawn, persuaded by the moved piece, persuaded over an empty way, persuaded from beside, persuaded from farther away,
			persuaded from more than two squares away, persuaded along a file, persuaded along a diagonal, persuaded only over an empty way,
			supported by any, supported by two pieces, supported by a knight, supported by a pawn, supported over an empty way, supported from beside, supported along a diagonal, supported only over an empty way`},
		// Queen, rook and bishop bear on c2 from two squares away each, and the king below it supports the pawn.
		{"q6k/8/8/8/4b3/8/2P1r3/2K5 b - - 0 1", "a8a2", "c2", 0, "c1 c2", `pawns, White's, on rank 2, on the c-file, in the first wave, in a wave with a king, beside a king of their side, turned by a move of a queen, pawns on their first rank,
			persuaded by any, persuaded by more than two pieces, persuaded by a queen, persuaded by a rook, persuaded by a bishop, persuaded by the moved piece, persuaded over an empty way, persuaded from farther away,
			persuaded along a rank, persuaded along a diagonal, persuaded only over an empty way, persuaded only from farther away,
			supported by any, supported by one piece, supported by a king, supported over an empty way, supported from beside, supported along a file,
			supported only by a king, supported only over an empty way, supported only from beside, supported only along a file`},
		{"q6k/8/8/8/4b3/8/2P1r3/2K5 b - - 0 1", "a8a2", "c1", 0, "c1", `kings, White's, on the first and the last rank, on rank 1, on the c-file, on dark squares, in the first wave, alone in their wave, the only king of their side,
			turned by a move of a queen, persuaded by none, supported by none`},
		// Two pawns support the knight against one bishop.
		{"k7/2p1p3/3n4/8/8/8/8/2B4K w - - 0 1", "c1a3", "d6", 2, "a8", `knights, Black's, on rank 6, on the d-file, on dark squares, in a wave with a king, turned by a move of a bishop, persuaded by fewer than support them,
			persuaded by any, persuaded by one piece, persuaded by a bishop, persuaded by the moved piece, persuaded over an empty way, persuaded from farther away, persuaded from more than two squares away, persuaded along a diagonal,
			persuaded only by a bishop, persuaded only by the moved piece, persuaded only over an empty way, persuaded only from farther away, persuaded only from more than two squares away, persuaded only along a diagonal,
			supported by any, supported by two pieces, supported by a pawn, supported over an empty way, supported from beside, supported along a diagonal,
			supported only by a pawn, supported only over an empty way, supported only from beside, supported only along a diagonal`},
	} {
		_, p, m := at(t, "pacifist1", test.fen, test.uci)
		j := &wrongJudge{set: rulestest.Builtin(t, "pacifist1"), way: &wrongWay{}}
		turn := j.turn(p, m)
		got := j.pieceExample(&turn.landed, squareOf(t, test.square), p.Turn, test.n, squaresOf(t, test.wave))
		facts(t, test.fen+" "+test.uci+" on "+test.square, got, test.want)
	}
}

// The rook that comes to d1 turns the queen on d5. She turns the knight on d8, with the rook behind her, and the
// pawn on a2. Nobody bears on the king.
const (
	turningFEN  = "3n3k/8/8/3q4/8/8/p6K/R7 w - - 0 1"
	turningMove = "a1d1"
)

// What is noted of each enemy piece when the board of a turn is the right one, or another.
func TestPiecesNoted(t *testing.T) {
	const (
		d5, a2, d8, h8 = "queens in the first wave", "pawns in the second wave", "knights in the second wave", "kings"
		right          = "3N3k/8/8/3Q4/8/8/P6K/3R4 b"
	)
	_, p, m := at(t, "pacifist1", turningFEN, turningMove)
	j := &wrongJudge{set: rulestest.Builtin(t, "pacifist1"), way: &wrongWay{}}
	turn := j.turn(p, m)
	for _, test := range []struct {
		plain                          bool
		fen                            string
		converted, kept, taken, stayed []string
		strange                        bool
	}{
		{true, "", []string{d5, a2, d8}, nil, nil, []string{h8}, false},
		{true, right, []string{d5, a2, d8}, nil, nil, []string{h8}, false},
		{true, "3n3k/8/8/3Q4/8/8/P6K/3R4 b", []string{d5, a2}, []string{d8}, nil, nil, false},
		{true, "3n3k/8/8/3q4/8/8/p6K/3R4 b", nil, []string{d5}, nil, nil, false},
		{true, "3N3K/8/8/3Q4/8/8/P6K/3R4 b", []string{d5, a2, d8}, nil, []string{h8}, nil, false},
		{true, "3N3k/8/8/3Q4/8/8/P6K/4R3 b", nil, nil, nil, nil, true}, // with the rook elsewhere
		{true, "3N3k/8/8/3Q4/8/8/P6K b", nil, nil, nil, nil, true},
		{true, "", []string{d5, a2, d8}, nil, nil, []string{h8}, false},
		{false, "", nil, nil, nil, nil, false},
		{false, right, nil, nil, nil, nil, true},
	} {
		o := &observation{set: j.set, plain: test.plain}
		o.pieces(j, &turn, test.fen)
		// The kind of each, and in which of the first two waves.
		of := func(list []factSet) (texts []string) {
			for _, f := range list {
				var text string
				for _, fact := range []string{"queens", "pawns", "knights", "kings", "in the first wave",
					"in the second wave"} {
					if n, known := o.words.numbers[fact]; known && f.has(n) {
						text += " " + fact
					}
				}
				texts = append(texts, strings.TrimSpace(text))
			}
			return texts
		}
		for _, list := range []struct {
			what      string
			got, want []string
		}{{"converted", of(o.converted), test.converted}, {"kept", of(o.kept), test.kept}, {"taken", of(o.taken),
			test.taken}, {"stayed", of(o.stayed), test.stayed}} {
			if !slices.Equal(list.got, list.want) {
				t.Errorf("%q: %s %q, want %q", test.fen, list.what, list.got, list.want)
			}
		}
		if o.strange != test.strange {
			t.Errorf("%q is strange: %v", test.fen, o.strange)
		}
		if o.strange {
			if o.pieces(j, &turn, ""); !o.strange {
				t.Errorf("%q is strange no more after a right turn", test.fen)
			}
		}
	}
}

// Bugs of pieces that are told by one fact, and by the number of the wave, with the board after the turn.
func TestPiecePatternsOfOneFact(t *testing.T) {
	_, p, m := at(t, "pacifist1", turningFEN, turningMove)
	is := func(fact string) pattern { return pattern{is: []string{fact}} }
	for _, test := range []struct {
		kept, taken pattern
		name, board string
	}{
		{is("in the second wave"), pattern{}, "pieces that are in the second wave are not converted",
			"3n3k/8/8/3Q4/8/8/p6K/3R4"},
		{is("in the first wave"), pattern{}, "pieces that are in the first wave are not converted",
			"3n3k/8/8/3q4/8/8/p6K/3R4"},
		{is("pawns"), pattern{}, "pieces that are pawns are not converted", "3N3k/8/8/3Q4/8/8/p6K/3R4"},
		{pattern{}, is("kings"), "pieces that are kings are converted, too", "3N3K/8/8/3Q4/8/8/P6K/3R4"},
		{is("pawns"), is("kings"),
			"pieces that are pawns are not converted, and pieces that are kings are converted, too",
			"3N3K/8/8/3Q4/8/8/p6K/3R4"},
	} {
		w := pieceWay(test.kept, test.taken)
		j := &wrongJudge{set: rulestest.Builtin(t, "pacifist1"), way: &w}
		turn := j.turn(p, m)
		if got := turn.after.Board(); w.name != test.name || got != test.board {
			t.Errorf("%q: %s, want %q: %s", w.name, got, test.name, test.board)
		}
	}
	// Each of two patterns with each of two.
	var o observation
	o.kept = []factSet{o.words.set(example{"a": true, "b": true}), o.words.set(example{"a": true, "b": true})}
	o.converted = []factSet{o.words.set(example{"c": true})}
	o.taken = []factSet{o.words.set(example{"d": true, "e": true}), o.words.set(example{"d": true, "e": true})}
	o.stayed = o.converted
	var names []string
	for _, w := range o.pieceWays() {
		names = append(names, strings.NewReplacer("pieces that are ", "", " are not converted, and", "",
			" are converted, too", "").Replace(w.name))
	}
	if !slices.Equal(names, []string{"a d", "a e", "b d", "b e"}) {
		t.Errorf("%q", names)
	}
	o.kept = nil
	if ways := o.pieceWays(); len(ways) != 2 || ways[0].name != "pieces that are d are converted, too" {
		t.Errorf("%d bugs without a piece that is kept", len(ways))
	}
}
