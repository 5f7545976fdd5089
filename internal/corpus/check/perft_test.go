package check

import (
	"strings"
	"testing"

	"turncoat/corpus"
	"turncoat/internal/corpus/parting"
	"turncoat/internal/testing/rulestest"
	"turncoat/rules"
)

// A wrong count leads to the first position whose turns differ. The counts are published ones (the
// fourth position of the Chess Programming Wiki, in which pawns promote on the second turn).
func TestCheckPerft(t *testing.T) {
	list := []corpus.Perft{
		{FEN: "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
			Counts: []uint64{6, 264, 9467}},
		{FEN: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
			Counts: []uint64{20, 400, 8902}},
	}
	variant := rules.New(rulestest.Builtin(t, "chess"))
	for b, right := range map[string]bool{"good": true, "misread:promotion=queen": false} {
		results, err := CheckPerft(t.Context(), behaving(t, b), variant, list, 1000, nil)
		if err != nil || len(results) != 2 || !results[1].OK || results[1].Depth != 2 ||
			results[0].Depth != 2 ||
			results[0].OK != right {
			t.Fatalf("%s: %+v, %v", b, results, err)
		}

		r := results[0]
		if right {
			continue
		}
		if r.Witness == nil || len(r.Witness.Moves) != 1 || r.Witness.Class != "promotion" ||
			r.Witness.Fault != parting.Missing {
			t.Errorf("%s: %+v", b, r.Witness)
		}

		var text strings.Builder
		if err := r.WriteText(&text, variant); err != nil ||
			!strings.Contains(text.String(), "perft 2 is 264; the program counts") {
			t.Errorf("%s, %v", text.String(), err)
		}
	}

	if r, err := CheckPerft(t.Context(), behaving(t, "junk:1"), variant, list, 30, nil); err != nil ||
		r[0].OK ||
		r[0].Failed == nil {
		t.Errorf("%+v, %v", r, err)
	}
}
