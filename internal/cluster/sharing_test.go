package cluster_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"turncoat/internal/cluster"
	"turncoat/internal/cluster/queue"
)

// A worker works on no more spans at a time than it has jobs, though it fetches short ones ahead.
func TestJobs(t *testing.T) {
	s := listen(t, queue.Options{})
	var now, most atomic.Int32
	count := func(context.Context, cluster.Unit) ([]byte, error) {
		if n := now.Add(1); n > most.Load() {
			most.Store(n)
		}
		time.Sleep(time.Millisecond)
		now.Add(-1)
		return nil, nil
	}
	start(t, s.URL(), "w", map[string]cluster.Func{"count": count}) // of two jobs
	if err := newKeeper(t).run(t.Context(), s.URL(), cluster.Work{Kind: "count", Units: 300}); err != nil {
		t.Fatal(err)
	}
	if most.Load() > 2 {
		t.Errorf("%d units were worked on at a time", most.Load())
	}
}

// What is not begun goes to whoever has nothing to do: while a worker of two jobs is at work on two
// units, another does all the others.
func TestIdleWorker(t *testing.T) {
	s := listen(t, queue.Options{})
	begun, others := make(chan struct{}, 10), make(chan struct{})
	busy := func(ctx context.Context, _ cluster.Unit) ([]byte, error) {
		begun <- struct{}{}
		select {
		case <-others:
		case <-ctx.Done():
		}

		return nil, nil
	}
	idle := func(context.Context, cluster.Unit) ([]byte, error) { return []byte("idle"), nil }
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	done := 0
	k := newKeeper(t)
	k.before = func(_ int, result []byte) error {
		if string(result) == "idle" {
			done++
			if done == 8 {
				close(others)
			}
		}

		return nil
	}
	start(t, s.URL(), "busy", map[string]cluster.Func{"wait": busy})
	over := make(chan error, 1)
	go func() { over <- k.run(ctx, s.URL(), cluster.Work{Kind: "wait", Units: 10}) }()
	<-begun
	<-begun
	start(t, s.URL(), "idle", map[string]cluster.Func{"wait": idle})
	if err := <-over; err != nil {
		t.Fatalf("%v, when the idle worker had done %d of 8 units", err, done)
	}
}

// What a worker has begun when it is interrupted goes to another at once, not when the worker has
// been silent for twenty seconds.
func TestInterruptedWorker(t *testing.T) {
	s := listen(t, queue.Options{})
	begun := make(chan struct{}, 2)
	endless := func(ctx context.Context, _ cluster.Unit) ([]byte, error) {
		begun <- struct{}{}
		<-ctx.Done()
		return nil, ctx.Err()
	}
	stop := start(t, s.URL(), "interrupted", map[string]cluster.Func{"square": endless})
	k, over := newKeeper(t), make(chan error, 1)
	ctx, cancel := context.WithTimeout(t.Context(), 15*time.Second)
	defer cancel()
	go func() {
		over <- k.run(ctx, s.URL(), cluster.Work{Kind: "square", Args: json.RawMessage(`"e"`),
			Units: 2})
	}()
	<-begun
	<-begun
	stop()
	start(t, s.URL(), "another", map[string]cluster.Func{"square": square})
	if err := <-over; err != nil {
		t.Fatal(err)
	}
	k.check(`"e"`, 2)
}

// A worker of another version is refused while there is work, and told why.
func TestVersion(t *testing.T) {
	server := listen(t, queue.Options{})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	k, over, conn := newKeeper(t), make(chan error, 1), dial(t, server.URL())
	go func() { over <- k.run(ctx, server.URL(), cluster.Work{Kind: "square", Units: 3}) }()
	for held := 0; held == 0; time.Sleep(time.Millisecond) { // until the server holds the work
		status, err := cluster.Status(t.Context(), conn)
		if err != nil {
			t.Fatal(err)
		}
		held = len(status.Work)
	}

	cancel()
	if err := <-over; !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	w := &cluster.Worker{Name: "late", Version: "turncoat 2", Jobs: 1}
	if err := w.Run(t.Context(), dial(t, server.URL())); !errors.Is(err, cluster.ErrVersion) ||
		!strings.Contains(err.Error(), version) {
		t.Errorf("a worker of another version: %v", err)
	}
}
