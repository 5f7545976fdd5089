package pgn

import (
	"fmt"
	"strings"
	"testing"
)

// Where a record begins is seen from the lines before its first tag.
func TestBoundaries(t *testing.T) {
	const other, event = "[Site \"x\"]", "[Event \"x\"]"
	for _, test := range []struct {
		before       string
		other, event bool
	}{
		{"", true, true}, {"  ", true, true}, {"\t\r", true, true}, {"\n\n", true, true}, {"\n", true, true},
		{" \r\n \n", true, true}, {"x", false, false}, {"x ", false, false}, {"x\n\n y ", false, false},
		{"[A \"1\"]\n", false, false}, {"[A \"1\"]\r\n", false, false}, {"[A \"1\"]\n\n", false, true},
		{"[A \"1\"]\r\n\r\n", false, true}, {"[A \"1\"]\n\n\n", true, true}, {"[A \"1\"]\n \n\t\n ", true, true},
		{"[ A \"1\"]\n", false, false}, {"  [A \"1\"]\n", false, false}, {"y\n\n[A \"1\"]\n", false, false},
		{"y\n[A \"1\"]\n\n", false, true},
		{"[%clk]\n", false, true}, {"[%clk]\n\n", true, true}, {"[\n", false, true}, {"[\n\n", true, true},
		{"1. e4\n", false, true}, {"1. e4\n ", false, true}, {"1. e4\n\n", true, true}, {"1. e4\n\n\n", true, true},
		{"[A \"1\"]\n\n1. e4\n", false, true},
		{"1.w e2.e4 -/-\n", true, true}, {"12.b e2.e4 -/-\n", true, true}, {" 123456.b x\n", true, true},
		{"1234567.b x\n", false, true}, {"1.b\n", false, true}, {"1.c x\n", false, true}, {"1.wx\n", false, true},
		{".w x\n", false, true}, {"1a.w x\n", false, true}, {"a1.w x\n", false, true}, {"1.w x[\n", false, true},
		{"1.w \n", false, true}, {"1.w x\n[A \"1\"]\n", false, false},
	} {
		for _, c := range []struct {
			tag  string
			want bool
		}{{other, test.other}, {event, test.event}, {"[Events \"x\"]", test.other}, {"[event \"x\"]", test.other},
			{"[Event x]", false}, {"[\"x\"]", false}, {"[%Event \"x\"]", false}, {"Event \"x\"", false}} {
			if got := boundaryAt([]byte(test.before+c.tag+"\n"), len(test.before)); got != c.want {
				t.Errorf("%q before %s: %t", test.before, c.tag, got)
			}
		}
	}
}

// What opens a tag pair: a bracket, a name and a quote.
func TestTagOpening(t *testing.T) {
	for text, want := range map[string]string{
		`[A "x"]`: "A 4", `[A"`: "A 3", "[ \tAb_1 \r\"": "Ab_1 10", `[A "`: "A 4", "[A": " 0", "[A ": " 0", "[": " 0", "": " 0", `["`: " 0", `A "`: " 0", `[A b "`: " 0", `[A-b "`: " 0",
		"[" + strings.Repeat("x", 298) + `"`: strings.Repeat("x", 298) + " 300", "[" + strings.Repeat("x", 299) + `"`: " 0",
	} {
		if name, n := tagOpening([]byte(text)); fmt.Sprintf("%s %d", name, n) != want {
			t.Errorf("%.20q: %.20s %d, want %.20s", text, name, n, want)
		}
	}
}

// A record may begin within a line if its first tag pair ends the line and another opens the next.
func TestGluedAt(t *testing.T) {
	fill := func(n int) string { return `[A "` + strings.Repeat("x", n-len(`[A ""]`)) + `"]` }
	for text, want := range map[string]bool{
		"[A \"1\"]\n[B \"2\"]\n": true, "[A \"1\"]  \r\n \t[B \"2\"]\n": true, "[A \"1\"]\n[B \"": true,
		"[A \"1\"]\n\n[B \"2\"]\n": false, "[A \"1\"]\nB": false, "[A \"1\"]": false, "[A \"1\"]\n": false,
		"[A \"1\"] 1. e4\n[B \"2\"]\n": false, "[A]\n[B \"2\"]\n": false, "[A 1\"]\n[B \"2\"]\n": false,
		fill(4095) + "\n[B \"2\"]\n": true, fill(4096) + "\n[B \"2\"]\n": false,
	} {
		if got := gluedAt([]byte("1. e4 "+text), len("1. e4 "), true); got != want {
			t.Errorf("%.40q: %t", text, got)
		}
	}
}

// A bracket right behind the brace that opens a comment does not stand at the beginning of a line, wherever the
// brace stands: a record begins with it only where a whole tag pair ends the line and another opens the next.
func TestRecordInComment(t *testing.T) {
	for text, want := range map[string]bool{
		"{[E": false, "{[Event \"x\"]\n[Site \"y\"]\n": true, "{[Event \"x\"]\n\n1. e4": false,
		"\n{[Event \"x\"]\n[Site \"y\"]\n": true, "\n\n{ [Event \"x\"]\n\n": false,
		"{\n[Event \"x\"]\n\n": true, "{\n[Site \"x\"]\n\n": false, "{\n\n[Site \"x\"]\n\n": true,
		"[Event \"x\"]": true, "{[": false, "{[ ": false,
	} {
		tokenizer := tokenizer{text: []byte(text), last: true}
		if got := tokenizer.recordInComment(strings.IndexByte(text, '[')); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}
