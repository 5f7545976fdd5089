package corpus_test

import (
	"testing"

	"turncoat/corpus"
	"turncoat/internal/testing/rulestest"
	"turncoat/rules/ruleset"
)

// A rule set of one's own has the positions of the nearest built-in set, answered by its own rules:
// where pawns promote to queens alone, no turn has another promotion.
func TestGoldenOfOwnSet(t *testing.T) {
	set := rulestest.Builtin(t, "pacifist1")
	set.Name, set.Promotion = "mine", ruleset.PromoteQueen
	cases, err := corpus.GoldenOf(set, corpus.Smoke)
	if err != nil || len(cases) < 60 {
		t.Fatalf("%d cases, %v", len(cases), err)
	}
	queens := 0
	for i := range cases {
		if err := corpus.Verify(&cases[i]); err != nil {
			t.Error(err)
		}
		for _, turn := range cases[i].Turns {
			if len(turn.UCI) < 5 {
				continue
			}
			queens++
			if turn.UCI[4] != 'q' {
				t.Errorf("%s: %s", cases[i].FEN, turn.UCI)
			}
		}
	}

	if queens == 0 {
		t.Error("no turn promotes")
	}
}
