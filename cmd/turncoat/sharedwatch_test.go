package main

import (
	"io"
	"strings"
	"testing"
	"time"

	"turncoat/cluster"
)

// A line on a job says what is done, what is left and what was set aside, how fast it goes and when nobody asks
// for it any longer.
func TestJobLine(t *testing.T) {
	now := time.Now()
	job := func(p cluster.Progress, started, seen time.Duration, over bool) *cluster.Job {
		return &cluster.Job{Work: cluster.Work{Kind: "mine"}, Progress: p, Started: now.Add(-started),
			Seen: now.Add(-seen), Over: over}
	}
	for _, test := range []struct {
		job  *cluster.Job
		want string
	}{
		{job(cluster.Progress{Done: 3}, time.Minute, 0, true), "3 units done, over"},
		{job(cluster.Progress{Units: 10, Done: 3}, time.Minute, 0, true), "3 of 10 units done, 7 left, over"},
		{job(cluster.Progress{Units: 10, Done: 3, Failed: 2}, time.Minute, 0, true),
			"3 of 10 units done, 5 left, 2 set aside, over"},
		{job(cluster.Progress{Units: 1}, time.Minute, 0, true), "0 of 1 units done, 1 left, over"},
		{job(cluster.Progress{Units: 2, Done: 1, Failed: 1}, time.Minute, 0, true),
			"1 of 2 units done, 0 left, 1 set aside, over"},
		{job(cluster.Progress{Units: 10, Done: 3}, time.Hour, 30*time.Minute, false),
			"3 of 10 units done, 7 left, nobody has asked for it for 30m00s"},
		{job(cluster.Progress{Units: 10, Done: 3}, time.Hour, 10500*time.Millisecond, false),
			"3 of 10 units done, 7 left, nobody has asked for it for 11s"},
		// Of thirty units twenty are left after ten in ten seconds.
		{job(cluster.Progress{Units: 30, Done: 10}, 10*time.Second, 0, false),
			"10 of 30 units done, 20 left, 1.0 a second, about 20s left"},
		// Ten that an earlier asker had say nothing of the speed, and the two that were set aside are not waited for.
		{job(cluster.Progress{Units: 42, Done: 20, Had: 10, Failed: 2}, 10*time.Second, 0, false),
			"20 of 42 units done, 20 left, 2 set aside, 1.0 a second, about 20s left"},
	} {
		_, got, _ := strings.Cut(jobLine(test.job), ": ")
		if got != test.want {
			t.Errorf("%+v: %q, want %q", test.job.Progress, got, test.want)
		}
	}
}

// What a server holds: each job with who is at it, unless it is over, and each worker with what it is at.
func TestPrintStatus(t *testing.T) {
	now := time.Now()
	one := cluster.Job{Work: cluster.Work{Kind: "mine", Span: 4}, Name: "00000000000000a1",
		Progress: cluster.Progress{Units: 10, Done: 3}, Started: now, Seen: now}
	over := cluster.Job{Work: cluster.Work{Kind: "other", Span: 1}, Name: "00000000000000b2",
		Progress: cluster.Progress{Units: 2, Done: 2}, Started: now, Seen: now, Over: true}
	at, idler := cluster.Presence{Name: "w1", Working: []string{one.Name + ".1"}, Done: 7},
		cluster.Presence{Name: "w\x1b2"}
	for want, state := range map[string]cluster.State{
		"no jobs and no workers\n": {},
		one.Name + "  mine: 3 of 10 units done, 7 left, 0.0 a second, 4 in work by 1 worker: w1 (4)\n" + over.Name +
			"  other: 2 of 2 units done, 0 left, over\nw1  7 done, at " + one.Name +
			".1\nw\\x1b2  0 done, idle\n": {Work: []cluster.Job{one, over}, Workers: []cluster.Presence{at, idler}},
		one.Name + "  mine: 3 of 10 units done, 7 left, 0.0 a second, none in work\n": {Work: []cluster.Job{one}},
		"w1  7 done, at " + one.Name +
			".1\n": {Workers: []cluster.Presence{at}},
	} {
		var out strings.Builder
		s := newSession(t.Context(), nil, &out, io.Discard)
		s.printStatus(&state)
		if s.end(nil); out.String() != want {
			t.Errorf("%q, want %q", out.String(), want)
		}
	}
}

// What is in work of a job is told by worker, and that nothing is.
func TestSharesText(t *testing.T) {
	for want, shares := range map[string][]cluster.Share{
		", none in work":                              nil,
		", 1 in work by 1 worker: one (1)":            {{Worker: "one", Units: 1}},
		", 12 in work by 2 workers: one (8), two (4)": {{Worker: "one", Units: 8}, {Worker: "two", Units: 4}},
	} {
		if got := sharesText(shares); got != want {
			t.Errorf("%v: %q, want %q", shares, got, want)
		}
	}
}
