package solution

import (
	"turncoat/protocol"
	"turncoat/puzzle"
	"turncoat/rules"
)

// The JSON of a solution. Empty parts are left out.
type (
	// TreeJSON is a whole solution.
	TreeJSON struct {
		Rules string        `json:"rules"`
		FEN   string        `json:"fen"`
		Goal  string        `json:"goal"`
		In    int           `json:"in"`
		Keys  []PlayJSON    `json:"keys"`
		Tries []PlayJSON    `json:"tries,omitempty"`
		Set   []DefenceJSON `json:"set,omitempty"`
		Duals int           `json:"duals"`
	}
	// PlayJSON is a turn of the attacker's.
	PlayJSON struct {
		protocol.TurnSummary
		In       int                    `json:"in"`
		Threats  []protocol.TurnSummary `json:"threats,omitempty"`
		Zugzwang bool                   `json:"zugzwang,omitempty"`
		Branches []BranchJSON           `json:"branches,omitempty"`
		// AfterReclaim is the attacker's choice of reclaim in the enemy's turn before, where it is
		// not the full one.
		AfterReclaim *[]string `json:"afterReclaim,omitempty"`
	}
	// BranchJSON is what follows one choice of the enemy's reclaim.
	BranchJSON struct {
		Reclaimed   []string      `json:"reclaimed,omitempty"`
		Reached     bool          `json:"reached,omitempty"`
		Defences    []DefenceJSON `json:"defences,omitempty"`
		Refutations []DefenceJSON `json:"refutations,omitempty"`
	}
	// DefenceJSON is a turn of the enemy's.
	DefenceJSON struct {
		protocol.TurnSummary
		In            int        `json:"in"`
		Short         bool       `json:"short,omitempty"`
		Delay         bool       `json:"delay,omitempty"`
		Main          bool       `json:"main,omitempty"`
		Continuations []PlayJSON `json:"continuations,omitempty"`
	}
)

// JSON returns the solution in the form of its JSON.
func JSON(variant *rules.Variant, tree *puzzle.Tree) TreeJSON {
	out := TreeJSON{
		Rules: variant.Set().String(), FEN: variant.FEN(&tree.Position), Goal: tree.Goal.String(),
		In:   tree.In,
		Keys: []PlayJSON{}, Duals: tree.Duals,
	}
	b := jsonBuilder{variant: variant, tree: &out}
	walker := puzzle.Walker{Visit: b.visit}
	walker.Walk(tree)
	return out
}

// A jsonBuilder is the visitor of [JSON].
type jsonBuilder struct {
	variant *rules.Variant
	tree    *TreeJSON
	play    *PlayJSON    // what is being built: the attacker's turn,
	defence *DefenceJSON // and the enemy's turn
}

func (b *jsonBuilder) visit(n *puzzle.Node, follow func()) {
	switch n.Role {
	case puzzle.RoleKey:
		b.tree.Keys = append(b.tree.Keys, b.attack(n, follow))
	case puzzle.RoleTry:
		b.tree.Tries = append(b.tree.Tries, b.attack(n, follow))
	case puzzle.RoleThreat:
		b.play.Threats = append(b.play.Threats, b.turn(n))
	case puzzle.RoleContinuation:
		next := b.attack(n, follow)
		if n.Play.After.Reclaimed != n.Defence.Turn.Reclaimed {
			names := n.Play.After.Reclaimed.Names()
			next.AfterReclaim = &names
		}

		b.defence.Continuations = append(b.defence.Continuations, next)
	case puzzle.RoleReclaim:
		b.play.Branches = append(b.play.Branches, BranchJSON{
			Reclaimed: n.Turn.Reclaimed.Names(), Reached: n.Play.Choices[n.Index].Reached,
		})
		follow()
	case puzzle.RoleDefence:
		if n.Play == nil {
			b.tree.Set = append(b.tree.Set, b.answer(n, follow))
			return
		}

		branch := &b.play.Branches[n.Defence.Choice]
		branch.Defences = append(branch.Defences, b.answer(n, follow))
	case puzzle.RoleRefutation:
		branch := &b.play.Branches[n.Defence.Choice]
		branch.Refutations = append(branch.Refutations, b.answer(n, follow))
	}
}

// turn returns a turn without the position after it. Its reclaim is the full one: a choice of
// another is in BranchJSON or AfterReclaim.
func (b *jsonBuilder) turn(n *puzzle.Node) protocol.TurnSummary {
	if puzzle.IsNull(n.Turn) {
		return protocol.TurnSummary{UCI: "0000", SAN: nullMove}
	}
	return protocol.TurnSummary{
		UCI: n.Turn.Move.UCI(n.Before), SAN: b.variant.SAN(n.Before, *n.Turn),
		Waves: protocol.Waves(n.Turn.Waves), Reclaimed: n.Turn.Reclaimed.Names(),
	}
}

// attack returns a turn of the attacker's with what follows it.
func (b *jsonBuilder) attack(n *puzzle.Node, follow func()) PlayJSON {
	out := PlayJSON{TurnSummary: b.turn(n), In: n.Play.In, Zugzwang: n.Play.Zugzwang}
	outer := b.play
	b.play = &out
	follow()
	b.play = outer
	return out
}

// answer returns a turn of the enemy's with what follows it.
func (b *jsonBuilder) answer(n *puzzle.Node, follow func()) DefenceJSON {
	d := n.Defence
	out := DefenceJSON{TurnSummary: b.turn(n), In: d.In, Short: d.Short, Delay: d.Delay,
		Main: n.Main}
	outer := b.defence
	b.defence = &out
	follow()
	b.defence = outer
	return out
}
