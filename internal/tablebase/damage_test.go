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
