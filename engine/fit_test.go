package engine_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"turncoat/engine"
)

// Weights fitted to games predict them better than those they began with, are the same with any
// number of jobs, and come back from JSON.
func TestFit(t *testing.T) {
	variant := named(t, "pacifist1")
	fit := func(games, rounds, jobs int) *engine.Fitted {
		o := engine.FitOptions{Games: games, Rounds: rounds, Nodes: 40, Seed: 3, Jobs: jobs}
		f, err := engine.Fit(t.Context(), variant, o)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	one, many := fit(3, 2, 1), fit(3, 2, 3)
	if one.After >= one.Before || one.Positions == 0 {
		t.Errorf("%d positions, error %v before, %v after", one.Positions, one.Before, one.After)
	}
	if *fit(6, 1, 2).Weights == *one.Weights {
		t.Error("the second round plays like the first: its weights are not those of the round before")
	}
	a, err := json.Marshal(one)
	if err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(many)
	if err != nil || !bytes.Equal(a, b) {
		t.Errorf("the number of jobs matters: %v", err)
	}
	var back engine.Fitted
	if err := json.Unmarshal(a, &back); err != nil || *back.Weights != *one.Weights {
		t.Errorf("read back: %v", err)
	}
}

// The first round can play with weights of a fit before it, which the command then names; what is
// no such fit is refused.
func TestFitFrom(t *testing.T) {
	variant := named(t, "pacifist1")
	fit := func(from *engine.Fitted) *engine.Fitted {
		f, err := engine.Fit(t.Context(), variant,
			engine.FitOptions{Games: 2, Nodes: 40, Seed: 4, From: from})
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	first := fit(nil)
	text, err := json.Marshal(first)
	if err != nil {
		t.Fatal(err)
	}
	read, err := engine.ReadFitted(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	second := fit(read)
	if want := first.Command + " | " + first.Command + " --weights -"; second.Command != want {
		t.Errorf("made by %s, want %s", second.Command, want)
	}
	if *second.Weights == *first.Weights {
		t.Error("the games are those of the weights set by hand")
	}
	for _, bad := range []string{"", "[]", `{"rules":"pacifist1"}`,
		strings.Replace(string(text), "[[", "[[0,0],[", 1)} {
		if _, err := engine.ReadFitted(strings.NewReader(bad)); err == nil {
			t.Errorf("%.30s is read", bad)
		}
	}
}
