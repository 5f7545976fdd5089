package cluster_test

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"turncoat/internal/cluster"
	"turncoat/internal/cluster/queue"
	"turncoat/internal/testing/longtest"

	"turncoat/internal/work"
)

const version = "turncoat 1 test"

// square is a kind of work whose results are easily foretold.
func square(_ context.Context, u cluster.Unit) ([]byte, error) {
	return fmt.Appendf(nil, "%s %d %d%s", u.Args, u.Number, u.Number*u.Number, u.Input), nil
}

func want(args string, unit int) string { return fmt.Sprintf("%s %d %d", args, unit, unit*unit) }

func listen(t testing.TB, o queue.Options) *queue.Server {
	t.Helper()
	o.Dir = t.TempDir()
	s, err := queue.Listen(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func dial(t testing.TB, url string) *cluster.Conn {
	t.Helper()
	c, err := cluster.Dial(t.Context(), cluster.Options{URL: url, Name: t.Name()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// start lets a worker work until the function that is returned is called.
func start(t testing.TB, url, name string, kinds map[string]cluster.Func) (stop func()) {
	t.Helper()
	c := dial(t, url)
	ctx, cancel := context.WithCancel(t.Context())
	over := make(chan error, 1)
	w := &cluster.Worker{Name: name, Version: version, Kinds: kinds, Jobs: 2}
	go func() { over <- w.Run(ctx, c) }()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-over; !errors.Is(err, context.Canceled) {
			t.Errorf("worker %s: %v", name, err)
		}
	})
	t.Cleanup(stop)
	return stop
}

// A keeper keeps results in memory and sees that none comes twice. Before, if set, is called first.
type keeper struct {
	t       testing.TB
	results map[int]string
	failed  map[int]string
	before  func(unit int, result []byte) error
}

func newKeeper(t testing.TB) *keeper {
	return &keeper{t: t, results: map[int]string{}, failed: map[int]string{}}
}

func (k *keeper) Has(unit int) bool {
	_, kept := k.results[unit]
	_, failed := k.failed[unit]
	return kept || failed
}

func (k *keeper) Sync() error { return nil }

func (k *keeper) Fail(unit int, reason error) error {
	k.failed[unit] = reason.Error()
	return nil
}

func (k *keeper) Keep(unit int, result []byte) error {
	if k.Has(unit) {
		k.t.Errorf("unit %d is kept twice", unit)
	}
	if k.before != nil {
		if err := k.before(unit, result); err != nil {
			return err
		}
	}

	k.results[unit] = string(result)
	return nil
}

// run has work done by the workers of a server.
func (k *keeper) run(ctx context.Context, url string, work cluster.Work) error {
	k.t.Helper()
	work.Version = version
	return (&cluster.Coordinator{Patience: 2 * time.Second}).Run(ctx, dial(k.t, url), work, k)
}

func (k *keeper) check(args string, units int) {
	k.t.Helper()
	if len(k.results) != units {
		k.t.Errorf("%d results, want %d", len(k.results), units)
	}
	for unit, got := range k.results {
		if got != want(args, unit) {
			k.t.Errorf("unit %d: %q, want %q", unit, got, want(args, unit))
		}
	}
}

func TestWork(t *testing.T) {
	server := listen(t, queue.Options{})
	kinds := map[string]cluster.Func{"square": square}
	start(t, server.URL(), "one", kinds)
	start(t, server.URL(), "two", kinds)
	for _, span := range []int{0, 1, 7, 1000} {
		k := newKeeper(t)
		args := fmt.Sprintf("[%d]", span)
		work := cluster.Work{Kind: "square", Version: version, Args: json.RawMessage(args),
			Units: 200, Span: span}
		var last cluster.Progress
		a := cluster.Coordinator{Progress: func(p cluster.Progress) { last = p }}
		if err := a.Run(t.Context(), dial(t, server.URL()), work, k); err != nil {
			t.Fatal(err)
		}
		k.check(args, 200)
		if last != (cluster.Progress{Units: 200, Done: 200}) {
			t.Errorf("progress at the end: %+v", last)
		}
	}

	state, err := cluster.Status(t.Context(), dial(t, server.URL()))
	if err != nil || len(state.Work) != 4 || !state.Work[0].Over || state.Queued != 0 ||
		len(state.Workers) != 2 {
		t.Errorf("%+v, %v", state, err)
	}
}

// Units are given the inputs that are theirs.
func TestInputs(t *testing.T) {
	server := listen(t, queue.Options{})
	start(t, server.URL(), "one", map[string]cluster.Func{"square": square})
	k := newKeeper(t)
	a := cluster.Coordinator{Input: func(unit int) ([]byte, error) {
		return fmt.Appendf(nil, " input %d", unit), nil
	}}
	if err := a.Run(t.Context(), dial(t, server.URL()), cluster.Work{Kind: "square", Version: version,
		Args: json.RawMessage("2"), Units: 25, Span: 4}, k); err != nil {
		t.Fatal(err)
	}

	for unit := range 25 {
		if got := k.results[unit]; got != fmt.Sprintf("%s input %d", want("2", unit), unit) {
			t.Errorf("unit %d: %q", unit, got)
		}
	}
}

// Work without end ends when there is enough of it.
func TestEnough(t *testing.T) {
	server := listen(t, queue.Options{})
	start(t, server.URL(), "one", map[string]cluster.Func{"square": square})
	k := newKeeper(t)
	k.before = func(int, []byte) error {
		if len(k.results) == 100 {
			return work.ErrEnough
		}
		return nil
	}
	if err := k.run(t.Context(), server.URL(), cluster.Work{Kind: "square", Args: json.RawMessage("3"), Span: 2}); err != nil {
		t.Fatal(err)
	}
	k.check("3", 100)
}

// A unit that fails on every worker is set aside, and the others are done.
func TestFailure(t *testing.T) {
	server := listen(t, queue.Options{})
	var tried atomic.Int64
	start(t, server.URL(), "one",
		map[string]cluster.Func{"square": func(ctx context.Context, u cluster.Unit) ([]byte, error) {
			switch u.Number {
			case 13:
				tried.Add(1)
				return nil, errors.New("no luck")
			case 27:
				panic("worse luck")
			}

			return square(ctx, u)
		}})
	k := newKeeper(t)
	err := k.run(
		t.Context(),
		server.URL(),
		cluster.Work{Kind: "square", Args: json.RawMessage("1"), Units: 40, Span: 4},
	)
	if err != nil || len(k.failed) != 2 || k.failed[13] != "no luck" ||
		!strings.Contains(k.failed[27], "worse luck") {
		t.Errorf("%v; %v", err, k.failed)
	}
	if tried.Load() != 3 {
		t.Errorf("the unit that fails was tried %d times, want 3", tried.Load())
	}
	k.check("1", 38)
}

// Workers die and come, the coordinator dies and resumes, and the server loses all it had: the
// results are the same.
func TestDeaths(t *testing.T) {
	t.Parallel()
	rounds := 6
	if longtest.Short() {
		rounds = 2
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range rounds {
		server := listen(t, queue.Options{})
		port := portOf(t, server.URL())
		slow := map[string]cluster.Func{"square": func(ctx context.Context, u cluster.Unit) ([]byte, error) {
			select {
			case <-ctx.Done():
			case <-time.After(3 * time.Millisecond):
			}

			return square(ctx, u)
		}}
		stop := start(t, server.URL(), "one", slow)
		start(t, server.URL(), "two", slow)
		k := newKeeper(t)
		work := cluster.Work{Kind: "square", Version: version, Args: json.RawMessage(`"d"`),
			Units: 300, Span: 3}
		// The coordinator dies when so many results have come.
		ctx, cancel := context.WithCancel(t.Context())
		die := 20 + r.IntN(200)
		k.before = func(int, []byte) error {
			if len(k.results) == die {
				cancel()
			}
			return nil
		}
		if err := k.run(ctx, server.URL(), work); !errors.Is(err, context.Canceled) {
			t.Fatalf("the coordinator that died: %v", err)
		}
		k.before = nil
		stop()
		start(t, server.URL(), "three", slow)
		if r.IntN(2) == 0 { // a server with an empty queue takes the place of the old one
			server.Close()
			server = listen(t, queue.Options{Port: port})
			start(t, server.URL(), "four", slow)
		}

		if err := k.run(t.Context(), server.URL(), work); err != nil {
			t.Fatal(err)
		}
		k.check(`"d"`, 300)
	}
}

// The queue is lost with all it had while work is under way: coordinator and workers find the empty
// one that takes its place, and the results are the same.
func TestQueueLost(t *testing.T) {
	t.Parallel()
	server := listen(t, queue.Options{})
	port := portOf(t, server.URL())
	kinds := map[string]cluster.Func{"square": square}
	start(t, server.URL(), "one", kinds)
	start(t, server.URL(), "two", kinds)
	k := newKeeper(t)
	k.before = func(int, []byte) error {
		if len(k.results) == 100 {
			server.Close()
			server = listen(t, queue.Options{Port: port})
		}

		return nil
	}
	work := cluster.Work{Kind: "square", Args: json.RawMessage(`"lost"`), Units: 300, Span: 3}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := k.run(ctx, server.URL(), work); err != nil {
		t.Fatalf("%v, after %d units", err, len(k.results))
	}
	k.check(`"lost"`, 300)
}

func portOf(t *testing.T, url string) int {
	t.Helper()
	var port int
	if _, err := fmt.Sscanf(url[strings.LastIndexByte(url, ':')+1:], "%d", &port); err != nil {
		t.Fatal(err)
	}
	return port
}

// However many come at once to a server that is new, all find its streams.
func TestAllAtOnce(t *testing.T) {
	for range 3 {
		s := listen(t, queue.Options{})
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				c, err := cluster.Dial(t.Context(), cluster.Options{URL: s.URL(), Name: t.Name()})
				if err != nil {
					t.Error(err)
					return
				}

				c.Close()
			})
		}

		all.Wait()
	}
}

var benchSpan = flag.Int("span", 50, "units in a message of BenchmarkUnits")

// BenchmarkUnits measures what a unit costs beside the work itself.
func BenchmarkUnits(b *testing.B) {
	server := listen(b, queue.Options{})
	kinds := map[string]cluster.Func{"square": square}
	start(b, server.URL(), "one", kinds)
	start(b, server.URL(), "two", kinds)
	c := dial(b, server.URL())
	b.ResetTimer()
	if err := (&cluster.Coordinator{}).Run(b.Context(), c, cluster.Work{Kind: "square", Version: version,
		Args: json.RawMessage("0"), Units: b.N, Span: *benchSpan}, newKeeper(b)); err != nil {
		b.Fatal(err)
	}

	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "units/s")
}
