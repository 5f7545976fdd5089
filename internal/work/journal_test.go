package work_test

import (
	"bytes"
	"context"
	"errors"
	"hash/crc32"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"

	"turncoat/internal/testing/filetest"
	"turncoat/internal/work"
)

// results opens a journal, does what is missing of three units of two steps, which is words, and
// returns what was there before.
func results(t *testing.T, path, header string) (had []string, err error) {
	t.Helper()
	j, err := work.Open(path, []byte(header))
	if err != nil {
		return nil, err
	}
	defer j.Close()
	words := []string{"zero", "", "two\nand more"}
	for _, step := range []string{"a", `"b" ` + "\n"} {
		done := map[int]bool{}
		job := &work.Job{Units: len(words), Journal: j, Step: step,
			Do: func(_ context.Context, _, unit int) ([]byte, error) {
				done[unit] = true
				return []byte(words[unit]), nil
			},
			Take: func(unit int, result []byte, failed error) error {
				if string(result) != words[unit] || failed != nil {
					t.Errorf("%q, %v", result, failed)
				}
				if !done[unit] {
					had = append(had, step[:1]+words[unit])
				}
				return nil
			}}
		if err := job.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
	}

	return had, nil
}

// Wherever a journal is cut off, and whichever byte changes on the disk, what lies before is there,
// and what is missing is done again. A file that was cut off in its header is begun anew, and one
// with another header left alone.
func TestDamage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	if had, err := results(t, path, "header"); err != nil || len(had) != 0 {
		t.Fatalf("%q, %v", had, err)
	}
	whole := filetest.Read(t, path)
	all, err := results(t, path, "header")
	if err != nil || len(all) != 6 {
		t.Fatalf("%q, %v", all, err)
	}
	head := 8 + len("header")
	for at := range len(whole) {
		filetest.Write(t, path, whole[:at])
		if had, err := results(t, path, "header"); err != nil ||
			!slices.Equal(had, all[:len(had)]) || len(had) == 6 || len(had) < (at-head)/30 {
			t.Errorf("cut off at %d: %q, %v", at, had, err)
		}

		changed := bytes.Clone(whole)
		changed[at] ^= 0x10
		filetest.Write(t, path, changed)
		had, err := results(t, path, "header")
		if at < head {
			if !errors.Is(err, work.ErrJournal) || !bytes.Equal(filetest.Read(t, path), changed) {
				t.Errorf("byte %d of the header changed: %v", at, err)
			}
		} else if err != nil || !slices.Equal(had, all[:len(had)]) || len(had) == 6 ||
			len(had) < (at-head)/30 || !bytes.Equal(filetest.Read(t, path), whole) {
			t.Errorf("byte %d changed: %q, %v", at, had, err)
		}
	}
}

// A journal is read by its form: length and CRC-32C, whose check value, that of "123456789", is
// published as e3069283. Records whose checksum is right and that are no results are refused, with
// their place.
func TestForm(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	if _, err := results(t, path, "123456789"); err != nil {
		t.Fatal(err)
	}
	text := filetest.Read(t, path)
	if head := "\x09\x00\x00\x00\x83\x92\x06\xe3123456789"; !bytes.HasPrefix(text, []byte(head)) {
		t.Errorf("%q", text)
	}
	for _, odd := range []string{"x", "1 \"a\"", "-1 \"a\"\n", "3 \"a\"\nmore", "1 a\n"} {
		sum := crc32.Checksum([]byte(odd), crc32.MakeTable(crc32.Castagnoli))
		record := append([]byte{byte(len(odd)), 0, 0, 0, byte(sum), byte(sum >> 8), byte(sum >> 16),
			byte(sum >> 24)}, odd...)
		filetest.Write(t, path, append(bytes.Clone(text), record...))
		j, err := work.Open(path, []byte("123456789"))
		if err == nil {
			job := work.Job{Units: 3, Journal: j, Step: "a",
				Take: func(int, []byte, error) error { return nil }}
			err = job.Run(t.Context())
			j.Close()
		}

		if !errors.Is(err, work.ErrJournal) || !strings.Contains(err.Error(), path) {
			t.Errorf("%q: %v", odd, err)
		}
	}
}

