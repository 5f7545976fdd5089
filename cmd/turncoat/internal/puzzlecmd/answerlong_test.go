package puzzlecmd

import (
	"strings"
	"testing"

	"turncoat/cmd/internal/command"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
)

// What a win of any length comes to, in words and as JSON, with the status of each.
func TestAnyLengthAnswers(t *testing.T) {
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
	keys := []board.Move{key}
	for _, test := range []struct {
		result     solve.LongResult
		status     int
		text, says string
		json       string
	}{
		{solve.LongResult{Status: solve.Won, Bounds: solve.Bounds{AtLeast: 6, AtMost: 6}, Keys: keys, Complete: true,
			Nodes: 5}, 0, "win in 6: Kg6\n", "",
			`{"win":true,"in":6,"keys":["f6g6"],"status":"won","goal":"win","excluded":5,"nodes":5,"atMost":6,"atLeast":6}`},
		{solve.LongResult{Status: solve.Won, Bounds: solve.Bounds{AtLeast: 6, AtMost: 6}, Keys: keys}, 3,
			"win in 6: Kg6, and perhaps other turns\n", "limit reached before all first turns were settled",
			`{"win":true,"in":6,"keys":["f6g6"],"status":"won","goal":"win","excluded":5,"nodes":0,"atMost":6,"atLeast":6}`},
		{solve.LongResult{Status: solve.Unknown, Bounds: solve.Bounds{AtLeast: 4, AtMost: 9}, Keys: keys}, 3,
			"win in at most 9, at least 4: Kg6\n", "limit reached before the shortest win was known",
			`{"win":true,"keys":["f6g6"],"status":"unknown","goal":"win","excluded":3,"nodes":0,"atMost":9,"atLeast":4}`},
		{solve.LongResult{Status: solve.None, Never: true, Bounds: solve.Bounds{AtLeast: 8}}, 1,
			"no win in any number of turns\n", "",
			`{"win":false,"status":"none","goal":"win","excluded":7,"nodes":0,"never":true}`},
		{solve.LongResult{Status: solve.None, Bounds: solve.Bounds{AtLeast: 8}}, 1, "no win in 7\n", "",
			`{"win":false,"status":"none","goal":"win","excluded":7,"nodes":0}`},
		{solve.LongResult{Status: solve.Unknown, Bounds: solve.Bounds{AtLeast: 5}}, 3, "unknown: no win in 4\n",
			"limit reached before a win was found",
			`{"status":"unknown","goal":"win","excluded":4,"nodes":0,"atLeast":5}`},
	} {
		for _, format := range []string{"text", "json"} {
			var out, errs strings.Builder
			s := command.NewSession(t.Context(), nil, &out, &errs)
			call := &puzzleCall{
				variant:     variant,
				p:           p,
				stipulation: stipulation{goal: solve.Win, n: 7},
				format:      format,
				s:           s,
			}
			status := s.End(call.printLong(test.result, nil))
			want := test.text
			if format == "json" {
				want = test.json + "\n"
			}
			if status != test.status || out.String() != want ||
				!strings.Contains(errs.String(), test.says) {
				t.Errorf(
					"%+v: status %d, %q, want %d, %q; %s",
					test.result,
					status,
					out.String(),
					test.status,
					want,
					errs.String(),
				)
			}
		}
	}
}
