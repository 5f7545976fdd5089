package solve

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"testing"

	"turncoat/internal/testing/endingtest"
	"turncoat/internal/testing/puzzletest"
	"turncoat/rules"
	"turncoat/rules/board"
)

// When a limit or the end of the context cuts short the making of a solution or a proof, there is
// none, and the error says why. It never says that the search contradicts itself, and a question
// that was not asked any more has no answer. With enough work the result is that of a search
// without a limit.
func TestCutShort(t *testing.T) {
	for _, test := range []struct {
		rules, fen string
		n          int
		isFast     bool
		wanted     Wanted
	}{
		{"chess", "5R2/1N3p2/3pk3/6PR/3Q4/B3K3/8/8 w - - 0 1", 2, true,
			Wanted{Refutations: 2, SetPlay: true}},
		{"chess", "5R2/1N3p2/3pk3/6PR/3Q4/B3K3/8/8 w - - 0 1", 2, false,
			Wanted{Refutations: 2, SetPlay: true}},
		{"chess", "8/3P2P1/3N4/3k4/4N3/4K3/8/8 w - - 0 1", 3, true, Wanted{}},
		{"pacifist-value", "8/7n/8/nk1Q4/5b2/5b1K/8/8 b - - 0 1", 2, true,
			Wanted{Refutations: 2, SetPlay: true}},
	} {
		name := fmt.Sprintf("%s %s, fast %t", test.rules, test.fen, test.isFast)
		variant := puzzletest.Named(t, test.rules)
		if !test.isFast {
			variant = rules.NewReference(variant.Set())
		}
		p := puzzletest.Position(t, variant, test.fen)
		fresh := func(nodes uint64) *Solver {
			return New(variant, Options{Jobs: 1, Memory: 1 << 20, Nodes: nodes})
		}
		result, err := fresh(0).Solve(t.Context(), &p, Win, test.n)
		if err != nil || result.In != test.n {
			t.Fatalf("%s: %+v, %v", name, result, err)
		}
		short := 0
		for what, write := range map[string]func(s *Solver, out io.Writer) error{
			"solution": func(s *Solver, out io.Writer) error {
				tree, err := s.Solution(t.Context(), result, test.wanted)
				if (tree == nil) != (err != nil) {
					t.Errorf("%s: %v, and %v", name, tree, err)
				}
				if err != nil {
					return err
				}
				return json.NewEncoder(out).Encode(tree)
			},
			"proof": func(s *Solver, out io.Writer) error {
				return s.WriteProof(t.Context(), out, result, true)
			},
		} {
			var want bytes.Buffer
			if err := write(fresh(0), &want); err != nil {
				t.Fatal(err)
			}
			for k := uint64(1); ; k += 1 + k/4 {
				var got bytes.Buffer
				err := write(fresh(k*flushEvery), &got)
				if err == nil {
					if got.String() != want.String() {
						t.Errorf("%s: another %s within %d turns", name, what, k*flushEvery)
					}
					break
				}

				short++
				if err != ErrLimit {
					t.Errorf("%s: the %s within %d turns: %v", name, what, k*flushEvery, err)
				}
			}
		}

		if short < 3 {
			t.Errorf("%s: %d works were cut short: the test shows little", name, short)
		}
		interrupted(t, name, fresh, p, result, test.wanted)
		interrupted(t, name, fresh, p, result, Wanted{EachSearch: true})
		_, err = fresh(1).Solution(t.Context(), result, Wanted{EachSearch: true})
		if want := fmt.Sprintf("%v: no answer for a win in %d", rules.ErrLimit, test.n-1); err == nil ||
			err.Error() != want {
			t.Errorf("%s, place by place: %v, want %s", name, err, want)
		}
	}
}

// interrupted makes a solution in contexts that end sooner or later.
func interrupted(t *testing.T, name string, fresh func(nodes uint64) *Solver, p board.Position, result Result,
	wanted Wanted) {
	t.Helper()
	s := fresh(0)
	whole, err := s.Solution(t.Context(), result, wanted)
	if err != nil {
		t.Fatal(err)
	}
	for k, ended := int64(1), true; ended; k *= 2 {
		ctx := endingtest.New(t.Context(), k)
		tree, err := fresh(0).Solution(ctx, result, wanted)
		ended = ctx.Close()
		if err != nil && (!ended || !errors.Is(err, context.Canceled) || tree != nil) ||
			err == nil && !reflect.DeepEqual(tree, whole) {
			t.Errorf("%s: interrupted at question %d (%t): %v", name, k, ended, err)
		}
	}
}

// When a limit ends a search, it has found the win or has no answer: a first turn whose search was
// cut short does not count as refuted.
func TestSearchCutShort(t *testing.T) {
	for _, want := range knownWins(t) {
		p := want.Position
		key := func(_ *board.Position, m board.Move) bool { return m.UCI(&p) == want.Keys[0] }
		options := Options{Jobs: 1, Memory: 1 << 20, First: key}
		whole, err := Find(t.Context(), want.Variant, &p, want.N, options)
		if err != nil || whole.In != want.N {
			t.Fatalf("%s: %+v, %v", want.FEN, whole, err)
		}
		if whole.Nodes > 500*flushEvery {
			continue
		}
		for options.Nodes = 1; options.Nodes < whole.Nodes; options.Nodes += whole.Nodes/20 + 1 {
			cut, err := Find(t.Context(), want.Variant, &p, want.N, options)
			if err != nil || cut.Excluded >= want.N {
				t.Errorf("%s: within %d turns: %+v, %v", want.FEN, options.Nodes, cut, err)
			}
		}
	}
}
