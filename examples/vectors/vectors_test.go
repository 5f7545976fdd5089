package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// ran runs the program with the text of a file, and returns what it stops with, empty where nothing
// is wrong.
func ran(t *testing.T, text string) (fault string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "vectors.json")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	args := os.Args
	defer func() {
		os.Args = args
		if met := recover(); met != nil {
			fault = fmt.Sprint(met)
		}
	}()
	os.Args = []string{"vectors", file}
	main()
	return ""
}

// The king in the corner has three squares: what stands round the other king it may not go to
// (CON-8).
var corner = []string{"h8g7 8/6k1/8/6K1/8/8/8/R7 w", "h8g8 6k1/8/8/6K1/8/8/8/R7 w",
	"h8h7 8/7k/8/6K1/8/8/8/R7 w"}

// Moves are played, and then the legal turns and the outcome are told.
func TestPlay(t *testing.T) {
	for _, test := range []struct {
		rules, fen string
		moves      []string
		turns      []string
		outcome    string
	}{
		{"chess", "7k/8/8/6K1/8/8/8/R7 b - - 0 1", nil, corner, "*"},
		{"chess", "6k1/8/8/6K1/8/8/8/R7 b - - 0 1", []string{"g8h8", "a1b1"}, nil, "*"},
		{"chess", "7k/8/8/6K1/8/8/8/R7 w - - 0 1", []string{"g5g6", "h8g8", "a1a8"}, []string{},
			"1-0"},
	} {
		turns, outcome := play(test.rules, test.fen, test.moves)
		if test.turns != nil && !slices.Equal(turns, test.turns) || outcome != test.outcome {
			t.Errorf("%s after %q: %q, %s; want %q, %s", test.fen, test.moves, turns, outcome,
				test.turns, test.outcome)
		}
	}
}

// Vectors that are right pass; of one that is not the program stops with its position and why it
// matters.
func TestVectors(t *testing.T) {
	vector := func(turns []string, outcome string) string {
		return fmt.Sprintf(`{"id":"x","rules":"chess","fen":"7k/8/8/6K1/8/8/8/R7 b - - 0 1","moves":[],"turns":["%s"],"outcome":"%s","why":["CON-8 of kings"]}`, strings.Join(turns, `","`), outcome)
	}
	good := vector(corner, "*")
	for _, test := range []struct{ text, want string }{
		{"[]", ""}, {"[" + good + "]", ""}, {"[" + good + "," + good + "]", ""},
		{"[" + good + "," + vector(corner[:2], "*") + "]", "CON-8 of kings"},
		{"[" + vector(corner, "draw") + "]",
			"7k/8/8/6K1/8/8/8/R7 b - - 0 1"},
		{"[" + strings.Replace(good, `"moves":[]`, `"moves":["h8a1"]`, 1) + "]", "h8a1"},
		{"[" + strings.Replace(good, "7k/8", "7x/8", 1) + "]", "is neither a piece"},
		{"[" + strings.Replace(good, `"chess"`, `"draughts"`, 1) + "]", "draughts"},
		{"[", "unexpected end of JSON input"},
	} {
		if got := ran(t, test.text); (got == "") != (test.want == "") ||
			!strings.Contains(got, test.want) {
			t.Errorf("%.60s: %q, want %q", test.text, got, test.want)
		}
	}
}
