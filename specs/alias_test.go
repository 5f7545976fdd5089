package specs

import (
	"fmt"
	"strings"
	"testing"

	"turncoat/internal/testing/endingtest"
)

// aliased returns scenarios that all refer to the expectations of the first.
func aliased(expect string, n int) string {
	const scenario = "  - name: s%d\n    fen: 4k3/8/8/8/8/8/8/4K2R w - - 0 1\n    expect: %s\n"
	text := "rules: chess\nscenarios:\n" + fmt.Sprintf(scenario, 0, "&e "+expect)
	for i := range n {
		text += fmt.Sprintf(scenario, i+1, "*e")
	}
	return text
}

// However many scenarios refer to a text with faults, each of its faults is reported once, and none
// of the scenarios can be run.
func TestFaultsOfAliases(t *testing.T) {
	suite, faults := Read(t.Context(), []byte(aliased("{turns: {include: [e4, e4, e9, e4]}}", 50)),
		"")
	if len(faults) > 0 || len(suite.Scenarios) != 51 {
		t.Fatalf("%d scenarios, %v", len(suite.Scenarios), faults)
	}

	places := map[Place]int{}
	for _, s := range suite.Scenarios {
		if len(s.Faults) == 0 {
			t.Errorf("%s has no fault", s.Name)
		}
		for _, f := range s.Faults {
			places[f.Place]++
		}
	}
	for place, n := range places {
		if n > 1 {
			t.Errorf("%d faults at line %d, column %d", n, place.Line, place.Column)
		}
	}
	if want := 3 + 50; len(places) != want { // two duplicates, one move that is none
		t.Errorf("%d places, want %d", len(places), want)
	}
}

// A short text does not become a long one.
func TestManyAliases(t *testing.T) {
	text := aliased("{turns: {include: ["+strings.Repeat("e4, ", 5000)+"]}}", 3000)
	suite, faults := Read(t.Context(), []byte(text), "")
	if len(suite.Scenarios) > 0 || len(faults) != 1 || faults[0].Line == 0 {
		t.Errorf("%d scenarios, %d faults: %.3v", len(suite.Scenarios), len(faults), faults)
	}
}

// Once its context has ended, a reader returns the scenarios that it has read whole, and no fault.
func TestReadEnds(t *testing.T) {
	text := []byte(aliased("{outcome: '*'}", 200))
	for _, left := range []int64{1, 10, 1000} {
		suite, faults := Read(endingtest.New(t.Context(), left), text, "")
		if n := int64(len(suite.Scenarios)); len(faults) > 0 || n > left/4 ||
			left == 1000 && n == 0 {
			t.Errorf("asked %d times: %d scenarios, %v", left, n, faults)
		}
		for _, s := range suite.Scenarios {
			if len(s.Faults) > 0 || s.Expect.Outcome == nil {
				t.Errorf("%s is incomplete: %v", s.Name, s.Faults)
			}
		}
	}

	// A long text is not read to its end, and split in a time that grows with its length alone.
	play := "{name: x, play: '" + strings.Repeat("e4 ", 100_000) + "', expect: {outcome: '*'}}"
	ctx := endingtest.New(t.Context(), 1000)
	Read(ctx, []byte("rules: chess\nscenarios: ["+play+"]\n"), "")
	if ended := ctx.Close(); !ended {
		t.Error("moves in one line are read to their end")
	}
}
