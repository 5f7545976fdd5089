package solve

import (
	"context"

	"turncoat/rules/board"
)

// lineWork bounds the work on each position of a line. It is little, since the search remembers
// most of these positions.
const lineWork = 1 << 14

// LongLine returns a line of the win that [Solver.AnyLength] has found: the attacker wins as that
// search knows how to, and the enemy holds out as long as it can against it. The line is shorter
// where the search has forgotten how a position is won.
func (s *Solver) LongLine(ctx context.Context, result LongResult) []board.Played {
	l := longLine{Solver: s, ctx: ctx, goal: result.Goal}
	p, left := result.Position, result.AtMost
	var line []board.Played
	for left > 0 && ctx.Err() == nil {
		key, in := l.win(&p, left)
		if in == 0 {
			break
		}
		turn, reply, reached := l.longest(&p, key, in)
		line = append(line, turn)
		if reply == nil {
			break
		}
		line = append(line, *reply)
		if reached {
			break
		}
		p, left = reply.After, in-1
	}

	return line
}

// A longLine follows a win through the tables of the searches for long wins.
type longLine struct {
	*Solver
	ctx  context.Context
	goal Goal
}

// win returns a first turn that wins in at most so many turns, and in how many it does; 0 where
// none is known.
func (l longLine) win(p *board.Position, turns int) (key board.Move, in int) {
	if n, known := l.tableTurns(p); known && l.goal == Win {
		r, err := l.Solve(l.ctx, p, Win, n)
		if err != nil || len(r.Keys) == 0 {
			return key, 0
		}
		return r.Keys[0], n
	}

	if l.long == nil {
		return key, 0
	}
	a, err := l.long.Find(l.ctx, p, l.goal, turns, lineWork)
	if err != nil || a.Turns > turns {
		return key, 0
	}
	return a.Move, a.Turns
}

// longest returns the turn of a move that wins in so many turns, and the enemy's longest answer,
// with the choices of both sides about what is taken back; nil where the game is over. reached says
// that the answer has reached the goal itself.
func (l longLine) longest(p *board.Position, key board.Move, in int) (turn board.Played,
	reply *board.Played, reached bool) {
	most, choices := -1, 0
	for t := range l.variant.TurnsOf(p, key) {
		choices++
		if choices == 1 {
			turn = t
		}
		if choices > maxChoices || l.goal.Reached(l.variant, &t) {
			break
		}
		for _, m := range l.variant.Moves(&t.After) {
			answer, left := l.best(&t.After, m, in-1)
			if left > most {
				most, turn, reply = left, t, answer
			}
		}
	}

	return turn, reply, most == 0
}

// best returns the turn of an enemy's move that suits the attacker best, and in how many turns it
// wins then: 0 where the goal is reached, -1 where that is not known.
func (l longLine) best(p *board.Position, m board.Move, turns int) (turn *board.Played, in int) {
	in, choices := -1, 0
	for t := range l.variant.TurnsOf(p, m) {
		choices++
		if choices > maxChoices {
			break
		}
		if l.goal.ReachedByEnemy(l.variant, &t) {
			return &t, 0
		}
		_, left := l.win(&t.After, turns)
		if left > 0 && (in < 0 || left < in) {
			turn, in = &t, left
		}
	}

	return turn, in
}
