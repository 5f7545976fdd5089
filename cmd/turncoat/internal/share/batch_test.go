package share

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"turncoat/cmd/internal/command"
	"turncoat/internal/cluster"
)

func session(t *testing.T) *command.Session {
	return command.NewSession(t.Context(), nil, io.Discard, io.Discard)
}

// aBatch is a batch of so many inputs that unit works out.
func aBatch(n int, unit cluster.Func) *Batch[json.RawMessage] {
	b := &Batch[json.RawMessage]{
		Kind: "test",
		What: "things",
		Args: map[string]int{"a": 1},
		Unit: unit,
	}
	for i := range n {
		b.Inputs = append(b.Inputs, fmt.Appendf(nil, "input %d", i))
	}
	return b
}

// What comes of the inputs is given in their order, whatever is done first, and why there is
// nothing of one; of what a journal holds only that one is tried again.
func TestBatchInOrder(t *testing.T) {
	for _, path := range []string{"", filepath.Join(t.TempDir(), "journal")} {
		for round, wantDone := range []int{9, map[bool]int{true: 9, false: 1}[path == ""]} {
			var done atomic.Int64
			b := aBatch(9, func(_ context.Context, u cluster.Unit) ([]byte, error) {
				done.Add(1)
				time.Sleep(time.Duration(9-u.Number) * time.Millisecond)
				if u.Number == 4 {
					return nil, errors.New("too hard")
				}
				return json.Marshal(string(u.Input))
			})
			var got []string
			b.Journal = path
			err := b.Do(
				session(t),
				4,
				nil,
				func(unit int, result *json.RawMessage, failed error) error {
					got = append(got, fmt.Sprint(unit, " ", string(*result), " ", failed))
					return nil
				},
			)
			var want []string
			for i := range 9 {
				want = append(want, fmt.Sprintf("%d \"input %d\" <nil>", i, i))
			}
			want[4] = "4  too hard"
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("journal %q, round %d: %v, %q, want %q", path, round, err, got, want)
			}
			if int(done.Load()) != wantDone {
				t.Errorf("journal %q, round %d: %d were worked out, want %d", path, round,
					done.Load(), wantDone)
			}
		}
	}
}

// What ends the work ends it at once: an error of who takes the results, which is returned, and an
// interruption, after which it is said how much was done and what has become of it.
func TestBatchEnds(t *testing.T) {
	full := errors.New("the disk is full")
	tried := 0
	b := aBatch(
		50,
		func(context.Context, cluster.Unit) ([]byte, error) { tried++; return []byte("{}"), nil },
	)
	err := b.Do(session(t), 1, nil, func(unit int, _ *json.RawMessage, _ error) error {
		if unit == 1 {
			return full
		}
		return nil
	})
	if !errors.Is(err, full) || tried != 2 {
		t.Errorf("%v after %d units, want the error after 2", err, tried)
	}
	for path, kept := range map[string]string{"": "they have been printed", filepath.Join(t.TempDir(),
		"journal"): "the same command continues from there"} {
		s := session(t)
		b := aBatch(6, func(ctx context.Context, u cluster.Unit) ([]byte, error) {
			if u.Number == 3 {
				s.Stop()
				<-ctx.Done()
			}

			return []byte("{}"), nil
		})
		b.Journal = path
		given := 0
		err := b.Do(s, 1, nil, func(int, *json.RawMessage, error) error { given++; return nil })
		if command.StatusOf(err) != command.StatusInterrupted ||
			err.Error() != "interrupted: 3 of 6 things were done; "+kept ||
			given != 3 {
			t.Errorf("journal %q: %d given, %v", path, given, err)
		}
	}
}

// Batches of other inputs are other work, be they the same bytes.
func TestBatchArgs(t *testing.T) {
	a, err1 := EncodeArgs(nil, [][]byte{[]byte("ab"), []byte("c")})
	b, err2 := EncodeArgs(nil, [][]byte{[]byte("a"), []byte("bc")})
	if err1 != nil || err2 != nil || bytes.Equal(a, b) {
		t.Errorf("%s and %s, %v, %v", a, b, err1, err2)
	}
}
