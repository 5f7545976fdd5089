package puzzle

import (
	"turncoat/puzzle/proof"
	"turncoat/rules"
	"turncoat/rules/board"
)

// Steps returns a proof that the first key reaches the goal in In turns, made only of the turns in
// the tree. For a help-win it has every line.
func (s *Tree) Steps(variant *rules.Variant) (steps []proof.Step) {
	if s.Goal == HelpWin {
		for i := range s.Keys {
			line := LineWords(variant, &s.Position, s.Keys[i].Line())
			steps = append(steps, proof.Step{Line: line})
		}
		return steps
	}

	stated := map[board.Position]int{} // the number of turns in which a position is stated to be won
	w := Walker{MainFirst: true, Visit: func(n *Node, follow func()) {
		switch {
		case n.Role == RoleDefence:
			follow()
			return
		case n.Role == RoleThreat, n.Role == RoleRefutation, n.Index > 0:
			return
		}

		at := Bare(n.Before)
		turns, known := stated[at]
		if known && turns <= n.Play.In {
			return
		}
		stated[at] = n.Play.In
		steps = append(steps, proof.Step{At: proof.At(n.Before), Win: n.Play.In,
			Play: []string{n.Turn.Move.UCI(n.Before)}})
		follow()
	}}
	w.Keys(s)
	return steps
}
