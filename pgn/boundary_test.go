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
		{"", true, true}, {"  ", true, true}, {"\t\r", true, true}, {"\n\n", true, true}, {"\n", true, true}, {" \r\n \n", true, true}, {"x", false, false}, {"x ", false, false}, {"x\n\n y ", false, false},
		{"[A \"1\"]\n", false, false}, {"[A \"1\"]\r\n", false, false}, {"[A \"1\"]\n\n", false, true}, {"[A \"1\"]\r\n\r\n", false, true}, {"[A \"1\"]\n\n\n", true, true}, {"[A \"1\"]\n \n\t\n ", true, true},
		{"[ A \"1\"]\n", false, false}, {"  [A \"1\"]\n", false, false}, {"y\n\n[A \"1\"]\n", false, false}, {"y\n[A \"1\"]\n\n", false, true},
		{"[%clk]\n", false, true}, {"[%clk]\n\n", true, true}, {"[\n", false, true}, {"[\n\n", true, true},
		{"1. e4\n", false, true}, {"1. e4\n ", false, true}, {"1. e4\n\n", true, true}, {"1. e4\n\n\n", true, true}, {"[A \"1\"]\n\n1. e4\n", false, true},
		{"1.w e2.e4 -/-\n", true, true}, {"12.b e2.e4 -/-\n", true, true}, {" 123456.b x\n", true, true}, {"1234567.b x\n", false, true}, {"1.b\n", false, true}, {"1.c x\n", false, true}, {"1.wx\n", false, true},
		{".w x\n", false, true}, {"1a.w x\n", false, true}, {"a1.w x\n", false, true}, {"1.w x[\n", false, true}, {"1.w \n", false, true}, {"1.w x\n[A \"1\"]\n", false, false},
	} {
		for _, c := range []struct {
			tag  string
			want bool
		}{{other, test.other}, {event, test.event}, {"[Events \"x\"]", test.other}, {"[event \"x\"]", test.other}, {"[Event x]", false}, {"[\"x\"]", false}, {"[%Event \"x\"]", false}, {"Event \"x\"", false}} {
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
		"[A \"1\"]\n[B \"2\"]\n": true, "[A \"1\"]  \r\n \t[B \"2\"]\n": true, "[A \"1\"]\n[B \"": true, "[A \"1\"]\n\n[B \"2\"]\n": false, "[A \"1\"]\nB": false, "[A \"1\"]": false, "[A \"1\"]\n": false,
		"[A \"1\"] 1. e4\n[B \"2\"]\n": false, "[A]\n[B \"2\"]\n": false, "[A 1\"]\n[B \"2\"]\n": false,
		fill(4095) + "\n[B \"2\"]\n": true, fill(4096) + "\n[B \"2\"]\n": false,
	} {
		if got := gluedAt([]byte("1. e4 "+text), len("1. e4 ")); got != want {
			t.Errorf("%.40q: %t", text, got)
		}
	}
}

// A record that is too long is skipped and named by the line that it begins in; the games before it and after it are read, at their places.
func TestTooLongRecords(t *testing.T) {
	game := func(name string) string { return "[Event \"" + name + "\"]\n\n1. e4 *\n\n" }
	long := func(n int) string {
		return "[Event \"long\"]\n\n{" + strings.Repeat("words and words\n", n/16) + "} *\n\n"
	}
	const over = MaxRecord + blockSize // no block is longer
	a, b, c := game("a"), game("b"), game("c")
	for _, test := range []struct {
		name, text string
		games      string // number and name of those that are read
		skipped    int    // where the last record that is too long begins; -1 if there is none
		step       int    // bytes that are read at a time
	}{
		{"in the middle, read in small pieces", a + long(over+50_000) + b + c, "1 a, 3 b, 4 c", len(a), 10_000},
		{"last", a + b + long(over+150_000), "1 a, 2 b", len(a + b), over},
		{"two", a + long(over) + long(over+350_000) + b, "1 a, 4 b", len(a + long(over)), over},
		{"in one line", a + "[Event \"long\"]\n\n{" + strings.Repeat("words ", over/5) + "} *\n\n" + b, "1 a, 3 b", len(a), over},
	} {
		var want []string
		for _, game := range strings.Split(test.games, ", ") { // the moves stand in the third line of each
			name := game[len(game)-1:]
			line := 3 + strings.Count(test.text[:strings.Index(test.text, "[Event \""+name+"\"]")], "\n")
			want = append(want, fmt.Sprint(game, " ", line))
		}
		message := "<nil>"
		if test.skipped >= 0 {
			message = fmt.Sprintf("too long: the record in line %d is longer than 4 MiB and has been skipped", 1+strings.Count(test.text[:test.skipped], "\n"))
		}
		var got []string
		err := Each(&steps{strings.NewReader(test.text), test.step}, FormPGN, func(i Item) error {
			if len(i.Game.Main.Moves) > 0 {
				name, _ := i.Game.Tag("Event")
				line, _ := i.Place(i.Game.Main.Moves[0].At)
				got = append(got, fmt.Sprint(i.Index, " ", name, " ", line))
			}
			return nil
		})
		if strings.Join(got, ", ") != strings.Join(want, ", ") || fmt.Sprint(err) != message {
			t.Errorf("%s: %q, %v, want %q, %s", test.name, got, err, want, message)
		}
	}
}

// steps reads so many bytes at a time.
type steps struct {
	r io.Reader
	n int
}

func (s *steps) Read(b []byte) (int, error) { return s.r.Read(b[:min(len(b), s.n)]) }

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
		err := Each(&idler{bytes.NewReader([]byte("1. e4 *\n")), idle}, FormPGN, func(Item) error { games++; return nil })
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

// Other forms are read in one piece, up to 32 MiB.
func TestTooLongWhole(t *testing.T) {
	const limit = 32 << 20
	for n, want := range map[int]string{limit: "<nil>", limit + 1: "too long: more than 32 MiB"} {
		r := &blanks{n}
		if err := Each(r, FormJSON, func(Item) error { return nil }); fmt.Sprint(err) != want {
			t.Errorf("%d bytes: %v, want %s", n, err, want)
		}
	}
}

// blanks gives so many line ends.
type blanks struct{ left int }

func (r *blanks) Read(b []byte) (int, error) {
	if r.left == 0 {
		return 0, io.EOF
	}
	n := min(len(b), r.left)
	for i := range b[:n] {
		b[i] = '\n'
	}
	r.left -= n
	return n, nil
}

// What visit says ends the reading, in every form.
func TestEachEnds(t *testing.T) {
	stop := errors.New("enough")
	const record = `{"rules":"chess","tags":[],"start":"start","result":"*","turns":[]}`
	for form, text := range map[Form]string{FormPGN: "1. e4 *\n\n[Event \"b\"]\n\n*\n", FormText: "A – B: 1. e4 *\n\nA – B: 1. d4 *\n", FormJSON: record + "\n" + record} {
		n := 0
		if err := Each(strings.NewReader(text), form, func(Item) error { n++; return stop }); !errors.Is(err, stop) || n != 1 {
			t.Errorf("form %d: %d games, %v", form, n, err)
		}
	}
	n := 0
	if err := Each(strings.NewReader("[Event \"a\"]\n\n*\n\n[Event \"b\"]\n\n*\n"), FormText, func(Item) error { n++; return stop }); !errors.Is(err, stop) || n != 1 {
		t.Errorf("PGN in a text: %d games, %v", n, err)
	}
}
