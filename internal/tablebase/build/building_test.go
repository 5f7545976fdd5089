package build

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"turncoat/internal/tablebase"
	"turncoat/internal/testing/filetest"
	"turncoat/internal/testing/rulestest"
	"turncoat/internal/work"
)

// solutionOf returns a solution of a class that leads into no other.
func solutionOf(t *testing.T, name string) *solution {
	t.Helper()
	tables, err := tablebase.New(rulestest.Builtin(t, "pacifist1"))
	if err != nil {
		t.Fatal(err)
	}
	c := class(t, name)
	index := tablebase.NewIndex(c, tables.Set())
	return newSolution(tables.Rules(), tables.Set().Family, index, nil,
		make([]tablebase.Value, tablebase.NewIndex(c, tables.Set()).Size+extraValues), 0)
}

// A build makes what is missing, with what that leads into, and tells of each table; a file that is
// none is named.
func TestBuild(t *testing.T) {
	set := rulestest.Builtin(t, "chess")
	set.Name = "mine"
	dir := t.TempDir()
	place := filepath.Join(dir, "chess")
	kk, kkq := class(t, "KK"), class(t, "KKQ")
	if tablebase.DirName(set) != "chess" {
		t.Error(tablebase.DirName(set))
	}
	if got, want := Size(set, []tablebase.Class{kkq}), tablebase.NewIndex(kk, set).Size+tablebase.NewIndex(kkq,
		rulestest.Builtin(t, "chess")).Size; got != want {
		t.Errorf("%d numbers, want %d", got, want)
	}

	said := func(classes ...tablebase.Class) string {
		t.Helper()
		text := ""
		if err := Tables(t.Context(), set, dir, classes, Options{Jobs: -1, Memory: -1}, func(b Built) {
			if b.Path != filepath.Join(place, b.Class.String()+".tct") || b.Rules != "chess" {
				t.Errorf("%+v", b)
			}
			text += fmt.Sprintf("%s %d %t;", b.Class, b.Longest, b.Found)
		}); err != nil {
			t.Fatal(err)
		}

		return text
	}
	for i, want := range []string{"KK 0 false;", "KK 0 true;KKQ 19 false;",
		"KK 0 true;KKQ 19 true;"} {
		if got := said([]tablebase.Class{kk, kkq, kkq}[i]); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}

	if left, err := os.ReadDir(place); err != nil || len(left) != 2 {
		t.Errorf("%v, %v", left, err)
	}
	if err := Tables(t.Context(), set, dir, []tablebase.Class{kk}, Options{}, nil); err != nil {
		t.Error(err)
	}
	bad := filepath.Join(place, "KK.tct")
	filetest.Write(t, bad, []byte("no table"))
	if err := Tables(t.Context(), set, dir, []tablebase.Class{kkq}, Options{}, nil); !errors.Is(err, tablebase.ErrFile) ||
		err.Error() != bad+": not a usable table: it is not a table; remove it to build it again" {
		t.Errorf("%v", err)
	}

	if err := errors.Join(os.Remove(bad), os.Mkdir(bad, 0o700)); err != nil {
		t.Fatal(err)
	}
	if err := Tables(t.Context(), set, dir, []tablebase.Class{kk}, Options{}, nil); !errors.Is(err, tablebase.ErrFile) ||
		!strings.Contains(err.Error(), "it is not a regular file") {
		t.Errorf("%v", err)
	}

	set.Values[3] = 7
	if err := Tables(t.Context(), set, dir, []tablebase.Class{kk}, Options{}, nil); !errors.Is(err, tablebase.ErrRules) {
		t.Errorf("%v", err)
	}
}