// Two processes cannot use one journal, and one that was begun with other arguments says which, cut
// to a length that a person would read.
func TestRefused(t *testing.T) {
	long := strings.Repeat("é", 500)
	path := filepath.Join(t.TempDir(), "journal")
	j, err := work.Open(path, []byte(long))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := work.Open(path, []byte(long)); runtime.GOOS != "windows" &&
		!errors.Is(err, work.ErrJournal) {
		t.Errorf("opened twice: %v", err)
	}
	j.Close()
	if _, err := work.Open(path, []byte("other")); !errors.Is(err, work.ErrJournal) ||
		!strings.HasSuffix(err.Error(), "other arguments: "+long[:800]+"…") {
		t.Error(err)
	}

	if _, err := work.Open(filepath.Join(t.TempDir(), "none", "journal"), nil); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	if _, err := work.Open(os.DevNull, []byte("header")); !errors.Is(err, work.ErrJournal) {
		t.Error(err)
	}
}

// A file that is not a journal is left as it is, and not read into memory.
func TestSomethingElse(t *testing.T) {
	path := filepath.Join(t.TempDir(), "book.jsonl")
	for _, text := range []string{"{\"id\":1}\n", "0", "a line longer than the header\n"} {
		filetest.Write(t, path, []byte(text))
		if _, err := work.Open(path, []byte("header")); !errors.Is(err, work.ErrJournal) {
			t.Errorf("%q: %v", text, err)
		}
		if got := filetest.Read(t, path); string(got) != text {
			t.Errorf("the file is now %q", got)
		}
	}

	for _, begin := range []string{"", "\xff\xff\xff\x03zeros"} { // a record of 64 MiB
		filetest.Write(t, path, []byte(begin))
		if err := os.Truncate(path, 1<<30); err != nil {
			t.Fatal(err)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, err := work.Open(path, []byte("header")); !errors.Is(err, work.ErrJournal) {
			t.Error(err)
		}
		runtime.ReadMemStats(&after)
		if took := after.TotalAlloc - before.TotalAlloc; took > 16<<20 {
			t.Errorf("%d bytes were allocated for a file that is not a journal", took)
		}
	}
}

// A full disk ends the work with the reason, and what was kept stays; when there is room, the work
// goes on from there. On a disk that cannot be written to a journal is refused.
func TestFullDisk(t *testing.T) {
	dir := filetest.SmallDisk(t, "20k")
	path := filepath.Join(dir, "journal")
	const units = 40
	run := func() (had int, err error) {
		j, err := work.Open(path, []byte("header"))
		if err != nil {
			return 0, err
		}
		defer j.Close()
		done := map[int]bool{}
		job := &work.Job{Units: units, Journal: j,
			Do: func(_ context.Context, _, unit int) ([]byte, error) {
				done[unit] = true
				return bytes.Repeat([]byte{byte(unit)}, 1000), nil
			},
			Take: func(unit int, result []byte, failed error) error {
				if !bytes.Equal(result, bytes.Repeat([]byte{byte(unit)}, 1000)) || failed != nil {
					t.Errorf("unit %d: %q, %v", unit, result, failed)
				}
				if !done[unit] {
					had++
				}
				return nil
			}}
		err = job.Run(t.Context())
		return had, err
	}

	if _, err := run(); !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("on a full disk: %v", err)
	}
	filetest.Resize(t, dir, "1m")
	if had, err := run(); err != nil || had < 15 || had == units {
		t.Errorf("with room: %d units were kept, %v", had, err)
	}
	if had, err := run(); err != nil || had != units {
		t.Errorf("done: %d units were kept, %v", had, err)
	}
	filetest.MakeReadOnly(t, dir)
	if _, err := run(); !errors.Is(err, syscall.EROFS) {
		t.Errorf("on a disk that cannot be written to: %v", err)
	}
}

// Whatever follows the header of a journal, it is opened, with the rest that cannot be read cut off:
// opened again it is as long as before.
func FuzzJournal(f *testing.F) {
	path := filepath.Join(f.TempDir(), "journal")
	journal, err := work.Open(path, []byte("header"))
	if err != nil {
		f.Fatal(err)
	}
	if err := journal.Close(); err != nil {
		f.Fatal(err)
	}
	begin := filetest.Read(f, path)
	f.Add([]byte(""))
	f.Add([]byte("\x05\x00\x00\x00abcdefghi"))
	f.Add(begin)

	f.Fuzz(func(t *testing.T, rest []byte) {
		path := filepath.Join(t.TempDir(), "journal")
		filetest.Write(t, path, append(slices.Clone(begin), rest...))
		var after [2][]byte
		for i := range after {
			journal, err := work.Open(path, []byte("header"))
			if errors.Is(err, work.ErrJournal) {
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if err := journal.Close(); err != nil {
				t.Fatal(err)
			}
			after[i] = filetest.Read(t, path)
		}

		if !bytes.Equal(after[0], after[1]) {
			t.Errorf("%q becomes %q, and then %q", rest, after[0], after[1])
		}
	})
}
