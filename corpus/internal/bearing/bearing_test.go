package bearing_test

import (
	"testing"

	"turncoat/corpus/internal/bearing"
	"turncoat/internal/rulestest"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// read returns the position of a FEN under a rule set.
func read(t *testing.T, set ruleset.Set, fen string) board.Position {
	t.Helper()
	p, err := rules.New(set).ParseFEN(fen)
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	return p
}

// Of a rule set only how it weighs is left, and in the Pacifist family its values.
func TestPlainly(t *testing.T) {
	first := rulestest.Builtin(t, "pacifist1")
	own := rulestest.Builtin(t, "pacifist-average")
	own.Values[board.Queen] = 8
	own.Rounds = ruleset.FirstRound
	plain := bearing.Plainly(own)
	if plain.Family != ruleset.Pacifist || plain.Weigh != ruleset.ByAverage || plain.Values != own.Values ||
		plain.Rounds != first.Rounds || plain.MovedPiece != first.MovedPiece || plain.Reclaim != first.Reclaim {
		t.Errorf("%+v", plain)
	}
	chess := rulestest.Builtin(t, "chess")
	chess.Values[board.Queen] = 8
	if plain := bearing.Plainly(chess); plain.Family != ruleset.Pacifist || plain.Weigh != chess.Weigh ||
		plain.Values != first.Values {
		t.Errorf("of chess %+v", plain)
	}
}

// Who bears on e8 rightly and by the three wrong ways, on lines worked out by hand; values are queen 9, rook 5,
// bishop and knight 3.
func TestReadings(t *testing.T) {
	type weight struct{ count, sum int64 }
	for _, test := range []struct {
		what, fen string
		right     weight
		wrong     [3]weight
	}{
		{"one rook", "4n2k/8/8/8/8/4R3/8/K7 w - - 0 1", weight{1, 5}, [3]weight{{1, 5}, {1, 5}, {1, 5}}},
		{"two rooks", "4n2k/8/8/8/8/4R3/4R3/K7 w - - 0 1", weight{2, 10}, [3]weight{{2, 10}, {2, 10}, {2, 10}}},
		{"three sliders, the third left out", "4n2k/8/8/8/4R3/4Q3/4R3/K7 w - - 0 1", weight{3, 19},
			[3]weight{{2, 14}, {3, 19}, {3, 19}}},
		{"four sliders", "4n2k/8/8/4R3/4R3/4Q3/4R3/K7 w - - 0 1", weight{4, 24}, [3]weight{{2, 10}, {4, 24}, {4, 24}}},
		{"a bishop behind a rook, taken for a like piece", "4n2k/8/8/8/4R3/4B3/8/K7 w - - 0 1", weight{1, 5},
			[3]weight{{1, 5}, {2, 8}, {1, 5}}},
		{"a rook behind a bishop", "4n2k/8/6B1/7R/8/8/8/K7 w - - 0 1", weight{1, 3}, [3]weight{{1, 3}, {2, 8}, {1, 3}}},
		{"a bishop alone on the file", "4n2k/8/8/8/4B3/8/8/K7 w - - 0 1", weight{0, 0}, [3]weight{{0, 0}, {0, 0},
			{0, 0}}},
		{"a rook behind a bishop on the file", "4n2k/8/8/8/4B3/4R3/8/K7 w - - 0 1", weight{0, 0},
			[3]weight{{0, 0}, {0, 0}, {0, 0}}},
		{"an enemy rook behind a rook, taken for one's own", "4n2k/8/8/8/4R3/4r3/8/K7 w - - 0 1", weight{1, 5},
			[3]weight{{1, 5}, {1, 5}, {2, 10}}},
		{"an enemy rook before a rook", "4n2k/8/8/8/4r3/4R3/8/K7 w - - 0 1", weight{0, 0}, [3]weight{{0, 0}, {0, 0},
			{0, 0}}},
		{"an enemy bishop behind a rook", "4n2k/8/8/8/4R3/4b3/8/K7 w - - 0 1", weight{1, 5}, [3]weight{{1, 5}, {1, 5},
			{1, 5}}},
		{"a knight behind a rook", "4n2k/8/8/8/4R3/4N3/8/K7 w - - 0 1", weight{1, 5}, [3]weight{{1, 5}, {1, 5},
			{1, 5}}},
		{"a knight, and a rook on the rank", "R3n2k/8/3N4/8/8/8/8/K7 w - - 0 1", weight{2, 8},
			[3]weight{{2, 8}, {2, 8}, {2, 8}}},
		{"an enemy rook on the square itself", "4r2k/8/8/8/4R3/8/8/K7 w - - 0 1", weight{1, 5},
			[3]weight{{1, 5}, {1, 5}, {1, 5}}},
	} {
		for _, name := range []string{"pacifist2", "chess"} { // chess lends its board, with the values of the rules
			set := rulestest.Builtin(t, "pacifist2")
			p := read(t, set, test.fen)
			set = rulestest.Builtin(t, name)
			e8, _ := board.ParseSquare("e8")
			if w := bearing.Weigh(set, &p, e8, board.White); w.Count != test.right.count || w.Sum != test.right.sum {
				t.Errorf("%s, %s: %d pieces, %d", test.what, name, w.Count, w.Sum)
			}
			for i := range bearing.Readings {
				r := &bearing.Readings[i]
				if w := r.Weigh(set, &p, e8, board.White); w.Count != test.wrong[i].count ||
					w.Sum != test.wrong[i].sum {
					t.Errorf("%s, %s, as if %q: %d pieces, %d, want %+v", test.what, name, r.Trait, w.Count, w.Sum,
						test.wrong[i])
				}
			}
		}
	}
}

// What bears for Black is counted as what bears for White.
func TestReadingsOfBlack(t *testing.T) {
	set := rulestest.Builtin(t, "pacifist1")
	p := read(t, set, "7k/4r3/4b3/4R3/8/8/8/K3N3 b - - 0 1")
	e1, _ := board.ParseSquare("e1")
	for i, want := range []int64{0, 0, 0} { // a white rook stands before them
		if w := bearing.Readings[i].Weigh(set, &p, e1, board.Black); w.Count != want {
			t.Errorf("behind a white rook %d black pieces bear by reading %d", w.Count, i)
		}
	}
	p = read(t, set, "7k/4R3/4b3/4r3/8/8/8/K3N3 b - - 0 1")
	// the bishop, taken for a rook, bears; the rook behind it does so only if the bishop does
	for i, want := range []int64{1, 2, 1} {
		if w := bearing.Readings[i].Weigh(set, &p, e1, board.Black); w.Count != want {
			t.Errorf("%d black pieces bear by reading %d, want %d", w.Count, i, want)
		}
	}
}

// A turn tells a wrong way from the right one where other pieces have been converted in the end.
func TestTells(t *testing.T) {
	for _, test := range []struct {
		what, fen, move string
		tells           [3]bool
	}{
		{"three rooks against king and knight", "4nk2/6n1/8/8/8/4R3/4R3/K3R3 w - - 0 1", "a1a2",
			[3]bool{true, false, false}},
		{"three rooks against the king", "4nk2/8/8/8/8/4R3/4R3/K3R3 w - - 0 1", "a1a2", [3]bool{false, false, false}},
		// Taking the knight c7 away from the defence, two rooks are enough one wave later.
		{"three rooks in the end two", "4nk2/2n5/8/8/8/4R3/2R1R3/K1R1R3 w - - 0 1", "a1a2",
			[3]bool{false, false, false}},
		{"a bishop behind a rook against the king", "4nk2/8/8/8/8/4R3/4B3/K7 w - - 0 1", "a1a2",
			[3]bool{false, true, false}},
		{"a supported enemy rook behind a rook against the king", "4nk2/8/8/8/8/4R3/4r2r/K7 w - - 0 1", "a1b1",
			[3]bool{false, false, true}},
		// Without support the enemy rook is converted, too, and bears one wave later.
		{"an enemy rook behind a rook against the king", "4nk2/8/8/8/8/4R3/4r3/K7 w - - 0 1", "a1a2",
			[3]bool{false, false, false}},
		{"rook and knight against the king", "4nk2/8/3N4/8/8/4R3/8/K7 w - - 0 1", "a1a2", [3]bool{false, false, false}},
		// The same behind a defender counts for the other side.
		{"a bishop behind the defending rook", "b3r3/8/5k2/4n3/8/4R3/4R3/K7 w - - 0 1", "a1a2",
			[3]bool{false, false, false}},
		{"a bishop behind the only defending rook", "4b3/4r3/8/k3n3/8/8/4R3/K3R3 w - - 0 1", "a1a2",
			[3]bool{false, true, false}},
	} {
		set := rulestest.Builtin(t, "pacifist1")
		g := rules.New(set)
		p := read(t, set, test.fen)
		played, err := g.Parse(&p, test.move)
		if err != nil {
			t.Fatalf("%s: %v", test.what, err)
		}
		for i := range bearing.Readings {
			if got := bearing.Readings[i].Tells(set, &p, &played); got != test.tells[i] {
				t.Errorf("%s: that it tells %q is %t", test.what, bearing.Readings[i].Trait, got)
			}
		}
	}
}
