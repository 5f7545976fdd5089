package publish

import (
	"strings"
	"testing"

	"turncoat/puzzle"
)

// Worked out by hand: 1.Kg6 Kg8 2.Ra8#; 1.Kh6? fails to 1...Kg8 alone, the only turn there is.
func TestPhasesAndTwins(t *testing.T) {
	try := mate(t)
	try.Phases = &puzzle.Phases{Threats: []string{"a1a8"},
		Tries: []puzzle.Try{{Solution: `["g5h6"]`,
			Threats: []string{"a1a8"}, Refutations: []string{"h8g8"}}}}
	for format, want := range map[string][]string{
		"html": {
			"Try: 1.Kh6? (threat 2.Ra8#), but 1…Kg8!</p>", "Key: 1.Kg6! (threat 2.Ra8#)</p>",
			`<div class="caption twin">b) Ra1→b1</div>`,
			`<p class="twin">b) Ra1→b1</p>`,
			`<p class="line" data-steps="7k/8/5K2/8/8/8/8/1R6 w|0mf6f7 f6.f7K|1mh8h7 h7kh8.|2mb1h1 b1.h1R"><b data-ply="0">1…Kf7</b>`,
		},
		"latex": {
			`Try: 1.Kh6? (threat 2.Ra8\#),{} but 1\dots{}Kg8!. Key: 1.Kg6! (threat 2.Ra8\#). `,
			`\textbf{b) Ra1\ensuremath{\rightarrow}b1} \textbf{1...Kf7 2.Kh7 Rh1\#}`,
		},
	} {
		text := exported(t, format, []puzzle.Puzzle{try, twinned(t)})
		for _, w := range want {
			if !strings.Contains(text, w) {
				t.Errorf("%s: %q is not in\n%s", format, w, text[strings.Index(text, "Chess: "):])
			}
		}
	}
}

// Two rooks mate on the eighth rank, by hand: either is a dual of the other, in set play and after
// the key.
func TestDualsInPrint(t *testing.T) {
	p := mate(t)
	p.FEN, p.Keys = "7k/8/6K1/8/8/8/8/RR6 w - - 0 1", []string{"a1a2"}
	p.Line = []string{"Ra2", "Kg8", "Ra8#"}
	p.Solution = `["a1a2",[["h8g8"],["a2a8"],"b1b8"]]`
	p.Phases = &puzzle.Phases{Set: `["0000",[["h8g8"],["a1a8"],"b1b8"]]`}
	for _, format := range []string{"text", "html", "latex"} {
		text := exported(t, format, []puzzle.Puzzle{p})
		text = strings.NewReplacer(`\dots{}`, "…", `\#`, "#").Replace(text)
		if n := strings.Count(text, "1…Kg8 2.Ra8# or 2.Rb8#"); n != 2 {
			t.Errorf("%s has %d duals, want 2:\n%s", format, n, text)
		}
	}
}

// Each twin has its whole solution, beneath its own name and after that of the puzzle.
func TestTwinsAreWhole(t *testing.T) {
	p := mate(t)
	p.FEN, p.Keys, p.Line = wide, []string{"a1b1"}, []string{"Rb1", "a6", "Rc1"}
	p.Solution = `["a1b1",[["a7a6"],["b1c1"]],[["b7b6"],["b1d1"]]]`
	p.Twins = []puzzle.Twin{{
		Change: "Ra1-a2", Keys: []string{"a2b2"}, Line: []string{"Rb2", "a6", "Rc2"},
		Solution: `["a2b2",[["a7a6"],["b2c2"]],[["b7b6"],["b2d2"]]]`,
	}}
	for _, format := range []string{"text", "html", "latex"} {
		text := strings.ReplaceAll(exported(t, format, []puzzle.Puzzle{p}), `\dots{}`, "…")
		_, text, _ = strings.Cut(text, "a)")
		for _, want := range []string{"1.Rb1", "1…b6 2.Rd1", "b) Ra1", "1.Rb2", "1…b6 2.Rd2"} {
			_, rest, ok := strings.Cut(text, want)
			if !ok {
				t.Errorf("%s: %q is missing or too early in\n%s", format, want, text)
			}
			text = rest
		}
	}
}

// The other moves that win in a study are printed wherever its line is: a mate in two with the
// rook, told as a study.
func TestOtherMovesOfAStudy(t *testing.T) {
	study := mate(t)
	study.Phases = nil
	study.Solution = `["g5g6",[["h8g8"],["a1a8"]]]`
	study.Study = puzzle.Study{{"a1a7": 3, "a1b1": 3}, {"a1a7": 2, "g6h6": 3}}
	for _, format := range []string{"text", "html", "latex"} {
		text := strings.ReplaceAll(exported(t, format, []puzzle.Puzzle{study}), "{}", "")
		if want := "Slower: 1.Ra7 (3), 1.Rb1 (3), 2.Ra7 (2), 2.Kh6 (3)"; !strings.Contains(text,
			want) {
			t.Errorf("%s: %q is not in\n%s", format, want,
				text[max(0, strings.Index(text, "Chess: ")):])
		}

		study.Study[1]["a1a7"] = 1
		if text := exported(t, format, []puzzle.Puzzle{study}); !strings.Contains(text,
			"As fast: 2.Ra7") ||
			strings.Contains(text, "2.Ra7 (") {
			t.Errorf("%s: a move that wins as fast is not told apart", format)
		}

		study.Study[1]["a1a7"] = 2
	}
}
