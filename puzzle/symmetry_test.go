package puzzle

import (
	"math/rand/v2"
	"slices"
	"testing"

	"turncoat/internal/testing/rulestest"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

func named(t testing.TB, name string) *rules.Variant {
	t.Helper()
	variant := rules.New(rulestest.Builtin(t, name))
	return variant
}

func read(t testing.TB, variant *rules.Variant, fen string) board.Position {
	t.Helper()
	p, err := variant.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// The turns of an image are the images of the turns, for each change that is called a symmetry: what
// follows from a position does not tell it from its images.
func TestSymmetriesKeepTheGame(t *testing.T) {
	for _, name := range ruleset.BuiltinNames() {
		t.Run(name, func(t *testing.T) {
			variant := named(t, name)
			chance := rand.New(rand.NewPCG(1, 2))
			symmetric := name != "tibet" && name != "traitor" // in which Black's pieces alone convert
			tried := 0
			for tried < 6 {
				p := scattered(chance)
				if _, err := variant.ParseFEN(variant.FEN(&p)); err != nil {
					continue
				}
				if tried%3 == 0 { // without pawns ranks and files are alike
					for s := range p.Pawns.All {
						p.Put(s, board.NoPiece)
					}
					p.Rekey()
					if _, err := variant.ParseFEN(variant.FEN(&p)); err != nil {
						continue
					}
				}

				if tried%2 == 0 {
					p.Turn = board.Black
					p.Rekey()
					if _, err := variant.ParseFEN(variant.FEN(&p)); err != nil {
						continue
					}
				}

				tried++
				want := futures(variant, &p)
				set := variant.Set()
				list := symmetries(set, &p)
				most := 2 + 6*btoi(p.Pawns == 0)
				if symmetric && len(list) != most || len(list) < 2 {
					t.Fatalf("%s has %d symmetries, want %d", variant.FEN(&p), len(list), most)
				}
				for _, y := range list {
					q := y.Apply(&p)
					if q.Turn != board.White && symmetric {
						t.Fatalf("%+v leaves Black to move", y)
					}
					if got := futures(variant, &q); !slices.Equal(got, want) {
						t.Errorf("%+v: %s and %s do not have the same turns", y, variant.FEN(&p),
							variant.FEN(&q))
					}

					if again := read(t, variant, variant.FEN(&q)); again.Key != q.Key {
						t.Errorf("%+v: the key of %s is wrong", y, variant.FEN(&q))
					}
					if Canonical(set, &q) != Canonical(set, &p) {
						t.Errorf("%s and its image %s differ in their canonical form",
							variant.FEN(&p),
							variant.FEN(&q))
					}
				}
			}
		})
	}
}

// scattered puts two kings and two to five other pieces on squares at random.
func scattered(chance *rand.Rand) board.Position {
	p := board.Position{EnPassant: board.NoSquare, Number: 1}
	for i := range 4 + chance.IntN(4) {
		piece := board.Piece{Kind: board.King, Colour: board.Colour(i)}
		if i > 1 {
			piece = board.Piece{Kind: board.Kind(chance.IntN(int(board.King))),
				Colour: board.Colour(chance.IntN(2))}
		}

		for s := board.Square(chance.IntN(64)); ; s = board.Square(chance.IntN(64)) {
			if !p.Occupied().Has(s) {
				p.Put(s, piece)
				break
			}
		}
	}

	p.Rekey()
	return p
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// futures lists the canonical forms of all positions one turn on, and their outcomes.
func futures(variant *rules.Variant, p *board.Position) []string {
	var list []string
	for turn := range variant.Turns(p) {
		o := variant.Outcome(&turn.After)
		list = append(list, Canonical(variant.Set(), &turn.After)+" "+o.Reason)
	}

	slices.Sort(list)
	return list
}

// Castling ends on fixed files, so that a position with a right has no mirror; a change of colour
// keeps the right for the other side.
func TestCastlingRightsForbidTheMirror(t *testing.T) {
	variant := named(t, "pacifist1")
	same := func(a, b string) bool {
		p, q := read(t, variant, a), read(t, variant, b)
		return Canonical(variant.Set(), &p) == Canonical(variant.Set(), &q)
	}
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", false},
		{"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "r3k3/8/8/8/8/8/8/4K3 b q - 0 1", true},
		{"1k6/7p/8/8/8/8/8/R3K3 w Q - 0 1", "6k1/p7/8/8/8/8/8/3K3R w K - 0 1", false},
		{"1k6/7p/8/8/8/8/8/R3K3 w - - 0 1", "6k1/p7/8/8/8/8/8/3K3R w - - 0 1", true},
		{"1k6/7p/8/8/8/8/8/R3K3 w - - 0 1", "6k1/p7/8/8/8/8/8/3K3R b - - 0 1", false},
		{"1k6/7p/8/8/8/8/8/R3K3 w - - 0 1", "r3k3/8/8/8/8/8/7P/1K6 b - - 9 33", true},
		// A quarter turn is a symmetry without pawns only.
		{"1k6/8/8/8/8/8/8/R3K3 w - - 0 1", "8/8/8/K7/8/8/7k/R7 w - - 0 1", true},
		{"1k6/3P4/8/8/8/8/8/R3K3 w - - 0 1", "8/8/8/K5P1/8/8/7k/R7 w - - 0 1", false},
	} {
		if got := same(c.a, c.b); got != c.want {
			t.Errorf("%s and %s: the same is %t, want %t", c.a, c.b, got, c.want)
		}
	}
}

// Where the rules differ for the two sides, positions with the colours exchanged are two, and so are
// those that a reflection takes off the squares on which pieces convert.
func TestSidesThatDiffer(t *testing.T) {
	const white, exchanged = "4k3/8/8/3n4/8/2P5/8/4K3 w - - 0 1", "4k3/8/2p5/8/3N4/8/8/4K3 b - - 0 1"
	const black, mirrored = "7k/8/8/3n4/8/8/8/K7 b - - 0 1", "k7/8/8/4n3/8/8/8/7K b - - 0 1"
	const flipped = "K7/8/8/8/3n4/8/8/7k b - - 0 1"
	for _, c := range []struct {
		rules, a, b string
		want        bool
	}{
		{"andernach", white, exchanged, true},
		{"tibet", white, exchanged, false},
		{"traitor", white, exchanged, false},
		{"tibet", black, mirrored, true},
		{"tibet", black, flipped, true},
		{"traitor", black, mirrored, true},
		{"traitor", black, flipped, false},
		{"magic-squares", black, flipped, true},
	} {
		variant := named(t, c.rules)
		p, q := read(t, variant, c.a), read(t, variant, c.b)
		if got := Canonical(variant.Set(), &p) == Canonical(variant.Set(), &q); got != c.want {
			t.Errorf("%s: %s and %s: the same is %t, want %t", c.rules, c.a, c.b, got, c.want)
		}
	}
}
