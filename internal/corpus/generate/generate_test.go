package generate

import (
	"context"
	"runtime"
	"strings"
	"testing"

	"turncoat/corpus"
	"turncoat/internal/testing/longtest"
	"turncoat/internal/testing/rulestest"
)

// The same seed makes the same corpus, however many processors there are.
func TestGenerateIsDeterministic(t *testing.T) {
	searches := map[string]int{"chess": 60}
	if !longtest.Short() {
		searches["conversion"] = 12
	}
	for name, search := range searches {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
		var before []corpus.Case
		for run := range 2 {
			runtime.GOMAXPROCS(1 + run)
			made, err := Generate(context.Background(), rulestest.Builtin(t, name),
				Options{Size: corpus.Smoke, Seed: 5, Search: search})
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

// A search whose steps are worked out elsewhere, in whatever order, makes the same corpus.
func TestGenerateShared(t *testing.T) {
	options := Options{Size: corpus.Smoke, Seed: 5, Search: 60}
	alone, err := Generate(t.Context(), rulestest.Builtin(t, "chess"), options)
	if err != nil {
		t.Fatal(err)
	}
	shared := 0
	options.Share = func(ctx context.Context, args []byte, units int,
		input func(int) ([]byte, error),
		keep func(int, []byte) error) error {
		for unit := range units {
			unit = units - 1 - unit
			var in []byte
			if input != nil {
				var err error
				in, err = input(unit)
				if err != nil {
					return err
				}
			}

			result, err := Unit(ctx, args, unit, in)
			if err == nil {
				err = keep(unit, result)
			}
			if err != nil {
				return err
			}
			shared++
		}

		return nil
	}
	together, err := Generate(t.Context(), rulestest.Builtin(t, "chess"), options)
	if err != nil {
		t.Fatal(err)
	}
	if d := corpus.Diff(alone[0].Cases, together[0].Cases); !d.None() || len(alone[0].Cases) == 0 {
		t.Errorf("%+v", d)
	}
	if shared < 60 {
		t.Errorf("%d units were shared out, want 60 at least", shared)
	}
	options.Share = func(_ context.Context, _ []byte, _ int, _ func(int) ([]byte, error),
		keep func(int, []byte) error) error {
		return keep(0, []byte(`{"FEN":"x","keys":[1]}`))
	}
	if _, err := Generate(t.Context(), rulestest.Builtin(t, "chess"), options); err == nil {
		t.Error("a candidate that lacks answers is taken")
	}
}

// A corpus asks every clock about which programs err, in positions in which some turns advance it
// and others reset it.
func TestClocks(t *testing.T) {
	made, err := Generate(t.Context(), rulestest.Builtin(t, "chess"),
		Options{Size: corpus.Smoke, Seed: 5, Search: 60})
	if err != nil {
		t.Fatal(err)
	}
	asked := map[string]bool{}
	for _, c := range made[0].Cases {
		clock := strings.Fields(c.FEN)[4]
		advances, resets := false, false
		for _, turn := range c.Turns {
			after := strings.Fields(turn.FEN)[4]
			advances = advances || after != "0"
			resets = resets || after == "0"
		}

		asked[clock] = asked[clock] || advances && resets
	}

	for _, clock := range []string{"1", "99", "100", "149", "150", "65535"} {
		if !asked[clock] {
			t.Errorf("no case has the clock %s", clock)
		}
	}
}
