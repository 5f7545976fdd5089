package story

import (
	"fmt"
	"strings"
	"testing"

	"turncoat/diagram"
	"turncoat/rules"
)

// The boards of a moving picture: before the move, after it, after each wave, which has a number
// where there are several, and after each round of the reclaim.
func TestFrames(t *testing.T) {
	for _, test := range []struct {
		rules, fen, move string
		want             []string // the placement, and the marks
	}{
		{"pacifist1", "kn6/8/8/8/8/8/1R6/1R5K w - - 0 1", "Kh2", []string{
			"kn6/8/8/8/8/8/1R6/1R5K", "kn6/8/8/8/8/8/1R5K/1R6 from h1 to h2",
			"kN6/8/8/8/8/8/1R5K/1R6 from h1 to h2 converted b8"}},
		// A rook comes over, then the pawn that it bears on.
		{"pacifist1", "rkqn1rb1/ppppppbp/P7/1n4p1/8/4N3/1PPPPPPP/RNK1BBQR w - - 0 1", "Nf5",
			[]string{
				"rkqn1rb1/ppppppbp/P7/1n4p1/8/4N3/1PPPPPPP/RNK1BBQR",
				"rkqn1rb1/ppppppbp/P7/1n3Np1/8/8/1PPPPPPP/RNK1BBQR from e3 to f5",
				"rkqn1rb1/ppppPpBp/P7/1n3Np1/8/8/1PPPPPPP/RNK1BBQR from e3 to f5 converted e7 1 converted g7 1",
				"rkqn1Rb1/ppppPpBp/P7/1n3Np1/8/8/1PPPPPPP/RNK1BBQR from e3 to f5 converted e7 1 converted g7 1 converted f8 2",
				"rkqN1RB1/ppppPpBp/P7/1n3Np1/8/8/1PPPPPPP/RNK1BBQR from e3 to f5 converted e7 1 converted g7 1 converted f8 2 converted d8 3 converted g8 3",
				"rkqN1RB1/ppppPPBP/P7/1n3Np1/8/8/1PPPPPPP/RNK1BBQR from e3 to f5 converted e7 1 converted g7 1 converted f8 2 converted d8 3 converted g8 3 converted f7 4 converted h7 4"}},
		{"pacifist-number", "4N3/5NB1/k7/6bn/8/8/6R1/6qK b - - 0 1", "Qf2", []string{
			"4N3/5NB1/k7/6bn/8/8/6R1/6qK", "4N3/5NB1/k7/6bn/8/8/5qR1/7K from g1 to f2",
			"4N3/5NB1/k7/6Bn/8/8/5QR1/7K from g1 to f2 reclaimed f2 reclaimed g5"}},
	} {
		variant, err := rules.Named(test.rules)
		if err != nil {
			t.Fatal(err)
		}
		p, err := variant.ParseFEN(test.fen)
		if err != nil {
			t.Fatal(err)
		}
		turn, err := variant.Parse(&p, test.move)
		if err != nil {
			t.Fatal(err)
		}
		kinds := map[diagram.Kind]string{diagram.From: "from", diagram.To: "to",
			diagram.Converted: "converted", diagram.Reclaimed: "reclaimed"}
		var got []string
		for _, f := range Frames(variant, &p, turn) {
			text, _, _ := strings.Cut(variant.FEN(&f.Position), " ")
			for _, m := range f.Marks {
				text += fmt.Sprintf(" %s %v", kinds[m.Kind], m.Square)
				if m.Number > 0 {
					text += fmt.Sprintf(" %d", m.Number)
				}
			}

			got = append(got, text)
		}

		if strings.Join(got, "\n") != strings.Join(test.want, "\n") {
			t.Errorf("%s:\n%s\nwant\n%s", test.move, strings.Join(got, "\n"),
				strings.Join(test.want, "\n"))
		}
		last := Frames(variant, &p, turn)
		if after := last[len(last)-1].Position; after != turn.After {
			t.Errorf("%s ends with %s", test.move, variant.FEN(&after))
		}
	}
}
