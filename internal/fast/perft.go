package fast

import "turncoat/rules/board"

// Perft counts sequences of turns, each reclaim choice a turn of its own. Where it is exact the
// last turns are counted without being played, unless every one of them is to be resolved.
func (r Rules) Perft(p *board.Position, depth int, resolve bool) uint64 {
	return r.PerftUntil(p, depth, resolve, func(int) bool { return false })
}

// PerftUntil is Perft that may be stopped: now and then it asks with how many reclaim choices it
// has counted of one move. The count of a stopped walk is worth nothing.
func (r Rules) PerftUntil(p *board.Position, depth int, resolve bool,
	stop func(choices int) bool) uint64 {
	if depth <= 0 {
		return 1
	}
	w := walker{rules: r, resolve: resolve, stop: stop}
	return w.walk(p, depth, 0)
}

// askEvery is how many reclaim choices are counted before a walk asks whether to stop.
const askEvery = 1 << 10

// A walker walks a tree of turns.
type walker struct {
	rules   Rules
	resolve bool
	stop    func(choices int) bool
	lister
	last  node
	turns []board.Turn // of the last ply
	plies []*walkedPly
}

// A walkedPly is the memory of a walker at one ply.
type walkedPly struct {
	turns   []board.Turn
	after   pos
	choices Choices
}

// walk counts the sequences of turns of a depth, at least 1, from a position at a ply.
func (w *walker) walk(p *pos, depth, ply int) (nodes uint64) {
	if depth == 1 && !w.resolve {
		if n, ok := w.count(p); ok {
			return n
		}
	}

	if ply == len(w.plies) {
		w.plies = append(w.plies, new(walkedPly))
	}
	here := w.plies[ply]
	w.start(w.rules, p)
	here.turns = w.list(w.rules, here.turns[:0])
	switch {
	case w.rules.inventor():
		return w.walkChoices(p, depth, ply)
	case depth == 1 && w.rules != chess: // what is listed is resolved
		return uint64(len(here.turns))
	}

	rights := rightsSquares(&p.Rights)
	after := &here.after
	if !w.rules.isPacifist() {
		for i := range here.turns {
			*after = *p
			w.rules.advanceAny(after, &here.turns[i], rights)
			if depth == 1 {
				nodes++
				continue
			}

			nodes += w.walk(after, depth-1, ply+1)
		}

		return nodes
	}

	counts := depth == 2 && !w.resolve
	var ahead foresight
	if counts {
		ahead = w.n.foresee()
	}
	for i := range here.turns {
		t := &here.turns[i]
		*after = *p
		w.rules.advance(after, t, rights)
		if counts && w.n.foresees(t) {
			known := w.n.hint(t.Move, &ahead)
			nodes += w.countLast(after, &known)
			continue
		}

		nodes += w.walk(after, depth-1, ply+1)
	}

	return nodes
}

// A lister lists the turns of one position after another, with the memory of the one before.
type lister struct {
	n     node      // of the Pacifist family
	a     checkInfo // of conversion and chess
	p     *pos
	moves []move
}

// start prepares for a position.
func (l *lister) start(r Rules, p *pos) {
	l.p = p
	switch {
	case r.isPacifist():
		l.n.start(r, p)
	case r.captures():
		l.a.start(p)
	}
}

// list appends the turn of every legal move, in the inventor's forms as node.appendTurns does.
func (l *lister) list(r Rules, turns []board.Turn) []board.Turn {
	switch {
	case r == conversion:
		return l.a.appendConversionTurns(turns)
	case r.converts():
		return l.a.appendStepTurns(turns, &stepTraits[r])
	case r.isBenedict():
		return r.appendBenedictTurns(turns, l.p)
	case r == chess:
		l.moves = l.a.chessMoves(l.moves[:0])
		for _, m := range l.moves {
			turns = append(turns, board.Turn{Move: m})
		}
		return turns
	}

	return l.n.appendTurns(turns)
}

// count counts the turns of a position without resolving them. It is not ok where the rule set has
// no such way.
func (w *walker) count(p *pos) (n uint64, ok bool) {
	switch w.rules {
	case pacifist1, pacifist2:
		once, twice := bearsOn(p, p.Turn^1)
		return w.countLast(p, &hint{once, twice, -1}), true
	case benedict, benedictKing:
		return uint64(benedictCount(p)), true
	case chess:
		w.a.start(p)
		return uint64(w.a.chessCount()), true
	}

	return 0, false
}

// countLast counts the turns of a position of vchess.club's forms, and resolves them only where
// that has to be done.
func (w *walker) countLast(p *pos, known *hint) uint64 {
	if count, ok := w.rules.countTurns(p, known); ok {
		return uint64(count)
	}
	w.last.start(w.rules, p)
	w.turns = w.last.appendTurns(w.turns[:0])
	return uint64(len(w.turns))
}

// walkChoices goes on in the inventor's forms, where each reclaim choice is a turn of its own.
func (w *walker) walkChoices(p *pos, depth, ply int) (nodes uint64) {
	here := w.plies[ply]
	rights := rightsSquares(&p.Rights)
	for i := range here.turns {
		t := &here.turns[i]
		if t.Reclaimed == 0 && depth == 1 {
			nodes++
			continue
		}

		choices := 0
		for here.choices.begin(w.rules, p, t); here.choices.Next(); {
			choices++
			if choices%askEvery == 0 && w.stop(choices) {
				return 0
			}
			if depth == 1 {
				nodes++
				continue
			}

			here.after = *p
			w.rules.advance(&here.after, &here.choices.turn, rights)
			nodes += w.walk(&here.after, depth-1, ply+1)
		}
	}

	return nodes
}
