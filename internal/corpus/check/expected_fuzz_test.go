package check_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"turncoat/internal/corpus/check"
)

// Whatever a list of expected failures holds, its ids are words, each once, and a list of just them
// is read as the same.
func FuzzReadExpected(f *testing.F) {
	seeds := []string{
		"a\nb # why\n\n#c\n a\r\n", "\ufeffa\n", "\xff\xfea\x00\n\x00", "\x1f\x8b",
		"\xff\xfe \x00\xff\xfe",
	}
	for _, seed := range seeds {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		ids, err := check.ReadExpected(bytes.NewReader(text), "list")
		if err != nil {
			return
		}
		for i, id := range ids {
			isWord := len(strings.Fields(id)) == 1 && !strings.Contains(id, "#")
			if !isWord || slices.Contains(ids[:i], id) {
				t.Fatalf("%q is an id of %q", id, ids)
			}
		}
		// Behind a comment no id is at the beginning, where it could be a byte-order mark.
		list := "#\n" + strings.Join(ids, "\n")
		again, err := check.ReadExpected(strings.NewReader(list), "list")
		if err != nil || !slices.Equal(again, ids) {
			t.Fatalf("%q is read again as %q (%v)", ids, again, err)
		}
	})
}
