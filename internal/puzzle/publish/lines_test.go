package publish

import (
	"slices"
	"strings"
	"testing"

	"turncoat/internal/testing/puzzletest"
	"turncoat/puzzle"
)

// played returns the tree of a solution in the compact form; its turns are legal, and that is all.
func played(t *testing.T, set, fen string, text puzzle.Solution) *puzzle.Tree {
	t.Helper()
	g := puzzletest.Named(t, set)
	at := puzzletest.Position(t, g, fen)
	tree, err := text.Tree(g, &at, puzzle.Win)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

const (
	wide = "4k3/pppppppp/8/8/8/8/8/R3K3 w - - 0 1" // each pawn has two turns
	// Rc2 leaves the knight d5 to the bishop b7 (PAC-8)
	reclaims = "1k4r1/1b6/8/3N4/6nR/8/3R4/K7 w - - 0 1"
)

// What follows the key beside the main line: seven continuations at most, of turns answered alike
// three at most.
func TestOtherLines(t *testing.T) {
	group := func(answer string, turns ...string) string {
		return `[["` + strings.Join(turns, `","`) + `"],["` + answer + `"]]`
	}
	for _, test := range []struct {
		name, set, fen string
		text           string
		want           []string
	}{
		{"the main line alone", "chess", wide, `["a1b1",` + group("b1c1", "a7a6") + `]`, nil},
		{"other turns with its answer", "chess", wide,
			`["a1b1",` + group("b1c1", "a7a6", "b7b6", "c7c6", "d7d6") + `]`,
			[]string{"b6, c6, d6: Rc1"}},
		{"another answer to more", "chess", wide,
			`["a1b1",` + group("b1c1", "a7a6") + `,` +
				group("b1d1", "b7b6", "c7c6", "d7d6", "e7e6", "f7f6") + `]`,
			[]string{"b6, c6, d6, and 2 others: Rd1"}},
		{"going on", "chess", wide, `["a1b1",` + group("b1c1", "a7a6") + `,[["b7b6"],["b1d1",` +
			group("d1c1", "c7c6") + `]]]`, []string{"b6: Rd1 …"}},
		{"nothing follows", "chess", wide, `["a1b1",` + group("b1c1", "a7a6") +
			`,[["b7b6","c7c6"]]]`, []string{"b6, c6"}},
		{"nine", "chess", wide, `["a1b1",` + group("b1c1", "a7a6") + `,` + group("b1d1", "a7a5") +
			`,` + group("b1a1", "b7b6") + `,` + group("b1b2", "b7b5") + `,` +
			group("b1b3", "c7c6") + `,` +
			group("b1b4", "c7c5") + `,` + group("e1d1", "d7d6") + `,` + group("e1d2", "d7d5") +
			`,` + group("e1e2", "e7e6") + `,` + group("e1f2", "e7e5") + `]`,
			[]string{"a5: Rd1", "b6: Ra1", "b5: Rb2", "c6: Rb3", "c5: Rb4", "d6: Kd1", "d5: Kd2",
				"and 2 more"}},
		{"reclaims", "pacifist-number", reclaims,
			`["d2c2",[["g8e8"],["a1b1"]],[["~- g8e8"],["~- a1a2"]],[["b8a7","~- b8a7"],["a1b1",[["a7a6"],["b1c1"]]]]]`,
			[]string{"~- Re8~-: Ka2", "Ka7, ~-:Ka7: Kb1 …"}},
	} {
		tree := played(t, test.set, test.fen, puzzle.Solution(test.text))
		if got := otherLines(puzzletest.Named(t, test.set), &tree.Keys[0]); !slices.Equal(got,
			test.want) {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// Set play, tries and threats in the words of problemists.
func TestPhaseLines(t *testing.T) {
	g := puzzletest.Named(t, "chess")
	at := puzzletest.Position(t, g, wide)
	tree := played(t, "chess", wide, `["a1b1",[["a7a6"],["b1c1"]]]`)
	if got := phaseLines(g, tree); got != nil {
		t.Errorf("without phases: %q", got)
	}
	set, err := puzzle.Solution(`["0000",[["a7a6","b7b6"],["a1b1"]],[["c7c6"]]]`).SetPlay(g, &at,
		puzzle.Win)
	if err != nil {
		t.Fatal(err)
	}
	dual := played(t, "chess", "4k3/1ppppppp/p7/8/8/8/8/R3K3 w - - 0 1", `["a1c1"]`).Keys[0]
	dual.After = &set[0].Turn
	set[0].Continuations = append(set[0].Continuations, dual)
	tree.Set = set
	try := func(text puzzle.Solution, refutations ...string) *puzzle.Play {
		p, err := text.Try(g, &at, puzzle.Win, refutations)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	few := try(`["a1c1",[["a7a6"],["c1b1"]],[["b7b6"],["c1d1"]]]`, "g7g6", "h7h6")
	few.Defences[1].Delay = true
	if err := few.SetThreats(g, []string{"c1c7"}); err != nil {
		t.Fatal(err)
	}
	many := `["a1d1"`
	for _, word := range []string{"a7a6", "a7a5", "b7b6", "b7b5", "c7c6", "c7c5", "f7f6", "f7f5",
		"g7g6"} {
		many += `,[["` + word + `"],["d1b1"]]`
	}
	tree.Tries = []puzzle.Play{*few, *try(puzzle.Solution(many+"]"), "h7h6"),
		*try(`["e1e2"]`, "h7h6")}
	tree.Keys[0].Zugzwang = true
	want := []string{
		"Set play: 1…a6 2.Rb1 or 2.Rc1, 1…b6 2.Rb1, 1…c6",
		"Try: 1.Rc1? (threat 2.Rxc7) 1…a6 2.Rb1, but 1…g6! and 1…h6!",
		"Try: 1.Rd1? 1…a6 2.Rb1, 1…a5 2.Rb1, 1…b6 2.Rb1, 1…b5 2.Rb1, 1…c6 2.Rb1, 1…c5 2.Rb1, 1…f6 2.Rb1, and 2 more, but 1…h6!",
		"Try: 1.Ke2?, but 1…h6!",
		"Key: 1.Rb1! (zugzwang)",
	}
	if got := phaseLines(g, tree); !slices.Equal(got, want) {
		t.Errorf("%q\nwant\n%q", got, want)
	}
	tree.Tries[1].Defences = tree.Tries[1].Defences[:7]
	if got := phaseLines(g, tree)[2]; strings.Contains(got, "more") ||
		strings.Count(got, "1…") != 8 {
		t.Errorf("seven defences: %q", got)
	}
	if got := phaseLines(g, &puzzle.Tree{Position: at}); got != nil {
		t.Errorf("without a key: %q", got)
	}
}

func (full) Write([]byte) (int, error) { return 0, errFull }
