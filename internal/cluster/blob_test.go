package cluster_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"testing"
	"time"

	"turncoat/internal/cluster"
	"turncoat/internal/cluster/queue"
)

// blobOf returns a blob with some content.
func blobOf(content []byte) cluster.Blob {
	sum := sha256.New()
	sum.Write(content)
	return cluster.Blob{Name: cluster.Sum(sum), Open: func() (io.ReadCloser,
		error) {
		return io.NopCloser(bytes.NewReader(content)), nil
	}}
}

// counting is a kind of work that counts the bytes of a blob, which its arguments name.
func counting(ctx context.Context, u cluster.Unit) ([]byte, error) {
	var name string
	if err := json.Unmarshal(u.Args, &name); err != nil {
		return nil, err
	}
	var content bytes.Buffer
	if err := u.Fetch(ctx, name, &content); err != nil {
		return nil, err
	}
	return fmt.Appendf(nil, "%d %x", content.Len(), content.Bytes()[content.Len()-1]), nil
}

// Workers get what units have in common, be it large, and again from a server that takes the place
// of one that has lost it.
func TestBlobs(t *testing.T) {
	t.Parallel()
	server := listen(t, queue.Options{})
	port := portOf(t, server.URL())
	slowly := map[string]cluster.Func{"count": func(ctx context.Context, u cluster.Unit) ([]byte, error) {
		time.Sleep(2 * time.Millisecond)
		return counting(ctx, u)
	}, "look": func(ctx context.Context, u cluster.Unit) ([]byte, error) {
		_, err := counting(ctx, u)
		if !errors.Is(err, cluster.ErrLater) {
			t.Errorf("what was taken off the server: %v", err)
		}
		return nil, nil
	}}
	start(t, server.URL(), "one", slowly)
	content := bytes.Repeat([]byte("turncoat"), 1<<17) // a megabyte, in several chunks
	blob := blobOf(content)
	args, err := json.Marshal(blob.Name)
	if err != nil {
		t.Fatal(err)
	}
	k := newKeeper(t)
	k.before = func(int, []byte) error {
		if len(k.results) == 10 {
			server.Close()
			server = listen(t, queue.Options{Port: port})
		}

		return nil
	}
	a := cluster.Coordinator{Blobs: []cluster.Blob{blob}, Patience: time.Second}
	conn := dial(t, server.URL())
	if err := a.Run(t.Context(), conn, cluster.Work{Kind: "count", Version: version, Args: args, Units: 30}, k); err != nil {
		t.Fatal(err)
	}
	for unit := range 30 {
		if want := fmt.Sprintf("%d %x", len(content), 't'); k.results[unit] != want {
			t.Errorf("unit %d: %q, want %q", unit, k.results[unit], want)
		}
	}

	// What is not wanted any more goes.
	if err := conn.Supply(t.Context(), nil, false); err != nil {
		t.Fatal(err)
	}
	if err := newKeeper(t).run(t.Context(), server.URL(), cluster.Work{Kind: "look", Args: args, Units: 1}); err != nil {
		t.Error(err)
	}
}

// A blob that is not what its name says is refused.
func TestFalseBlob(t *testing.T) {
	server := listen(t, queue.Options{})
	conn := dial(t, server.URL())
	wrong := blobOf([]byte("one"))
	wrong.Open = blobOf([]byte("two")).Open
	start(t, server.URL(), "one",
		map[string]cluster.Func{"look": func(ctx context.Context, u cluster.Unit) ([]byte, error) {
			if err := u.Fetch(ctx, wrong.Name, io.Discard); !errors.Is(err, cluster.ErrLater) {
				t.Errorf("got %v", err)
			}
			return nil, nil
		}})
	a := cluster.Coordinator{Blobs: []cluster.Blob{wrong}}
	if err := a.Run(t.Context(), conn, cluster.Work{Kind: "look", Version: version, Units: 1}, newKeeper(t)); err != nil {
		t.Error(err)
	}
}

// A unit that is to be worked out later comes back as often as it says so; that is no failure.
// Ephemeral work leaves no trace.
func TestLater(t *testing.T) {
	t.Parallel()
	server := listen(t, queue.Options{})
	var asked atomic.Int64
	start(t, server.URL(), "one",
		map[string]cluster.Func{"square": func(ctx context.Context, u cluster.Unit) ([]byte, error) {
			if u.Number == 2 && asked.Add(1) < 3 {
				return nil, fmt.Errorf("%w: not now", cluster.ErrLater)
			}
			return square(ctx, u)
		}})
	k := newKeeper(t)
	a := cluster.Coordinator{Ephemeral: true}
	conn := dial(t, server.URL())
	if err := a.Run(t.Context(), conn, cluster.Work{Kind: "square", Version: version, Args: json.RawMessage("1"),
		Units: 4}, k); err != nil {
		t.Fatal(err)
	}

	k.check("1", 4)
	if state, err := cluster.Status(t.Context(), conn); err != nil || len(state.Work) != 0 ||
		asked.Load() != 3 {
		t.Errorf("%+v, %v; asked %d times", state.Work, err, asked.Load())
	}
}