// A build that fails before it has anything to keep leaves no directory that was not there.
func TestBuildLeavesNoDirectory(t *testing.T) {
	root := t.TempDir()
	t.Setenv("TMPDIR", filepath.Join(root, "none")) // where what is shared out would be kept
	t.Setenv("TMP", filepath.Join(root, "none"))
	o := Options{ShareFrom: 1, Client: func(*Pass) work.Client { return nil }}
	if _, err := built(t.Context(), t, "pacifist1", "KK", filepath.Join(root, "a", "b"), o); !errors.Is(err,
		fs.ErrNotExist) {
		t.Errorf("%v", err)
	}

	if left, err := os.ReadDir(root); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// A pass that no build can have asked for is refused.
func TestSlicerRefuses(t *testing.T) {
	nothing := func(context.Context, string, io.Writer) error { return errNotThere }
	s := &Worker{}
	pacifist, chess := rulestest.Builtin(t, "pacifist1"), rulestest.Builtin(t, "chess")
	for want, p := range map[string]*Pass{
		"pass 1 has 0 earlier passes": {Build: "b", Rules: pacifist, Class: "KK", Slices: 1,
			Number: 1},
		"pass 253 has 253 earlier passes": {Build: "b", Rules: pacifist, Class: "KK", Slices: 1,
			Number: 253, Before: make([]Part, 253)},
		"KK has 1 slices, not 2": {Build: "b", Rules: pacifist,
			Class: "KK", Slices: 2},
		`not a class of pieces: "K" does not name two kings`: {Build: "b", Rules: pacifist,
			Class: "K", Slices: 1},
		"no table of KK, into which KKQ leads": {Build: "b", Rules: chess, Class: "KKQ",
			Slices: 1},
		"results of pass 0 of KK: it is not there": {Build: "b", Rules: pacifist, Class: "KK",
			Slices: 1, Number: 1, Before: []Part{{Sum: "x"}}},
	} {
		if _, err := s.Slice(t.Context(), p, 0, nothing); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}

	if _, err := s.Slice(t.Context(), &Pass{Class: "KK"}, 0, nothing); err == nil {
		t.Error("rules that are none")
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	one := &Pass{Build: "one", Rules: pacifist, Class: "KK", Slices: 1}
	if found, err := s.Slice(over, one, 0, nothing); found != nil ||
		!errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if err := s.Close(); err != nil || s.build != nil {
		t.Error(err)
	}
}

// What a pass has found goes to a file and comes back, and a file that holds less or more is
// refused.
func TestPassed(t *testing.T) {
	h := &sharedPasses{dir: t.TempDir(), pass: Pass{Number: 4}}
	results := [][]byte{{0}, bytes.Repeat([]byte{7}, 300), {}}
	if err := h.end(results); err != nil || h.pass.Number != 5 || len(h.pass.Before) != 1 {
		t.Fatalf("%v, %+v", err, h.pass)
	}
	part := &h.pass.Before[0]
	file, err := part.Open()
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(file)
	file.Close()
	if want := "\x01\x00\xac\x02" + strings.Repeat("\x07", 300) + "\x00"; err != nil ||
		string(text) != want || len(part.Sum) != 64 {
		t.Errorf("%q, %v", text, err)
	}

	read := func(text string) ([][]byte, error) {
		s := &solution{results: make([][]byte, 3)}
		err := s.readResults(bufio.NewReader(strings.NewReader(text)))
		return s.results, err
	}
	if got, err := read(string(text)); err != nil || !slices.EqualFunc(got, results, bytes.Equal) {
		t.Errorf("%v, %v", got, err)
	}
	for i := range len(text) {
		if _, err := read(string(text[:i])); err == nil {
			t.Errorf("%d bytes are taken for all", i)
		}
	}

	if _, err := read(string(text) + "x"); !errors.Is(err, tablebase.ErrFile) ||
		!strings.Contains(err.Error(), "there is data after the last result") {
		t.Errorf("%v", err)
	}

	if _, err := read("\x80\x80\x02" + strings.Repeat("x", 32768) + "\x00\x00"); err != nil {
		t.Errorf("32,768 bytes of a slice: %v", err)
	}
	if _, err := read("\x81\x80\x02" + strings.Repeat("x", 32769) + "\x00\x00"); !errors.Is(err, tablebase.ErrFile) ||
		!strings.Contains(err.Error(), "32769 bytes are too many for the result of a slice") {
		t.Errorf("32,769 bytes of a slice: %v", err)
	}
}

// A verification looks at every number, tells how far it is, and says what is missing.
func TestVerified(t *testing.T) {
	tables := opened(t, "chess", "")
	kkn := class(t, "KKN")
	var mu sync.Mutex
	last := uint64(0)
	report, err := Verify(t.Context(), tables, kkn,
		VerifyOptions{Jobs: 1, Sample: 50, Seed: 3, Progress: func(c tablebase.Class, done uint64) {
			mu.Lock()
			defer mu.Unlock()
			if c != kkn || done <= last {
				t.Errorf("%s, %d after %d", c, done, last)
			}
			last = done
		}})
	size := tables.Table(kkn).Len()
	if want := (Verified{kkn, size, 50, 0}); err != nil || report != want || last != size {
		t.Errorf("%+v, %v, %d at last; want %+v", report, err, last, want)
	}
	if report, err := Verify(t.Context(), tables, class(t, "KKNN"), VerifyOptions{}); !errors.Is(err, tablebase.ErrMissing) ||
		err.Error() != "no table of KKNN for chess" ||
		report != (Verified{Class: class(t, "KKNN")}) {
		t.Errorf("%+v, %v", report, err)
	}

	alone := only(t, "chess", embeddedFile(t, "chess", "KKN"))
	if _, err := Verify(t.Context(), alone, kkn, VerifyOptions{}); !errors.Is(err, tablebase.ErrMissing) ||
		err.Error() != "no table of KK, into which KKN leads" {
		t.Errorf("%v", err)
	}

	// A header that counts wrong is a fault, and no more faults than twenty are named.
	tables = opened(t, "chess", "")
	table := tables.Table(class(t, "KK"))
	table.Longest++
	report, err = Verify(t.Context(), tables, class(t, "KK"), VerifyOptions{})
	if !errors.Is(err, ErrWrong) || report.Wrong != 1 || !strings.Contains(err.Error(),
		"embedded/chess/KK.tct: wrong value: the header counts ") {
		t.Errorf("%+v, %v", report, err)
	}

	v := &verifier{}
	for i := range 25 {
		v.fault(fmt.Errorf("%d", 30-i))
	}
	faults := v.sortedFaults()
	if len(faults) != 20 || v.wrong != 25 || fmt.Sprint(faults[0], faults[19]) != "11 30" {
		t.Errorf("%v of %d", faults, v.wrong)
	}
}
