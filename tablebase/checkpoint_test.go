package tablebase

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"turncoat/internal/filetest"
	"turncoat/internal/journal"
	"turncoat/internal/longtest"
	"turncoat/internal/rulestest"
)

// A build that is cut off, after whatever byte it has written of its checkpoint, goes on from there and ends
// with the same table to the byte, in next to no memory. What the checkpoint holds is not done again.
func TestResume(t *testing.T) {
	set := rulestest.Builtin(t, "pacifist1")
	c := class(t, "KKB")
	build := func(ctx context.Context, dir string, o Options) ([]byte, error) {
		if err := Build(ctx, set, dir, []Class{c}, o, nil); err != nil {
			return nil, err
		}
		return os.ReadFile(filepath.Join(dir, "pacifist1", "KKB.tct"))
	}
	whole := alone(t, "pacifist1", "KKB")
	little := int64(1)
	if _, _, err := valuesOnDisk(t.TempDir(), 1); errors.Is(err, ErrMemory) {
		little = 0 // as much as usual: this system has no other way
	}
	// All that a build writes, until it is cancelled in its last but one pass.
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	if _, err := build(ctx, dir, Options{Jobs: 2, Memory: little, Progress: func(p Progress) {
		if p.Pass == 17 {
			cancel()
		}
	}}); !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v", err)
	}
	kept := filetest.Read(t, filepath.Join(dir, "pacifist1", "KKB"+Unfinished))
	ends := []int{} // of the passes
	for i, line := range bytes.SplitAfter(kept, []byte("\n")) {
		if i > 0 && len(bytes.Fields(line)) == 2 {
			ends = append(ends, bytes.Index(kept, line)+len(line))
		}
	}
	if len(ends) != 17 {
		t.Fatalf("%d passes are kept", len(ends))
	}
	for _, cut := range []struct{ bytes, pass int }{{0, 0}, {7, 0}, {ends[0] + 1, 1}, {ends[1], 2}, {ends[4] - 1, 4},
		{ends[9] + 30, 10}, {len(kept), 17}} {
		if longtest.Short() && cut.pass != 2 && cut.pass != 17 {
			continue
		}
		dir := t.TempDir()
		if err := os.Mkdir(filepath.Join(dir, "pacifist1"), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "pacifist1", "KKB"+Unfinished), kept[:cut.bytes], 0o666); err != nil {
			t.Fatal(err)
		}
		first := -1
		got, err := build(t.Context(), dir, Options{Memory: little, Progress: func(p Progress) {
			if first < 0 {
				first = p.Pass
			}
		}})
		if err != nil || !bytes.Equal(got, whole) {
			t.Errorf("cut after %d bytes: the table is another, %v", cut.bytes, err)
		}
		if first != cut.pass {
			t.Errorf("cut after %d bytes: went on with pass %d, not %d", cut.bytes, first, cut.pass)
		}
		left, err := os.ReadDir(filepath.Join(dir, "pacifist1"))
		if err != nil || len(left) != 1 {
			t.Errorf("left behind: %v, %v", left, err)
		}
	}
}

// A checkpoint of other work, or one that says what cannot be, is refused, and left as it is.
func TestWrongCheckpoint(t *testing.T) {
	set := rulestest.Builtin(t, "pacifist1")
	write := func(path string, records ...string) {
		j, err := journal.Open(path, []byte(records[0]), nil)
		if err != nil {
			t.Fatal(err)
		}
		defer j.Close()
		for _, r := range records[1:] {
			if err := j.Add([]byte(r)); err != nil {
				t.Fatal(err)
			}
		}
	}
	hash := settingsHash(set)
	header := fmt.Sprintf("turncoat tablebase 1 pacifist1 %x KK 1112 65536", hash[:])
	for _, test := range []struct {
		records []string
		want    string
	}{
		{[]string{strings.Replace(header, "pacifist1", "pacifist2", 1)}, "other arguments"},
		{[]string{header, "1"}, "pass"},
		{[]string{header, "0"}, "without slice 0"},
		{[]string{header, "0 1 AA"}, "does not belong"},
		{[]string{header, "0 -1 AA"}, "does not belong"},
		{[]string{header, "1 0 AA"}, "does not belong"},
		{[]string{header, "0 0 !"}, "base64"},
		{[]string{header, "0 0 CA"}, "no slice"},
		{[]string{header, "0 0 AQ"}, "cut off"},
		{[]string{header, "0 0 AQAA"}, "slice"},
		{[]string{header, "0 0"}, "no slice"},
	} {
		dir := t.TempDir()
		if err := os.Mkdir(filepath.Join(dir, "pacifist1"), 0o777); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, "pacifist1", "KK"+Unfinished)
		write(path, test.records...)
		was := filetest.Read(t, path)
		err := Build(t.Context(), set, dir, []Class{class(t, "KK")}, Options{}, nil)
		if err == nil || !errors.Is(err, ErrFile) || !strings.Contains(err.Error(), test.want) ||
			!strings.Contains(err.Error(), path) {
			t.Errorf("%q: got %v, want %q", test.records[1:], err, test.want)
		}
		if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, was) {
			t.Errorf("%q: it has been changed, %v", test.records[1:], err)
		}
	}
}

// Whatever a record says, it is taken up or refused.
func FuzzResume(f *testing.F) {
	for _, record := range []string{"0", "0 0 AA", "0 0 ASi1L/0E", "0 0", "1 0 AA", "0 99999999999999999999 AA",
		"0 0 /w"} {
		f.Add(record)
	}
	tables, err := none(rulestest.Builtin(f, "pacifist1"))
	if err != nil {
		f.Fatal(err)
	}
	kk := class(f, "KK")
	f.Fuzz(func(t *testing.T, record string) {
		s := newSolution(tables.rules, tables.set.Family, kk, nil,
			make([]Value, newIndexing(kk, tables.set.Family).size+extraValues), 0)
		if err := s.resume(record); err == nil && s.pass == 0 && s.results[0] == nil {
			t.Error("taken up and not kept")
		}
		if err := s.resume("0"); err == nil && s.pass == 0 {
			t.Error("a pass has ended and goes on")
		}
	})
}
