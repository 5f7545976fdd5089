package tablebase

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"turncoat/internal/testing/longtest"
	"turncoat/internal/testing/rulestest"
	"turncoat/rules/board"
)

// readAll returns the values that a file has, or what is wrong with it; the error names the file
// and is of the class ErrFile.
func readAll(t *testing.T, rules string, content []byte) ([]Value, error) {
	t.Helper()
	set := rulestest.Builtin(t, rules)
	table, err := newTable("the file", content, set, func() error { return nil }, newCache(1<<20))
	var values []Value
	if err == nil {
		values, err = table.Values()
	}
	if err != nil && (!errors.Is(err, ErrFile) ||
		!strings.HasPrefix(err.Error(), "the file: not a usable table: ")) {
		t.Fatalf("%v", err)
	}
	return values, err
}

// Whichever byte of a table is changed, and however, that is found, and so is where it is cut off.
func TestEveryByte(t *testing.T) {
	whole := embedded(t, "chess", "KKN")
	if _, err := readAll(t, "chess", whole); err != nil {
		t.Fatal(err)
	}
	for at := range whole {
		changes := []byte{1, 0x80, 0xff}
		if longtest.Short() {
			changes = changes[at%3:][:1]
		}
		for _, b := range changes {
			changed := bytes.Clone(whole)
			changed[at] ^= b
			if _, err := readAll(t, "chess", changed); err == nil {
				t.Errorf("byte %d changed by %#x: nobody notices", at, b)
			}
		}

		if _, err := readAll(t, "chess", whole[:at]); err == nil {
			t.Errorf("cut off after %d bytes: nobody notices", at)
		}
	}

	if _, err := readAll(t, "chess", append(bytes.Clone(whole), 0)); err == nil {
		t.Error("a byte too many: nobody notices")
	}
}

// The directory, and the blocks, of another table of as many numbers do not serve, though each is
// right by itself; nor do the blocks in another order.
func TestMixedTables(t *testing.T) {
	one, other := embedded(t, "pacifist1", "KKN"), embedded(t, "pacifist1", "KKB")
	heads := func(file []byte) int {
		return headerSize + entrySize*int(binary.LittleEndian.Uint32(file[116:])) + sumSize
	}
	head := heads(one)
	if heads(other) != head {
		t.Fatal("the tables have not as many blocks")
	}
	summed := func(file []byte) []byte { // with the length and the checksum that it should have
		binary.LittleEndian.PutUint64(file[120:], uint64(len(file)))
		binary.LittleEndian.PutUint32(file[head-sumSize:],
			crc32.Checksum(file[:head-sumSize], castagnoli))
		return file
	}
	if _, err := readAll(t, "pacifist1", summed(bytes.Clone(one))); err != nil {
		t.Fatal(err)
	}
	length := int(binary.LittleEndian.Uint32(one[headerSize:]))
	rest := one[head+length:]
	second := int(binary.LittleEndian.Uint32(one[headerSize+entrySize:]))
	for name, file := range map[string][]byte{
		"the blocks of another": summed(slices.Concat(one[:head], other[head:])),
		"the directory of another": summed(slices.Concat(one[:headerSize], other[headerSize:head],
			one[head:])),
		"blocks in another order": summed(slices.Concat(one[:head], rest[:second],
			one[head:head+length], rest[second:])),
	} {
		if _, err := readAll(t, "pacifist1", file); err == nil {
			t.Errorf("%s: nobody notices", name)
		}
	}
}

// A table that is cut off while it is open, as by a copy over it, is an error, and neither a wrong
// value nor the end of the process.
func TestCutOffWhileOpen(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("what is open cannot be cut off")
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "pacifist1", "KKN"+Extension)
	if err := os.Mkdir(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, embedded(t, "pacifist1", "KKN"), 0o666); err != nil {
		t.Fatal(err)
	}
	tables := opened(t, "pacifist1", dir)
	table := tables.Table(class(t, "KKN"))
	if err := os.Truncate(path, 0); err != nil {
		t.Fatal(err)
	}
	if _, err := table.value(0); !errors.Is(err, ErrFile) || err.Error() != path+
		": not a usable table: block 0: the file has been cut off while it was open, or cannot be read" {
		t.Errorf("%v", err)
	}

	if _, err := table.Values(); !errors.Is(err, ErrFile) {
		t.Errorf("%v", err)
	}
	// What is no fault of the file is none of its errors.
	defer func() {
		if recover() == nil {
			t.Error("a place that is not there is read")
		}
	}()
	table.copied(0, int64(len(table.file))+1)
}

// A table with right checksums and wrong values leads nobody in circles: that the values contradict
// each other is seen at the first turn.
func TestForgedValues(t *testing.T) {
	set := rulestest.Builtin(t, "chess")
	index := NewIndex(class(t, "KK"), set)
	forged := make([]Value, index.Size)
	for i := range forged {
		forged[i] = DecidedIn(1)
	}
	var file bytes.Buffer
	if _, err := Write(&file, set, index, forged); err != nil {
		t.Fatal(err)
	}
	tables, err := New(set)
	if err != nil {
		t.Fatal(err)
	}
	if err := tables.AddContent("forged", file.Bytes()); err != nil {
		t.Fatal(err)
	}

	p, err := board.ParseFEN("7k/8/8/8/8/8/8/K7 w - - 0 1", set)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tables.Turns(&p); !errors.Is(err, ErrFile) {
		t.Errorf("turns: %v", err)
	}
	if _, err := tables.Line(&p); !errors.Is(err, ErrFile) {
		t.Errorf("line: %v", err)
	}
}

// A header whose checksum is right, but whose longest win is none that a table can hold, or that
// the table has, is not believed.
func TestForgedLengths(t *testing.T) {
	set := rulestest.Builtin(t, "chess")
	content, err := os.ReadFile("embedded/chess/KKR.tct")
	if err != nil {
		t.Fatal(err)
	}
	const longestAt, blocksAt = 104, 116 // see docs/tablebases.md
	forge := func(at int, plies uint32) (*Table, error) {
		forged := bytes.Clone(content)
		binary.LittleEndian.PutUint32(forged[at:], plies)
		sumAt := headerSize + entrySize*int(binary.LittleEndian.Uint32(forged[blocksAt:]))
		sum := crc32.Checksum(forged[:sumAt], crc32.MakeTable(crc32.Castagnoli))
		binary.LittleEndian.PutUint32(forged[sumAt:], sum)
		return newTable("forged", forged, set, func() error { return nil }, newCache(1<<20))
	}

	for _, plies := range []uint32{2, MaxPlies + 1, 1 << 31, 1<<32 - 1} {
		if _, err := forge(longestAt, plies); !errors.Is(err, ErrFile) {
			t.Errorf("a longest win of %d plies: %v", plies, err)
		}
	}
	for _, plies := range []uint32{1, MaxPlies + 2, 1 << 31} {
		if _, err := forge(longestAt+4, plies); !errors.Is(err, ErrFile) {
			t.Errorf("a longest loss of %d plies: %v", plies, err)
		}
	}

	table, err := forge(longestAt, MaxPlies-1)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := table.LongestWins(t.Context(), 1); !errors.Is(err, ErrFile) {
		t.Errorf("the longest wins: %v", err)
	}
}
