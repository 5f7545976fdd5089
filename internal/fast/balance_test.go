package fast

import (
	"math/rand/v2"
	"strings"
	"testing"

	"turncoat/rules/board"
)

// scattered returns the FEN of a random position of the Pacifist family with so many pieces beside
// the kings, drawn from some letters.
func scattered(random *rand.Rand, count int, letters string) string {
	var squares [64]byte
	for i, s := range random.Perm(64)[:count+2] {
		switch {
		case i < 2:
			squares[s] = "Kk"[i*random.IntN(2)]
		case s < 8 || s >= 56:
			squares[s] = "NBRQnbrq"[random.IntN(8)]
		default:
			squares[s] = letters[random.IntN(len(letters))]
		}
	}

	return placement(&squares) + " " + string("wb"[random.IntN(2)]) + " - - 0 1"
}

// placement returns the first field of a FEN, from the letters of the pieces on the squares; 0 is
// none.
func placement(squares *[64]byte) string {
	var fen strings.Builder
	for rank := 7; rank >= 0; rank-- {
		for _, piece := range squares[8*rank : 8*rank+8] {
			if piece == 0 {
				piece = '1'
			}
			fen.WriteByte(piece)
		}

		if rank > 0 {
			fen.WriteByte('/')
		}
	}

	return fen.String()
}

// The balance of all squares at once says of each what weighing that square by itself says (PAC-5),
// on sparse boards and on full ones; and where the mover bears, once and by number twice, is where
// its pieces are found when one looks from the square.
func TestBalance(t *testing.T) {
	random := rand.New(rand.NewPCG(85, 2))
	for _, name := range []string{"pacifist1", "pacifist-number", "pacifist2", "pacifist-value"} {
		held := 0
		for i := range 1200 {
			count, letters := 4+i%45, "PNBRQpnbrq"
			if i%3 == 0 { // most of them one side's, which weighs much then
				count, letters = 10+i%6, "QQQQRRBNPp"
			}
			r, _, p := parse(t, name, scattered(random, count, letters))
			var n, leaf node
			n.start(r, &p)
			leaf.startLeaf(r, &p)
			if !n.weighs { // by value, of more than the planes hold
				continue
			}
			held++
			us := p.Turn
			for s := board.A1; s <= board.H8; s++ {
				side := us
				if p.Colours[us^1].Has(s) {
					side = us ^ 1
				}
				want := r.overpersuaded(&p, s, side, 0) == (side != us)
				ours := bearers(&p, us, s).Count()
				if n.over.Has(s) != want || leaf.over.Has(s) != want ||
					n.once.Has(s) != (ours > 0) || r.byNumber() && n.twice.Has(s) != (ours > 1) {
					t.Fatalf("%s: %s: %v: over %t and %t, want %t; once %t, twice %t of %d", name,
						p.Board(), s, n.over.Has(s), leaf.over.Has(s), want, n.once.Has(s),
						n.twice.Has(s), ours)
				}
			}
		}

		if held < 200 {
			t.Errorf("%s: only %d positions are weighed", name, held)
		}
	}
}
