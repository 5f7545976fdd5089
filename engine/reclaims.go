package engine

import "turncoat/rules/board"

// The maximum number of reclaims that are searched after a move. A win is reported only if all have
// been searched.
const (
	maxChoices    = 24
	maxWinChoices = 4096
)

// otherReclaims searches the other reclaims after a turn whose usual reclaim leaves the mover more
// than alpha, and returns the score of the enemy's best one.
func (w *worker) otherReclaims(p *board.Position, f *frame, i, s, depth, alpha, beta, ply int) int {
	line := append([]board.Turn(nil), w.frames[ply+1].pv...)
	seen, usual, n := f.turns[i].Move, f.turns[i].Reclaimed, 0
	try := func(t board.Turn) bool {
		if t.Reclaimed == usual {
			return true
		}
		n++
		if n > maxChoices && s < winScore {
			return false
		}
		if n > maxWinChoices {
			s = min(s, maxScore)
			return false
		}

		if v := w.after(f, depth, alpha, min(beta, s), ply); v < s {
			s = v
			line = append(line[:0], w.frames[ply+1].pv...)
			f.turns[i] = t
			if f.afters != nil {
				f.afters[i] = f.after
			}
		}

		return s > alpha && !w.run.stop.Load()
	}
	if w.quick {
		for f.choices.Start(w.rules, p, seen); f.choices.Next(); {
			t := f.choices.Turn()
			w.rules.Apply(p, t, &f.after)
			if !try(t) {
				break
			}
		}
	} else {
		for t := range w.variant.TurnsOf(p, seen) {
			f.after = t.After
			if !try(t.Turn) {
				break
			}
		}
	}

	w.frames[ply+1].pv = append(w.frames[ply+1].pv[:0], line...)
	return s
}
