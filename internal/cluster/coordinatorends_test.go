package cluster

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"turncoat/internal/work"
)

// What is there is not queued, what cannot be is refused, and neither takes a server.
func TestRunWithoutServer(t *testing.T) {
	var told []Progress
	a := Coordinator{Progress: func(p Progress) { told = append(told, p) }}
	if err := a.Run(t.Context(), nil, Work{Units: 7, Span: 2}, newListener(0, 1, 2, 3, 4, 5, 6)); err != nil ||
		!slices.Equal(told, []Progress{{Units: 7, Done: 7, Had: 7}}) {
		t.Errorf("%v, %+v", err, told)
	}

	if err := a.Run(t.Context(), nil, Work{Units: -1}, newListener()); err == nil {
		t.Error("fewer units than none")
	}
}

// A unit that is set aside ends the work, where the asker will have that.
func TestFailedEnds(t *testing.T) {
	l := newListener()
	var fate string
	l.keep = func(unit int, result []byte) error {
		return fmt.Errorf("%w: it ends all", work.ErrBadResult)
	}
	l.open[0] = &queued{}
	for i := range attempts {
		if err := l.take(l.message(&fate, "turncoat.result.id.0", "a", "b", "c", "d")); errors.Is(err,
			errEnds) != (i == attempts-1) {
			t.Errorf("%d: %v", i, err)
		}
	}

	if want := "0!invalid result: it ends all "; l.told != want {
		t.Errorf("%q, want %q", l.told, want)
	}
}

// A result that cannot be one counts as a failure, whoever finds that out; any other error of
// keeping ends the work.
func TestBadResults(t *testing.T) {
	l := newListener()
	var fate string
	broken := errors.New("broken")
	l.keep = func(unit int, result []byte) error {
		switch string(result) {
		case "bad":
			return fmt.Errorf("%w: it is bad", work.ErrBadResult)
		case "broken":
			return broken
		}

		return nil
	}
	l.open[0] = &queued{}
	for i, units := range [][]string{{"bad", "b", "bad", "d"}, {"a", "other", "bad", "other"},
		{"never", "never", "bad", "never"}} {
		if err := l.take(l.message(&fate, "turncoat.result.id.0", units...)); err != nil {
			t.Errorf("%d: %v", i, err)
		}
	}

	if want := "1=b 3=d 0=a 2!invalid result: it is bad "; l.told != want || l.progress.Done != 3 ||
		l.progress.Failed != 1 || len(l.open) > 0 {
		t.Errorf("%q, %+v, open %v; want %q", l.told, l.progress, l.open, want)
	}

	l.open[1] = &queued{}
	if err := l.take(l.message(&fate, "turncoat.result.id.1", "a", "broken", "c", "d")); !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
}
