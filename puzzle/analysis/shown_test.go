package analysis

import (
	"slices"
	"strings"
	"testing"

	"turncoat/puzzle/internal/puzzletest"
	"turncoat/puzzle/solution"
)

// That a key gives check is remarked on, among all else that is said of a puzzle: 1.Rb7+ and mate with the other rook.
func TestCritiqueOfKeys(t *testing.T) {
	got := critiqued(t, "chess", "8/7k/R7/8/8/8/8/1R4K1 w - - 0 1", 2, Demands{}, "b1b7")
	if !slices.Contains(strings.Split(got, "\n"), "|the key gives check") {
		t.Errorf("%s", got)
	}
}

// A choice of reclaims of a forced win is that of its solution: here White leaves what it could take back, or
// takes all.
func TestShowsReclaimChoice(t *testing.T) {
	for text, want := range map[string]bool{`["d2c2",[["g8e8"],["~- a1b1"]]]`: true, `["d2c2",[["g8e8"],["a1b1"]]]`: false} {
		c := critic2(t, "pacifist-number", "1k4r1/1b6/8/3N4/6nR/8/3R4/K7 w - - 0 1", text)
		if got, err := c.analyst.Shows(t.Context(), c.at, c.found, reclaimChoice); err != nil || got != want {
			t.Errorf("%s: %t, %v", text, got, err)
		}
	}
}

// The themes of phases go by set play and by the tries that a puzzle has; they stand with the others, and one
// more that it does not show is named alone.
func TestThemesOfPhases(t *testing.T) {
	named := 0
	for _, p := range puzzletest.Sample(t) {
		if p.In != 2 || p.Rules.Reclaim != 0 {
			continue
		}
		v, found, names := phased(t, &p)
		if got, err := v.phases(t.Context(), &found); err != nil || len(v.faults) > 0 || !slices.Equal(got, names) {
			t.Errorf("%s: %v, %v, %v; want %v", p.ID, got, v.faults, err, names)
		}
		if len(names) > 0 && named < 2 {
			named++
			p.Themes = withThemes(p.Themes, []string{"switchback"})
			if got := wrongWith(t, &p); got != "it does not show switchback" {
				t.Errorf("%s: %s", p.ID, got)
			}
		}
	}
	if named == 0 {
		t.Error("no themes of phases were met")
	}
}

// Reciprocal play: 1...Kg8 is answered by Ra7 and 1...Kh7 by Rb1 in set play, and the other way round after the
// key. The turns are legal, and that is all.
func TestReciprocalPlay(t *testing.T) {
	c := critic2(t, "chess", "7k/8/8/6K1/8/8/8/R7 w - - 0 1", `["g5f5",[["h8g8"],["a1b1"]],[["h8h7"],["a1a7"]]]`)
	tree := c.found.Tree
	tree.Set = slices.Clone(tree.Keys[0].Defences)
	tree.Set[0].Continuations, tree.Set[1].Continuations = tree.Set[1].Continuations, tree.Set[0].Continuations
	if got := strings.Join(PhaseThemes(tree), " "); got != "changed-play reciprocal-play" {
		t.Errorf("%s", got)
	}
	tree.Set[1].Continuations = nil
	if got := strings.Join(PhaseThemes(tree), " "); got != "changed-play transferred-play" {
		t.Errorf("%s", got)
	}
	tree.Tries, tree.Set = []solution.Play{tree.Keys[0]}, nil
	if got := PhaseThemes(tree); got != nil {
		t.Errorf("a try like the key shows %v", got)
	}
}
