package puzzlecmd

import (
	"strings"
	"testing"

	"turncoat/cmd/internal/command"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
)

// What a search for a win of any length comes to, in words and as JSON, with the status of each.
func TestLongAnswers(t *testing.T) {
	variant, err := rules.Named("chess")
	if err != nil {
		t.Fatal(err)
	}
	p, err := variant.ParseFEN("7k/8/5K2/8/8/8/8/R7 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	key, err := board.ParseUCI(&p, "f6g6")
	if err != nil {
		t.Fatal(err)
	}

	const keyJSON = `[{"uci":"f6g6","san":"Kg6"}]`
	between := func(least, most int) solve.Bounds {
		return solve.Bounds{AtLeast: least, AtMost: most}
	}
	keys := []board.Move{key}
	for name, test := range map[string]struct {
		result solve.LongResult
		status int
		text   string // a part of it
		json   string
	}{
		"won": {
			solve.LongResult{Status: solve.Won, Bounds: between(6, 6), Keys: keys, Complete: true,
				Nodes: 5},
			0, "win in 6: Kg6\n",
			`{"goal":"win","status":"won","in":6,"keys":` + keyJSON +
				`,"excluded":5,"nodes":5,"atMost":6,"atLeast":6}`,
		},
		"won, other turns open": {
			solve.LongResult{Status: solve.Won, Bounds: between(6, 6), Keys: keys},
			3, "win in 6: Kg6, and perhaps",
			`{"goal":"win","status":"won","in":6,"keys":` + keyJSON +
				`,"excluded":5,"nodes":0,"atMost":6,"atLeast":6}`,
		},
		"between bounds": {
			solve.LongResult{Status: solve.Unknown, Bounds: between(4, 9), Keys: keys},
			3, "win in at most 9, at least 4: Kg6\n",
			`{"goal":"win","status":"unknown","keys":` + keyJSON +
				`,"excluded":3,"nodes":0,"atMost":9,"atLeast":4}`,
		},
		"never": {
			solve.LongResult{Status: solve.None, Never: true, Bounds: between(8, 0)},
			1, "no win in any number of turns\n",
			`{"goal":"win","status":"none","keys":[],"excluded":7,"nodes":0,"never":true}`,
		},
		"not in time": {
			solve.LongResult{Status: solve.None, Bounds: between(8, 0)},
			1, "no win in 7\n",
			`{"goal":"win","status":"none","keys":[],"excluded":7,"nodes":0}`,
		},
		"unknown": {
			solve.LongResult{Status: solve.Unknown, Bounds: between(5, 0)},
			3, "unknown; no win in 4\n",
			`{"goal":"win","status":"unknown","keys":[],"excluded":4,"nodes":0,"atLeast":5}`,
		},
	} {
		for _, asJSON := range []bool{false, true} {
			var out, messages strings.Builder
			s := command.NewSession(t.Context(), nil, &out, &messages)
			s.AsJSON = asJSON
			a := &longAnswer{
				request: &request{stipulation: stipulation{goal: solve.Win, n: 7}, variant: variant,
					position: p},
				result: test.result,
			}
			a.result.Position, a.result.Asked = p, 7
			status := s.End(a.print(s))

			want := test.text
			if asJSON {
				want = test.json + "\n"
			}
			if status != test.status || !strings.HasPrefix(out.String(), want) {
				t.Errorf("%s: status %d, %q, want %d, %q", name, status, &out, test.status, want)
			}
			if says := messages.String() != ""; says != (status == command.StatusLimit) {
				t.Errorf("%s: status %d with the message %q", name, status, &messages)
			}
		}
	}
}
