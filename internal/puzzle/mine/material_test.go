package mine

import (
	"errors"
	"strings"
	"testing"

	"turncoat/internal/testing/puzzletest"
	"turncoat/rules/board"
)

// Material as it is written, and what is none.
func TestParseMaterial(t *testing.T) {
	pawns := strings.Repeat("P", 38)
	for _, test := range []struct {
		set, text string // of one result, with commas
		from, to  int    // of drawn pieces
		class     error
	}{
		{"chess", "8", 8, 8, nil}, {"chess", "6-12", 6, 12, nil}, {"chess", "3", 3, 3, nil},
		{"chess", "40", 40, 40, nil}, {"chess", "3-40", 3, 40, nil}, {"chess", "7-7", 7, 7, nil},
		{"chess", "2,41,12-6,3-41,,4-,-4,Kkx,Kké", 0, 0, board.ErrSyntax},
		{"chess", "KQR kqr,Kk,Kk" + pawns, 0, 0, nil}, {"pacifist1", "KK,kk", 0, 0, nil},
		{"chess", "KQ,KK,Kk" + pawns + "P", 0, 0, board.ErrInvalid},
		{"pacifist1", "KKk,Q", 0, 0, board.ErrInvalid},
		{"conversion", "kk", 0, 0, board.ErrInvalid},
	} {
		for text := range strings.SplitSeq(test.text, ",") {
			m, err := parseMaterial(text, puzzletest.Named(t, test.set).Set())
			got := ""
			for _, p := range m.Pieces {
				got += string(p.Letter())
			}
			if !errors.Is(err, test.class) ||
				err == nil && (m.From != test.from || m.To != test.to ||
					test.from == 0 && got != strings.ReplaceAll(text, " ", "")) {
				t.Errorf("%q of %s: %+v, %v", text, test.set, m, err)
			}
		}
	}
}

// What could stand on a board: nothing of the mover's is over-persuaded, and where it must have
// been the enemy's king is safe.
func TestWhatCouldStand(t *testing.T) {
	for _, test := range []struct {
		set, fen string
		want     bool
	}{
		{"pacifist1", "7k/8/8/8/8/8/8/K7 w - - 0 1", true},
		{"pacifist1", "3r3k/8/8/8/3N4/8/8/K7 w - - 0 1", false},
		{"pacifist1", "3r3k/8/8/8/3N4/2P5/8/K7 w - - 0 1", true},
		{"pacifist1", "3r3k/8/8/8/3n4/8/8/K7 w - - 0 1", true},
		// the rook on d8 bears on the king h8, too
		{"pacifist1", "3R3k/8/8/8/3n4/8/8/K7 w - - 0 1", false},
		// what hangs of the enemy's is no matter
		{"pacifist1", "3R4/7k/8/8/3n4/8/8/K7 w - - 0 1", true},
		{"pacifist1", "7k/8/8/8/8/8/8/K6R w - - 0 1", false},
		{"pacifist-number", "7k/8/8/8/8/8/8/K6R w - - 0 1", true},
		{"pacifist1", "6rk/8/8/8/8/8/8/K6R w - - 0 1", true},
		// one king of two hangs
		{"pacifist1", "7k/8/8/8/8/8/8/k5QR w - - 0 1", false},
		{"pacifist1", "7k/8/8/R7/8/8/8/k7 w - - 0 1", true},
		{"chess", "7k/8/8/8/8/8/8/K6R w - - 0 1", false},
		{"chess", "7k/8/8/8/8/8/8/K5R1 w - - 0 1", true},
		{"chess", "3r3k/8/8/8/3N4/8/8/K7 w - - 0 1", true},
	} {
		variant := puzzletest.Named(t, test.set)
		p, err := variant.ParseFEN(test.fen)
		if err != nil && test.want {
			t.Fatal(err)
		}
		if err != nil {
			continue
		}
		if got := natural(variant, &p); got != test.want {
			t.Errorf("%s %s: %t", test.set, test.fen, got)
		}
	}

	chess := puzzletest.Named(t, "chess")
	p := board.Position{EnPassant: board.NoSquare, Number: 1}
	p.Put(0, board.Piece{Kind: board.King})
	p.Rekey()
	if natural(chess, &p) {
		t.Error("a board without a black king")
	}
}
