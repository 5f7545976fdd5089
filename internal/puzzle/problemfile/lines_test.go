package problemfile

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"turncoat/rules"
)

// Each line that holds something is read with its number, whatever it holds, and a position that is
// read is what its FEN says.
func FuzzLines(f *testing.F) {
	const position = "1nb1kbnr/rp2p1pp/p2p1p2/qnp5/1p1p4/p3P3/2P2PPP/R1BQKBNR w HAh -"
	for _, text := range []string{
		position,
		"start\n\n# a remark\r\n  " + position + " 0 1\r\n",
		position + ` bm Qh5+; id "1;2";` + "\n" + position + " 3 x;",
		`{"fen":"start","moves":["e4","e5"]}` + "\n" + `{"fen":"start","moves":["e5"]}` + "\n" +
			`{"moves":[]}` + "\n{",
		"8/8/8/8/8/8/8/8 w - -\n;\n" + strings.Repeat("q", 3000) + "\n\x00\x1b[31m\u202e",
		"#\n\n",
		"\ufeff" + position + "\r\n",
		"start\r\r# a remark\r" + position + "\r",
		"",
	} {
		f.Add(text)
	}

	variant, err := rules.Named("pacifist1")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		text = strings.ToValidUTF8(text, "?")
		plain := strings.TrimPrefix(text, "\ufeff")
		first, _, _ := strings.Cut(strings.TrimSpace(plain), "\n")
		if strings.HasPrefix(first, "[") || languageOf(first) != nil {
			return // PGN, or Popeye's input
		}

		var want, got []int
		for i, line := range strings.Split(withLineFeeds(plain), "\n") {
			line = strings.TrimSpace(line)
			if line != "" && line[0] != '#' {
				want = append(want, i+1)
			}
		}
		for p, err := range Read(strings.NewReader(text), variant) {
			got = append(got, p.Line)
			if err != nil {
				continue
			}
			again, err := variant.ParseFEN(variant.FEN(&p.Position))
			if err != nil || again != p.Position {
				t.Errorf("line %d is %s, read again: %v", p.Line, variant.FEN(&p.Position), err)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("the lines are %v, want %v", got, want)
		}
	})
}

// withLineFeeds makes line feeds of the ends of lines of old machines, whose files have carriage
// returns alone.
func withLineFeeds(text string) string {
	i := strings.IndexAny(text, "\r\n")
	if i >= 0 && !strings.HasPrefix(strings.TrimLeft(text[i:], "\r"), "\n") {
		return strings.ReplaceAll(text, "\r", "\n")
	}
	return text
}

// A line that is too long is named, and the lines before and behind it are read.
func TestTooLongLine(t *testing.T) {
	got := read(t, "start\n"+strings.Repeat("x", 16<<20+1)+"\nstart\n")
	isError := func(line string) bool { return strings.HasPrefix(line, "error: line 2: ") }
	if len(got) != 3 || isError(got[0]) || !isError(got[1]) || isError(got[2]) {
		t.Errorf("%d problems: %.200q", len(got), got)
	}
}

// What is wrong with a line is said in few words, whatever it holds.
func TestFaultyLines(t *testing.T) {
	for line, want := range map[string]string{
		`{"fen":5}`:                          `"fen" cannot be number`,
		`{"fen":"start","moves":"e4"}`:       `"moves" cannot be string`,
		`{"fen":"start","moves":["e5"]}`:     "move 1: ",
		`{"fen":null}`:                       `the object has no "fen"`,
		"no position":                        "",
		strings.Repeat("a", 5<<20):           "longer than 1024 bytes",
		strings.Repeat("é/", 1<<20) + " w -": "",
	} {
		got := read(t, line)
		if len(got) != 1 || !strings.HasPrefix(got[0], "error: line 1: ") ||
			!strings.Contains(got[0], want) || len(got[0]) > 300 {
			t.Errorf("%.40q: %.400q, want %s", line, got, want)
		}
	}
}

// Of a line of EPD the position is read, with its numbers; a line without operations is a FEN.
func TestCutEPD(t *testing.T) {
	const board = "7k/8/5K2/8/8/8/8/R7"
	for line, want := range map[string]string{
		board:                              board,
		board + " w - - 3 7":               board + " w - - 3 7",
		board + " w - -;":                  board + " w - -",
		board + "  w -  - ; dm 2;":         board + " w - -",
		board + " w - - dm 2; id \"x\";":   board + " w - -",
		board + " w - - 3;":                board + " w - - 3",
		board + " w - - 3 7;":              board + " w - - 3 7",
		board + " w - - 3 7 dm 2; acn 5;":  board + " w - - 3 7",
		board + " w - - hmvc 3; fmvn 7;":   board + " w - -",
		board + " ;":                       board,
		board + " w - - 3 7 4 9 bm Kf7; x": board + " w - - 3 7",
	} {
		if got, _ := cutEPD(line); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}

	got := read(t, board+` w - - 3 7 dm 2; id "1;2";`)
	if want := fmt.Sprintf("1 %s w - - 3 7, win in 2", board); !slices.Equal(got, []string{want}) {
		t.Errorf("%q, want %s", got, want)
	}
}

// A king and a rook that a twin brings home may castle, unless the problem forbids it.
func TestTwinsCastle(t *testing.T) {
	const problem = "begin\npieces white kf4 black ke8 qa8 rh8 stip h#4 twin exchange a8 h8\n"
	chess, err := rules.Named("chess")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		problem + "end\n":                       "r3k2q/8/8/8/5K2/8/8/8 b q - 0 1",
		problem + "option nocastling e8\nend\n": "r3k2q/8/8/8/5K2/8/8/8 b - - 0 1",
	} {
		for p, err := range Read(strings.NewReader(text), chess) {
			if err != nil || len(p.Twins) != 1 {
				t.Fatalf("%d twins, %v", len(p.Twins), err)
			}
			variant, at, err := p.Apply(p.Twins[0])
			if err != nil || variant.FEN(&at) != want {
				t.Errorf("%s, %v, want %s", variant.FEN(&at), err, want)
			}
		}
	}
}
