package corpus

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"turncoat/internal/testing/rulestest"
	"turncoat/rules/ruleset"
)

// The ids were worked out with sha256sum of the three lines that the documentation names.
func TestContentID(t *testing.T) {
	mine, err := ruleset.Parse([]byte("{name: mine, base: pacifist1, values: {king: 4}, lines: blocked}"), "")
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		set   ruleset.Set
		fen   string
		moves []string
		want  string
	}{
		{rulestest.Builtin(t, "pacifist1"), "8/8/8/8/8/k7/8/K7 w - - 0 1", []string{"a1b1", "a3a4"},
			"pacifist1-81ed22d1"},
		{rulestest.Builtin(t, "chess"), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
			nil, "chess-d7d5a242"},
		{mine, "8/8/8/8/8/k7/8/K7 w - - 0 1", []string{}, "mine-c24d6cf7"},
	}
	for _, test := range tests {
		if got := ContentID(test.set, test.fen, test.moves); got != test.want {
			t.Errorf("%s, want %s", got, test.want)
		}
	}

	odd := tests[0].set
	odd.Name = "a b/c\n"
	odd.Lines = ruleset.Blocked
	if id := ContentID(odd, "x", nil); !strings.HasPrefix(id, "a-b-c-") {
		t.Errorf("the id of a set with an odd name is %q", id)
	}
}

// A position worked out by hand: the king that goes next to the other claims it (PAC-5, PAC-12).
const good = `{"id":"pacifist1-4d060f1a","rules":"pacifist1","fen":"8/8/8/8/8/k7/8/K7 w - - 0 1","moves":[],"turns":[` +
	`{"uci":"a1a2","san":"Ka2#","waves":[["a3"]],"reclaimed":[],"fen":"8/8/8/8/8/K7/K7/8 b - - 0 1","outcome":"1-0","reason":"claimless"},` +
	`{"uci":"a1b1","san":"Kb1","waves":[],"reclaimed":[],"fen":"8/8/8/8/8/k7/8/1K6 b - - 1 1","outcome":"*"},` +
	`{"uci":"a1b2","san":"Kb2#","waves":[["a3"]],"reclaimed":[],"fen":"8/8/8/8/8/K7/1K6/8 b - - 0 1","outcome":"1-0","reason":"claimless"}` +
	`],"outcome":"*","cite":["PAC-5"],"tells":["king-bears=no","king-converts=no","king-bears=no+king-converts=no"]}`

