package cluster

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// Progress is told ten times a second at most, and at the end.
func TestTell(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newListener()
		told := 0
		l.Progress = func(p Progress) {
			if told++; p.Done != told {
				t.Errorf("%+v at time %d", p, told)
			}
		}
		for _, step := range []struct {
			after time.Duration
			last  bool
			told  int
		}{{0, false, 1}, {0, false, 1}, {100 * time.Millisecond, false, 1}, {time.Millisecond, false, 2},
			{time.Millisecond, false, 2}, {0, true, 3}, {time.Hour, true, 4}} {
			time.Sleep(step.after)
			l.progress.Done = told + 1
			l.written = time.Now()
			if step.last {
				l.written = time.Time{}
			}
			if l.tell(t.Context(), step.last); told != step.told {
				t.Errorf("%+v: told %d times", step, told)
			}
		}
		l.Progress = nil
		l.tell(t.Context(), true)
	})
}

// Where nothing is said 4096 spans are asked for at a time, and asked for again after twenty seconds.
func TestBegin(t *testing.T) {
	for _, test := range []struct {
		a        Asker
		args     string
		window   int
		patience time.Duration
		want     string
	}{
		{Asker{}, "", 4096, 20 * time.Second, "null"}, {Asker{Window: -1, Patience: -1}, "[1]", 4096,
			20 * time.Second, "[1]"}, {Asker{Window: 1, Patience: 1}, "null", 1, 1, "null"},
	} {
		work := Work{Kind: "k", Version: "1", Args: json.RawMessage(test.args), Units: 7}
		r := test.a.begin(nil, work)
		work.Args = json.RawMessage(test.want)
		if r.window != test.window || r.patience != test.patience || string(r.work.Args) != test.want ||
			r.progress != (Progress{Units: 7}) || r.id != work.ID() || r.started.IsZero() || r.turn == "" {
			t.Errorf("%+v: %+v", test.a, r)
		}
		if again := test.a.begin(nil, work); again.turn == r.turn || again.id != r.id {
			t.Errorf("two runs have turn %s, and the names %s and %s", r.turn, r.id, again.id)
		}
	}
}

// What is there is not asked for, what cannot be is refused, and neither takes a server.
func TestRunWithoutServer(t *testing.T) {
	var told []Progress
	a := Asker{Have: func(int) bool { return true }, Progress: func(p Progress) { told = append(told, p) }}
	if err := a.Run(t.Context(), nil, Work{Units: 7, Span: 2}); err != nil ||
		!slices.Equal(told, []Progress{{Units: 7, Done: 7, Had: 7}}) {
		t.Errorf("%v, %+v", err, told)
	}
	if err := a.Run(t.Context(), nil, Work{Units: -1}); err == nil ||
		err.Error() != "-1 units are not a number of units" {
		t.Errorf("%v", err)
	}
}

// A unit that is set aside ends the work, where the asker will have that.
func TestFailedEnds(t *testing.T) {
	l := newListener()
	var fate string
	l.Keep = func(unit int, result []byte) error { return fmt.Errorf("%w: it ends all", ErrBadResult) }
	l.open[0] = &asked{times: 1}
	for i := range attempts {
		if err := l.take(l.message(&fate, "turncoat.result.id.0", "a", "b", "c", "d")); errors.Is(err,
			errEnds) != (i == attempts-1) {
			t.Errorf("%d: %v", i, err)
		}
	}
	if want := "0!no result that can be used: it ends all "; l.told != want {
		t.Errorf("%q, want %q", l.told, want)
	}
}

// A result that cannot be one counts as a failure, whoever finds that out; any other error of keeping ends the work.
func TestBadResults(t *testing.T) {
	l := newListener()
	var fate string
	broken := errors.New("broken")
	l.Keep = func(unit int, result []byte) error {
		switch string(result) {
		case "bad":
			return fmt.Errorf("%w: it is bad", ErrBadResult)
		case "broken":
			return broken
		}
		l.told += fmt.Sprintf("%d=%s ", unit, result)
		return nil
	}
	l.open[0] = &asked{times: 1}
	for i, units := range [][]string{{"bad", "b", "bad", "d"}, {"a", "other", "bad", "other"},
		{"never", "never", "bad", "never"}} {
		if err := l.take(l.message(&fate, "turncoat.result.id.0", units...)); err != nil {
			t.Errorf("%d: %v", i, err)
		}
	}
	if want := "1=b 3=d 0=a 2!no result that can be used: it is bad "; l.told != want || l.progress.Done != 3 ||
		l.progress.Failed != 1 || len(l.open) > 0 {
		t.Errorf("%q, %+v, open %v; want %q", l.told, l.progress, l.open, want)
	}
	l.open[1] = &asked{times: 1}
	if err := l.take(l.message(&fate, "turncoat.result.id.1", "a", "broken", "c", "d")); !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
}
