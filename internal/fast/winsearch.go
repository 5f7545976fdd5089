package fast

import "turncoat/rules/board"

// A WinSearch answers what a search for forced wins asks about one position, under the rule sets
// that have no reclaim. It holds what is worked out once about the position, and its memory from
// one position to the next:
//
//	w.Start(r, &p)
//	turns = w.AppendTurns(turns[:0])  // as Rules.AppendTurns
//	turn, legal := w.Turn(m)          // one move
//	m, wins := w.Wins()               // does the mover win at once?
//
// The position must not change in between. A WinSearch belongs to one goroutine.
type WinSearch struct {
	// Resolved counts the turns whose conversions, or whose legality, were worked out.
	Resolved uint64

	lister
	rules Rules
	turns []board.Turn
	hint  move // that won, the last time

	// Of the Pacifist family.
	filter      winFilter
	answer      node // of the position after a turn that leaves the enemy kingless
	claimFilter winFilter
	claims      [2]board.Move // that claimed a king back last
	plainTurns  []board.Turn
	replied     pos // the position after a reply

	replies checkInfo // of chess and conversion, of the position after a turn that gives check
}

// Start prepares for a position.
func (w *WinSearch) Start(r Rules, p *board.Position) {
	w.rules = r
	w.start(r, p)
}

// AppendTurns appends the turn of every legal move, in the order of [Rules.AppendTurns].
func (w *WinSearch) AppendTurns(turns []board.Turn) []board.Turn {
	was := len(turns)
	turns = w.list(w.rules, turns)
	w.Resolved += uint64(len(turns) - was)
	return turns
}

// Turn returns the turn of a move, any move, and reports whether it is legal.
func (w *WinSearch) Turn(m board.Move) (board.Turn, bool) {
	if w.rules.isPacifist() {
		return w.pacifistTurn(m)
	}
	return w.plainTurn(m)
}

// plainTurn is Turn without what the WinSearch knows.
func (w *WinSearch) plainTurn(m move) (board.Turn, bool) {
	if !w.rules.possible(w.p, m) {
		return board.Turn{}, false
	}
	w.Resolved++
	return w.rules.resolve(w.p, m)
}

// Apply writes the position after a turn as [Rules.Apply] does, its key included.
func (w *WinSearch) Apply(t *board.Turn, after *board.Position) {
	w.ApplyKeyless(t, after)
	rekey(w.p, after, t)
}

// ApplyKeyless is Apply that leaves the key as it was before: a position that is not looked up in a
// table needs none.
func (w *WinSearch) ApplyKeyless(t *board.Turn, after *board.Position) {
	*after = *w.p
	w.rules.advanceAny(after, t, rightsSquares(&w.p.Rights))
}

// Wins reports whether the mover wins with its next turn, and by which move: the first it finds.
// The move that won the last time is tried first, for replies to one threat follow each other.
func (w *WinSearch) Wins() (m board.Move, wins bool) {
	if w.hint.From != w.hint.To && w.winsBy(w.hint) {
		return w.hint, true
	}
	switch {
	case w.rules == conversion:
		m, wins = w.conversionWins()
	case w.rules.isBenedict():
		m, wins = w.benedictWins()
	case w.rules.converts():
		m, wins = w.stepWins()
	case w.rules == chess:
		m, wins = w.chessWins()
	default:
		m, wins = w.pacifistWins()
	}

	w.hint = m
	if !wins {
		w.hint = board.Move{}
	}
	return m, wins
}

// winsBy reports whether one move wins.
func (w *WinSearch) winsBy(m move) bool {
	t, legal := w.plainTurn(m)
	if !legal {
		return false
	}
	switch {
	case w.rules == conversion:
		return w.conversionMates(&t)
	case w.rules.converts():
		return w.stepMates(&t)
	case w.rules.isBenedict():
		return w.p.Kings&^w.p.Colours[w.p.Turn&1]&t.Converted != 0
	case w.rules == chess:
		return w.mates(m)
	}

	return w.p.Kings&w.n.enemy&^t.Converted == 0 && w.final(&t)
}

// Lost reports whether the side to move, if it has no legal turn, has lost (PAC-12, CON-11,
// BEN-6).
func (w *WinSearch) Lost() bool {
	if !w.rules.captures() {
		return w.p.Kingless(w.p.Turn)
	}
	return w.rules.InCheck(w.p, w.p.Turn)
}

// TakeResolved returns the number of turns for which conversions or legality have been computed
// since the last call.
func (w *WinSearch) TakeResolved() uint64 {
	n := w.Resolved
	w.Resolved = 0
	return n
}
