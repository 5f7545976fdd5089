package main

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A search for a corpus that was killed, after whatever byte of its journal, goes on from there and
// makes the same corpus; what the journal holds is not looked for again. The journal of another
// search is refused.
func TestCorpusJournal(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "search.journal")
	generate := func(status int, words ...string) (corpus, message string) {
		t.Helper()
		words = append(
			[]string{"corpus", "generate", "--rules", "chess", "--size", "smoke", "--out", "-"},
			words...)
		got, out, message := call(t, "", words...)
		if got != status {
			t.Fatalf("status %d, want %d: %s", got, status, message)
		}
		return out, message
	}
	want, _ := generate(0, "--search", "40")
	if got, _ := generate(0, "--search", "40", "--journal", path); got != want || len(want) == 0 {
		t.Error("with a journal it is another corpus")
	}
	whole, err := os.ReadFile(path)
	if err != nil || len(wholeRecords(whole)) != len(whole) {
		t.Fatalf("%d bytes are kept, %v", len(whole), err)
	}
	for _, cut := range []int{len(whole), len(whole) - 3, len(whole) / 3} {
		if err := os.WriteFile(path, whole[:cut], 0o666); err != nil {
			t.Fatal(err)
		}
		if got, _ := generate(0, "--search", "40", "--journal", path); got != want {
			t.Errorf("cut after %d bytes: another corpus", cut)
		}
		again, err := os.ReadFile(path)
		if err != nil || len(again) != len(whole) ||
			!bytes.HasPrefix(again, wholeRecords(whole[:cut])) {
			t.Errorf("cut after %d bytes: %d bytes in the end, not %d, %v", cut, len(again),
				len(whole), err)
		}
	}

	shared := filepath.Join(dir, "shared.journal")
	address := serveQueue(t, 1)
	for range 2 { // the second time nothing is asked for
		if got, message := generate(0, "--search", "40", "--journal", shared, "--cluster", address); got != want {
			t.Errorf("shared out: another corpus: %s", message)
		}
	}

	if kept, err := os.ReadFile(shared); err != nil || len(kept) != len(whole) {
		t.Errorf("shared out %d bytes are kept, not %d, %v", len(kept), len(whole), err)
	}
	if _, message := generate(2, "--search", "41", "--journal", path); !strings.Contains(
		message,
		"other arguments",
	) {
		t.Error(message)
	}

	generate(2, "--format", "epd", "--journal", path)
}

// wholeRecords returns a journal without the record at its end that is cut off: each has its length
// in front of it, and a checksum, of four bytes.
func wholeRecords(text []byte) []byte {
	end := 0
	for end+8 <= len(text) {
		next := end + 8 + int(binary.LittleEndian.Uint32(text[end:]))
		if next > len(text) {
			break
		}
		end = next
	}

	return text[:end]
}
