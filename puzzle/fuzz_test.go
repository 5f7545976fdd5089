package puzzle

import (
	"bytes"
	"strconv"
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

// Whatever is asked for is read or refused, and what is read is within bounds and reads again as the
// same from its symbol and from its name.
func FuzzParseStipulation(f *testing.F) {
	for goal := range goals {
		for _, added := range []Goal{0, Stalemate, Exact, Stalemate | Exact} {
			f.Add((goal | added).Symbol() + "2")
			f.Add((goal | added).String() + " 2.5")
		}
	}
	f.Add("h#½")
	f.Add("exact-exact-#2")
	f.Add("#18446744073709551617")

	f.Fuzz(func(t *testing.T, text string) {
		goal, in, half, ok := ParseStipulation(text)
		if !ok {
			return
		}
		if in < 0 || in > maxAsked || in == 0 && !half || half && !goal.CanHalve() {
			t.Fatalf("%q is %v in %d, half %v", text, goal, in, half)
		}

		number := strconv.Itoa(in)
		if half {
			number += ".5"
		}
		for _, form := range []string{goal.Symbol() + number, goal.String() + " " + number} {
			again, inAgain, halfAgain, ok := ParseStipulation(form)
			if !ok || again != goal || inAgain != in || halfAgain != half {
				t.Errorf("%q, from %q, is %v in %d, half %v (%v)", form, text, again, inAgain,
					halfAgain, ok)
			}
		}
	})
}
