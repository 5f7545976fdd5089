package main

import (
	"bytes"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"turncoat/cmd/internal/command"
	"turncoat/internal/testing/filetest"
)

// Puzzles are read compressed as they are read plain, by every command that takes files of them; of
// a file that is cut short, what stands before the cut is read and the file is named.
func TestCompressedPuzzles(t *testing.T) {
	const plain = "../../puzzle/collection/chess.jsonl"
	text := filetest.Read(t, plain)
	// Two frames, each with a few lines whole: the second is cut in the middle.
	half := bytes.Index(text[len(text)/2:], []byte("\n")) + len(text)/2 + 1
	encoder, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	first, second := encoder.EncodeAll(text[:half], nil), encoder.EncodeAll(text[half:], nil)
	whole, cut := filepath.Join(t.TempDir(), "whole.jsonl.zst"), filepath.Join(
		t.TempDir(),
		"cut.jsonl.zst",
	)
	filetest.Write(t, whole, slices.Concat(first, second))
	filetest.Write(t, cut, slices.Concat(first, second[:len(second)/2]))
	_, want, _ := call(t, "", "puzzle", "export", "--to", "csv", plain)
	if status, out, stderr := call(t, "", "puzzle", "export", "--to", "csv", whole); status != command.StatusOK ||
		out != want ||
		stderr != "" {
		t.Errorf("whole: status %d, %q, %d bytes of %d", status, stderr, len(out), len(want))
	}

	status, out, stderr := call(
		t,
		"",
		"puzzle",
		"store",
		filepath.Join(t.TempDir(), "s.db"),
		"add",
		cut,
	)
	if status != command.StatusUnusable ||
		!strings.Contains(stderr, cut+": the zstd data is incomplete") {
		t.Errorf("cut: status %d, %q", status, stderr)
	}

	if added := bytes.Count(text[:half], []byte("\n")); !strings.Contains(
		out,
		" "+strconv.Itoa(added)+
			" puzzles added",
	) {
		t.Errorf("cut: %q, want %d", out, added)
	}
}
