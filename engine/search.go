package engine

import (
	"math"

	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Scores, in hundredths of a pawn for the side to move. A win counts mateScore less the plies to it; no evaluation
// comes near.
const (
	mateScore = 32_000
	winScore  = 31_000 // and more is a win at a known distance
	infinite  = mateScore + 1
	maxScore  = 20_000 // of an evaluation

	maxPly = 120
)

// A worker searches on one goroutine.
type worker struct {
	run      *run
	table    *table
	busy     *busy // nil: there is one worker
	variant  *rules.Variant
	set      ruleset.Set
	rules    rules.Fast
	quick    bool // rules plays the rule set
	pacifist bool
	captures bool
	reclaims bool
	tables   func(*board.Position) (Score, bool) // nil: there are none
	eval     evaluator
	frames   []frame
	keys     []uint64 // of the game's positions and of those of the line that is searched, the current one last
	passed   int      // the first of them since a null move
	history  *history
	nodes    uint64
	depth    int // of the current iteration
	deepest  int // ply reached
}

// A frame is the memory of one ply.
type frame struct {
	turns   []board.Turn
	scores  []int32
	afters  []board.Position // the positions after the turns, where rules does not play the rule set
	after   board.Position
	killers [2]board.Move
	pv      []board.Turn
	choices rules.Choices
	later   []int // the turns put off while another worker searches them
}

func newWorker(v *rules.Variant, t *table, weights *packed) *worker {
	w := &worker{table: t, variant: v, frames: make([]frame, maxPly+2)}
	w.rules, w.quick = v.Fast()
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

// check reports whether the side to move has to see to its king at once: it owns none, or its king is attacked.
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
	for t := range w.variant.FullTurns(p) {
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

// drawn reports whether a position is repeated or fifty moves have passed (PAC-16): either side may claim a draw.
// Conversions set the half-move clock to 0 as pawn moves do, but they can be undone: only in chess nothing before such a
// move comes again.
func (w *worker) drawn(p *board.Position) bool {
	last := len(w.keys) - 1
	back := last - w.passed
	if w.set.Family == ruleset.Chess {
		back = min(back, int(p.Clock))
	}
	for i := 2; i <= back; i += 2 {
		if w.keys[last-i] == p.Key {
			return true
		}
	}
	return p.Clock >= 100
}

// reductions holds by how much the depth of late turns is reduced, by depth and number.
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

// search returns the score of a position. Outside the window from alpha to beta it is a bound only.
func (w *worker) search(p *board.Position, depth, alpha, beta, ply int, mayPass bool) int {
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
	if alpha, beta = max(alpha, ply-mateScore), min(beta, mateScore-ply-1); alpha >= beta {
		return alpha
	}
	pv := beta-alpha > 1
	known, hit := w.table.probe(p.Key)
	if hit && !pv && known.depth() >= depth && p.Clock < 90 {
		if s := known.score(ply); known.settles(s, alpha, beta) {
			return s
		}
	}
	static := 0
	if hit {
		static = known.static()
	} else {
		static = w.static(p)
	}
	if !pv && !check && abs(beta) < winScore {
		if depth <= 4 && static-w.run.params.reverse*depth >= beta {
			return static
		}
		if mayPass && depth >= 3 && static >= beta && w.mayPass(p) {
			if s := w.pass(p, depth-3-depth/4, beta, ply); s >= beta {
				return min(s, maxScore)
			}
			if w.run.stop.Load() {
				return 0
			}
		}
	}
	w.generate(p, f)
	if len(f.turns) == 0 {
		return w.final(p, ply)
	}
	if ply+1 < len(w.frames) {
		w.frames[ply+1].killers = [2]board.Move{}
	}
	w.rate(p, f, known.move())
	best, bestMove, kind := -infinite, board.Move{}, upperBound
	share := w.busy != nil && depth >= 3
	f.later = f.later[:0]
	for n := 0; n < len(f.turns)+len(f.later); n++ {
		i := n
		if n < len(f.turns) {
			f.next(i)
		} else {
			i = f.later[n-len(f.turns)]
		}
		t, rating := &f.turns[i], f.scores[i]
		quiet := rating < bandGain && t.Converted == 0
		if i > 0 && best > -winScore && !check && !pv && quiet && depth <= 4 && rating < bandKiller {
			if i > 5+3*depth*depth || static+w.run.params.futility*depth <= alpha {
				continue
			}
		}
		mark := uint64(0)
		if share && i > 0 {
			if known, hit := w.table.probe(p.Key); hit && !pv && known.depth() >= depth && p.Clock < 90 {
				if s := known.score(ply); known.settles(s, alpha, beta) {
					return s // another worker was here first
				}
			}
			free := false
			if mark, free = w.busy.mark(p.Key, t.Move); !free && n < len(f.turns) {
				f.later = append(f.later, i)
				continue
			}
		}
		next := depth - 1
		s := 0
		switch {
		case i == 0:
			s = w.turn(p, f, i, next, alpha, beta, ply)
		default:
			r := 0
			if depth >= 3 && i > 1 && !check {
				r = int(reductions[min(depth, 63)][min(i, 63)])
				if pv || rating >= bandKiller {
					r--
				}
				r = max(0, min(r, next-1))
			}
			s = w.turn(p, f, i, next-r, alpha, alpha+1, ply)
			if r > 0 && s > alpha {
				s = w.turn(p, f, i, next, alpha, alpha+1, ply)
			}
			if s > alpha && s < beta {
				s = w.turn(p, f, i, next, alpha, beta, ply)
			}
		}
		if mark != 0 {
			w.busy.clear(mark)
		}
		if w.run.stop.Load() {
			return 0
		}
		if s <= best {
			continue
		}
		best = s
		if s <= alpha {
			continue
		}
		alpha, bestMove, kind = s, f.turns[i].Move, exactBound
		f.pv = append(append(f.pv[:0], f.turns[i]), w.frames[ply+1].pv...)
		if s >= beta {
			kind = lowerBound
			if quiet {
				w.refuted(p, f, i, depth)
			}
			break
		}
	}
	w.table.store(p.Key, newEntry(bestMove, best, static, depth, kind, ply))
	return best
}

// refuted notes that quiet turn i of a frame refuted, and that those before it did not.
func (w *worker) refuted(p *board.Position, f *frame, i, depth int) {
	m := f.turns[i].Move
	if m != f.killers[0] {
		f.killers[0], f.killers[1] = m, f.killers[0]
	}
	bonus := min(depth*depth*4, 1200)
	w.history.note(p.Turn, m, bonus)
	for j := range i {
		if f.turns[j].Converted == 0 {
			w.history.note(p.Turn, f.turns[j].Move, -bonus)
		}
	}
}

func (w *worker) hasTurn(p *board.Position) bool {
	if w.quick {
		return w.rules.HasTurn(p)
	}
	return w.variant.Outcome(p).Result == board.Ongoing
}

// mayPass reports whether a null move says something: the mover has more than pawns and few pieces.
func (w *worker) mayPass(p *board.Position) bool {
	own := p.Colours[p.Turn&1] &^ p.Pawns &^ p.Kings
	return own.Count() > 2 && p.EnPassant == board.NoSquare && p.Colours[p.Turn&1]&p.Kings != 0
}

// pass searches the position in which the mover does nothing.
func (w *worker) pass(p *board.Position, depth, beta, ply int) int {
	q := *p
	q.Turn ^= 1
	q.Key ^= board.ZobristTurn
	q.Clock = 0
	passed := w.passed
	w.passed, w.keys = len(w.keys), append(w.keys, q.Key)
	s := -w.search(&q, depth, -beta, 1-beta, ply+1, false)
	w.passed, w.keys = passed, w.keys[:len(w.keys)-1]
	return s
}

// turn returns the score of turn i of a frame for the side that makes it. Where there is a reclaim, the enemy
// chooses the one that is worst for the mover (PAC-8).
func (w *worker) turn(p *board.Position, f *frame, i, depth, alpha, beta, ply int) int {
	w.apply(p, f, i)
	s := w.after(f, depth, alpha, beta, ply)
	if w.reclaims && s > alpha && f.turns[i].Reclaimed != 0 && !w.run.stop.Load() && (depth > 1 || s >= winScore) {
		return w.otherReclaims(p, f, i, s, depth, alpha, beta, ply)
	}
	return s
}

// apply writes the position after turn i of a frame.
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

// The most choices of a reclaim that are looked at. A win is not taken for one while there are others.
const (
	maxChoices    = 24
	maxWinChoices = 4096
)

// otherReclaims goes on after a turn's usual reclaim has left the mover more than alpha: does the enemy have a better
// one?
func (w *worker) otherReclaims(p *board.Position, f *frame, i, s, depth, alpha, beta, ply int) int {
	line := append([]board.Turn(nil), w.frames[ply+1].pv...)
	seen, usual, n := f.turns[i].Move, f.turns[i].Reclaimed, 0
	try := func(t board.Turn) bool {
		if t.Reclaimed == usual {
			return true
		}
		if n++; n > maxChoices && s < winScore {
			return false
		} else if n > maxWinChoices {
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

// maxClaims is how many plies of claims and replies to checks follow each other beyond the depth of a search.
const maxClaims = 8

// quiesce returns the score of a position once what unsettles it is done: claims, captures and large conversions.
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
	if !check || ply >= maxPly || deep > maxClaims {
		static = w.static(p)
		if static >= beta || ply >= maxPly || !w.quick || deep > maxClaims || deep >= w.run.params.quiet {
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
	best := static
	alpha = max(alpha, best)
	f.killers = [2]board.Move{}
	w.rate(p, f, board.Move{})
	for i := range f.turns {
		t, rating := f.next(i)
		if !check {
			if rating < bandGain {
				break // the rest gains nothing
			}
			g := gain(p, t)
			if static+g+w.run.params.delta <= alpha || w.pacifist && g < w.run.params.unsettling {
				break
			}
		}
		w.apply(p, f, i)
		w.keys = append(w.keys, f.after.Key)
		s := -w.quiesce(&f.after, -beta, -alpha, ply+1, deep+1)
		w.keys = w.keys[:len(w.keys)-1]
		if w.run.stop.Load() {
			return 0
		}
		if w.reclaims && s >= winScore && f.turns[i].Reclaimed != 0 {
			s = maxScore // other reclaims have not been looked at
		}
		if s > best {
			best = s
			if s > alpha {
				alpha = s
				f.pv = append(append(f.pv[:0], f.turns[i]), w.frames[ply+1].pv...)
				if s >= beta {
					break
				}
			}
		}
	}
	return best
}
