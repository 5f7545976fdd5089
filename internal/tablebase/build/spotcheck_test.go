package build

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"turncoat/internal/tablebase"
	"turncoat/internal/testing/rulestest"
)

// What slices have truly found is never refused, and what they cannot have found always is: a
// number of which all is known or that there is not, one that is two things, a set of another pass
// or without a number, and sayings every one of which is false.
func TestSpotCheck(t *testing.T) {
	for _, name := range []string{"KK", "KKN"} {
		testSpotCheck(t, name)
	}
}

func testSpotCheck(t *testing.T, name string) {
	s := solutionOf(t, name)
	e := newExpander(s)
	set := func(numbers ...int) (b bitset) {
		for _, n := range numbers {
			b.add(n)
		}
		return b
	}
	for s.pass < 4 {
		s.begin()
		refused := func(n int, f found, want string) {
			t.Helper()
			if err := e.spotCheck(n, e.encode(&f)); err == nil ||
				!strings.Contains(err.Error(), want) {
				t.Errorf("pass %d: %v, want %s", s.pass, err, want)
			}
		}
		last := len(s.slices) - 1
		for n := range s.slices {
			s.results[n] = e.slice(n)
			if err := e.spotCheck(n, s.results[n]); err != nil {
				t.Fatalf("pass %d, slice %d: %v", s.pass, n, err)
			}
		}

		if s.pass > 0 {
			known, open := -1, -1
			for i, v := range s.valuesOf(0) {
				if v != 0 {
					known = i
				} else {
					open = i
				}
			}

			refused(0, found{decided: set(known)}, "cannot be decided in this pass")
			refused(0, found{invalid: set(open)}, "cannot be no position in this pass")
			if s.pass == 1 {
				refused(0, found{decided: set(open), drawn: set(open)},
					"cannot be drawn in this pass")
			}
		} else {
			if beyond := len(s.valuesOf(last)); beyond < sliceSize {
				refused(last, found{decided: set(beyond)}, "cannot be decided in this pass")
			} else if name == "KK" {
				t.Error("no slice is short")
			}

			refused(0, found{decided: set(5), invalid: set(5)},
				"cannot be no position in this pass")
		}

		if s.pass != 1 {
			refused(0, found{drawn: set(0)}, "cannot be drawn in this pass")
		}
		// The opposite of what a slice has found.
		var lie found
		right, err := decodeFound(s.results[0])
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range s.valuesOf(0) {
			if v == 0 && (right.decided == nil || right.decided[i>>6]>>(i&63)&1 == 0) {
				lie.decided.add(i)
			}
		}

		refused(0, lie, "is not decided, but")
		if err := s.end(); err != nil {
			t.Fatal(err)
		}
	}
}

// A result that leaves out all that is to be found is refused where there is much of that: of the
// positions of the king and the knight a good half are won at once.
func TestSpotCheckSilence(t *testing.T) {
	s := solutionOf(t, "KKN")
	e := newExpander(s)
	for s.pass < 1 {
		s.begin()
		for n := range s.slices {
			s.results[n] = e.slice(n)
		}
		if err := s.end(); err != nil {
			t.Fatal(err)
		}
	}

	s.begin()
	refused := 0
	for range 4 {
		for n := range s.slices {
			if err := e.spotCheck(n, []byte{0}); err != nil &&
				strings.Contains(err.Error(), "is not open, but decided") {
				refused++
			}
		}
	}

	if refused < 1 {
		t.Error("nothing was refused")
	}
}

// A part of a pass that calls itself something other than a class names no file.
func TestPartsNameNoFiles(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"../../" + filepath.Base(dir) + "/x", filepath.Join(dir, "x"), "",
		"KKQ/../x"} {
		s := &Worker{}
		p := &Pass{Rules: rulestest.Builtin(t, "chess"), Class: "KKQ", Slices: 1,
			Lower: []Part{{Class: name, Sum: "a"}}}
		_, err := s.Slice(t.Context(), p, 0, func(_ context.Context, _ string, w io.Writer) error {
			_, err := w.Write(bytes.Repeat([]byte("x"), 9))
			return err
		})
		if !errors.Is(err, tablebase.ErrClass) {
			t.Errorf("%q: %v", name, err)
		}
	}

	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}