func TestReadAndWrite(t *testing.T) {
	cases, err := Read(strings.NewReader(good+"\n\n"), "g.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	if len(cases) != 1 || len(cases[0].Turns) != 3 || cases[0].Turns[0].Waves[0][0] != "a3" ||
		cases[0].Rules.Name != "pacifist1" {
		t.Fatalf("%+v", cases)
	}

	if err := Verify(&cases[0]); err != nil {
		t.Error(err)
	}
	var out bytes.Buffer
	if err := Write(&out, cases); err != nil || out.String() != good+"\n" {
		t.Errorf("error %v, written\n%s\nwant\n%s", err, out.String(), good)
	}
	bare := Case{Rules: cases[0].Rules, FEN: "x"}
	out.Reset()
	if err := Write(&out, []Case{bare}); err != nil || strings.Contains(out.String(), "null") {
		t.Errorf("a bare case is written as %s (error %v)", out.String(), err)
	}
}

// Every fault is named with its place, and a fault in one line spoils no other.
func TestReadFaults(t *testing.T) {
	edit := func(from, to string) string {
		if strings.Count(good, from) == 0 {
			t.Fatalf("%q is not in the example", from)
		}
		return strings.Replace(good, from, to, 1)
	}
	tests := []struct {
		name, line string
		class      error
		want       string // the message after file and line
	}{
		{"no JSON", "{", ErrSyntax, "2: not a golden corpus: the JSON text is incomplete"},
		{"an array", "[]", ErrSyntax, "1: not a golden corpus: want an object"},
		{"two objects", good + good, ErrSyntax, "after the object"},
		{
			"an unknown key",
			edit(`"moves"`, `"movs"`),
			ErrSyntax,
			`84: case pacifist1-4d060f1a: not a golden corpus: unknown key "movs"`,
		},
		{
			"a key left out",
			edit(`"moves":[],`, ``),
			ErrSyntax,
			`1: case pacifist1-4d060f1a: not a golden corpus: missing "moves"`,
		},
		{
			"a key twice",
			edit(`"moves":[]`, `"moves":[],"moves":[]`),
			ErrSyntax,
			`95: case pacifist1-4d060f1a: not a golden corpus: duplicate key "moves"`,
		},
		{"a wrong type", edit(`"moves":[]`, `"moves":"e4"`), ErrSyntax,
			`moves: want a list, not a string`},
		{"null", edit(`"moves":[]`, `"moves":null`), ErrSyntax, `moves: null`},
		{
			"an unknown key of a turn",
			edit(`"san"`, `"San"`),
			ErrSyntax,
			`118: case pacifist1-4d060f1a: not a golden corpus: turns[0]: unknown key "San"`,
		},
		{
			"a turn without its board",
			edit(`"fen":"8/8/8/8/8/K7/K7/8 b - - 0 1",`, ``),
			ErrSyntax,
			`turns[0]: missing "fen"`,
		},
		{
			"no outcome of a turn",
			edit(`"outcome":"1-0"`, `"outcome":"white"`),
			ErrSyntax,
			`turns[0]: invalid outcome "white"`,
		},
		{"no outcome", edit(`],"outcome":"*"`, `],"outcome":""`), ErrSyntax, `"" is no outcome`},
		{"another id", edit(`4d060f1a`, `4d060f1b`), ErrContent,
			`the id of this content is pacifist1-4d060f1a`},
		{
			"another position",
			edit(`"8/8/8/8/8/k7/8/K7 w - - 0 1"`, `"8/8/8/8/8/k7/8/1K6 w - - 0 1"`),
			ErrContent,
			`the id of this content is pacifist1-`,
		},
		{
			"a short FEN",
			edit(`"8/8/8/8/8/k7/8/K7 w - - 0 1"`, `"8/8/8/8/8/k7/8/K7 w"`),
			ErrContent,
			`written as here it is 8/8/8/8/8/k7/8/K7 w - - 0 1`,
		},
		{
			"no FEN",
			edit(`"8/8/8/8/8/k7/8/K7 w - - 0 1"`, `"8/8/8/8/8/k7/8/8 w - - 0 1"`),
			ErrContent,
			`1 king in all instead of 2`,
		},
		{
			"unknown rules",
			edit(`"rules":"pacifist1"`, `"rules":"pacifist9"`),
			ruleset.ErrUnknown,
			`"pacifist9" is not one of`,
		},
		{
			"an unknown misreading",
			edit(`"king-bears=no"`, `"king-bear=no"`),
			ErrContent,
			`tells: invalid setting: "king-bear" (did you mean "king-bears"?)`,
		},
		{
			"what is no misreading",
			edit(`"king-bears=no"`, `"king-bears=yes"`),
			ErrContent,
			`king-bears=yes is what pacifist1 says`,
		},
		{
			"a pair in the wrong order",
			edit(`"king-bears=no+king-converts=no"`, `"king-converts=no+king-bears=no"`),
			ErrContent,
			`is called "king-bears=no+king-converts=no"`,
		},
		{"the case twice", good + "\n" + good, ErrContent, `the same case as in line 3`},
	}
	for _, test := range tests {
		_, err := Read(strings.NewReader("\n\n"+test.line), "g.jsonl")
		if err == nil {
			t.Errorf("%s: no error", test.name)
			continue
		}

		if !errors.Is(err, test.class) {
			t.Errorf("%s: error %v, want one of the class %v", test.name, err, test.class)
		}
		if !strings.Contains(err.Error(), "g.jsonl:3:") &&
			!strings.Contains(err.Error(), "g.jsonl:4:") ||
			!strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %q does not say %q in line 3", test.name, err, test.want)
		}
	}

	// The line after a bad one is read.
	cases, err := Read(strings.NewReader("{\n"+good), "")
	if len(cases) != 1 || err == nil {
		t.Errorf("%d cases, error %v", len(cases), err)
	}
	// Several faults of one line are all named.
	_, err = Read(strings.NewReader(`{"a":1,"b":2}`), "")
	if n := strings.Count(err.Error(), "unknown key"); n != 2 {
		t.Errorf("%d of 2 unknown keys are named in %v", n, err)
	}
}

