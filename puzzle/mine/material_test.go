package mine

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"turncoat/puzzle/internal/puzzletest"
	"turncoat/rules/board"
)

// Material as it is written, and what is none.
func TestParseMaterial(t *testing.T) {
	for _, test := range []struct {
		text, set string
		want      string // from and to, or the pieces; empty for an error
		class     error
		message   string
	}{
		{"8", "chess", "8 8", nil, ""}, {"6-12", "chess", "6 12", nil, ""}, {"3", "chess", "3 3", nil, ""},
		{"40", "chess", "40 40", nil, ""}, {"3-40", "chess", "3 40", nil, ""}, {"7-7", "chess", "7 7", nil, ""},
		{"2", "chess", "", board.ErrSyntax, `"2" is no number of pieces from 3 to 40`}, {"41", "chess", "", board.ErrSyntax, `"41" is no number of pieces from 3 to 40`},
		{"12-6", "chess", "", board.ErrSyntax, `"12-6" is no number of pieces from 3 to 40`}, {"3-41", "chess", "", board.ErrSyntax, `"3-41" is no number of pieces from 3 to 40`},
		{"", "chess", "", board.ErrSyntax, `"" is no number of pieces from 3 to 40`}, {"4-", "chess", "", board.ErrSyntax, `"4-" is no number of pieces from 3 to 40`}, {"-4", "chess", "", board.ErrSyntax, `"-4" is no number of pieces from 3 to 40`},
		{"KQR kqr", "chess", "KQRkqr", nil, ""}, {"Kk", "chess", "Kk", nil, ""}, {"KK", "pacifist1", "KK", nil, ""},
		{"kk", "pacifist1", "kk", nil, ""},
		{"KQ", "chess", "", board.ErrInvalid, "two kings are wanted, not 1"}, {"KKk", "pacifist1", "",
			board.ErrInvalid, "two kings are wanted, not 3"}, {"Q", "pacifist1", "", board.ErrInvalid,
			"two kings are wanted, not 0"},
		{"KK", "chess", "", board.ErrInvalid, "one king of each colour is wanted"}, {"kk", "conversion", "",
			board.ErrInvalid, "one king of each colour is wanted"},
		{"Kkx", "chess", "", board.ErrSyntax, "'x' is no piece"}, {"Kké", "chess", "", board.ErrSyntax,
			"'é' is no piece"},
		{"Kk" + strings.Repeat("P", 38), "chess", "Kk" + strings.Repeat("P", 38), nil, ""},
		{"Kk" + strings.Repeat("P", 39), "chess", "", board.ErrInvalid, "more than 40 pieces"},
	} {
		m, err := parseMaterial(test.text, puzzletest.Named(t, test.set).Set())
		if test.want == "" {
			if !errors.Is(err, test.class) || err.Error() != test.class.Error()+": "+test.message {
				t.Errorf("%q of %s: %v, want %s", test.text, test.set, err, test.message)
			}
			continue
		}
		got := fmt.Sprint(m.From, " ", m.To)
		if m.Pieces != nil {
			got = ""
			for _, p := range m.Pieces {
				got += string(p.Letter())
			}
		}
		if err != nil || got != test.want {
			t.Errorf("%q of %s: %s, %v, want %s", test.text, test.set, got, err, test.want)
		}
	}
}

// What is drawn: a king of each side, and as many pieces as there may be; what is named is all there is.
func TestDraw(t *testing.T) {
	counts := map[int]int{}
	kinds := map[board.Piece]int{}
	random := rand.New(rand.NewPCG(1, 2))
	for range 600 {
		pieces := Material{From: 4, To: 6}.draw(random)
		counts[len(pieces)]++
		kings := 0
		for _, p := range pieces {
			kinds[p]++
			if p.Kind == board.King {
				kings++
			}
		}
		if kings != 2 || kinds[board.Piece{Kind: board.King}] != kinds[board.Piece{Kind: board.King,
			Colour: board.Black}] {
			t.Fatalf("%v", pieces)
		}
	}
	if len(counts) != 3 || min(counts[4], counts[5], counts[6]) < 120 || len(kinds) != 12 {
		t.Errorf("%v pieces are drawn, of %d kinds", counts, len(kinds))
	}
	named := []board.Piece{{Kind: board.King}, {Kind: board.King, Colour: board.Black}, {Kind: board.Rook}}
	if got := (Material{Pieces: named}).draw(random); !slices.Equal(got, named) {
		t.Errorf("%v", got)
	}
	// The only squares that are empty: e4, and for other pieces than pawns a1 and h8.
	var p board.Position
	for s := range board.NoSquare {
		if name := s.String(); name != "e4" && name != "a1" && name != "h8" {
			p.Put(s, board.Piece{Kind: board.Knight})
		}
	}
	met := map[string]bool{}
	for range 100 {
		if s := freeSquare(&p, board.Pawn, random); s.String() != "e4" {
			t.Fatalf("a pawn on %s", s)
		}
		met[freeSquare(&p, board.Rook, random).String()] = true
	}
	if len(met) != 3 || free(&p, 3, random).String() != "e4" || free(&p, 0, random).String() != "a1" ||
		free(&p, 7, random).String() != "h8" {
		t.Errorf("%v", met)
	}
}

// What could stand on a board: nothing of the mover's is over-persuaded, and where it must have been the enemy's
// king is safe.
func TestWhatCouldStand(t *testing.T) {
	for _, test := range []struct {
		set, fen string
		want     bool
	}{
		{"pacifist1", "7k/8/8/8/8/8/8/K7 w - - 0 1", true},
		{"pacifist1", "3r3k/8/8/8/3N4/8/8/K7 w - - 0 1", false}, {"pacifist1", "3r3k/8/8/8/3N4/2P5/8/K7 w - - 0 1",
			true}, {"pacifist1", "3r3k/8/8/8/3n4/8/8/K7 w - - 0 1", true},
		{"pacifist1", "3R3k/8/8/8/3n4/8/8/K7 w - - 0 1", false}, // the rook on d8 bears on the king h8, too
		{"pacifist1", "3R4/7k/8/8/3n4/8/8/K7 w - - 0 1", true},  // what hangs of the enemy's is no matter
		{"pacifist1", "7k/8/8/8/8/8/8/K6R w - - 0 1", false}, {"pacifist-number", "7k/8/8/8/8/8/8/K6R w - - 0 1",
			true}, {"pacifist1", "6rk/8/8/8/8/8/8/K6R w - - 0 1", true},
		// one king of two hangs
		{"pacifist1", "7k/8/8/8/8/8/8/k5QR w - - 0 1", false}, {"pacifist1", "7k/8/8/R7/8/8/8/k7 w - - 0 1", true},
		{"chess", "7k/8/8/8/8/8/8/K6R w - - 0 1", false}, {"chess", "7k/8/8/8/8/8/8/K5R1 w - - 0 1", true},
		{"chess", "3r3k/8/8/8/3N4/8/8/K7 w - - 0 1", true},
	} {
		g := puzzletest.Named(t, test.set)
		p, err := g.ParseFEN(test.fen)
		if err != nil && test.want {
			t.Fatal(err)
		}
		if err != nil {
			continue
		}
		if got := natural(g, &p); got != test.want {
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
