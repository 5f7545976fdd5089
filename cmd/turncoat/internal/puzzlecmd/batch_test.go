package puzzlecmd

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"turncoat/cmd/internal/command"
	"turncoat/rules"
)

// Each line of a batch that holds something is read with its number, whatever it holds, and a
// position that is read is what its FEN says.
func FuzzBatch(f *testing.F) {
	const position = "1nb1kbnr/rp2p1pp/p2p1p2/qnp5/1p1p4/p3P3/2P2PPP/R1BQKBNR w HAh -"
	for _, text := range []string{
		position,
		"start\n\n# a remark\r\n  " + position + " 0 1\r\n",
		position + ` bm Qh5+; id "1;2";` + "\n" + position + " 3 x;",
		`{"fen":"start","moves":["e4","e5"]}` + "\n" + `{"fen":"start","moves":["e5"]}` + "\n" + `{"moves":[]}` + "\n{",
		"8/8/8/8/8/8/8/8 w - -\n;\n" + strings.Repeat("q", 3000) + "\n\x00\x1b[31m\u202e\xff",
		"#\n\n",
		"\ufeff" + position + "\r\n\ufeff\n",
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
		var want []string
		plain := strings.TrimPrefix(text, "\ufeff")
		if i := strings.IndexAny(plain, "\r\n"); i >= 0 &&
			!strings.HasPrefix(strings.TrimLeft(plain[i:], "\r"), "\n") {
			plain = strings.ReplaceAll(plain, "\r", "\n") // the ends of lines on old machines
		}

		for i, line := range strings.Split(plain, "\n") {
			if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
				want = append(want, fmt.Sprintf("%d %s", i+1, line))
			}
		}

		lines, numbers, err := batchLines(
			command.NewSession(t.Context(), strings.NewReader(text), io.Discard, io.Discard),
			"-",
		)
		if (err != nil) != (len(want) == 0) {
			t.Fatalf("%d lines, error %v", len(want), err)
		}
		var got []string
		for i, line := range lines {
			got = append(got, fmt.Sprintf("%d %s", numbers[i], line))
			p, err := batchPosition(variant, line)
			if err != nil {
				continue
			}
			if again, err := variant.ParseFEN(variant.FEN(&p)); err != nil || again != p {
				t.Errorf("%q is %s, read again: %v", line, variant.FEN(&p), err)
			}
		}

		if !slices.Equal(got, want) {
			t.Errorf("the lines are %q, want %q", got, want)
		}
	})
}

// A line that is too long is named and skipped, and the lines before and behind it are read.
func TestBatchTooLong(t *testing.T) {
	var errs strings.Builder
	s := command.NewSession(
		t.Context(),
		strings.NewReader("start\n"+strings.Repeat("x", 16<<20+1)+"\nstart\n"),
		io.Discard,
		&errs,
	)
	lines, numbers, err := batchLines(s, "-")
	if err != nil || !slices.Equal(numbers, []int{1, 3}) || len(lines) != 2 ||
		!strings.Contains(errs.String(),
			"--batch: -:2: the line is longer than 16 MiB: 16777217 bytes\n") {
		t.Errorf("%d lines, %v: %s", len(lines), err, errs.String())
	}
}

// What is wrong with a line is said in few words, whatever stands in it.
func TestBatchFaults(t *testing.T) {
	variant, err := rules.Named("chess")
	if err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{
		`{"fen":5}`:                          `"fen" cannot be number`,
		`{"fen":"start","moves":"e4"}`:       `"moves" cannot be string`,
		`{"fen":"start","moves":["e5"]}`:     "move 1: ",
		`{"fen":null}`:                       `the object has no "fen"`,
		strings.Repeat("a", 5<<20):           `FEN "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…": cannot be read: it is longer than 1024 bytes`,
		strings.Repeat("é/", 1<<20) + " w -": `FEN "é/é/`,
	} {
		if _, err := batchPosition(variant, []byte(line)); err == nil ||
			!strings.HasPrefix(err.Error(), want) ||
			len(err.Error()) > 200 {
			t.Errorf("%.40q: %.300v, want %s", line, err, want)
		}
	}
}

// What another machine sends is held to what can be shown and written, before it is kept.
func TestCheckSolved(t *testing.T) {
	for result, good := range map[string]bool{
		`{"answer":{"found":"won"},"text":"win in 1: Rh8#","status":"won"}`: true,
		`{"answer":{"found":"none"},"text":"no win in 1","status":"none"}`:  true,
		`{"fault":"FEN: 2 faults"}`:                                         true,
		``:                                                                  false,
		`null`:                                                              false,
		`[]`:                                                                false,
		`{}`:                                                                false,
		`{"answer":{"found":"won"},"text":"win","status":"lost"}`:                           false,
		`{"answer":{"found":"won"},"text":"\u001b]0;x\u0007","status":"won"}`:               false,
		`{"answer":{"found":"won"},"text":"two\nlines","status":"won"}`:                     false,
		`{"answer":{"found":"won"},"text":"","status":"won"}`:                               false,
		`{"answer":[1,2,3],"text":"win","status":"won"}`:                                    false,
		`{"answer":{},"text":"win","status":"won"}`:                                         false,
		`{"text":"win","status":"won"}`:                                                     false,
		"{\"answer\":{\"found\":\n\"won\"},\"text\":\"win in 1: Rh8#\",\"status\":\"won\"}": false,
		`{"answer":{"found":"won"},"text":"win","status":"won"} x`:                          false,
	} {
		var solved solvedPosition
		if err := json.Unmarshal([]byte(result), &solved); (err == nil && solved.check() == nil) != good {
			t.Errorf("%s: %v", result, err)
		}
	}

	for result, good := range map[string]bool{`{"fault":"too hard"}`: true, `{"puzzle":{}}`: false, `{}`: false, `x`: false, `{"puzzle":{"id":1},"fault":"x"}`: false} {
		var graded Graded
		if err := json.Unmarshal([]byte(result), &graded); (err == nil && graded.Check() == nil) != good {
			t.Errorf("%s: %v", result, err)
		}
	}
}

// Of a line of EPD the position is read, with the numbers where they stand; other text stays as it
// is.
func TestFENOfEPD(t *testing.T) {
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
		board + " w - - 3 x;":              board + " w - -",
		board + " w - - hmvc 3; fmvn 7;":   board + " w - -",
		board + " ;":                       board,
		board + " w - - 3 7 4 9 bm Kf7; x": board + " w - - 3 7",
	} {
		if got := fenOfEPD(line); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}

	variant, err := rules.Named("chess")
	if err != nil {
		t.Fatal(err)
	}
	p, err := batchPosition(variant, []byte(board+" w - - 3 7;"))
	if err != nil || p.Clock != 3 || p.Number != 7 {
		t.Errorf("clock %d, number %d, %v", p.Clock, p.Number, err)
	}
}
