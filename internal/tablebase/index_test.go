package tablebase

import (
	"math/rand/v2"
	"testing"

	"turncoat/internal/testing/rulestest"
	"turncoat/rules/board"
)

// countOf returns the number of positions of a class in the Pacifist family by Burnside's lemma:
// the mean, over the symmetries, of how many states each of them keeps. A symmetry keeps a state
// when it keeps every group of like pieces of one owner, as a set of squares.
func countOf(c Class) uint64 {
	symmetries := []int{0, 1, 2, 3, 4, 5, 6, 7}
	if c.Count(board.Pawn) > 0 {
		symmetries = []int{0, 1}
	}
	kept := uint64(0)
	for _, t := range symmetries {
		kept += count(c, t, board.Pawn, 0)
	}
	return kept / uint64(len(symmetries))
}

// count counts the states from a kind on that a symmetry keeps, on the squares that are not taken.
func count(c Class, t int, kind board.Kind, taken board.Bitboard) uint64 {
	if kind > board.King {
		return 1
	}
	total := uint64(0)
	for white := range c.Count(kind) + 1 {
		sets(t, kind, white, taken, func(first board.Bitboard) {
			sets(t, kind, c.Count(kind)-white, taken|first, func(second board.Bitboard) {
				total += count(c, t, kind+1, taken|first|second)
			})
		})
	}

	return total
}

// sets yields the sets of n free squares that a symmetry keeps.
func sets(t int, kind board.Kind, n int, taken board.Bitboard, yield func(board.Bitboard)) {
	var add func(set board.Bitboard, from board.Square)
	add = func(set board.Bitboard, from board.Square) {
		if set.Count() == n {
			yield(set)
		}
		if set.Count() >= n {
			return
		}
		for s := from; s < board.NoSquare; s++ {
			orbit := board.Bitboard(0)
			for x := s; !orbit.Has(x); x = imageOf[t][x] {
				orbit |= x.Bit()
			}
			if orbit.First() == s && orbit&(taken|set) == 0 &&
				(kind != board.Pawn || orbit&^pawnSquares == 0) {
				add(set|orbit, s+1)
			}
		}
	}
	add(0, 0)
}

// Every position has one number and every number at most one position.
func TestIndexIsExact(t *testing.T) {
	for _, name := range []string{"KK", "KKN", "KKP"} {
		c := class(t, name)
		x := NewIndex(c, rulestest.Builtin(t, "pacifist1"))
		var p board.Position
		positions := uint64(0)
		for n := range x.Size {
			if !x.Position(n, &p) {
				continue
			}
			positions++
			if got := x.Number(&p); got != n {
				t.Fatalf("%s: number %d is %s, which has number %d", name, n, p.Board(), got)
			}
			if got, ok := ClassOf(&p); !ok || got != c {
				t.Fatalf("%s: number %d is %s", name, n, p.Board())
			}
		}

		if want := countOf(c); positions != want {
			t.Errorf("%s: %d positions have a number, want %d", name, positions, want)
		}
	}
}

// The same, for larger classes at random: a position's number is that of all its images and leads
// back to one of them.
func TestIndexOfImages(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, name := range []string{"KKNN", "KKRB", "KKPP", "KKQP", "KKNNN", "KKQPP", "KKBBN"} {
		for _, rules := range []string{"pacifist1", "chess"} {
			x := NewIndex(class(t, name), rulestest.Builtin(t, rules))
			for range 500 {
				p := randomPosition(random, x)
				n := x.Number(&p)
				if n >= x.Size {
					t.Fatalf("%s has number %d of %d", p.Board(), n, x.Size)
				}
				var back board.Position
				if !x.Position(n, &back) {
					t.Fatalf("%s has number %d, which is nobody's", p.Board(), n)
				}
				found := false
				for _, image := range imagesOf(&p, x.HasPawns) {
					if got := x.Number(&image); got != n {
						t.Fatalf("%s has number %d, its image %s %v %d", p.Board(), n,
							image.Board(), image.Turn, got)
					}
					found = found || image.Board() == back.Board() && image.Turn == back.Turn
				}

				if !found {
					t.Fatalf("%s has number %d, which leads back to %s", p.Board(), n, back.Board())
				}
			}
		}
	}
}

// imagesOf returns a position with its images under the symmetries and the exchange of the colours.
func imagesOf(p *board.Position, pawns bool) []board.Position {
	var list []board.Position
	for t := range symmetries {
		for _, swap := range []bool{false, true} {
			turned := t&mirrorRanks != 0
			if pawns && (t&transpose != 0 || turned != swap) {
				continue
			}
			list = append(list, changed(p, t, swap))
		}
	}

	return list
}

// changed returns a position's image under a symmetry and, if wanted, the exchange of the colours,
// without rights.
func changed(p *board.Position, t int, swap bool) board.Position {
	q := board.Position{EnPassant: board.NoSquare, Number: 1, Turn: p.Turn}
	for s := range p.Occupied().All {
		piece := p.PieceAt(s)
		if swap {
			piece.Colour = piece.Colour.Other()
		}
		q.Put(imageOf[t][s], piece)
	}

	if swap {
		q.Turn = p.Turn.Other()
	}
	return q
}

func randomPosition(random *rand.Rand, x *Index) board.Position {
	p := board.Position{EnPassant: board.NoSquare, Number: 1, Turn: board.Colour(random.IntN(2))}
	put := func(kind board.Kind, colour board.Colour) {
		for {
			s := board.Square(random.IntN(64))
			if !p.Occupied().Has(s) && (kind != board.Pawn || pawnSquares.Has(s)) {
				p.Put(s, board.Piece{Kind: kind, Colour: colour})
				return
			}
		}
	}
	first := board.Colour(random.IntN(2))
	put(board.King, first)
	if x.oneKingEach {
		put(board.King, first.Other())
	} else {
		put(board.King, board.Colour(random.IntN(2)))
	}

	for _, g := range x.groups {
		for range g.count {
			put(g.kind, board.Colour(random.IntN(2)))
		}
	}

	return p
}
