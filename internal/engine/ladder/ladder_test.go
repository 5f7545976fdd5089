package ladder_test

import (
	"slices"
	"testing"

	"turncoat/internal/engine/ladder"
	"turncoat/rules"
)

// The same seed plays the same games with any number of jobs.
func TestMeasure(t *testing.T) {
	v, err := rules.Named("pacifist1")
	if err != nil {
		t.Fatal(err)
	}
	measure := func(jobs int) (steps []ladder.Step) {
		o := ladder.Options{Games: 4, From: 1, To: 3, Seed: 3, Jobs: jobs}
		err := ladder.Measure(t.Context(), v, o, func(s ladder.Step) { steps = append(steps, s) })
		if err != nil {
			t.Fatal(err)
		}
		return steps
	}
	one, many := measure(1), measure(2)
	if len(one) == 0 || !slices.Equal(one, many) {
		t.Errorf("%v with one job, %v with two", one, many)
	}
}
