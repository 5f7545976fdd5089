package solve

import (
	"context"

	"turncoat/rules/board"
)

// An asker puts single questions to one worker, to make solutions and proofs. It plays the turns
// with package rules; only the verdicts come from the search. Its answers do not depend on what the
// table holds.
type asker struct {
	*run
	w *worker
}

func (s *Solver) ask(ctx context.Context, goal Goal, attacker board.Colour, n int) *asker {
	s.prepare(n)
	r := s.start(ctx, goal)
	return &asker{run: r, w: s.workers(r, attacker, 1)[0]}
}

// err returns the reason that answers can no longer be trusted, nil if they can.
func (a *asker) err(ctx context.Context) error {
	if !a.stop.Load() {
		return nil
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return ErrLimit
}

// moves lists the legal moves sorted as UCI text.
func (a *asker) moves(p *board.Position) []board.Move {
	moves := a.s.game.Moves(p)
	sortKeys(p, moves)
	return moves
}

// turnWins reports whether a turn of the attacker's, the first of at most n, reaches the goal.
func (a *asker) turnWins(p *board.Position, m board.Move, n int) bool {
	return a.w.turnWins(p, m, n, 0)
}

// choices lists the turns of a move, the one with the full reclaim first.
func (a *asker) choices(p *board.Position, m board.Move) []board.Played {
	full := a.s.game.Full(p, m)
	list := []board.Played{full}
	if a.reclaims() {
		choices := 0
		for t := range a.s.game.TurnsOf(p, m) {
			if a.tooMany(&choices) {
				break
			}
			if t.Reclaimed != full.Reclaimed {
				list = append(list, t)
			}
		}
	}
	return list
}

// reached reports whether a turn of the attacker's has reached the goal.
func (a *asker) reached(t *board.Played) bool { return a.goal.Reached(a.s.game, t) }

// won reports whether after a turn of the attacker's, the first of at most n, the goal is reached or
// can still be.
func (a *asker) won(t *board.Played, n int) bool {
	if !a.s.isFast {
		return a.w.plainWon(t, n)
	}
	return a.w.won(t.Turn, &t.After, n, 0)
}

// stillWins reports whether after a move of the enemy's the attacker, with some reclaim, reaches the goal in
// at most n turns.
func (a *asker) stillWins(p *board.Position, m board.Move, n int) bool {
	if !a.s.isFast {
		return a.w.plainStillWins(p, m, n)
	}
	return a.w.stillWins(p, m, n, 0)
}

// shortest returns the fewest turns, at most n, in which the attacker reaches the goal; 0 if it is
// reached already, and -1 if it cannot be.
func (a *asker) shortest(t *board.Played, n int) int {
	if a.goal.ReachedByEnemy(a.s.game, t) {
		return 0
	}
	for i := 1; i <= n; i++ {
		if a.w.attack(&t.After, i, 0) {
			return i
		}
	}
	return -1
}
