package puzzle

import (
	"fmt"
	"slices"

	"turncoat/rules"
)

// Phases are the parts of a problem besides the solution: the threats of the key, set play and
// tries.
type Phases struct {
	// Threats are the turns that would reach the goal next if the enemy passed after the key, as
	// UCI text. Zugzwang: it could pass, and there are none.
	Threats  []string `json:"threats,omitempty"`
	Zugzwang bool     `json:"zugzwang,omitempty"`
	// Set is the play if the enemy is to move in the position: a solution that begins with the null
	// move "0000".
	Set   Solution `json:"set,omitempty"`
	Tries []Try    `json:"tries,omitempty"`
	// Lines are the set play of a help-win, its only phase: the solutions without the first turn.
	Lines [][]string `json:"lines,omitempty"`
}

// Try is a first turn that fails to few turns of the enemy's.
type Try struct {
	Solution    Solution `json:"solution"` // what follows the turns that do not refute it
	Threats     []string `json:"threats,omitempty"`
	Zugzwang    bool     `json:"zugzwang,omitempty"`
	Refutations []string `json:"refutations"` // in the form of the enemy's turns in a solution
}

// PhasesOf returns the phases of a tree. One without keys has no threats.
func PhasesOf(tree *Tree) *Phases {
	out := &Phases{Set: SetText(&tree.Position, tree.Set)}
	if len(tree.Keys) > 0 {
		key := &tree.Keys[0]
		out.Threats, out.Zugzwang = key.ThreatWords(), key.Zugzwang
	}
	for i := range tree.Tries {
		t := &tree.Tries[i]
		out.Tries = append(out.Tries, Try{Solution: t.Text(), Threats: t.ThreatWords(),
			Zugzwang:    t.Zugzwang,
			Refutations: t.RefutationWords()})
	}

	return out
}

// real returns the phases without defences that are not real.
func (ph *Phases) real() *Phases {
	if ph == nil {
		return nil
	}
	out := *ph
	out.Tries = slices.Clone(out.Tries)
	for i := range out.Tries {
		out.Tries[i].Solution = out.Tries[i].Solution.Real()
	}
	return &out
}

// AddPhases adds the phases of a tree to a puzzle, and the themes that they show.
func (p *Puzzle) AddPhases(tree *Tree, themes []string) {
	p.Phases = PhasesOf(tree)
	p.Themes = append(p.Themes, themes...)
	slices.Sort(p.Themes)
}

// add adds the phases to a tree.
func (ph *Phases) add(variant *rules.Variant, tree *Tree) error {
	wrong := func(what string, err error) error {
		return fmt.Errorf("%w: %s: %w", ErrUnsound, what, err)
	}
	key := &tree.Keys[0]
	if err := key.SetThreats(variant, ph.Threats); err != nil {
		return wrong("the threats", err)
	}
	key.Zugzwang = ph.Zugzwang
	if ph.Set != "" {
		var err error
		tree.Set, err = ph.Set.SetPlay(variant, &tree.Position, tree.Goal)
		if err != nil {
			return wrong("the set play", err)
		}
	}

	for _, try := range ph.Tries {
		t, err := try.Solution.Try(variant, &tree.Position, tree.Goal, try.Refutations)
		if err == nil {
			err = t.SetThreats(variant, try.Threats)
		}
		if err != nil {
			return wrong("a try", err)
		}
		t.Zugzwang = try.Zugzwang
		tree.Tries = append(tree.Tries, *t)
	}

	return nil
}
