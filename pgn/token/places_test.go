package token

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
)

// Lines are counted, and begin after the ends of those before them.
func TestLineTable(t *testing.T) {
	lines := NewLines([]byte("ab\n\ncd\n"))
	if n := lines.Count(); n != 4 {
		t.Errorf("%d lines", n)
	}
	for line, want := range map[int]int{1: 0, 2: 3, 3: 4, 4: 7} {
		if got := lines.Start(line); got != want {
			t.Errorf("line %d begins at %d, want %d", line, got, want)
		}
	}
	for at, want := range map[int]string{-1: "ab 0", 0: "ab 0", 2: "ab 2", 3: " 0", 4: "cd 0", 6: "cd 2", 7: " 0",
		99: " 0"} {
		if line, in := lines.Line(at); fmt.Sprintf("%s %d", line, in) != want {
			t.Errorf("byte %d is %d of %q, want %s", at, in, line, want)
		}
	}
	if line, in := NewLines([]byte("ab\r\ncd")).Line(1); string(line) != "ab" || in != 1 {
		t.Errorf("%q %d", line, in)
	}
	lines.Reset([]byte("x\ny"))
	if line, column := lines.Place(2); line != 2 || column != 1 || lines.Count() != 2 {
		t.Errorf("after another text: %d:%d of %d", line, column, lines.Count())
	}
}

// Wherever a place is asked for, and after whichever other, its column counts the characters before it.
func TestPlacesInAnyOrder(t *testing.T) {
	text := []byte("ab äöü x\ncd é\n\nÿ")
	lines := NewLines(text)
	for step := 1; step <= len(text); step++ {
		for i := range 3 * len(text) {
			at := i * step % (len(text) + 1)
			before := text[bytes.LastIndexByte(text[:at], '\n')+1 : at]
			if !utf8.Valid(before) {
				continue // within a character
			}
			line, column := lines.Place(at)
			if line != 1+bytes.Count(text[:at], []byte{'\n'}) || column != 1+utf8.RuneCount(before) {
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
		if line, column := NewLines(text).Place(at); line != test.line || column != test.column {
			t.Errorf("%q stands at %d:%d, not %d:%d", test.piece, test.line, test.column, line, column)
		}
	}
}
