package engine

import (
	"math"

	"turncoat/internal/fast"
	"turncoat/internal/play"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Scores, in hundredths of a pawn for the side to move. A win is mateScore minus the plies to it;
// evaluations stay far below.
const (
	mateScore = 32_000
	winScore  = 31_000 // this and more is a win at a known distance
	infinite  = mateScore + 1
	maxScore  = 20_000 // of an evaluation

	maxPly = 120
)

// A worker searches on one goroutine.
type worker struct {
	run           *run
	table         *table
	busy          *busy // nil if there is only one worker
	variant       *rules.Variant
	set           ruleset.Set
	rules         fast.Rules
	quick         bool // rules can play the rule set
	pacifist      bool
	captures      bool
	reclaims      bool
	tables        func(*board.Position) (Score, bool) // nil if there are none
	eval          evaluator
	frames        []frame
	keys          []uint64 // of the positions of the game and the line, the current one last
	sinceNullMove int      // index in keys of the position after the last null move
	history       *history
	nodes         uint64
	depth         int // of the current iteration
	deepest       int // ply reached
}

// A frame is the memory of one ply.
type frame struct {
	turns   []board.Turn
	scores  []int32
	afters  []board.Position // the positions after the turns, unless quick
	after   board.Position
	killers [2]board.Move
	pv      []board.Turn
	choices fast.Choices
	later   []int // turns put off because another worker is searching them
}

func newWorker(v *rules.Variant, t *table, weights *packed) *worker {
	w := &worker{table: t, variant: v, frames: make([]frame, maxPly+2)}
	turns := play.For(v)
	w.rules, w.quick = turns.Fast()
	w.set = v.Set()
	w.pacifist = w.set.Family.KingsConvert()
	w.captures = w.set.Family.Captures()
	w.reclaims = w.set.Reclaim != ruleset.NoReclaim
	w.eval = evaluator{rules: surveyor(v), weights: weights}
	return w
}

// static returns the evaluation of a position for the side to move.
func (w *worker) static(p *board.Position) int {
	return max(-maxScore, min(maxScore, w.eval.evaluate(p)))
}

// check reports whether the side to move must deal with a threat to its king: it owns no king, or
// its king is attacked.
func (w *worker) check(p *board.Position) bool {
	switch {
	case w.pacifist:
		return p.Kingless(p.Turn)
	case w.quick:
		return w.rules.InCheck(p, p.Turn)
	}

	return w.variant.InCheck(p)
}

// generate lists the legal turns of a position in a frame.
func (w *worker) generate(p *board.Position, f *frame) {
	f.turns = f.turns[:0]
	if w.quick {
		f.turns = w.rules.AppendTurns(f.turns, p)
		return
	}

	f.afters = f.afters[:0]
	for _, m := range w.variant.Moves(p) {
		t := w.variant.Play(p, m)
		f.turns, f.afters = append(f.turns, t.Turn), append(f.afters, t.After)
	}
}

// final returns the score of a position without a legal turn.
func (w *worker) final(p *board.Position, ply int) int {
	var outcome board.Outcome
	if w.quick {
		outcome = w.rules.Final(p)
	} else {
		outcome = w.variant.Outcome(p)
	}

	switch outcome.Result {
	case board.Win(p.Turn):
		return mateScore - ply
	case board.Win(p.Turn.Other()):
		return ply - mateScore
	}

	return 0
}

// drawn reports whether a position is repeated or fifty moves have passed (PAC-16), so that either
// side may claim a draw. In chess no position from before a pawn move or capture can come again.
// Elsewhere the search goes further back, because conversions also reset the half-move clock but
// can be undone.
func (w *worker) drawn(p *board.Position) bool {
	last := len(w.keys) - 1
	back := last - w.sinceNullMove
	if !w.set.Family.Converts() {
		back = min(back, int(p.Clock))
	}
	for i := 2; i <= back; i += 2 {
		if w.keys[last-i] == p.Key {
			return true
		}
	}

	return p.Clock >= 100
}

// reductions holds how much the depth is reduced for late turns, by depth and number of the turn.
var reductions = func() (r [64][64]int8) {
	var log [64]float64
	for depth := 1; depth < 64; depth++ {
		log[depth] = math.Log(float64(depth))
		for i := 1; i <= depth; i++ {
			r[depth][i] = int8(0.5 + log[depth]*log[i]/2.1)
			r[i][depth] = r[depth][i]
		}
	}

	return r
}()

// A node is a position being searched, with the parameters of its search and what has been found so
// far.
type node struct {
	p           *board.Position
	f           *frame
	depth, ply  int
	alpha, beta int
	pv          bool // the window is open, so the node may be on the best line
	check       bool
	static      int
}

// search returns the score of a position. A score outside the window from alpha to beta is only a
// bound.
func (w *worker) search(p *board.Position, depth, alpha, beta, ply int, mayNull bool) int {
	f := &w.frames[ply]
	f.pv = f.pv[:0]
	check := w.check(p)
	if check && ply < 2*w.depth {
		depth++
	}
	if depth <= 0 || ply >= maxPly {
		return w.quiesce(p, alpha, beta, ply, 0)
	}

	w.nodes++
	if w.stopped() {
		return 0
	}
	if w.drawn(p) && (p.Clock < 100 || w.hasTurn(p)) {
		return 0
	}
	if s, known := w.probe(p, ply); known {
		return s
	}

	alpha, beta = max(alpha, ply-mateScore), min(beta, mateScore-ply-1)
	if alpha >= beta {
		return alpha
	}
	n := node{
		p: p, f: f, depth: depth, ply: ply, alpha: alpha, beta: beta, pv: beta-alpha > 1, check: check,
	}

	known, hit := w.table.probe(p.Key)
	if hit {
		if s, enough := n.answer(known); enough {
			return s
		}
		n.static = known.static()
	} else {
		n.static = w.static(p)
	}

	if s, enough := w.prune(&n, mayNull); enough {
		return s
	}

	w.generate(p, f)
	if len(f.turns) == 0 {
		return w.final(p, ply)
	}
	w.frames[ply+1].killers = [2]board.Move{}
	w.rate(p, f, known.move())
	return w.searchTurns(&n)
}

// answer returns the score that a table entry gives a node, and whether that makes a search
// unnecessary.
func (n *node) answer(known entry) (score int, enough bool) {
	if n.pv || known.depth() < n.depth || n.p.Clock >= 90 {
		return 0, false
	}
	score = known.score(n.ply)
	return score, known.settles(score, n.alpha, n.beta)
}

// prune returns the score of a node that is so good that its turns need no search, judging by its
// evaluation or by the score after a null move.
func (w *worker) prune(n *node, mayNull bool) (score int, enough bool) {
	if n.pv || n.check || abs(n.beta) >= winScore {
		return 0, false
	}
	if n.depth <= 4 && n.static-w.run.params.reverse*n.depth >= n.beta {
		return n.static, true
	}
	if !mayNull || n.depth < 3 || n.static < n.beta || !w.mayNull(n.p) {
		return 0, false
	}

	score = w.nullMove(n.p, n.depth-3-n.depth/4, n.beta, n.ply)
	if score >= n.beta {
		return min(score, maxScore), true
	}
	return 0, w.run.stop.Load()
}

// searchTurns searches the turns of a node, which have been generated and rated, and returns the
// best score.
func (w *worker) searchTurns(n *node) int {
	f := n.f
	best, bestMove, kind := -infinite, board.Move{}, upperBound
	shared := w.busy != nil && n.depth >= 3
	f.later = f.later[:0]
	for k := 0; k < len(f.turns)+len(f.later); k++ {
		putOff := k >= len(f.turns)
		i := k
		if putOff {
			i = f.later[k-len(f.turns)]
		} else {
			f.next(i)
		}
		quiet := f.quiet(i)
		if i > 0 && quiet && best > -winScore && w.futile(n, i) {
			continue
		}

		mark := uint64(0)
		if shared && i > 0 {
			if known, hit := w.table.probe(n.p.Key); hit {
				if s, enough := n.answer(known); enough {
					return s // another worker has searched this node meanwhile
				}
			}

			free := false
			mark, free = w.busy.mark(n.p.Key, f.turns[i].Move)
			if !free && !putOff {
				f.later = append(f.later, i)
				continue
			}
		}

		s := w.searchTurn(n, i)
		if mark != 0 {
			w.busy.clear(mark)
		}
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
			w.refuted(n.p, f, i, n.depth)
			break
		}
	}

	n.store(w.table, bestMove, best, kind)
	return best
}

