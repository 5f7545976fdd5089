package engine

import (
	"context"

	"turncoat/rules/board"
)

// probe returns the score from tables of a position that is ply plies from the root. Tables ignore
// the fifty-move rule (PAC-16), so a game that may reach it first does not count as decided.
func (w *worker) probe(p *board.Position, ply int) (score int, known bool) {
	if w.tables == nil {
		return 0, false
	}
	s, known := w.tables(p)
	switch plies := mateScore - abs(int(s)); {
	case !known || s == 0:
		return 0, known
	case int(p.Clock)+plies > 100:
		score = maxScore - plies - ply
	default:
		score = mateScore - plies - ply
	}

	if s < 0 {
		score = -score
	}
	return score, true
}

// playOut extends a line that ends in a position from the tables to the end of the game.
func (e *Engine) playOut(ctx context.Context, g Game, line *Line) {
	if _, decided := line.Score.Mate(); !decided || e.workers[0].tables == nil {
		return
	}
	g.Before = g.Before[:len(g.Before):len(g.Before)]
	for _, t := range line.Turns {
		played, err := e.variant.TryPlay(&g.Position, t.Move, &t.Reclaimed)
		if err != nil {
			return
		}
		g.Play(played.After)
	}

	for ctx.Err() == nil {
		if _, known := e.workers[0].probe(&g.Position, 0); !known || len(line.Turns) > mateScore-abs(int(line.Score)) {
			return
		}
		main := e.workers[0]
		roots := main.rootTurns(&g.Position, nil)
		if len(roots) == 0 {
			return
		}
		main.iterate(&run{ctx: ctx, limits: Limits{Depth: 3}, params: e.params}, g, roots, nil)
		line.Turns = append(line.Turns, roots[0].turn)
		g.Play(roots[0].after)
	}
}
