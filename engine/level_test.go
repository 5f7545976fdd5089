package engine_test

import (
	"math/rand/v2"
	"testing"

	"turncoat/engine"
)

// In every rule set, the higher a level, the more rarely it prefers a turn that is a little worse.
func TestHigherLevelsMisjudgeLess(t *testing.T) {
	glances := make([]engine.Look, 2) // alike, so that every level looks into the same turn first
	deeper := func(turns []int) []engine.Score {
		scores := make([]engine.Score, len(turns))
		for i, turn := range turns {
			scores[i] = engine.Score(-20 * turn)
		}
		return scores
	}

	for _, name := range builtin {
		set := named(t, name).Set()
		before := 1000
		for level := 2; level <= engine.Levels; level++ { // level 1 looks into no turn
			mistakes := 0
			for seed := range uint64(1000) {
				random := rand.New(rand.NewPCG(seed, 0))
				mistakes += engine.Choose(set, level, glances, deeper, random)[0]
			}

			if mistakes >= before {
				t.Errorf("%s: level %d makes %d mistakes, the level below it %d", name, level, mistakes, before)
			}
			before = mistakes
		}
	}
}