// store writes what a node has found to the table.
func (n *node) store(t *table, m board.Move, score int, kind bound) {
	t.store(n.p.Key, newEntry(m, score, n.static, n.depth, kind, n.ply))
}

// quiet reports whether turn i of a frame gains nothing at once. It may convert as much as it gives
// back.
func (f *frame) quiet(i int) bool { return f.scores[i] < bandGain }

// futile reports whether a quiet turn of a node is not worth searching: it comes late, or the
// evaluation is far below the window.
func (w *worker) futile(n *node, i int) bool {
	if n.check || n.pv || n.depth > 4 || n.f.scores[i] >= bandKiller {
		return false
	}
	return i > 5+3*n.depth*n.depth || n.static+w.run.params.futility*n.depth <= n.alpha
}

// searchTurn returns the score of turn i of a node. Late turns are first searched less deeply.
func (w *worker) searchTurn(n *node, i int) int {
	next := n.depth - 1
	if i == 0 {
		return w.turn(n.p, n.f, i, next, n.alpha, n.beta, n.ply)
	}
	reduction := 0
	if n.depth >= 3 && i > 1 && !n.check {
		reduction = int(reductions[min(n.depth, 63)][min(i, 63)])
		if n.pv || n.f.scores[i] >= bandKiller {
			reduction--
		}
		reduction = max(0, min(reduction, next-1))
	}

	return w.lateTurn(n.p, n.f, i, next, reduction, n.alpha, n.beta, n.ply)
}

