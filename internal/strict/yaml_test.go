package strict

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"turncoat/internal/testing/endingtest"
)

// read returns the root of a document and the faults of the reading.
func read(ctx context.Context, text string) (*yaml.Node, []Fault) {
	var faults []Fault
	reader := Reader{Context: ctx, Report: func(f Fault) { faults = append(faults, f) }}
	return reader.Document([]byte(text)), faults
}

// list returns a list that has one item many times.
func list(item string, n int) string { return "[" + strings.Repeat(item+", ", n) + "]" }

// Aliases may make a document longer, within bounds; the fault is at the alias that passes them.
func TestAliases(t *testing.T) {
	long := strings.Repeat("x", MaxRepeated/2)
	doubled := "a0: &a0 [x, x]\n"
	for i := range 40 {
		doubled += fmt.Sprintf("a%d: &a%d [*a%d, *a%d]\n", i+1, i+1, i, i)
	}

	for name, test := range map[string]struct {
		text string
		line int // of the fault, 0 for none
	}{
		"a few":               {"a: &a [x, y]\nb: *a\nc: [*a, *a]\n", 0},
		"a long one":          {"a: &a " + long + "\nb: *a\n", 0},
		"too many of it":      {"a: &a " + long + "\nb: *a\nc: *a\nd: *a\n", 3},
		"twice as many":       {doubled, 18}, // of 6 · 2ⁿ bytes each
		"of many in a list":   {"a: &a " + list("x", 1<<16) + "\nb: " + list("*a ", 99) + "\n", 2},
		"in itself":           {"a: &a [x, *a]\n", 1},
		"in itself, far down": {"a: &a\n  b: [x]\n  c: {d: [{e: *a}]}\n", 3},
	} {
		root, faults := read(t.Context(), test.text)
		switch {
		case test.line == 0 && (root == nil || len(faults) > 0):
			t.Errorf("%s: %v", name, faults)
		case test.line > 0 && (root != nil || len(faults) != 1 || faults[0].Line != test.line):
			t.Errorf("%s: %v, want a fault in line %d", name, faults, test.line)
		}
	}
}

// Reading ends with its context, whatever it is doing, and is no fault.
func TestReadingEnds(t *testing.T) {
	text := "list: " + list("x", 10_000) + "\n"
	whole := len(text)/512 + 2 // how often the text is read

	root, faults := read(endingtest.New(t.Context(), int64(whole/2)), text)
	if root != nil || len(faults) > 0 {
		t.Errorf("while it is parsed: %v, %v", root, faults)
	}

	root, faults = read(t.Context(), text)
	if root == nil || len(faults) > 0 {
		t.Fatal(faults)
	}
	items := 0
	reader := Reader{Context: endingtest.New(t.Context(), 100)}
	reader.Mapping(root, Keys{}, func(_, list *yaml.Node) {
		reader.List(list, "list", "words", func(*yaml.Node) { items++ })
	})
	if items == 0 || items >= 100 {
		t.Errorf("%d items are read", items)
	}
}
