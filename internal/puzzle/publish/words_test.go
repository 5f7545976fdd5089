package publish

import (
	"io"
	"strings"
	"testing"

	"turncoat/puzzle"
)

// For people a puzzle is its stipulation, who made it, the diagram, the solution and the themes.
func TestText(t *testing.T) {
	p := mate(t)
	p.Authors, p.Published, p.Themes = []string{"A. Composer"}, "The Paper", []string{"quiet-key"}
	black := mate(t)
	black.FEN, black.Solution, black.Keys = "r7/8/8/8/6k1/8/8/7K b - - 0 1",
		`["g4g3",[["h1g1"],["a8a1"]]]`, []string{"g4g3"}
	text := exported(t, "text", []puzzle.Puzzle{p, helpMate(t), black})
	for _, want := range []string{": chess, #2\nA. Composer\nThe Paper\n8   .",
		"not graded; quiet-key\n\n",
		": chess, h#1½, 2 solutions\n", ": chess, #2, Black to move\n", "\n1...Kg3 2.Kg1 Ra1#\n",
		"\n1...Kf7 2.Kh7 Rh1#\n1...Kg6 2.Kg8 Ra8#\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}

	if _, err := Export(io.Discard, "png", Book{}, []puzzle.Puzzle{p, p}); err == nil {
		t.Error("a picture of two puzzles")
	}
}

// What people have written reaches no terminal as it is, in none of the formats that are read there:
// escapes, bytes that are no text and marks that turn the order of letters round.
func TestHostileWords(t *testing.T) {
	const hostile = "T\u202e\x1b[31m\u009b\nX"
	p := mate(t)
	p.Words = puzzle.Words{Title: hostile, Authors: []string{hostile}, Dedication: hostile,
		Published: hostile, Date: hostile, Prize: hostile, Comments: []string{hostile}}
	p.Unsound, p.Themes = []string{hostile}, []string{hostile}
	for _, format := range []string{"text", "pgn", "epd", "csv", "popeye", "json"} {
		text := exported(t, format, []puzzle.Puzzle{p})
		if i := strings.IndexAny(text, "\u202e\x1b\u009b"); i >= 0 {
			t.Errorf("%s has %q", format, text[max(0, i-20):min(len(text), i+20)])
		}
	}
	if text := exported(t, "text", []puzzle.Puzzle{p}); strings.Contains(text, "\nX") {
		t.Errorf("a title has a line of its own:\n%s", text)
	}
}
