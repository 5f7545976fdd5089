package generate

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"turncoat/corpus/internal/probe"
	"turncoat/internal/rulestest"
	"turncoat/rules"
)

// A showing is a question and what it shows by the rules, worked out by hand.
type showing struct{ rules, fen, moves, shows string }

// checkShown compares what questions show with what they should.
func checkShown(t *testing.T, shows func(probe.Question, *rules.Variant) []string, list []showing) {
	t.Helper()
	for _, test := range list {
		v := rules.New(rulestest.Builtin(t, test.rules))
		q := probe.Question{FEN: test.fen, Moves: strings.Fields(test.moves)}
		if got := strings.Join(shows(q, v), "; "); got != test.shows {
			t.Errorf("%s %s %s shows %q, want %q", test.rules, test.fen, test.moves, got, test.shows)
		}
	}
}

// checkShows asks of what a position shows that it holds some names and lacks others.
func checkShows(t *testing.T, position string, got, shows, lacks []string) {
	t.Helper()
	for _, name := range shows {
		if !slices.Contains(got, name) {
			t.Errorf("%s does not show %q: %q", position, name, got)
		}
	}
	for _, name := range lacks {
		if slices.Contains(got, name) {
			t.Errorf("%s shows %q", position, name)
		}
	}
}

// shownAmong counts what n composed questions show.
func shownAmong(c *composer, n int, compose func(*rand.Rand, int) (probe.Question, bool), shows func(probe.Question,
	*rules.Variant) []string) map[string]int {
	shown := map[string]int{}
	for i := range n {
		if q, ok := compose(rand.New(rand.NewPCG(7, uint64(i))), i); ok {
			for _, name := range shows(q, c.variant) {
				shown[name]++
			}
		}
	}
	return shown
}
