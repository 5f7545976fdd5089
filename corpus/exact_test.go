package corpus

import (
	"slices"
	"strings"
	"testing"
)

// Files stand in the order of their names, each once, under the version of the rules that they are
// made for.
func TestManifestPut(t *testing.T) {
	var m Manifest
	for _, f := range []ManifestFile{{File: "b", Seed: 1}, {File: "a"}, {File: "c"},
		{File: "b", Seed: 2}} {
		m.Put(f)
	}

	var names []string
	for _, f := range m.Files {
		names = append(names, f.File)
	}
	if m.RulesVersion != "1" || !slices.Equal(names, []string{"a", "b", "c"}) ||
		m.Files[1].Seed != 2 {
		t.Errorf("%+v", m)
	}
}

// A corpus is JSON as it is typed: nothing in it is escaped for web pages.
func TestWriteEscapesNothing(t *testing.T) {
	var text strings.Builder
	if err := Write(&text, []Case{{ID: "<a&b>"}}); err != nil ||
		!strings.Contains(text.String(), `"<a&b>"`) {
		t.Errorf("%s, %v", text.String(), err)
	}
}

// An outcome that the answer or the case leaves out does not count as different.
func TestCompareOutcomesOfTurns(t *testing.T) {
	turn := func(outcome string) AnswerTurn {
		return AnswerTurn{UCI: "e2e4", FEN: "4k3/8/8/8/4P3/8/8/4K3 b", Outcome: outcome}
	}
	for _, c := range []struct {
		want, got string
		wrong     bool
	}{{"*", "*", false}, {"*", "1-0", true}, {"*", "", false}, {"", "1-0", false}, {"", "",
		false}} {
		d := Compare(&Answer{Outcome: "*", Turns: []AnswerTurn{turn(c.want)}},
			&Answer{Outcome: "*", Turns: []AnswerTurn{turn(c.got)}})
		if wrong := len(d.Outcomes) == 1; wrong != c.wrong || d.None() == c.wrong || wrong &&
			(d.Outcomes[0].Want != c.want || d.Outcomes[0].Turn.Outcome != c.got) {
			t.Errorf("%q against %q: %+v", c.got, c.want, d)
		}
	}
}

// Of nothing that can be told apart all is; the share is the lesser of both kinds.
func TestPercent(t *testing.T) {
	for _, c := range []struct {
		score Score
		want  float64
	}{
		{Score{}, 100},
		{Score{Readings: []ReadingScore{{Count: 3}, {Count: 1}}, parted: 1, partable: 4}, 25},
		{Score{Readings: []ReadingScore{{Count: 3}}, parted: 4, partable: 4}, 100},
		{Score{parted: 4, partable: 4}, 0},
		{Score{Readings: []ReadingScore{{Count: 3}}, parted: 0, partable: 1}, 0},
	} {
		if got := c.score.Percent(); got != c.want {
			t.Errorf("%+v: %v, want %v", c.score, got, c.want)
		}
	}
}
