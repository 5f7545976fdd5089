package puzzle

import (
	"bytes"
	"os"
	"testing"
)

// Whatever a line holds, reading it gives a puzzle or an error, and what is read is written so that it
// reads again as the same.
func FuzzParse(f *testing.F) {
	text, err := os.ReadFile("testdata/puzzles.jsonl")
	if err != nil {
		f.Fatal(err)
	}
	for line := range bytes.Lines(text) {
		f.Add(bytes.TrimSpace(line))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		p, err := Parse(line)
		if err != nil {
			return
		}
		first, err := encodeLine(&p)
		if err != nil {
			t.Fatal(err)
		}
		again, err := Parse(first)
		if err != nil {
			t.Fatalf("%s is not read again: %v", first, err)
		}
		if second, err := encodeLine(&again); err != nil || !bytes.Equal(first, second) {
			t.Errorf("%s became %s", first, second)
		}
		// Telling it must not panic either, however wrong it is.
		if at, err := p.Position(); err == nil {
			Idea(&at, &p.Solution)
			_, _ = p.Steps()
			_, _ = p.record()
			_, _ = p.row()
		}
	})
}
