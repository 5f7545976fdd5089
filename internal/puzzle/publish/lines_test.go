package publish

import (
	"slices"
	"testing"

	"turncoat/internal/testing/puzzletest"
	"turncoat/puzzle"
)

// played returns the tree of a solution in the compact form; its turns are legal, and that is all.
func played(t *testing.T, set, fen string, text puzzle.Solution) *puzzle.Tree {
	t.Helper()
	variant := puzzletest.Named(t, set)
	at := puzzletest.Position(t, variant, fen)
	tree, err := text.Tree(variant, &at, puzzle.Win)
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

// What follows the key, whole, but for a main line without branches.
func TestVariations(t *testing.T) {
	for _, test := range []struct {
		name, set, fen string
		text           puzzle.Solution
		want           []string
	}{
		{"the main line alone", "chess", wide, `["a1b1",[["a7a6"],["b1c1"]]]`, nil},
		{"other turns with its answer", "chess", wide,
			`["a1b1",[["a7a6","b7b6","c7c6"],["b1c1"]]]`, []string{"1…a6/b6/c6 2.Rc1"}},
		{"another answer to more", "chess", wide,
			`["a1b1",[["a7a6"],["b1c1"]],[["b7b6","c7c6","d7d6","e7e6","f7f6"],["b1d1"]]]`,
			[]string{"1…b6/c6/d6/e6/f6 2.Rd1"}},
		{"going on", "chess", wide, `["a1b1",[["a7a6"],["b1c1"]],` +
			`[["b7b6"],["b1d1",[["c7c6"],["d1c1"]],[["c7c5","d7d5"],["d1a1"]]]]]`,
			[]string{"1…b6 2.Rd1 c6 3.Rc1, 2…c5/d5 3.Ra1"}},
		{"a branch of the main line", "chess", wide,
			`["a1b1",[["a7a6"],["b1c1",[["b7b6"],["c1d1"]],[["b7b5"],["c1a1"]]]]]`,
			[]string{"1…a6 2.Rc1 b6 3.Rd1, 2…b5 3.Ra1"}},
		{"nothing follows", "chess", wide, `["a1b1",[["a7a6"],["b1c1"]],[["b7b6","c7c6"]]]`,
			[]string{"1…b6/c6"}},
		{"reclaims and what converts", "pacifist-number", reclaims,
			`["d2c2",[["g8e8"],["a1b1"]],[["~- g8e8"],["~- a1a2"]],` +
				`[["b8a7","~- b8a7"],["a1b1",[["a7a6"],["b1c1"]]]]]`,
			[]string{"1…~- Re8~- [d5] 2.Ka2 [g4]", "1…Ka7/~- Ka7 [d5] 2.Kb1 Ka6 3.Kc1"}},
		// After e3 and after Kg2 Nf4 wins, but where it converts the king differs; after Ka8 the
		// rook on a7 converts bishop and king, after Kc8 the bishop, which then converts the king.
		{"the same turn that converts others", "benedict", "7N/8/1N3N2/8/4p3/7k/8/2K5 w - - 0 1",
			`["b6d5",[["h3g3"],["f6h5"]],[["e4e3","h3g2"],["d5f4"]]]`,
			[]string{"1…e3 2.Nf4# [h3]", "1…Kg2 2.Nf4# [g2]"}},
		{"the same turn that converts others, later", "pacifist1",
			"8/1K6/5PR1/8/2b4p/8/8/4k2r w - - 0 1",
			`["g6g1",[["c4a6"],["g1g7",[["b7a8","b7c8"],["g7a7"]]]]]`,
			[]string{"1…Ba6 [b7] 2.Rg7 Ka8 3.Ra7# [a6,a8], 2…Kc8 3.Ra7# [a6;c8]"}},
		{"a capture and the same turn without one", "chess", "4k3/8/8/1b6/8/8/R7/4K3 w - - 0 1",
			`["e1d1",[["b5c6","e8e7","b5a4"],["a2a4"]]]`,
			[]string{"1…Bc6/Ke7 2.Ra4", "1…Ba4+ 2.Rxa4"}},
	} {
		tree := played(t, test.set, test.fen, test.text)
		_, _, got := printed(puzzletest.Named(t, test.set), tree)
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// Set play, tries and threats in the words of problemists.
func TestPhaseLines(t *testing.T) {
	variant := puzzletest.Named(t, "chess")
	at := puzzletest.Position(t, variant, wide)
	tree := played(t, "chess", wide, `["a1b1",[["a7a6"],["b1c1"]]]`)
	if got := phaseLines(variant, tree); got != nil {
		t.Errorf("without phases: %q", got)
	}
	set, err := puzzle.Solution(`["0000",[["a7a6","b7b6"],["a1b1"]],[["c7c6"]]]`).SetPlay(variant,
		&at,
		puzzle.Win)
	if err != nil {
		t.Fatal(err)
	}
	dual := played(t, "chess", "4k3/1ppppppp/p7/8/8/8/8/R3K3 w - - 0 1", `["a1c1"]`).Keys[0]
	dual.After = &set[0].Turn
	set[0].Continuations = append(set[0].Continuations, dual)
	tree.Set = set
	try := func(text puzzle.Solution, refutations ...string) *puzzle.Play {
		p, err := text.Try(variant, &at, puzzle.Win, refutations)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	sound := try(`["a1c1",[["a7a6"],["c1b1"]],[["b7b6"],["c1d1"]]]`, "g7g6")
	sound.Defences[1].Delay = true
	if err := sound.SetThreats(variant, []string{"c1c7"}); err != nil {
		t.Fatal(err)
	}
	unsound := try(`["a1c1",[["a7a6"],["c1b1"]]]`, "g7g6", "h7h6")
	several := try(`["a1d1",[["a7a6","a7a5"],["d1b1"]],[["b7b6"],["d1c1"]]]`, "h7h6")
	tree.Tries = []puzzle.Play{*sound, *unsound, *several, *try(`["e1e2"]`, "h7h6")}
	tree.Keys[0].Zugzwang = true
	want := []string{
		"Set play: 1…a6 2.Rb1 or 2.Rc1, 1…b6 2.Rb1, 1…c6",
		"Try: 1.Rc1? (threat 2.Rxc7) 1…a6 2.Rb1, but 1…g6!",
		"Try: 1.Rd1? 1…a6/a5 2.Rb1, 1…b6 2.Rc1, but 1…h6!",
		"Try: 1.Ke2?, but 1…h6!",
		"Key: 1.Rb1! (zugzwang)",
	}
	if got := phaseLines(variant, tree); !slices.Equal(got, want) {
		t.Errorf("%q\nwant\n%q", got, want)
	}
	if got := phaseLines(variant, &puzzle.Tree{Position: at}); got != nil {
		t.Errorf("without a key: %q", got)
	}
}

func (full) Write([]byte) (int, error) { return 0, errFull }
