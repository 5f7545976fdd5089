package workercmd

import (
	"io"
	"strings"
	"testing"
	"time"

	"turncoat/cmd/internal/command"
	"turncoat/internal/cluster"
)

// What a server holds: each job with who is at it, unless it is over, and each worker with what it
// is at.
func TestPrintStatus(t *testing.T) {
	now := time.Now()
	one := cluster.Job{Work: cluster.Work{Kind: "mine", Span: 4}, Name: "00000000000000a1",
		Progress: cluster.Progress{Units: 10, Done: 3}, Started: now, Seen: now}
	over := cluster.Job{Work: cluster.Work{Kind: "other", Span: 1}, Name: "b\x1b2",
		Progress: cluster.Progress{Units: 2, Done: 2}, Started: now, Seen: now, Over: true}
	at, idler := cluster.Presence{Name: "w1", Working: []string{one.Name + ".1"}, Done: 7},
		cluster.Presence{Name: "w\x1b2"}
	for want, state := range map[string]cluster.State{
		"no jobs and no workers\n": {},
		one.Name +
			"  mine: 3 of 10 units done, 7 left, 0.0 a second, 4 in progress by 1 worker: w1 (4)\n" + "b\\x1b2" + "  other: 2 of 2 units done, 0 left, over\nw1  7 done, at " + one.Name + ".1\nw\\x1b2  0 done, idle\n": {Work: []cluster.Job{one, over}, Workers: []cluster.Presence{at, idler}},
		one.Name +
			"  mine: 3 of 10 units done, 7 left, 0.0 a second, none in progress\n": {Work: []cluster.Job{one}},
		"w1  7 done, at " + one.Name +
			".1\n": {Workers: []cluster.Presence{at}},
	} {
		var out strings.Builder
		s := command.NewSession(t.Context(), nil, &out, io.Discard)
		printStatus(s, &state)
		s.End(nil)
		if out.String() != want {
			t.Errorf("%q, want %q", out.String(), want)
		}
	}
}
