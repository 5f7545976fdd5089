package publish

import (
	"io"
	"strings"
	"testing"

	"turncoat/puzzle"
	"turncoat/rules/ruleset"
)

// Parts of a booklet have their length in words up to six.
func TestPartTitles(t *testing.T) {
	for _, c := range []struct {
		name, stipulation string
		in                int
		half              bool
		want              string
	}{
		{"chess", "", 1, false, "Chess: mate in one"},
		{"pacifist2", "", 6, false, "Pacifist 2: win in six"},
		{"conversion", "self-win", 7, false, "Conversion Chess: self-win in 7"},
		{"chess", "help-win", 2, true, "Chess: helpmate in 2½"},
		{"mine", "claim", 3, false, "mine: claim in three"},
	} {
		set, err := ruleset.Builtin(c.name)
		if err != nil {
			set.Name = c.name // rules of one's own
		}
		p := puzzle.Puzzle{Rules: set, Stipulation: c.stipulation, In: c.in, Half: c.half}
		if got := partTitle(&p); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}

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

	if err := Export(io.Discard, "png", Book{}, []puzzle.Puzzle{p, p}); err == nil {
		t.Error("a picture of two puzzles")
	}
}
