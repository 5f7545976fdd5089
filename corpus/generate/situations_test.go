package generate

import (
	"strings"
	"testing"

	"turncoat/corpus"
	"turncoat/corpus/golden"
	"turncoat/corpus/internal/probe"
	"turncoat/internal/longtest"
	"turncoat/internal/rulestest"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// shownBy lists the situations of a position after moves.
func shownBy(t *testing.T, set ruleset.Set, fen, moves string) []string {
	t.Helper()
	p := newPool(set, 1, nil)
	c, ok := p.look(probe.Question{FEN: fen, Moves: strings.Fields(moves)}, 1000)
	if !ok {
		t.Fatalf("%s %s %s makes no case", set.Name, fen, moves)
	}
	return situations(c, p.Variant, otherValues(set))
}

// Positions with what they show by the rules, worked out by hand.
func TestSituations(t *testing.T) {
	tests := []struct {
		rules, fen, moves string
		shows, lacks      []string
	}{
		// The rook may not go over the pawn or onto it; the king stands alone in its corner.
		{"pacifist1", "7k/8/8/8/8/8/P7/R3K3 w - - 0 1", "",
			[]string{"rook refused onto an own piece", "rook refused over an own piece",
				"rook refused onto an own piece", "a move of 3 squares straight", "White's two-step converts nothing"},
			[]string{"rook refused over an enemy piece", "White's two-step refused over an own piece",
				"king refused because the king hangs"}},
		// Without a right and with one, over a piece and with both kings.
		{"pacifist1", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "", []string{"O-O refused without a right"},
			[]string{"White's O-O converts nothing", "O-O-O refused without a right"}},
		{"pacifist1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "", []string{"White's O-O converts nothing"},
			[]string{"O-O refused without a right", "O-O with both kings"}},
		{"pacifist1", "4K3/8/8/8/8/8/8/4K2R w K - 0 1", "", []string{"O-O with both kings", "king with both kings"},
			nil},
		{"pacifist1", "4k3/8/8/8/8/8/8/4KN1R w K - 0 1", "", []string{"O-O refused over an own piece"},
			[]string{"O-O refused over an enemy piece"}},
		{"pacifist1", "4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "", []string{"O-O refused over danger"},
			[]string{"O-O refused out of danger"}},
		{"pacifist1", "4r2k/8/8/8/8/8/8/4K2R w K - 0 1", "", []string{"O-O refused out of danger"},
			[]string{"O-O refused over danger"}},
		// The rook is taken and another takes back; the right does not come back with it.
		{"chess", "b3k3/8/8/8/8/7R/8/4K2R b K - 0 1", "a8h1 h3h1 e8e7",
			[]string{"castling refused after its rook was captured"}, nil},
		{"pacifist1", "8/8/8/8/8/k7/8/7K w - - 0 1", "", []string{"kings alone, White to move: *"}, nil},
		// By value the king may not end where it hangs (PAC-11).
		{"pacifist-value", "6qk/8/8/8/8/8/8/4K2R w K - 0 1", "", []string{"O-O refused into danger"},
			[]string{"O-O refused over danger"}},
		// the rook on f1 supports as much
		{"pacifist-value", "6rk/8/8/8/8/8/8/4K2R w K - 0 1", "", []string{"White's O-O converts nothing"},
			[]string{"O-O refused into danger"}},
		// two against the rook on f1
		{"pacifist1", "6rk/6q1/8/8/8/8/8/4K2R w K - 0 1", "", []string{"O-O refused because the king hangs"}, nil},
		{"pacifist1", "4k3/8/8/8/8/8/8/4KR1R w F - 0 1", "", []string{"castling by a right written by its file"}, nil},
		// Two-steps: over and onto pieces, and from another rank.
		{"pacifist1", "7k/8/8/8/8/n7/P7/7K w - - 0 1", "", []string{"White's two-step refused over an enemy piece",
			"pawn refused onto an enemy piece"}, nil},
		{"pacifist1", "7k/8/8/8/n7/8/P7/7K w - - 0 1", "", []string{"White's two-step refused onto an enemy piece"},
			nil},
		{"pacifist1", "7k/8/8/8/8/P7/8/7K w - - 0 1", "", []string{"White's two-step refused from rank 3"},
			[]string{"White's two-step converts nothing"}},
		{"pacifist1", "7k/8/8/7p/8/8/8/7K b - - 0 1", "", []string{"Black's two-step refused from rank 4"}, nil},
		{"pacifist1", "7k/8/8/8/8/r7/1P6/7K w - - 0 1", "",
			[]string{"White's two-step refused over a persuaded square",
				"pawn refused as a capture ahead of an enemy piece"}, nil},
		// A side without a king claims one, or may not play.
		{"pacifist1", "k7/8/8/8/8/8/1k6/3QR3 w - - 0 1", "", []string{"queen claims a king", "queen without a king",
			"rook refused because no king is claimed"}, nil},
		// A queen of 9 outweighs rook and bishop, one of 8 does not (PAC-4).
		{"pacifist2", "r6k/8/2b5/8/p7/8/3Q4/7K w - - 0 1", "", []string{"a queen of 8 told", "a bishop of 4 told",
			"a rook of 6 told", "a queen persuades and decides"}, []string{"a knight of 4 told", "a pawn of 2 told"}},
		{"conversion", "7k/8/8/8/8/8/r7/2K5 w - - 0 1", "", []string{"king refused because of a rook",
			"king refused because the king comes into check"},
			[]string{"king refused because the king stays in check"}},
		{"conversion", "7k/8/8/8/8/8/8/r1K5 w - - 0 1", "", []string{"king refused because the king stays in check"},
			nil},
		{"chess", "7k/8/8/3pP3/8/8/8/7K w - - 0 1", "",
			[]string{"en passant refused because the pawn did not just pass"}, nil},
		{"chess", "7k/8/8/3pP3/8/8/8/7K w - d6 0 1", "", nil,
			[]string{"en passant refused because the pawn did not just pass"}},
		{"chess", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "a1a2 e8e7",
			[]string{"castling after the other rook has moved"}, nil},
		{"chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "", []string{"Black to move: stalemate"},
			[]string{"Black to move: checkmate"}},
	}
	for _, test := range tests {
		got := shownBy(t, rulestest.Builtin(t, test.rules), test.fen, test.moves)
		checkShows(t, test.rules+" "+test.fen+" "+test.moves, got, test.shows, test.lacks)
	}
}

// The standard corpora show twice at least each kind of turn refused for each reason that there is.
func TestGoldenShowsRefusals(t *testing.T) {
	const least = 2
	names := ruleset.BuiltinNames()
	if longtest.Short() {
		names = []string{"pacifist-value", "conversion"}
	}
	for _, name := range names {
		set := rulestest.Builtin(t, name)
		cases, err := golden.Cases(corpus.Standard, name)
		if err != nil {
			t.Fatal(err)
		}
		g, shown := rules.New(set), map[string]int{}
		for i := range cases {
			p, err := cases[i].Position()
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range refusals(g, &p) {
				shown[name]++
			}
		}
		for _, want := range reasons(set) {
			if shown[want] < least {
				t.Errorf("%s: %d cases show %q", name, shown[want], want)
			}
		}
	}
}

// reasons lists the kinds of turns of a rule set with each reason for which they may be refused.
func reasons(set ruleset.Set) []string {
	pacifist := set.Family == ruleset.Pacifist
	var list []string
	add := func(what string, why ...string) {
		for _, w := range why {
			list = append(list, what+" refused "+w)
		}
	}
	for _, kind := range []string{"king", "queen", "rook", "bishop", "knight"} {
		add(kind, "onto an own piece")
		if pacifist {
			add(kind, "onto an enemy piece")
		}
	}
	for _, kind := range []string{"queen", "rook", "bishop"} {
		add(kind, "over an own piece", "over an enemy piece")
	}
	add("pawn", "onto an own piece", "onto an enemy piece", "as a capture ahead of an own piece",
		"as a capture backwards of an enemy piece", "as a capture sideways of an enemy piece")
	add("promotion", "onto an own piece", "onto an enemy piece")
	for _, side := range []string{"White's", "Black's"} {
		add(side+" two-step", "over an own piece", "over an enemy piece", "onto an own piece", "onto an enemy piece",
			"from rank 3", "from rank 4")
		if pacifist {
			add(side+" two-step", "over a persuaded square")
		}
	}
	for _, wing := range []string{"O-O", "O-O-O"} {
		add(wing, "over an own piece", "over an enemy piece", "without a right", "out of danger", "over danger")
	}
	for _, by := range []string{"queen", "rook", "bishop", "knight", "pawn"} {
		add("king", "because of a "+by)
	}
	switch {
	case !pacifist:
		add("en passant", "because the pawn did not just pass")
		for _, kind := range []string{"king", "queen", "rook", "bishop", "knight", "pawn"} {
			add(kind, "because the king stays in check", "because the king comes into check")
		}
	case set.KingSafety == ruleset.KingMoves:
		add("king", "because the king hangs")
		add("O-O", "into danger")
		add("O-O-O", "into danger")
	default:
		for _, kind := range []string{"king", "queen", "rook", "bishop", "knight", "pawn", "O-O", "O-O-O"} {
			add(kind, "because the king hangs")
		}
	}
	if pacifist {
		for _, kind := range []string{"queen", "rook", "bishop", "knight", "pawn"} {
			add(kind, "because no king is claimed")
		}
	}
	if set.Family == ruleset.Conversion {
		add("king", "because of a conversion")
		add("O-O", "over a square where the king would be converted")
		add("O-O-O", "over a square where the king would be converted")
	}
	return list
}

// The standard corpora tell a value of each kind of piece that is one more or one less.
func TestGoldenTellsValues(t *testing.T) {
	for _, name := range []string{"pacifist2", "pacifist-value", "pacifist-average"} {
		if name != "pacifist-average" && longtest.Short() {
			continue
		}
		set := rulestest.Builtin(t, name)
		cases, err := golden.Cases(corpus.Standard, name)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range otherValues(set) {
			n := 0
			for i := range cases {
				q := probe.Question{FEN: cases[i].FEN, Moves: cases[i].Moves}
				base, _, err := q.Key(rules.New(set), probe.MostTurns)
				if err != nil {
					continue
				}
				if key, _, err := q.Key(v.variant, probe.MostTurns); err == nil && key != base {
					n++
				}
			}
			if n < 2 {
				t.Errorf("%s: %s by %d cases", name, v.name, n)
			}
		}
	}
}

// The ways from square to square, and what stands between.
func TestWay(t *testing.T) {
	for _, test := range []struct {
		kind     string
		from, to string
		between  int
		reaches  bool
	}{
		{"R", "a1", "a4", 2, true}, {"R", "a1", "b2", 0, false}, {"B", "a1", "d4", 2, true},
		{"B", "a1", "a2", 0, false},
		{"Q", "h8", "a1", 6, true}, {"Q", "a1", "b3", 0, false}, {"N", "a1", "b3", 0, true},
		{"N", "a1", "a3", 0, false}, {"N", "a1", "c5", 0, false},
		{"K", "e1", "f2", 0, true}, {"K", "e1", "g1", 0, false}, {"R", "a1", "c5", 0, false},
	} {
		between, reaches := way(board.KindOf(test.kind[0]), squareAt(t, test.from), squareAt(t, test.to))
		if reaches != test.reaches || reaches && between.Count() != test.between {
			t.Errorf("%s from %s to %s: %d between, %v", test.kind, test.from, test.to, between.Count(), reaches)
		}
	}
}

func squareAt(t *testing.T, name string) board.Square {
	t.Helper()
	s, ok := board.ParseSquare(name)
	if !ok {
		t.Fatal(name)
	}
	return s
}
