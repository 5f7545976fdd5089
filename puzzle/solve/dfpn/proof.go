package dfpn

import (
	"context"
	"fmt"

	"turncoat/puzzle/solution"
	"turncoat/rules/board"
)

// Proof yields the statements that prove a forced win in at most a number of turns, which [Search.Find] or
// [Search.FindIn] has found, and returns how many turns it takes: as many as the longest line of the proof. What
// the table has lost is searched again. A statement follows from others of fewer turns. The error is the
// context's, or what yield returned.
func (s *Search) Proof(ctx context.Context, p board.Position, goal solution.Goal, turns int,
	yield func(solution.Statement) error) (int, error) {
	v := prover{s: s, ctx: ctx, goal: goal, yield: yield, made: map[board.Position]int{}}
	p.Rekey()
	return v.win(&p, turns)
}

// A prover writes down a proof that stands in the table.
type prover struct {
	s     *Search
	ctx   context.Context
	goal  solution.Goal
	yield func(solution.Statement) error
	made  map[board.Position]int // by position, the turns of the win stated
}

// win states a win of the side to move in at most a number of turns, with all that it rests on, and returns its turns.
func (v *prover) win(p *board.Position, turns int) (int, error) {
	at := *p
	at.Clock, at.Number = 0, 0
	if n := v.made[at]; n > 0 && n <= turns {
		return n, nil
	}
	a, err := v.s.Find(v.ctx, *p, v.goal, turns, 0)
	switch {
	case err != nil:
		return 0, err
	case a.Status != Won:
		return 0, fmt.Errorf("the search contradicts itself: no win in %d at %s", turns, v.s.game.FEN(p))
	}
	turns = a.Turns
	longest := 0
	for t := range v.s.game.TurnsOf(p, a.Move) {
		if v.goal.Reached(v.s.game, &t) {
			continue
		}
		for _, reply := range v.s.game.Moves(&t.After) {
			n, err := v.answer(&t.After, reply, turns-1)
			if err != nil {
				return 0, err
			}
			longest = max(longest, n)
		}
	}
	v.made[at] = longest + 1
	return longest + 1, v.yield(solution.Statement{At: *p, Win: longest + 1, Play: []board.Move{a.Move}})
}

// answer states a win after a reply of the enemy's and some reclaim of the attacker's, and returns its turns.
func (v *prover) answer(p *board.Position, reply board.Move, turns int) (int, error) {
	var best board.Played
	least := turns + 1
	for t := range v.s.game.TurnsOf(p, reply) {
		if v.goal.ReachedByEnemy(v.s.game, &t) {
			return 0, nil
		}
		n := v.s.provedIn(&t.After, v.goal)
		if n > 0 && n < least {
			best, least = t, n
		}
	}
	if least <= turns {
		return v.win(&best.After, least)
	}
	for t := range v.s.game.TurnsOf(p, reply) { // the table has lost it
		a, err := v.s.FindIn(v.ctx, t.After, v.goal, max(turns, 1), 0)
		if err != nil {
			return 0, err
		}
		if a.Status == Won && turns > 0 {
			return v.win(&t.After, a.Turns)
		}
	}
	return 0, fmt.Errorf("the search contradicts itself: no answer to %s at %s", reply.UCI(p), v.s.game.FEN(p))
}

// provedIn returns the turns of the win that the table holds of a position, 0 if it holds none.
func (s *Search) provedIn(p *board.Position, goal solution.Goal) int {
	if v := s.table.probe(p.Key ^ salt(goal, p.Turn)); v.verdict == proven {
		return v.length
	}
	return 0
}
