package tablebase

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"turncoat/internal/testing/longtest"
	"turncoat/internal/testing/rulestest"
)

// A file that is wrong in any way is refused, and the reason says in which.
func TestWrongFiles(t *testing.T) {
	whole, err := os.ReadFile("embedded/pacifist1/KKN.tct")
	if err != nil {
		t.Fatal(err)
	}
	other, err := os.ReadFile("embedded/pacifist2/KKN.tct")
	if err != nil {
		t.Fatal(err)
	}
	changed := func(at int, b byte) []byte {
		c := bytes.Clone(whole)
		c[at] ^= b
		return c
	}
	for _, test := range []struct {
		name, file, want string
		content          []byte
	}{
		{"empty", "KKN", "is not a table", nil},
		{"another file", "KKN", "is not a table", bytes.Repeat([]byte("table "), 100)},
		{"cut in the header", "KKN", "is not a table", whole[:100]},
		{"cut in the directory", "KKN", "bytes long instead of", whole[:200]},
		{"cut by a byte", "KKN", "bytes long instead of", whole[:len(whole)-1]},
		{"a byte too long", "KKN", "bytes long instead of", append(bytes.Clone(whole), 0)},
		{"another version", "KKN", "version 3, not 1", changed(8, 2)},
		{"header damaged", "KKN", "checksum of its header", changed(80, 1)},
		{"directory damaged", "KKN", "checksum of its header", changed(130, 1)},
		{"under another name", "KKB", "it is the table of KKN", whole},
		{"of other rules", "KKN", "it is for pacifist2, not for pacifist1", other},
	} {
		dir := t.TempDir()
		if err := os.Mkdir(filepath.Join(dir, "pacifist1"), 0o777); err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(dir, "pacifist1", test.file+Extension)
		if err := os.WriteFile(name, test.content, 0o666); err != nil {
			t.Fatal(err)
		}
		err := opened(t, "pacifist1", "").AddDir(dir)
		if err == nil || !errors.Is(err, ErrFile) || !strings.Contains(err.Error(), test.want) ||
			!strings.Contains(err.Error(), name) {
			t.Errorf("%s: got %v, want %q", test.name, err, test.want)
		}
	}
}

// Damage in a block is found when the block is read, and the others can still be.
func TestDamagedBlock(t *testing.T) {
	content, err := os.ReadFile("embedded/pacifist1/KKN.tct")
	if err != nil {
		t.Fatal(err)
	}
	content = bytes.Clone(content)
	content[len(content)-1] ^= 1
	table, err := newTable("damaged", content, rulestest.Builtin(t, "pacifist1"),
		func() error { return nil }, newCache(1<<20))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := table.value(0); err != nil {
		t.Errorf("the first block: %v", err)
	}
	if _, err := table.value(table.index.Size - 1); !errors.Is(err, ErrFile) ||
		!strings.Contains(err.Error(), "checksum of block") {
		t.Errorf("the last block: %v", err)
	}

	if _, err := table.Values(); !errors.Is(err, ErrFile) {
		t.Errorf("all values: %v", err)
	}
}

// A block that holds fewer values than its place in the table asks for is found out, though its
// checksum is right.
func TestShortBlock(t *testing.T) {
	set := rulestest.Builtin(t, "chess")
	x := NewIndex(class(t, "KK"), set)
	var file bytes.Buffer
	if _, err := Write(&file, set, x, make([]Value, x.Size-1)); err != nil {
		t.Fatal(err)
	}
	table, err := newTable("short", file.Bytes(), set, func() error { return nil }, newCache(1<<20))
	if err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf("block %d: it has %d values, not %d", len(table.ends)-1,
		(x.Size-1)%blockSize, (x.Size-1)%blockSize+1)
	if _, err := table.Values(); !errors.Is(err, ErrFile) || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %q", err, want)
	}
}

// No damage anywhere makes reading panic, and none in a block goes unnoticed.
func FuzzTable(f *testing.F) {
	whole, err := os.ReadFile("embedded/chess/KK.tct")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(whole)
	f.Add(whole[:150])
	f.Fuzz(func(t *testing.T, content []byte) {
		table, err := newTable("fuzzed", content, rulestest.Builtin(t, "chess"),
			func() error { return nil }, newCache(1<<20))
		if err != nil {
			if !errors.Is(err, ErrFile) {
				t.Fatal(err)
			}
			return
		}

		if table.index.Size < 1<<20 {
			table.Values()
		}
	})
}

// With a cache that holds next to nothing every value is what it is with a large one.
func TestSmallCache(t *testing.T) {
	content, err := os.ReadFile("embedded/pacifist1/KKN.tct")
	if err != nil {
		t.Fatal(err)
	}
	table, err := newTable("KKN", content, rulestest.Builtin(t, "pacifist1"),
		func() error { return nil }, newCache(3*blockSize))
	if err != nil {
		t.Fatal(err)
	}
	values, err := table.Values()
	if err != nil {
		t.Fatal(err)
	}
	probes := uint64(200_000)
	if longtest.Short() {
		probes = 5_000
	}
	for i := range probes {
		n := i * 7919 % table.index.Size
		if v, err := table.value(n); err != nil || v != values[n] {
			t.Fatalf("number %d: %v, %v, want %v", n, v, err, values[n])
		}
	}

	held := 0
	for i := range table.unpacked {
		if table.unpacked[i].Load() != nil {
			held++
		}
	}

	if held > 3 {
		t.Errorf("%d blocks are held, of at most 3", held)
	}
}
