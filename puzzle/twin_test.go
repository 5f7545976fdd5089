package puzzle

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"turncoat/rules/board"
)

// Changes are read as problemists write them, written in one way, and made.
func TestChanges(t *testing.T) {
	const fen = "r3k3/8/8/4p3/3N4/8/P7/R3K2R w KQq - 0 1"
	for _, c := range []struct{ rules, text, written, fen string }{
		{"chess", "Ke1→d1", "Ke1-d1", "r3k3/8/8/4p3/3N4/8/P7/R2K3R w q - 0 1"},
		{"chess", "Ke1-d1", "Ke1-d1", "r3k3/8/8/4p3/3N4/8/P7/R2K3R w q - 0 1"},
		{"chess", "wPa2->a3", "wPa2-a3", "r3k3/8/8/4p3/3N4/P7/8/R3K2R w KQq - 0 1"},
		{"chess", "+bPe6", "+bPe6", "r3k3/8/4p3/4p3/3N4/8/P7/R3K2R w KQq - 0 1"},
		{"chess", "-Ra1", "-Ra1", "r3k3/8/8/4p3/3N4/8/P7/4K2R w Kq - 0 1"},
		{"chess", "−Ra8", "-Ra8", "4k3/8/8/4p3/3N4/8/P7/R3K2R w KQ - 0 1"},
		{"chess", "colour d4", "colour d4", "r3k3/8/8/4p3/3n4/8/P7/R3K2R w KQq - 0 1"},
		{"chess", " colour  d4 ", "colour d4", "r3k3/8/8/4p3/3n4/8/P7/R3K2R w KQq - 0 1"},
		{"chess", "color a1", "colour a1", "r3k3/8/8/4p3/3N4/8/P7/r3K2R w Kq - 0 1"},
		{"pacifist1", "colour a1", "colour a1", "r3k3/8/8/4p3/3N4/8/P7/r3K2R w KQq - 0 1"},
		{"pacifist-number", "colour a1", "colour a1", "r3k3/8/8/4p3/3N4/8/P7/r3K2R w Kq - 0 1"},
		{"pacifist1", "rules Pacifist2", "rules pacifist2", fen},
		{"chess", "Nd4=B", "Nd4=B", "r3k3/8/8/4p3/3B4/8/P7/R3K2R w KQq - 0 1"},
		{"chess", "wNd4=bR", "wNd4=bR", "r3k3/8/8/4p3/3r4/8/P7/R3K2R w KQq - 0 1"},
		{"chess", "Nd4↔Pe5", "Nd4<->Pe5", "r3k3/8/8/4N3/3p4/8/P7/R3K2R w KQq - 0 1"},
		{"chess", "-Ra1,+bPe6", "-Ra1, +bPe6", "r3k3/8/4p3/4p3/3N4/8/P7/4K2R w Kq - 0 1"},
		{"chess", "-Rh1, -Ra8, shift a1-b1", "-Rh1, -Ra8, shift a1-b1",
			"5k2/8/8/5p2/4N3/8/1P6/1R3K2 w - - 0 1"},
		{"chess", "h#2½", "h#2.5", fen},
		{"chess", "h#2", "h#2", "r3k3/8/8/4p3/3N4/8/P7/R3K2R b KQq - 0 1"},
		{"chess", "h#2, duplex", "h#2, duplex", fen},
		{"chess", "h#2, s#3", "h#2, s#3", fen},
		{"chess", "duplex", "duplex", "r3k3/8/8/4p3/3N4/8/P7/R3K2R b KQq - 0 1"},
		{"chess", "polish type", "polish type", "R3K3/8/8/4P3/3n4/8/p7/r3k2r w - - 0 1"},
		// A rook that the change brings home may castle. What the diagram forbids stays forbidden.
		{"chess", "Ra8-h8", "Ra8-h8", "4k2r/8/8/4p3/3N4/8/P7/R3K2R w KQk - 0 1"},
		{"chess", "mirror a1<->h1, mirror a1<->h1", "mirror a1<->h1, mirror a1<->h1",
			"r3k3/8/8/4p3/3N4/8/P7/R3K2R w - - 0 1"},
	} {
		g := named(t, c.rules)
		at := read(t, g, fen)
		change, err := ParseChange(c.text)
		if err != nil {
			t.Error(err)
			continue
		}

		if again, err := ParseChange(change.String()); change.String() != c.written || err != nil ||
			again != change {
			t.Errorf("%s is written %s (%v)", c.text, change, err)
		}

		variant, p, err := change.Apply(g, &at, board.White)
		if err != nil || variant.FEN(&p) != c.fen {
			t.Errorf("%s: %s, %v, want %s", c.text, variant.FEN(&p), err, c.fen)
		}
		if name := variant.Set().Name; strings.HasPrefix(c.written, "rules") != (name != c.rules) {
			t.Errorf("%s: the rules are %s", c.text, name)
		}
	}

	// King and knight where Popeye 4.104 has them in such twins.
	for text, want := range map[string]string{
		"rotate 90": "Kh2 Ng3", "rotate 270": "Ka7 Nb6", "mirror a1<->h1": "Kg1 Nf2",
		"mirror a1<->a8": "Kb8 Nc7", "mirror a1↔h8": "Kh7 Ng6", "mirror a8<->h1": "Ka2 Nb3",
	} {
		variant := named(t, "chess")
		at := read(t, variant, "8/8/8/3k4/8/8/2N5/1K6 w - - 0 1")
		change, err := ParseChange(text)
		if err != nil {
			t.Error(err)
			continue
		}

		_, p, err := change.Apply(variant, &at, board.White)
		white := p.Colours[board.White]
		king, knight := (p.Kings & white).Squares()[0], (p.Knights & white).Squares()[0]
		if got := fmt.Sprintf("K%s N%s", king, knight); err != nil || got != want {
			t.Errorf("%s: %s, %v, want %s", text, got, err, want)
		}
	}

	variant := named(t, "chess")
	at := read(t, variant, fen)
	for _, text := range []string{
		"", "K", "Ke1", "Ke1-", "Ke1-z1", "Xe1-e2", "e2-e4", "+Pe6", "+bXe6", "+bPe6x", "-",
		"-Ra1b1", "colour",
		"colour z9", "rules", "rules checkers", "Duplex!", "Nd4=X", "Nd4=BB", "Nd4<->Bf5", "Nd4<->",
		"rotate 45", "rotate", "mirror a1<->b1", "shift a1-a1", "shift a1-b1", "#0", "h#99",
		"s#1.5",
		"Ke1-d1, Kx", ",", "h#1,,", strings.Repeat("duplex,", maxChanges) + "duplex", "Ke1-d1-c1",
		"Kg1-h1", "Qe1-e2", "bKe1-d1", "Ke1-e5", "+bPe5", "-Ra2", "colour b3", "-Ke1", "+bPe1",
		"colour e1", "Nd4-f6",
	} {
		change, err := ParseChange(text)
		if err == nil {
			_, _, err = change.Apply(variant, &at, board.White)
		}
		if text == "Nd4-f6" { // check to Black is check to the side that is not to move
			if err == nil {
				t.Errorf("%s: the side that is not to move is in check", text)
			}
		} else if !errors.Is(err, ErrChange) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// Whatever a change says, it is refused or gives a position of the rules.
func FuzzChange(f *testing.F) {
	for _, text := range []string{"Kg1→h1", "+bPe5", "-Ra1", "−Ra1", "colour d4", "rules pacifist2",
		"duplex",
		"wNd4-e6", "+wK"} {
		f.Add(text)
	}

	g := named(f, "pacifist1")
	at, err := g.ParseFEN("r3k3/8/8/4p3/3N4/8/P7/R3K2R w KQq - 0 1")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		change, err := ParseChange(text)
		if err != nil {
			if !errors.Is(err, ErrChange) {
				t.Errorf("%q: %v", text, err)
			}
			return
		}

		variant, p, err := change.Apply(g, &at, board.White)
		if err != nil {
			return
		}
		if back, err := variant.ParseFEN(variant.FEN(&p)); err != nil || back.Key != p.Key ||
			p.Kings&p.Occupied() != p.Kings || p == (board.Position{}) {
			t.Errorf("%q: %s (%v)", text, variant.FEN(&p), err)
		}
	})
}
