package corpus

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"turncoat/rules/board"
)

// The counts of the standard start are published ones.
func TestPerft(t *testing.T) {
	list, err := CountPerft(t.Context(), builtin(t, "chess"), []Seed{{FEN: board.StartFEN}, {FEN: board.StartFEN}}, PerftOptions{Depth: 4, Jobs: 2})
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	want := board.StartFEN + " ;D1 20 ;D2 400 ;D3 8902 ;D4 197281\n"
	if err := WriteEPD(&text, list); err != nil || text.String() != want {
		t.Errorf("%v\n%swant\n%s", err, text.String(), want)
	}
	again, err := ReadEPD(strings.NewReader("# a comment\n\n"+text.String()), "x.epd", builtin(t, "chess"))
	if err != nil || len(again) != 1 || again[0].Counts[3] != 197281 {
		t.Errorf("%v, %v", again, err)
	}
	short, err := CountPerft(t.Context(), builtin(t, "chess"), []Seed{{FEN: board.StartFEN}}, PerftOptions{Depth: 5, Nodes: 10_000, Jobs: 1})
	if err != nil || len(short[0].Counts) != 3 {
		t.Errorf("with 10,000 nodes at most: %v, %v", short, err)
	}
}

func TestReadEPDFaults(t *testing.T) {
	for line, want := range map[string]string{
		board.StartFEN:                       "it counts nothing",
		board.StartFEN + " ;D2 400":          "want D1 and a number",
		board.StartFEN + " ;D1 x":            `"x" is no number`,
		board.StartFEN + " ;D1 20 ;D1 20":    "want D2",
		board.StartFEN + " ;D1 -1":           "is no number",
		"8/8 w - - 0 1 ;D1 1":                "ranks instead of 8",
		board.StartFEN + " ;D1 20 ; D2 4 0 ": "want D2 and a number",
	} {
		_, err := ReadEPD(strings.NewReader("\n"+line), "x.epd", builtin(t, "chess"))
		if err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "x.epd:2:") || !errors.Is(err, ErrSyntax) && !errors.Is(err, ErrContent) {
			t.Errorf("%s: %v", line, err)
		}
	}
}

func FuzzReadEPD(f *testing.F) {
	f.Add(board.StartFEN + " ;D1 20 ;D2 400\n#\n;;\n")
	f.Fuzz(func(t *testing.T, text string) {
		set := builtin(t, "pacifist1")
		list, _ := ReadEPD(strings.NewReader(text), "f", set)
		var out bytes.Buffer
		if err := WriteEPD(&out, list); err != nil {
			t.Fatal(err)
		}
		if again, err := ReadEPD(&out, "f", set); err != nil || len(again) != len(list) {
			t.Errorf("%d positions were read back as %d: %v", len(list), len(again), err)
		}
	})
}
