package proof

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"turncoat/rules"
	"turncoat/rules/board"
)

// How long a line is, how it ends and in which order its keys are changes nothing.
func TestLinesBetween(t *testing.T) {
	for name, lines := range map[string][]string{
		"a line longer than 64 KiB": {header, first + strings.Repeat(" ", 100_000),
			second},
		"lines that end with carriage returns": {strings.Join([]string{header, first, second},
			"\r")},
		"answers before the other fields": {header, first, second,
			`{"answers":{"a1a8":""},"except":[],"at":"7k/8/5K2/8/8/8/8/R7 w - -","hold":1}`},
	} {
		if report, err := verify(lines...); err != nil || report.Wins != 2 {
			t.Errorf("%s: %+v, %v", name, report, err)
		}
	}
}

// A fault has the line that it stands on.
func TestFaultsHaveTheirLine(t *testing.T) {
	long := strings.Repeat("x", MaxLine+1)
	for _, c := range []struct {
		lines []string
		want  string
	}{
		{[]string{`{"format":"other"}`}, "p.jsonl:1: "},
		{[]string{"", header, first, second}, "p.jsonl:1: not a proof: there is no header"},
		{[]string{long, header},
			"p.jsonl:1: not a proof: the line is longer than 16 MiB: 16777217 bytes"},
		{[]string{header, first, second, long, "{}"},
			"p.jsonl:4: not a proof: the line is longer than 16 MiB: 16777217 bytes\np.jsonl:5: "},
		{[]string{header, "", first, second, "{}"}, "p.jsonl:2: "},
		{[]string{header, first, " \t", second}, "p.jsonl:3: "},
		{[]string{header, "\u0085" + first, second}, "p.jsonl:2: "},
		{[]string{strings.Replace(header, `"in"`, `"shortest":false,"in"`, 1), first, second},
			"p.jsonl:1: "},
		// Behind the objects in a line, its keys are looked at as before them.
		{[]string{header, first, second,
			`{"answers":{},"at":"7k/8/5K2/8/8/8/8/R7 w - -","hold":1,"hold":1}`},
			`p.jsonl:4: at 7k/8/5K2/8/8/8/8/R7 w - -: not a proof: duplicate key "hold"`},
		{[]string{header, first, second,
			`{"except":[],"at":"7k/8/5K2/8/8/8/8/R7 w - -","hold":1,"hold":1}`},
			`p.jsonl:4: at 7k/8/5K2/8/8/8/8/R7 w - -: not a proof: duplicate key "hold"`},
		{[]string{header, first, second,
			`{"answers":{},"at":"7k/8/5K2/8/8/8/8/R7 w - -","Hold":1}`},
			`p.jsonl:4: at 7k/8/5K2/8/8/8/8/R7 w - -: not a proof: unknown key "Hold"`},
	} {
		_, err := verify(c.lines...)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%.60q: %v, want %q", c.lines, err, c.want)
		}
	}
}

func TestParseSquares(t *testing.T) {
	for text, want := range map[string]board.Bitboard{"-": 0, "b2": 1 << 9, "a1,h8": 1 | 1<<63} {
		if got, err := parseSquares(text); err != nil || *got != want {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}

	for _, text := range []string{"", "a1,", "a1,a1", "z9", "a1,z9", "a1,-"} {
		if got, err := parseSquares(text); err == nil {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// The four rights of the two sides, each at its place, and what is none.
func TestParseRights(t *testing.T) {
	const placed = "r3k2r/8/8/8/8/8/8/R3K2R"
	orthodox := rules.NewReference(chess)
	for right, fen := range map[string]string{"e1a1": "Q", "e1h1": "K", "e8a8": "q", "e8h8": "k"} {
		for _, side := range []string{"w", "b"} {
			want, err := board.ParseFEN(placed+" "+side+" "+fen+" - 0 1", chess)
			if err != nil {
				t.Fatal(err)
			}
			got, err := ParsePosition(placed+" "+side+" "+right+" -", orthodox)
			if err != nil || got != want {
				t.Errorf("%s: %s, %v", right, got.FEN(chess), err)
			}
		}
	}

	for right, want := range map[string]string{
		"z9h1": `"z9h1" is not a castling right`, "a1z9": `"a1z9" is not a castling right`,
		"e1h8": `"e1h8" is not a castling right`, "d1d1": `"d1d1" is not a castling right`,
		"e2h2": `"e2h2" is not a castling right`,
		"e1h":  "is not a list of kings' and rooks' squares",
	} {
		if _, err := ParsePosition(placed+" w "+right+" -", orthodox); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", right, err, want)
		}
	}

	if _, err := ParsePosition(placed+" w - z9", orthodox); err == nil ||
		!strings.Contains(err.Error(), `"z9" is no square`) {
		t.Errorf("no square: %v", err)
	}
}

// A key that the header of a help-win names is the first turn of a line, and no other.
func TestKeysOfHelpLines(t *testing.T) {
	const helped = `{"format":"turncoat-proof","version":1,"rules":"chess","fen":"6k1/8/6K1/8/8/8/8/R7 b - - 0 1","stipulation":"help-win","in":1,"keys":["%s"]}`
	const line = `{"line":["g8h8","a1a8"]}`
	if _, err := verify(fmt.Sprintf(helped, "g8h8"), line); err != nil {
		t.Error(err)
	}
	if _, err := verify(fmt.Sprintf(helped, "a1a8"), line); err == nil ||
		!strings.Contains(err.Error(), "no step shows that a1a8 does it") {
		t.Errorf("the second turn taken for a key: %v", err)
	}
}

// The faults of the first fifty lines are reported in the order of the lines, and the others
// counted.
func TestFaultsInOrder(t *testing.T) {
	for count, more := range map[int]string{50: "", 51: "and 1 more fault",
		60: "and 10 more faults"} {
		var found faults
		for line := count; line > 0; line-- {
			found.add(&Error{Line: line, Err: ErrWrong})
		}
		lines := strings.Split(found.err().Error(), "\n")
		if lines[0] != "line 1: wrong proof" || lines[49] != "line 50: wrong proof" {
			t.Errorf("%d: %q", count, lines)
		}
		if rest := strings.Join(lines[50:], "|"); rest != more {
			t.Errorf("%d: the rest is %q, want %q", count, rest, more)
		}
	}
}

// What a writer is given stands in the proof as it is, not as it would stand in HTML.
func TestWriterLeavesText(t *testing.T) {
	var out bytes.Buffer
	w, err := NewWriter(&out, Header{Rules: chess, FEN: "<a&b>", Stipulation: Win, In: 1})
	if err == nil {
		err = w.Step(Step{At: "<", Hold: 1})
	}
	if err != nil ||
		!strings.HasPrefix(out.String(),
			`{"format":"turncoat-proof","version":1,"rules":"chess","fen":"<a&b>"`) ||
		!strings.Contains(out.String(), `"at":"<"`) {
		t.Errorf("%s, %v", out.String(), err)
	}
}
