package fast

import "turncoat/rules/board"

// At the last ply of a search only one thing is asked of a position: does the mover win at once?
// For that a node need not know what speaks against a move's conversions (doc.go).

// StartLeaf prepares for a position of which nothing but Wins will be asked.
func (w *WinSearch) StartLeaf(r Rules, p *board.Position) {
	if !r.isPacifist() {
		w.Start(r, p)
		return
	}

	w.rules, w.p = r, p
	w.n.startLeaf(r, p)
}

// StartReply prepares, as StartLeaf does, for the position after a turn: that of a move, any move,
// on p. It reports whether the turn is legal.
func (w *WinSearch) StartReply(r Rules, p *board.Position, m board.Move) (legal bool) {
	if !r.isPacifist() {
		return w.slowReply(r, p, m)
	}
	switch allowed, simple := r.steps(p, m); {
	case !simple:
		return w.slowReply(r, p, m)
	case !allowed:
		return false
	}

	us, from := p.Turn&1, bit(m.From)
	pawn := p.Pawns&from != 0
	// The board with the move made serves both sides: what the reply converts is where the
	// attacker's balance falls short, and if that is nothing, the board is weighed for the attacker
	// already.
	q := &w.replied
	*q = *p
	pacifistMake(q, m)
	q.Turn ^= 1
	n := &w.n
	n.place(r, q)
	if !n.weighs {
		return w.slowReply(r, p, m)
	}
	w.Resolved++
	w.rules, w.p = r, q
	n.bear()
	n.weigh()
	q.Turn ^= 1
	wave, safe := n.own&^n.over, q.Kings&n.enemy&^n.over != 0
	t := board.Turn{Move: m}
	t.Converted, _ = r.waves(q, wave, us^1, 0, nil)
	if !safe && !r.safeKing(q, us) {
		return false
	}
	rights := bits(0)
	if p.Rights != (board.Rights{}) {
		rights = p.Rights.Squares()
	}
	r.endTurn(q, &t, rights, pawn, p.Kings&from != 0)
	if t.Converted != 0 {
		n.startLeaf(r, q)
		return true
	}

	n.p = *q
	n.leafRays()
	return true
}

// slowReply is StartReply for the moves and rule sets that it has no fast path for.
func (w *WinSearch) slowReply(r Rules, p *pos, m move) bool {
	if !r.possible(p, m) {
		return false
	}
	w.Resolved++
	t, legal := r.resolve(p, m)
	if legal {
		w.rules, w.p = r, p
		w.ApplyKeyless(&t, &w.replied)
		w.StartLeaf(r, &w.replied)
	}

	return legal
}

// startLeaf works out a node of which only wins are asked.
func (n *node) startLeaf(r Rules, p *pos) {
	n.place(r, p)
	if !n.weighs {
		n.start(r, p)
		return
	}

	n.bear()
	n.weigh()
	n.leafRays()
}

// bear finds what the pieces of both sides, pawns apart, bear on.
func (n *balance) bear() {
	p := &n.p
	for on := p.Knights; on != 0; on &= on - 1 {
		n.reach[on.First()&63] = knightSteps[on.First()&63]
	}
	for on := p.Kings; on != 0; on &= on - 1 {
		n.reach[on.First()&63] = kingSteps[on.First()&63]
	}
	for side, men := range [2]bits{n.own, n.enemy} {
		rookOcc, bishopOcc := n.rookOcc[side], n.bishopOcc[side]
		for on := p.Rooks &^ p.Bishops & men; on != 0; on &= on - 1 {
			s := on.First() & 63
			n.reach[s] = rookReach(s, rookOcc)
		}

		for on := p.Bishops & men; on != 0; on &= on - 1 {
			s := on.First() & 63
			reach := bishopReach(s, bishopOcc)
			if p.Rooks&bit(s) != 0 {
				reach |= rookReach(s, rookOcc)
			}
			n.reach[s] = reach
		}
	}
}

// leafRays finds, once the position is weighed, the rays that the mover may close or open to its
// own good: those by which the enemy's sliders support pieces of theirs, and those by which its own
// would bear on enemy pieces.
func (n *node) leafRays() {
	n.clear()
	n.raysOf(1, n.enemy, 0)
	n.raysOf(0, 0, n.enemy)
	n.planes.margins(n.sign, &n.with, &n.without)
}
