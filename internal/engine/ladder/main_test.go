package main

import (
	"slices"
	"testing"

	"turncoat/rules"
)

// The same seed plays the same games with any number of jobs.
func TestMeasure(t *testing.T) {
	variant, err := rules.Named("pacifist1")
	if err != nil {
		t.Fatal(err)
	}
	played := func(jobs int) (steps []step) {
		o := options{games: 4, from: 1, to: 3, seed: 3, jobs: jobs}
		err := measure(t.Context(), variant, o, func(s step) { steps = append(steps, s) })
		if err != nil {
			t.Fatal(err)
		}
		return steps
	}
	one, many := played(1), played(2)
	if len(one) == 0 || !slices.Equal(one, many) {
		t.Errorf("%v with one job, %v with two", one, many)
	}
}
