package solution

import (
	"slices"

	"turncoat/puzzle/proof"
	"turncoat/rules"
	"turncoat/rules/board"
)

// UCI writes moves, sorted as text.
func UCI(p *board.Position, moves []board.Move) []string {
	var list []string
	for _, m := range moves {
		list = append(list, m.UCI(p))
	}
	slices.Sort(list)
	return list
}

// Steps returns a proof that the first key reaches the goal in In turns, made of the turns of the tree alone; of a
// help-win it has every line.
func (s *Tree) Steps(game *rules.Variant) (steps []proof.Step) {
	if s.Goal == HelpWin {
		for i := range s.Keys {
			steps = append(steps, proof.Step{Line: LineWords(game, &s.Position, s.Keys[i].Line())})
		}
		return steps
	}
	made := map[board.Position]int{} // by position, the turns for which a win is stated
	var expand func(p *board.Position, t *Play)
	expand = func(p *board.Position, t *Play) {
		at := Bare(p)
		if n, ok := made[at]; ok && n <= t.In {
			return
		}
		made[at] = t.In
		steps = append(steps, proof.Step{At: proof.At(p), Win: t.In, Play: []string{t.Turn.Move.UCI(p)}})
		for i := range t.Defences {
			if next := t.Defences[i].Continuations; len(next) > 0 {
				expand(&next[0].After.After, &next[0])
			}
		}
	}
	if len(s.Keys) > 0 {
		expand(&s.Position, &s.Keys[0])
	}
	return steps
}
