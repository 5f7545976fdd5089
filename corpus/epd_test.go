package corpus

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"turncoat/rules/board"
)

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
