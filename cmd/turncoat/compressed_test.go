package main

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"turncoat/cmd/internal/command"
	"turncoat/internal/testing/filetest"
)

// Compressed puzzles are read like plain ones. Of a file that is cut short, what stands before the
// cut is read, and the file is named.
func TestCompressedPuzzles(t *testing.T) {
	const plain = "../../puzzle/collection/chess.jsonl"
	text := filetest.Read(t, plain)
	encoder, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}

	// Two frames, each of whole lines; the second is cut in the middle.
	half := bytes.Index(text[len(text)/2:], []byte("\n")) + len(text)/2 + 1
	first, second := encoder.EncodeAll(text[:half], nil), encoder.EncodeAll(text[half:], nil)
	whole := filepath.Join(t.TempDir(), "whole.jsonl.zst")
	filetest.Write(t, whole, slices.Concat(first, second))
	cut := filepath.Join(t.TempDir(), "cut.jsonl.zst")
	filetest.Write(t, cut, slices.Concat(first, second[:len(second)/2]))

	_, want, _ := call(t, "", "puzzle", "export", "--to", "csv", plain)
	status, out, stderr := call(t, "", "puzzle", "export", "--to", "csv", whole)
	if status != command.StatusOK || out != want || stderr != "" {
		t.Errorf("whole: status %d, %q, %d bytes of %d", status, stderr, len(out), len(want))
	}

	status, out, stderr = call(t, "", "puzzle", "export", "--to", "csv", cut)
	named := strings.Contains(stderr, cut+": the zstd data is incomplete")
	if status != command.StatusUnusable || !named {
		t.Errorf("cut: status %d, %q", status, stderr)
	}
	rest, ok := strings.CutPrefix(want, out)
	if out == "" || !ok || rest == "" {
		t.Errorf("cut: prints %d bytes, which do not begin the %d of the whole", len(out), len(want))
	}
}
