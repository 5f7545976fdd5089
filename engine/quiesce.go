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

	n := node{p: p, f: f, ply: ply, alpha: alpha, beta: beta, pv: beta-alpha > 1, check: w.check(p)}
	known, hit := w.table.probe(p.Key)
	if hit {
		if s, enough := n.answer(known); enough && !w.drawn(p) {
			return s
		}
	}

	n.static = -infinite
	tooDeep := ply >= maxPly || deep > maxClaims
	if !n.check || tooDeep {
		if hit {
			n.static = known.static()
		} else {
			n.static = w.static(p)
		}
		if !n.check && n.static >= beta {
			n.store(w.table, board.Move{}, n.static, lowerBound)
		}
		if n.static >= beta || tooDeep || !w.quick || deep >= w.run.params.quiet {
			return n.static
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
	return w.quiesceTurns(&n, deep)
}

// quiesceTurns searches the unsettling turns of a node, which have been generated and rated, and
// returns the best score. After a check it searches all turns.
func (w *worker) quiesceTurns(n *node, deep int) int {
	f := n.f
	best, bestMove, kind := n.static, board.Move{}, upperBound
	n.alpha = max(n.alpha, best)
	for i := range f.turns {
		t, rating := f.next(i)
		if !n.check && (rating < bandGain || !w.unsettles(n.p, t, n.static, n.alpha)) {
			break // the turns after it gain no more
		}
		s := w.quiesceTurn(n.p, f, i, n.alpha, n.beta, n.ply, deep)
		if w.run.stop.Load() {
			return 0
		}

		best = max(best, s)
		if s <= n.alpha {
			continue
		}
		n.alpha, bestMove, kind = s, f.turns[i].Move, exactBound
		f.pv = append(append(f.pv[:0], f.turns[i]), w.frames[n.ply+1].pv...)
		if s >= n.beta {
			kind = lowerBound
			break
		}
	}

	if !n.check { // a node in check has no static evaluation
		n.store(w.table, bestMove, best, kind)
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
