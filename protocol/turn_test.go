package protocol

import (
	"encoding/json"
	"slices"
	"testing"

	"turncoat/rules"
	"turncoat/rules/board"
)

// at returns a built-in variant and a position.
func at(t *testing.T, name, fen string) (*rules.Variant, board.Position) {
	t.Helper()
	variant, err := rules.Named(name)
	if err != nil {
		t.Fatal(err)
	}
	p, err := variant.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return variant, p
}

// Explanations as docs/INTERFACE.md has them. Each is worked out by hand from the rule that it
// cites.
func TestExplanations(t *testing.T) {
	for _, test := range []struct{ rules, fen, move, want string }{
		// The rook on a8 may take the pawn on a5 back, which White's rook has left to itself; h8 is
		// as much its own as White's.
		{"pacifist-number", "r6k/8/8/P7/8/8/8/K6R w - - 0 1", "Rh2",
			`{"turn":{"uci":"h1h2","san":"Rh2","waves":[],"reclaimed":["a5"],"fen":"r6k/8/8/p7/8/8/7R/K7 b - - 0 1","outcome":"*"},"legal":true,"waves":[],` +
				`"reclaim":[{"board":"r6k/8/8/p7/8/8/7R/K7","squares":[{"square":"a5","piece":"P","persuade":{"weight":"1","by":[{"square":"a8","piece":"r","through":[]}]},"support":{"weight":"0","by":[]},"rule":"PAC-8"}]}]}`},
		// The knight on d4 is over-persuaded by the rook: by number it counts for nothing (PAC-7)
		// and can be taken back; on vchess.club it counts.
		{"pacifist-number", "3r3k/8/4p3/8/8/5N2/8/K7 w - - 0 1", "Nd4",
			`{"turn":{"uci":"f3d4","san":"Nd4","waves":[],"reclaimed":["d4"],"fen":"3r3k/8/4p3/8/3n4/8/8/K7 b - - 0 1","outcome":"*"},"legal":true,"waves":[],` +
				`"reclaim":[{"board":"3r3k/8/4p3/8/3n4/8/8/K7","squares":[{"square":"d4","piece":"N","persuade":{"weight":"1","by":[{"square":"d8","piece":"r","through":[]}]},"support":{"weight":"0","by":[]},"rule":"PAC-8"}]}],"discounted":["d4"]}`},
		{"pacifist1", "3r3k/8/4p3/8/8/5N2/8/K7 w - - 0 1", "Nd4",
			`{"turn":{"uci":"f3d4","san":"Nd4","waves":[["e6"]],"reclaimed":[],"fen":"3r3k/8/4P3/8/3N4/8/8/K7 b - - 0 1","outcome":"*"},"legal":true,` +
				`"waves":[{"board":"3r3k/8/4P3/8/3N4/8/8/K7","squares":[{"square":"e6","piece":"p","persuade":{"weight":"1","by":[{"square":"d4","piece":"N","through":[]}]},"support":{"weight":"0","by":[]},"rule":"PAC-5"}]}]}`},
		// A battery on a file: the rook on b1 bears on b8 through the one on b2 (PAC-4).
		{"pacifist1", "kn6/8/8/8/8/8/1R6/2R4K w - - 0 1", "Rcb1",
			`{"turn":{"uci":"c1b1","san":"Rcb1","waves":[["b8"]],"reclaimed":[],"fen":"kN6/8/8/8/8/8/1R6/1R5K b - - 0 1","outcome":"*"},"legal":true,` +
				`"waves":[{"board":"kN6/8/8/8/8/8/1R6/1R5K","squares":[{"square":"b8","piece":"n","persuade":{"weight":"2","by":[{"square":"b1","piece":"R","through":["b2"]},{"square":"b2","piece":"R","through":[]}]},` +
				`"support":{"weight":"1","by":[{"square":"a8","piece":"k","through":[]}]},"rule":"PAC-5"}]}]}`},
	} {
		fast, p := at(t, test.rules, test.fen)
		for _, variant := range []*rules.Variant{fast, rules.NewReference(fast.Set())} {
			turn, err := variant.Parse(&p, test.move)
			if err != nil {
				t.Fatalf("%s: %v", test.fen, err)
			}
			text, err := json.Marshal(ExplanationOf(variant, &p, variant.Explain(&p, turn)))
			if err != nil || string(text) != test.want {
				t.Errorf("%s: %s, %v, want\n%s", test.move, text, err, test.want)
			}
		}
	}

	// Conversion Chess, Grand Prix 1993: 4.Ba6/Qa5, where the file of the moved bishop crosses the
	// rank of the other.
	variant, p := at(t, "conversion",
		"rnb1kbnr/pp2pppp/2pp4/q5B1/3PP3/8/PPP2PPP/RN1QKBNR w KQkq - 2 4")
	turn, err := variant.Parse(&p, "Ba6/Qa5")
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(ExplanationOf(variant, &p, variant.Explain(&p, turn)).Waves)
	want := `[{"board":"rnb1kbnr/pp2pppp/B1pp4/Q5B1/3PP3/8/PPP2PPP/RN1QK1NR","squares":[{"square":"a5","piece":"q","pairs":[{"moved":"a6","partner":"g5"}],"rule":"CON-4"}]}]`
	if err != nil || string(text) != want {
		t.Errorf("%s, %v, want\n%s", text, err, want)
	}
}

// Weights are text: how much, or an average in lowest terms, with the pieces that make it (PAC-4).
func TestWeightsAreWritten(t *testing.T) {
	for rules, want := range map[string]string{"pacifist2": "7", "pacifist-average": "7/3"} {
		variant, p := at(t, rules, "k7/8/8/8/4PN2/1B6/8/7K w - - 0 1")
		want = `{"weight":"` + want + `","by":[{"square":"b3","piece":"B","through":[]},` +
			`{"square":"e4","piece":"P","through":[]},{"square":"f4","piece":"N","through":[]}]}`
		if text, err := json.Marshal(weightOf(variant.Weigh(&p, board.At(3, 4),
			board.White))); err != nil || string(text) != want {
			t.Errorf("%s: %s, %v, want %s", rules, text, err, want)
		}
	}
}

// Turns as JSON come in order of the moves, then of what is taken back.
func TestTurnsOf(t *testing.T) {
	number, p := at(t, "pacifist-number", "r6k/8/8/P7/8/8/8/K6R w - - 0 1")
	for _, variant := range []*rules.Variant{number, rules.NewReference(number.Set())} {
		records := TurnsOf(variant, &p)
		var reclaims [][]string
		for i, r := range records {
			if i > 0 && r.UCI < records[i-1].UCI {
				t.Errorf("%s stands after %s", r.UCI, records[i-1].UCI)
			}
			if r.UCI == "h1h2" {
				reclaims = append(reclaims, r.Reclaimed)
			}
		}

		want := [][]string{{}, {"a5"}}
		if !slices.EqualFunc(reclaims, want, slices.Equal[[]string]) {
			t.Errorf("of Rh2 %v in %d turns", reclaims, len(records))
		}
	}
}
