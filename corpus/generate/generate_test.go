package generate

import (
	"context"
	"runtime"
	"testing"
	"turncoat/corpus"
)

// The same seed makes the same corpus, however many processors there are.
func TestGenerateIsDeterministic(t *testing.T) {
	searches := map[string]int{"chess": 60}
	if !testing.Short() {
		searches["conversion"] = 12
	}
	for name, search := range searches {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
		var before []corpus.Case
		for run := range 2 {
			runtime.GOMAXPROCS(1 + run)
			made, err := Generate(context.Background(), builtin(t, name), Options{Size: corpus.Smoke, Seed: 5, Search: search})
			if err != nil {
				t.Fatal(err)
			}
			cases := made[0].Cases
			if run > 0 {
				if d := corpus.Diff(before, cases); !d.None() || len(cases) == 0 {
					t.Errorf("%s: %+v", name, d)
				}
			}
			before = cases
		}
	}
}
