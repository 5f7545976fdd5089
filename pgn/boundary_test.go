package pgn

import (
	"bytes"
	"errors"
	"fmt"
	"io"
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

// Wherever a block ends, within the tags that open a record too, all records are read.
func TestBlocksEndAnywhere(t *testing.T) {
	small := strings.Repeat("[Event \"b\"]\n[Site \"c\"]\n\n1. e4 e5 *\n\n", 3)
	for off := range 50 {
		head := "[Event \"a\"]\n\n{"
		text := head + strings.Repeat("x", blockSize-len(head)-len("} *\n\n")-off) + "} *\n\n" + small
		var got []string
		err := Each(strings.NewReader(text), FormPGN, func(i Item) error {
			got = append(got, fmt.Sprint(len(i.Game.Tags), len(i.Game.Main.Moves), len(i.Game.Faults)))
			return nil
		})
		if all := strings.Join(got, ", "); err != nil || all != "1 0 0, 2 2 0, 2 2 0, 2 2 0" {
			t.Fatalf("%d bytes before the end: %s, %v", off, all, err)
		}
	}
}

// A reader that gives nothing a hundred times is read on; one that never gives anything is an error.
func TestIdleReaders(t *testing.T) {
	for idle, want := range map[int]error{100: nil, 101: io.ErrNoProgress} {
		games := 0
		err := Each(&idler{bytes.NewReader([]byte("1. e4 *\n")), idle}, FormPGN,
			func(Item) error { games++; return nil })
		if !errors.Is(err, want) || (err == nil) != (games == 1) {
			t.Errorf("idle %d times: %d games, %v", idle, games, err)
		}
	}
}

type idler struct {
	r    io.Reader
	idle int
}

func (i *idler) Read(b []byte) (int, error) {
	if i.idle > 0 {
		i.idle--
		return 0, nil
	}
	return i.r.Read(b)
}

// What visit says ends the reading, in every form.
func TestEachEnds(t *testing.T) {
	stop := errors.New("enough")
	const record = `{"rules":"chess","tags":[],"start":"start","result":"*","turns":[]}`
	for form, text := range map[Form]string{FormPGN: "1. e4 *\n\n[Event \"b\"]\n\n*\n",
		FormText: "A – B: 1. e4 *\n\nA – B: 1. d4 *\n", FormJSON: record + "\n" + record} {
		n := 0
		if err := Each(strings.NewReader(text), form, func(Item) error { n++; return stop }); !errors.Is(err, stop) ||
			n != 1 {
			t.Errorf("form %d: %d games, %v", form, n, err)
		}
	}
	n := 0
	if err := Each(strings.NewReader("[Event \"a\"]\n\n*\n\n[Event \"b\"]\n\n*\n"), FormText,
		func(Item) error { n++; return stop }); !errors.Is(err, stop) || n != 1 {
		t.Errorf("PGN in a text: %d games, %v", n, err)
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
		tokenizer := Tokenizer{text: []byte(text), last: true}
		if got := tokenizer.recordInComment(strings.IndexByte(text, '[')); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}