func TestVerifyFindsWrongTurns(t *testing.T) {
	for _, edit := range [][2]string{
		{`"san":"Kb1"`, `"san":"Kb1+"`},
		{`"waves":[["a3"]]`, `"waves":[]`},
		{`8/8/8/8/8/K7/K7/8 b`, `8/8/8/8/8/k7/K7/8 b`},
		{`"outcome":"1-0","reason":"claimless"}`, `"outcome":"*"}`},
		{`],"outcome":"*"`, `],"outcome":"1-0"`},
		{`{"uci":"a1b1","san":"Kb1","waves":[],"reclaimed":[],"fen":"8/8/8/8/8/k7/8/1K6 b - - 1 1","outcome":"*"},`, ``},
	} {
		cases, err := Read(strings.NewReader(strings.Replace(good, edit[0], edit[1], 1)), "")
		if err != nil {
			t.Fatal(err)
		}
		if err := Verify(&cases[0]); !errors.Is(err, ErrContent) {
			t.Errorf("with %s the error is %v", edit[1], err)
		}
	}
}

// Nothing that can be written into a corpus file makes the reader panic, and what it takes it
// writes so that it takes it again.
func FuzzRead(f *testing.F) {
	f.Add(good)
	f.Add(strings.Replace(good, `"pacifist1"`, `{"base":"pacifist1","lines":"blocked"}`, 1))
	f.Add(`{"id":1}` + "\n" + `{"turns":[{"uci":[]}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		cases, _ := Read(strings.NewReader(text), "f")
		var out bytes.Buffer
		if err := Write(&out, cases); err != nil {
			t.Fatal(err)
		}
		again, err := Read(bytes.NewReader(out.Bytes()), "f")
		if err != nil || len(again) != len(cases) {
			t.Fatalf("%d cases were read back as %d: %v\n%s", len(cases), len(again), err,
				out.Bytes())
		}

		for i := range cases {
			_ = Verify(&cases[i])
		}
	})
}

// A file of nothing but faults takes no more memory than a thousand of them, and is read to its
// end.
func TestFaultsAreBounded(t *testing.T) {
	const n = 20_000
	_, err := Read(strings.NewReader(strings.Repeat("{}\n", n)), "g.jsonl")
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		t.Fatal(err)
	}
	list := joined.Unwrap()
	want := fmt.Sprintf("g.jsonl: not a golden corpus: %d more faults", n-mostFaults)
	if len(list) != mostFaults+1 || list[mostFaults].Error() != want {
		t.Errorf("%d faults, the last %v, want %s", len(list), list[len(list)-1], want)
	}
}

// What a file says of itself reaches no terminal raw.
func TestFaultsArePrintable(t *testing.T) {
	const hostile = `\u001b]0;pwn\u0007\u202e`
	for _, line := range []string{`{"id":"` + hostile + `"}`, `{"` + hostile + `":1}`,
		strings.Replace(good, `"a1a2"`, `"`+hostile+`"`, 1), strings.Replace(good, `"outcome":"*"`,
			`"outcome":"`+hostile+`"`, 2)} {
		cases, err := Read(strings.NewReader(line), "\x1b[2Jg.jsonl")
		said := fmt.Sprint(err)
		var out bytes.Buffer
		if derr := Diff(nil, cases).WriteText(&out); derr != nil {
			t.Fatal(derr)
		}
		if strings.ContainsAny(said+out.String(), "\x1b\a\u202e") {
			t.Errorf("%q is said of %q", said+out.String(), line)
		}
	}
}

// A line that is too long is named and skipped, and the next is read, whatever ends the lines.
func TestLongLines(t *testing.T) {
	for _, end := range []string{"\n", "\r\n", "\r"} {
		cases, err := Read(strings.NewReader("\ufeff"+strings.Repeat("x",
			maxLine+1)+end+end+good+end+"{}"+end), "g.jsonl")
		if len(cases) != 1 || cases[0].ID != "pacifist1-4d060f1a" {
			t.Errorf("%q: %d cases", end, len(cases))
		}
		text := fmt.Sprint(err)
		if !errors.Is(err, ErrSyntax) || !strings.HasPrefix(text, "g.jsonl:1") ||
			!strings.Contains(text,
				"the line is longer than 16 MiB: 16777217 bytes\n") ||
			!strings.Contains(text, "g.jsonl:4:") {
			t.Errorf("%q: %v", end, err)
		}
	}
}
