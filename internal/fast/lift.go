package fast

import "turncoat/rules/board"

// A lifted piece is one of the mover's taken off its square: what the balance is without it, and
// where it may close a ray.
type lifted struct {
	from   square
	reach  bits  // what it bore on
	lost   int16 // what it weighed there
	weight int16 // what it weighs where it lands
	base   bits  // the balance above zero with the piece gone
	gained bits  // the balance above zero where the piece, dropped, would bear
	// where it may close a ray; every square once it promotes, for base and gained know the pawn
	// only
	closing bits
	kings   bits  // the mover's kings, without the piece if it is one
	king    bool  // the piece is one
	through uint8 // the axes along which sliders of its colour bear through it
}

// throughs holds, by kind, the axes along which sliders of its colour bear through a piece.
var throughs = [...]uint8{board.Bishop: bishopAxis, board.Rook: rookAxis, board.Queen: rookAxis |
	bishopAxis, board.King: 0}

// lift takes a piece of the mover off its square.
func (n *node) lift(l *lifted, from square, kind board.Kind, reach bits) {
	l.from, l.reach, l.closing = from, reach, n.closing
	l.weight = n.weights[kind&7]
	l.lost = l.weight
	l.kings = n.own & n.p.Kings &^ bit(from)
	l.king = kind == board.King
	l.through = throughs[kind]
	l.base = n.without[kind]&reach | n.over&^reach
	l.gained = n.over&reach | n.with[kind]&^reach
	if n.opening&bit(from) != 0 && n.weighs {
		n.liftOpening(l)
	}
}

// liftOpening goes on for a piece that holds rays closed.
func (n *node) liftOpening(l *lifted) {
	var delta [64]int16
	var near bits
	t := &n.blocked
	for i := range t.ends[:t.count] {
		if end := &t.ends[i]; end.blocker == l.from {
			near |= bit(end.target)
			delta[end.target&63] += end.unit
			l.closing |= t.masks[i]
		}
	}

	for ; near != 0; near &= near - 1 {
		s := near.First()
		b := bit(s)
		d := delta[s&63] + n.planes.at(s, n.sign)
		if l.reach&b != 0 {
			d -= l.lost
		}
		l.base &^= b
		l.gained &^= b
		if d > 0 {
			l.base |= b
		}
		if d > -l.weight {
			l.gained |= b
		}
	}
}

// drop returns where the balance is above zero once the lifted piece stands on a square where it
// bears on reach and may close rays.
func (n *node) drop(l *lifted, to square, reach bits) bits {
	over := l.base | l.gained&reach
	var delta [64]int16
	var near bits
	b := bit(to)
	t := &n.open
	for i, mask := range t.masks[:t.count] {
		if mask&b == 0 {
			continue
		}
		// a slider lets itself through, too
		if end := &t.ends[i&(maxRays-1)]; end.axis&l.through == 0 {
			near |= bit(end.target)
			delta[end.target&63] -= end.unit
		}
	}

	if n.opening&bit(l.from) != 0 {
		t = &n.blocked
		for i, mask := range t.masks[:t.count] {
			end := &t.ends[i&(maxRays-1)]
			if end.blocker != l.from {
				continue
			}
			near |= bit(end.target)
			if mask&b == 0 {
				delta[end.target&63] += end.unit
			}
		}
	}

	if l.weight != l.lost { // a promotion: base and gained know the pawn only
		near |= (l.reach | reach) & n.occ
	}
	for ; near != 0; near &= near - 1 {
		s := near.First()
		b := bit(s)
		d := delta[s&63] + n.planes.at(s, n.sign)
		if l.reach&b != 0 {
			d -= l.lost
		}
		if reach&b != 0 {
			d += l.weight
		}
		over &^= b
		if d > 0 {
			over |= b
		}
	}

	return over
}

// reachFrom returns what a piece of the mover's, no pawn, bears on from a square to which it has
// moved.
func (n *node) reachFrom(kind board.Kind, to square) bits {
	return reachOf(kind, to, n.rookOcc[0], n.bishopOcc[0])
}

// promote makes a lifted pawn land as another kind, and returns what that bears on from a square.
func (n *node) promote(l *lifted, kind board.Kind, to square) (reach bits) {
	l.weight, l.through, l.closing = n.weights[kind&7], throughs[kind], ^bits(0)
	return reachOf(kind, to, n.rookOcc[0]&^bit(l.from), n.bishopOcc[0]&^bit(l.from))
}

// land resolves a move of the lifted piece, after which it bears on reach: what the move converts,
// what of the mover's the enemy can then take back (in the inventor's forms), and whether the turn
// is legal.
func (n *node) land(l *lifted, m move, reach bits) (converted, can bits, legal bool) {
	if n.rules >= pacifistNumber {
		return n.landInventor(l, m, reach)
	}
	over := l.base | l.gained&reach
	if l.closing&bit(m.To) != 0 {
		over = n.drop(l, m.To, reach)
	}
	converted = over & n.enemy
	safe := over&l.kings != 0 || l.king && n.safeAt(m, m.To)
	if converted != 0 {
		converted, safe = n.carryOn(m, converted, safe)
	}
	return converted, 0, safe
}

// carryOn goes on after the first wave of a move: all that it converts and whether the turn is
// legal; safe says that one of the mover's kings is safe already.
func (n *node) carryOn(m move, wave bits, safe bool) (bits, bool) {
	q := n.p
	pacifistMake(&q, m)
	converted, _ := n.rules.waves(&q, wave, n.us^1, 0, nil)
	return converted, safe || n.rules.safeKing(&q, n.us)
}