// lateTurn returns the score of a turn that is expected to be no better than alpha. Only if it
// turns out better is it searched to the full depth, and then with the full window.
func (w *worker) lateTurn(p *board.Position, f *frame, i, depth, reduction, alpha, beta, ply int) int {
	s := w.turn(p, f, i, depth-reduction, alpha, alpha+1, ply)
	if reduction > 0 && s > alpha {
		s = w.turn(p, f, i, depth, alpha, alpha+1, ply)
	}
	if s > alpha && s < beta {
		s = w.turn(p, f, i, depth, alpha, beta, ply)
	}
	return s
}

// refuted records that turn i of a frame was a refutation and that the turns before it were not.
func (w *worker) refuted(p *board.Position, f *frame, i, depth int) {
	m := f.turns[i].Move
	if f.quiet(i) && m != f.killers[0] {
		f.killers[0], f.killers[1] = m, f.killers[0]
	}
	bonus := min(depth*depth*4, 1200)
	w.history.note(p.Turn, m, bonus)
	for j := range i {
		w.history.note(p.Turn, f.turns[j].Move, -bonus)
	}
}

func (w *worker) hasTurn(p *board.Position) bool {
	if w.quick {
		return w.rules.HasTurn(p)
	}
	return w.variant.Outcome(p).Result == board.Ongoing
}

// mayNull reports whether a null move is meaningful: zugzwang is unlikely if the mover has enough
// pieces besides pawns.
func (w *worker) mayNull(p *board.Position) bool {
	own := p.Colours[p.Turn&1] &^ p.Pawns &^ p.Kings
	return own.Count() > 2 && p.EnPassant == board.NoSquare && p.Colours[p.Turn&1]&p.Kings != 0
}

// nullMove searches the position after a null move.
func (w *worker) nullMove(p *board.Position, depth, beta, ply int) int {
	q := *p
	q.Turn ^= 1
	q.Key ^= board.ZobristTurn
	q.Clock = 0
	sinceNullMove := w.sinceNullMove
	w.sinceNullMove, w.keys = len(w.keys), append(w.keys, q.Key)
	s := -w.search(&q, depth, -beta, 1-beta, ply+1, false)
	w.sinceNullMove, w.keys = sinceNullMove, w.keys[:len(w.keys)-1]
	return s
}

// turn returns the score of turn i of a frame for the side that makes it. If there is a reclaim,
// the enemy chooses the one that is worst for the mover (PAC-8).
func (w *worker) turn(p *board.Position, f *frame, i, depth, alpha, beta, ply int) int {
	w.apply(p, f, i)
	s := w.after(f, depth, alpha, beta, ply)
	// An empty reclaim also counts: it may be the choice that an earlier search of the turn has left.
	if w.reclaims && s > alpha && !w.run.stop.Load() && (depth > 1 || s >= winScore) {
		return w.otherReclaims(p, f, i, s, depth, alpha, beta, ply)
	}
	return s
}

// apply sets the position of a frame to that after turn i.
func (w *worker) apply(p *board.Position, f *frame, i int) {
	if w.quick {
		w.rules.Apply(p, f.turns[i], &f.after)
	} else {
		f.after = f.afters[i]
	}
}

// after returns the score of the position after a turn, for the side that made the turn.
func (w *worker) after(f *frame, depth, alpha, beta, ply int) int {
	w.keys = append(w.keys, f.after.Key)
	s := -w.search(&f.after, depth, -beta, -alpha, ply+1, true)
	w.keys = w.keys[:len(w.keys)-1]
	return s
}
