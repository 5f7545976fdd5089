package fast

import (
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// A Hunter answers what a search for forced wins asks about one position, under the rule sets that
// have no reclaim. It holds what is worked out once about the position, and its memory from one
// position to the next:
//
//	h.Start(r, &p)
//	turns = h.AppendTurns(turns[:0])  // as Rules.AppendTurns
//	turn, legal := h.Turn(m)          // one move
//	m, wins := h.Wins()               // does the mover win at once?
//
// The position must not change in between. A Hunter belongs to one goroutine.
type Hunter struct {
	// Resolved counts the turns whose conversions, or whose legality, were worked out.
	Resolved uint64

	rules Rules
	p     *pos
	turns []board.Turn
	hint  move // that won, the last time

	// Of the Pacifist family.
	n       node
	prey    prey
	last    node // of the position after a turn that leaves the enemy kingless
	claimed prey
	claims  [2]board.Move // that claimed a king back last
	plainly []board.Turn
	replied pos // the position after a reply

	// Of chess and conversion.
	a       arena
	replies arena // of the position after a turn that gives check
	moves   []move
}

// Hunts tells whether a Hunter serves the rule set: not where there is a reclaim.
func (r Rules) Hunts() bool { return !r.inventor() }

// Start makes ready for a position.
func (h *Hunter) Start(r Rules, p *board.Position) {
	h.rules, h.p = r, p
	if r.family() == ruleset.Pacifist {
		h.n.start(r, p)
	} else {
		h.a.start(p)
	}
}

// AppendTurns appends the turn of every legal move, in the order of [Rules.AppendTurns].
func (h *Hunter) AppendTurns(turns []board.Turn) []board.Turn {
	was := len(turns)
	switch h.rules {
	case conversion:
		turns = h.a.appendConversionTurns(turns)
	case chess:
		h.moves = h.a.chessMoves(h.moves[:0])
		for _, m := range h.moves {
			turns = append(turns, board.Turn{Move: m})
		}
	default:
		turns = h.n.appendTurns(turns)
	}
	h.Resolved += uint64(len(turns) - was)
	return turns
}

// Turn gives the turn of a move, any move, and tells whether it is legal.
func (h *Hunter) Turn(m board.Move) (board.Turn, bool) {
	if h.rules.family() == ruleset.Pacifist {
		return h.pacifistTurn(m)
	}
	return h.plainTurn(m)
}

// plainTurn is Turn without what the Hunter knows.
func (h *Hunter) plainTurn(m move) (board.Turn, bool) {
	if !h.rules.possible(h.p, m) {
		return board.Turn{}, false
	}
	h.Resolved++
	return h.rules.resolve(h.p, m)
}

// Apply writes the position after a turn as [Rules.Apply] does, but its key only if it is wanted: a
// position that no table is asked about needs none.
func (h *Hunter) Apply(t *board.Turn, after *board.Position, key bool) {
	*after = *h.p
	rights := rightsSquares(&h.p.Rights)
	if h.rules.family() == ruleset.Pacifist {
		h.rules.advance(after, t, rights)
	} else {
		orthodoxAdvance(after, t, rights)
	}
	if key {
		rekey(h.p, after, t)
	}
}

// Wins tells whether the mover wins with its next turn, and by which move: the first it finds. The move
// that won the last time is tried first, for replies to one threat follow each other.
func (h *Hunter) Wins() (m board.Move, wins bool) {
	if h.hint.From != h.hint.To && h.winsBy(h.hint) {
		return h.hint, true
	}
	switch h.rules {
	case conversion:
		m, wins = h.conversionWins()
	case chess:
		m, wins = h.chessWins()
	default:
		m, wins = h.pacifistWins()
	}
	h.hint = m
	if !wins {
		h.hint = board.Move{}
	}
	return m, wins
}

// winsBy tells whether one move wins.
func (h *Hunter) winsBy(m move) bool {
	t, legal := h.plainTurn(m)
	if !legal {
		return false
	}
	switch h.rules {
	case conversion:
		return h.conversionMates(&t)
	case chess:
		return h.mates(m)
	}
	return h.p.Kings&h.n.enemy&^t.Converted == 0 && h.final(&t)
}

// Lost tells whether the side to move, if it has no legal turn, has lost (PAC-12, CON-11).
func (h *Hunter) Lost() bool {
	if h.rules.family() == ruleset.Pacifist {
		return h.p.Kingless(h.p.Turn)
	}
	return h.rules.InCheck(h.p, h.p.Turn)
}
