package puzzle

import (
	"bytes"
	"testing"

	"turncoat/internal/jsonline"
	"turncoat/internal/testing/filetest"
)

// Whatever a line holds, reading it gives a puzzle or an error, and what is read is written so that
// it reads again as the same.
func FuzzParse(f *testing.F) {
	for _, name := range []string{"testdata/puzzles.jsonl", "testdata/kinds.jsonl"} {
		for line := range bytes.Lines(filetest.Read(f, name)) {
			f.Add(bytes.TrimSpace(line))
		}
	}

	f.Fuzz(func(t *testing.T, line []byte) {
		p, err := Parse(line)
		if err != nil {
			return
		}
		first, err := jsonline.Encode(&p)
		if err != nil {
			t.Fatal(err)
		}
		again, err := Parse(first)
		if err != nil {
			t.Fatalf("%s is not read again: %v", first, err)
		}
		if second, err := jsonline.Encode(&again); err != nil || !bytes.Equal(first, second) {
			t.Errorf("%s became %s", first, second)
		}
		// Playing it must not panic either, however wrong it is.
		if tree, err := p.Tree(); err == nil {
			Idea(p.Rules, &tree.Position, &tree.Keys[0])
			tree.Steps(p.Variant())
		}
	})
}
