package cluster

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	server "turncoat/internal/cluster/queue"
)

// served returns a connection to a server of its own.
func served(t *testing.T) *Conn {
	t.Helper()
	s, err := server.Listen(server.Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	c, err := Dial(t.Context(), Options{URL: s.URL(), Name: t.Name()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// What is listed stands in order of the start and of the names; what cannot be read is left out.
func TestStatus(t *testing.T) {
	c := served(t)
	ctx := t.Context()
	if s, err := Status(ctx, c); err != nil || s.Work == nil || s.Workers == nil ||
		len(s.Work)+len(s.Workers) != 0 || s.Queued != 0 {
		t.Errorf("nothing: %+v, %v", s, err)
	}

	at := time.Unix(1000, 0).UTC()
	jobs := []Job{
		{Work: Work{Kind: "a", Args: json.RawMessage("1"), Units: 2}, Name: "c", Started: at,
			Progress: Progress{Units: 2, Done: 1}},
		{Work: Work{Args: json.RawMessage("2")}, Name: "d", Started: at,
			Over: true},
		{Work: Work{Args: json.RawMessage("3")}, Name: "a", Started: at.Add(1)},
	}
	for _, i := range []int{2, 1, 0} {
		if err := put(ctx, c.work, jobs[i].Name, jobs[i]); err != nil {
			t.Fatal(err)
		}
	}

	workers := []Presence{{Name: "one", Version: "1", Jobs: 2, Working: []string{"c.0"}, Done: 7,
		Seen: at}, {Name: "two", Working: []string{}}}
	for _, i := range []int{1, 0} {
		if err := put(ctx, c.workers, workers[i].Name, workers[i]); err != nil {
			t.Fatal(err)
		}
	}

	if _, err := c.work.Put(ctx, "bad", []byte("{")); err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		if _, err := c.js.Publish(ctx, unitSubject("1", "c", i), nil); err != nil {
			t.Fatal(err)
		}
	}

	s, err := Status(ctx, c)
	if want := (State{jobs, workers, 3}); err != nil || !reflect.DeepEqual(s, want) {
		t.Errorf("%+v, %v\nwant %+v", s, err, want)
	}
	over, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := Status(over, c); !errors.Is(err, context.Canceled) {
		t.Errorf("given up: %v", err)
	}
}

// Blobs are put on the server once, looked after when that is wanted, and taken away when they are
// not wanted any more.
func TestSupply(t *testing.T) {
	c := served(t)
	ctx := t.Context()
	opened := map[string]int{}
	broken := errors.New("broken")
	blob := func(text string) Blob {
		sum := sha256.New()
		sum.Write([]byte(text))
		return Blob{Sum(sum), func() (io.ReadCloser, error) {
			if text == "broken" {
				return nil, broken
			}
			opened[text]++
			return io.NopCloser(strings.NewReader(text)), nil
		}}
	}
	a, b := blob("a"), blob("b")
	for i, step := range []struct {
		blobs []Blob
		anew  bool
		there string // of a and b
		a, b  int    // times opened
	}{
		{[]Blob{a}, false, "a", 1, 0}, {[]Blob{a, b}, false, "ab", 1, 1},
		{[]Blob{a, b}, true, "ab", 2, 2},
		{[]Blob{b}, false, "b", 2, 2}, {nil, true, "", 2, 2}, {[]Blob{a}, false, "a", 3, 2},
	} {
		if err := c.Supply(ctx, step.blobs, step.anew); err != nil {
			t.Fatal(err)
		}
		there := ""
		for _, x := range []Blob{a, b} {
			var got bytes.Buffer
			if err := c.fetch(ctx, x.Name, &got); err == nil {
				there += got.String()
			} else if !errors.Is(err, ErrLater) || !errors.Is(err, jetstream.ErrObjectNotFound) {
				t.Error(err)
			}
		}

		if there != step.there || opened["a"] != step.a || opened["b"] != step.b ||
			len(c.supplied) != len(step.blobs) {
			t.Errorf("step %d: %q is there, %v, %v", i, there, opened, c.supplied)
		}
	}

	// One that the server has lost is there again when it is looked after, and not before.
	bucket, err := c.js.ObjectStore(ctx, blobBucket)
	if err == nil {
		err = bucket.Delete(ctx, a.Name)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, anew := range []bool{false, true} {
		if err := c.Supply(ctx, []Blob{a}, anew); err != nil {
			t.Fatal(err)
		}
		if err := c.fetch(ctx, a.Name, io.Discard); (err == nil) != anew {
			t.Errorf("anew %t: %v", anew, err)
		}
	}

	if err := c.Supply(ctx, []Blob{blob("broken")}, false); !errors.Is(err, broken) ||
		!strings.HasPrefix(err.Error(), "cannot upload the data that units need: ") {
		t.Errorf("%v", err)
	}

	if len(c.supplied) != 0 {
		t.Errorf("%v is taken for supplied", c.supplied)
	}
	// What is fetched is what its name says, and who cannot write it is told so.
	false_ := Blob{a.Name, b.Open}
	if err := c.Supply(ctx, []Blob{false_}, false); err != nil {
		t.Fatal(err)
	}
	if err := c.fetch(ctx, a.Name, io.Discard); !errors.Is(err, ErrLater) ||
		err.Error() != "unit cannot be done yet: cannot fetch the data it needs: wrong checksum" {
		t.Errorf("%v", err)
	}

	if err := c.fetch(ctx, a.Name, writer{broken}); err != broken {
		t.Errorf("%v", err)
	}
	over, cancel := context.WithCancel(ctx)
	cancel()
	if err := c.Supply(over, nil, false); !errors.Is(err, context.Canceled) {
		t.Errorf("given up: %v", err)
	}
}

type writer struct{ err error }

func (w writer) Write([]byte) (int, error) { return 0, w.err }

// A worker stays where there is nothing to do, or something for it.
func TestRefused(t *testing.T) {
	c := served(t)
	w := &Worker{Version: "1"}
	for _, test := range []struct {
		name, version string
		over          bool
		want          string
	}{
		{"", "", false, "<nil>"}, {"a", "2", true, "<nil>"},
		{"b", "2", false, "version mismatch: the queue has 2, this worker is 1"},
		{"c", "1", true, "version mismatch: the queue has 2, this worker is 1"},
		{"d", "1", false, "<nil>"},
	} {
		if test.name != "" {
			if err := put(t.Context(), c.work, test.name,
				Job{Work: Work{Version: test.version, Args: json.RawMessage("1")}, Name: test.name,
					Over: test.over}); err != nil {
				t.Fatal(err)
			}
		}

		if err := w.refused(t.Context(), c); fmt.Sprint(err) != test.want ||
			err != nil && !errors.Is(err, ErrVersion) {
			t.Errorf("%+v: %v", test, err)
		}
	}
}

// A coordinator that continues queues what the one before it has not queued, and reports what was
// there.
func TestContinue(t *testing.T) {
	t.Parallel()
	c := served(t)
	work := Work{Kind: "tell", Version: "1", Args: json.RawMessage("1"), Units: 2 * window, Span: 1}
	ctx, cancel := context.WithCancel(t.Context())
	queued := map[int]int{}
	l := newListener(0, 1, 3)
	a := Coordinator{Input: func(unit int) ([]byte, error) {
		queued[unit]++
		return nil, nil
	}}
	a.Progress = func(p Progress) {
		if s, err := Status(ctx, c); err == nil && s.Queued == window {
			cancel()
		}
	}
	// By a connection of its own, which ends: what the server sends to one that lasts is not sent
	// again for a while.
	first, err := Dial(ctx, Options{URL: c.nc.ConnectedUrl(), Name: "first"})
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Run(ctx, first, work, l); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	first.Close()
	if len(queued) != window || queued[0]+queued[1]+queued[3] > 0 {
		t.Errorf("%d units are queued", len(queued))
	}
	var last Progress
	a.Progress = func(p Progress) { last = p }
	w := &Worker{Name: "one", Version: "1", Jobs: 1,
		Kinds: map[string]Func{"tell": func(context.Context, Unit) ([]byte, error) {
			return nil, nil
		}}}
	working, stop := context.WithCancel(t.Context())
	over := make(chan error, 1)
	go func() { over <- w.Run(working, c) }()
	if err := a.Run(t.Context(), c, work, l); err != nil {
		t.Fatal(err)
	}
	stop()
	<-over
	if want := (Progress{Units: 2 * window, Done: 2 * window, Had: 3}); last != want ||
		len(l.kept) != 2*window {
		t.Errorf("%+v, want %+v", last, want)
	}
	if w.done.Load() != 2*window-3 || len(queued) != 2*window-3 {
		t.Errorf("%d units are done, %d queued", w.done.Load(), len(queued))
	}
}
