package store

import (
	"context"
	"errors"
	"testing"
)

// What comes out is what went in, byte for byte and in the same order.
func TestLinesComeBackAsTheyWere(t *testing.T) {
	s, lines := filled(t, "pacifist2", "chess", "conversion", "pacifist-average")
	i := 0
	for f, err := range s.Find(t.Context(), Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		if string(f.Line) != string(lines[i].Text) {
			t.Errorf("line %d:\n%s\nwant\n%s", i, f.Line, lines[i].Text)
		}
		i++
	}

	checked(t, s)
	if i != len(lines) {
		t.Errorf("%d lines, want %d", i, len(lines))
	}
}

// A call that is cancelled keeps what was reported, and nothing of what was not.
func TestCancel(t *testing.T) {
	s, _ := created(t)
	ctx, cancel := context.WithCancel(t.Context())
	lines := collection(t, "pacifist1")
	endless := func(yield func(Line, error) bool) {
		for i := 0; ; i++ {
			if i == len(lines)/2 {
				cancel()
			}
			if !yield(lines[i%len(lines)], nil) {
				return
			}
		}
	}
	added, err := s.Add(ctx, endless, AddOptions{})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("%v", err)
	}
	stats, err := s.Stats(t.Context(), Query{})
	if err != nil || stats.Puzzles != added.Stored {
		t.Errorf("%d puzzles in the store, %d reported: %v", stats.Puzzles, added.Stored, err)
	}
}
