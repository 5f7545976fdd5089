package engine

import "turncoat/rules/board"

// maxClaims is how many plies of claims and replies to checks are followed beyond the depth of a
// search.
const maxClaims = 8

// quiesce returns the score of a position after what unsettles it: claims, captures and large
// conversions. deep counts the plies of this search.
func (w *worker) quiesce(p *board.Position, alpha, beta, ply, deep int) int {
	f := &w.frames[ply]
	f.pv = f.pv[:0]
	w.nodes++
	if w.stopped() {
		return 0
	}
	w.deepest = max(w.deepest, ply)
	if s, known := w.probe(p, ply); known {
		return s
	}

	check := w.check(p)
	static := -infinite
	tooDeep := ply >= maxPly || deep > maxClaims
	if !check || tooDeep {
		static = w.static(p)
		if static >= beta || tooDeep || !w.quick || deep >= w.run.params.quiet {
			return static
		}
	}

	if w.drawn(p) {
		return 0
	}

	w.generate(p, f)
	if len(f.turns) == 0 {
		return w.final(p, ply)
	}
	f.killers = [2]board.Move{}
	w.rate(p, f, board.Move{})

	best := static
	alpha = max(alpha, best)
	for i := range f.turns {
		t, rating := f.next(i)
		if !check && (rating < bandGain || !w.unsettles(p, t, static, alpha)) {
			break // the turns after it gain no more
		}
		s := w.quiesceTurn(p, f, i, alpha, beta, ply, deep)
		if w.run.stop.Load() {
			return 0
		}

		best = max(best, s)
		if s <= alpha {
			continue
		}
		alpha = s
		f.pv = append(append(f.pv[:0], f.turns[i]), w.frames[ply+1].pv...)
		if s >= beta {
			break
		}
	}

	return best
}

// unsettles reports whether a turn gains so much that the score may exceed alpha.
func (w *worker) unsettles(p *board.Position, t *board.Turn, static, alpha int) bool {
	g := gain(p, t)
	return static+g+w.run.params.delta > alpha && (!w.pacifist || g >= w.run.params.unsettling)
}

// quiesceTurn returns the quiescence score of turn i of a frame for the side that makes it.
func (w *worker) quiesceTurn(p *board.Position, f *frame, i, alpha, beta, ply, deep int) int {
	w.apply(p, f, i)
	w.keys = append(w.keys, f.after.Key)
	s := -w.quiesce(&f.after, -beta, -alpha, ply+1, deep+1)
	w.keys = w.keys[:len(w.keys)-1]
	if w.reclaims && s >= winScore && f.turns[i].Reclaimed != 0 {
		return maxScore // other reclaims have not been searched
	}
	return s
}
