package tablebase

import (
	"slices"
	"testing"
)

// A sample has as many different positions as are wanted, or all there are, each of the value, the
// same for the same seed; and a larger one begins with the smaller.
func TestSample(t *testing.T) {
	tables := opened(t, "pacifist1", "")
	table := tables.Table(class(t, "KKB"))
	census, err := table.Census(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, plies := range []int{3, 16, 17} {
		all := int(census.Wins[plies] + census.Losses[plies])
		larger, err := table.Sample(t.Context(), DecidedIn(plies), all+1, 1)
		if err != nil || len(larger) != all {
			t.Fatalf("%d plies: %d of %d, %v", plies, len(larger), all, err)
		}
		seen := map[string]bool{}
		for _, e := range larger {
			v, err := tables.Probe(&e.Position)
			seen[e.Position.FEN(tables.set)] = true
			if err != nil || v != DecidedIn(plies) || e.Value != v {
				t.Fatalf("%d plies: %v, %v, %v", plies, v, e.Value, err)
			}
		}

		if len(seen) != all {
			t.Errorf("%d plies: %d different of %d", plies, len(seen), all)
		}
		for _, most := range []int{0, 1, 5, all / 2} {
			smaller, err := table.Sample(t.Context(), DecidedIn(plies), most, 1)
			if err != nil || !slices.Equal(smaller, larger[:min(most, all)]) {
				t.Errorf("%d plies: %d of %d are others, %v", plies, most, all, err)
			}
		}

		other, err := table.Sample(t.Context(), DecidedIn(plies), all, 2)
		if err != nil || all > 9 && slices.Equal(other, larger) {
			t.Errorf("%d plies: the same with another seed, %v", plies, err)
		}
	}
}
