package engine

import (
	"cmp"
	"slices"
	"time"

	"turncoat/rules/board"
)

// A root is a first turn of a search.
type root struct {
	turn  board.Turn
	after board.Position
	line  []board.Turn // the best known line that begins with it
	score int          // of this iteration; -infinite if only known to be no better than another
	last  int          // the score of the previous iteration
}

// rootTurns lists the first turns, each with the usual reclaim.
func (w *worker) rootTurns(p *board.Position, only func(board.Move) bool) []*root {
	f := &w.frames[0]
	w.generate(p, f)
	w.rate(p, f, board.Move{})
	var list []*root
	for i := range f.turns {
		t, _ := f.next(i)
		if only != nil && !only(t.Move) {
			continue
		}
		w.apply(p, f, i)
		list = append(list, &root{turn: *t, after: f.after, line: []board.Turn{*t}, score: -infinite, last: -infinite})
	}

	return list
}

// start prepares a worker for a search.
func (w *worker) start(r *run, g Game) {
	w.run, w.nodes, w.deepest = r, 0, 0
	w.keys = append(append(w.keys[:0], g.Before...), g.Position.Key)
	for i := range w.frames {
		w.frames[i].killers = [2]board.Move{}
	}
}

// iterate deepens the search until a limit ends it. It calls done after every depth, and again if a
// depth that was not finished has found a better turn. done is nil for all workers but the main
// one.
func (w *worker) iterate(r *run, g Game, roots []*root, done func(depth int)) {
	w.start(r, g)
	most := r.limits.Depth
	if most <= 0 || most > maxPly/2 {
		most = maxPly / 2
	}
	lines := min(max(1, r.limits.Lines), len(roots))

	finished := 0
	for depth := 1; depth <= most && !r.stop.Load(); depth++ {
		w.depth = depth
		for _, one := range roots {
			one.last, one.score = one.score, -infinite
		}
		for line := range lines {
			w.line(&g.Position, roots, line, depth)
			if r.stop.Load() {
				break
			}
			sortRoots(roots[:line+1])
		}

		if r.stop.Load() {
			break
		}

		finished = depth
		if done == nil {
			continue
		}
		done(depth)
		if w.settled(roots[0], depth) || r.limits.Soft > 0 && time.Since(r.begun) >= r.limits.Soft {
			break
		}
	}

	if done == nil {
		return
	}
	if finished == 0 || r.stop.Load() && lines == 1 && improved(roots) {
		done(finished)
	}
	r.stop.Store(true)
}

// improved reports whether an unfinished depth has found a useful turn, and moves that turn to the
// front. A loss is of no use: turns that were not searched may be better.
func improved(roots []*root) bool {
	best := slices.MaxFunc(roots, func(a, b *root) int { return cmp.Compare(a.score, b.score) })
	if best.score <= -winScore {
		return false
	}
	sortRoots(roots)
	return true
}

// sortRoots sorts the best turns first and keeps the order of equals.
func sortRoots(roots []*root) {
	slices.SortStableFunc(roots, func(a, b *root) int { return cmp.Compare(b.score, a.score) })
}

// settled reports whether a deeper search can change nothing: the shortest win or loss is known, or
// there is no choice and a limit of time.
func (w *worker) settled(best *root, depth int) bool {
	turns, known := Score(best.score).Mate()
	return known && 2*max(turns, -turns)+1 < depth && w.run.limits.Depth == 0
}

// line searches the roots from a number on, those before being known to be better, and moves the
// best of them there. It begins with a narrow window around the last score, and widens it when the
// score falls outside.
func (w *worker) line(p *board.Position, roots []*root, from, depth int) {
	last := roots[from].last
	alpha, beta := -infinite, infinite
	margin := 30
	if depth >= 4 && abs(last) < winScore {
		alpha, beta = last-margin, last+margin
	}
	for {
		s := w.roots(p, roots[from:], depth, alpha, beta)
		sortRoots(roots[from:])
		if w.run.stop.Load() {
			return
		}
		margin *= 3
		switch {
		case s <= alpha && alpha > -infinite:
			alpha = max(-infinite, s-margin)
		case s >= beta && beta < infinite:
			beta = min(infinite, s+margin)
		default:
			return
		}

		if margin > 1000 {
			alpha, beta = -infinite, infinite
		}
	}
}

// roots searches first turns and returns the best score.
func (w *worker) roots(p *board.Position, roots []*root, depth, alpha, beta int) int {
	f := &w.frames[0]
	f.turns, f.afters = f.turns[:0], f.afters[:0]
	for _, one := range roots {
		f.turns = append(f.turns, one.turn)
		if !w.quick {
			f.afters = append(f.afters, one.after)
		}
	}

	w.frames[1].killers = [2]board.Move{}
	best := -infinite
	for i, one := range roots {
		s := 0
		if i == 0 {
			s = w.turn(p, f, i, depth-1, alpha, beta, 0)
		} else {
			reduction := 0
			if depth >= 3 && i > 3 {
				reduction = int(reductions[min(depth, 63)][min(i, 63)]) / 2
			}
			s = w.lateTurn(p, f, i, depth-1, reduction, alpha, beta, 0)
		}

		if w.run.stop.Load() {
			return best
		}
		if s > alpha {
			one.score = s
			one.turn = f.turns[i]
			if !w.quick {
				one.after = f.afters[i]
			}
			one.line = append(append(one.line[:0], f.turns[i]), w.frames[1].pv...)
		} else {
			one.score = -infinite
		}

		best, alpha = max(best, s), max(alpha, s)
		if alpha >= beta {
			break
		}
	}

	return best
}
