package lines

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"
)

// Wherever a place is asked for, and after whichever other, its column counts the characters before
// it.
func TestPlacesInAnyOrder(t *testing.T) {
	text := []byte("ab äöü x\ncd é\n\nÿ")
	lines := NewPlaces(text)
	for step := 1; step <= len(text); step++ {
		for i := range 3 * len(text) {
			at := i * step % (len(text) + 1)
			before := text[bytes.LastIndexByte(text[:at], '\n')+1 : at]
			if !utf8.Valid(before) {
				continue // within a character
			}
			line, column := lines.Place(at)
			if line != 1+bytes.Count(text[:at], []byte{'\n'}) ||
				column != 1+utf8.RuneCount(before) {
				t.Fatalf("byte %d stands at %d:%d", at, line, column)
			}
		}
	}
}

func TestPlaces(t *testing.T) {
	text := []byte("\ufeff[Event \"é\"]\r\n\r\n1. e4 é e5\nM\xfcller Nf3")
	for _, test := range []struct {
		piece        string
		line, column int
	}{{"[Event", 1, 1}, {"\"]", 1, 10}, {"e5", 3, 9}, {"Nf3", 4, 8}} {
		at := strings.Index(string(text), test.piece)
		if line, column := NewPlaces(text).Place(at); line != test.line || column != test.column {
			t.Errorf("%q stands at %d:%d, not %d:%d", test.piece, test.line, test.column, line,
				column)
		}
	}
}
