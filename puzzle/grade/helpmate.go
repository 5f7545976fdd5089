package grade

import (
	"context"

	"turncoat/puzzle"
	"turncoat/puzzle/analysis"
	"turncoat/puzzle/solution"
)

// measureHelp takes the measures of a help-win. Who solves it has to find the turns of both sides, of any of the
// solutions; a turn of the side that is to lose looks the better, the worse it is for that side.
func measureHelp(ctx context.Context, p *puzzle.Puzzle, tree *solution.Tree) (puzzle.Grade, []decision, error) {
	var g puzzle.Grade
	at, turns, game := tree.Position, tree.Keys[0].Line(), p.Variant()
	var decisions []decision
	for i := range turns {
		if i > 0 {
			at = turns[i-1].After
		}
		g.Waves = max(g.Waves, len(turns[i].Waves))
		left := len(turns) - i
		wins := left%2 == 1 // the side to move is to win
		keys, err := analysis.HelpKeys(ctx, game, &at, left)
		if err != nil {
			return g, nil, err
		}
		d := decision{left: (left + 1) / 2}
		if err := d.look(ctx, game, &at, keys); err != nil {
			return g, nil, err
		}
		for depth := range d.looks {
			for j := range d.looks[depth] {
				if look := &d.looks[depth][j]; !wins {
					look.Score = -look.Score
				}
			}
		}
		decisions = append(decisions, d)
	}
	g.Plausible, g.Lure = decisions[0].lures()
	return g, decisions, nil
}
