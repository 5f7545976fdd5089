package fast

import (
	mathbits "math/bits"

	"turncoat/rules/board"
)

// Counting the legal turns of vchess.club's forms without resolving them. A turn is legal when a
// king of the mover is safe after it, and conversions only ever help: they add to the mover and
// take from the enemy. So one of the mover's kings that is safe now, the anchor, is watched. Most
// moves cannot touch what bears on it, and are counted by the dozen; the others are tried.

// A watch is what can make the anchor unsafe.
type watch struct {
	anchor  square
	origins bits // pieces whose leaving may
	targets bits // squares whose closing may
	lined   bool // a slider bears on it
}

// watchOver works out the watch over a king of the mover; not ok if the king is not safe.
func (r Rules) watchOver(p *pos, k square) (w watch, ok bool) {
	us := p.Turn & 1
	own, enemy := p.Colours[us], p.Colours[us^1]
	occ := own | enemy
	rooks, bishops := p.Rooks&enemy, p.Bishops&enemy
	k &= 63
	w.anchor = k
	bearing := (knightSteps[k]&p.Knights | kingSteps[k]&p.Kings | pawnSteps[us][k]&p.Pawns) & enemy
	if rooks&rookRays[k] != 0 {
		open := occ &^ rooks
		reach := rookReach(k, open)
		bearing |= reach & rooks
		stops := reach & own &^ (p.Pawns & files[k]) // a pawn stays on its file
		for behind := rookReach(k, open&^stops) &^ reach & rooks; behind != 0; behind &= behind - 1 {
			w.origins |= between[k][behind.First()&63] & stops
		}
	}

	if bishops&bishopRays[k] != 0 {
		open := occ &^ bishops
		reach := bishopReach(k, open)
		bearing |= reach & bishops
		stops := reach & own
		for behind := bishopReach(k, open&^stops) &^ reach & bishops; behind != 0; behind &= behind - 1 {
			w.origins |= between[k][behind.First()&63] & stops
		}
	}

	if bearing == 0 {
		return w, true
	}
	support := bearers(p, us, k)
	w.lined = bearing&(rooks|bishops) != 0
	margin := r.margin(p, bearing, support)
	if margin < 0 {
		return w, false
	}
	for on := support; on != 0; on &= on - 1 {
		s := on.First() & 63
		if r.margin(p, bit(s), 0) < -margin {
			w.origins |= bit(s)
		}
		w.targets |= between[k][s]
	}

	return w, true
}

// margin returns by how much the support outweighs the persuasion.
func (r Rules) margin(p *pos, persuade, support bits) int {
	if r == pacifist1 {
		return support.Count() - persuade.Count()
	}
	return value(p, support) - value(p, persuade)
}

// A hint is what the ply before lets one know beforehand.
type hint struct {
	// the squares that the enemy bears on, once and more often; more than those does no harm
	once, twice bits
	slides      int // how many moves the mover's sliders have, -1 if that is not known
}

// countTurns counts the legal turns of vchess.club's forms. It is not ok when no king is safe.
func (r Rules) countTurns(p *pos, known *hint) (n int, ok bool) {
	kings := p.Kings & p.Colours[p.Turn&1]
	if kings == 0 {
		return 0, false
	}
	w, ok := r.watchOver(p, kings.First())
	if !ok && several(kings) {
		w, ok = r.watchOver(p, (kings & (kings - 1)).First())
	}
	if !ok {
		return 0, false
	}
	if w.origins|w.targets == 0 {
		n = countFree(p, known)
	} else {
		n = r.countWatched(p, &w)
	}

	n += r.countKings(p, &w, known)
	for wing := range board.KingSide + 1 {
		right := p.Rights[p.Turn&1<<1|board.Colour(wing)]
		if right.Held() && between[right.King&63][right.Rook&63]&p.Occupied() == 0 {
			n += r.countCastling(p, wing)
		}
	}

	return n + r.countPawns(p, &w, known), true
}

// countFree counts the moves of knights and sliders where none can touch what bears on the anchor.
func countFree(p *pos, known *hint) (n int) {
	own, occ := p.Colours[p.Turn&1], p.Occupied()
	for on := p.Knights & own; on != 0; on &= on - 1 {
		n += (knightSteps[on.First()&63] &^ occ).Count()
	}
	if known.slides >= 0 {
		return n + known.slides
	}
	for on := p.Rooks & own; on != 0; on &= on - 1 {
		n += (rookReach(on.First(), occ) &^ occ).Count()
	}
	for on := p.Bishops & own; on != 0; on &= on - 1 {
		n += (bishopReach(on.First(), occ) &^ occ).Count()
	}
	return n
}

// countWatched counts the legal moves of knights and sliders.
func (r Rules) countWatched(p *pos, w *watch) (n int) {
	own, occ := p.Colours[p.Turn&1], p.Occupied()
	for on := own &^ (p.Pawns | p.Kings); on != 0; on &= on - 1 {
		n += r.countPiece(p, w, on.First(), pieceReach(p, on.First(), occ, occ)&^occ)
	}
	return n
}

// countKings counts the legal moves of kings, castlings apart. The anchor is safe wherever the
// enemy bears on nothing, unless a slider bears on it, behind which its line may go on.
func (r Rules) countKings(p *pos, w *watch, known *hint) (n int) {
	occ := p.Occupied()
	unsure := known.once
	if w.lined {
		unsure = ^bits(0)
	}
	for on := p.Kings & p.Colours[p.Turn&1]; on != 0; on &= on - 1 {
		from := on.First() & 63
		if from != w.anchor {
			n += r.countPiece(p, w, from, kingSteps[from]&^occ)
			continue
		}

		for to := kingSteps[from] &^ occ; to != 0; to &= to - 1 {
			if s := to.First(); unsure&bit(s) == 0 || r.legalAfter(p, board.NewMove(from, s), s) {
				n++
			}
		}
	}

	return n
}

// countPawns counts the legal moves of pawns.
func (r Rules) countPawns(p *pos, w *watch, known *hint) int {
	us := p.Turn & 1
	empty := ^p.Occupied()
	single := forward(p.Pawns&p.Colours[us], us) & empty
	passed := forward(secondRank(us), us) & single & forward(empty, us^1)
	doubt := passed & known.once
	if r == pacifist1 { // one enemy against at least one pawn
		a, h := pawnReach(p.Pawns&p.Colours[us], us)
		doubt &^= (a | h) &^ known.twice
	}

	for ; doubt != 0; doubt &= doubt - 1 {
		if s := doubt.First(); r.overpersuaded(p, s, us, 0) { // PAC-3
			passed &^= bit(s)
		}
	}

	double := forward(passed, us)
	last := single & lastRank(us)
	n := single.Count() + double.Count() + 3*last.Count()
	if w.origins|w.targets != 0 {
		n -= r.countUnsafePawns(p, w, single, double)
	}
	return n
}

// countUnsafePawns counts, among moves of pawns by one step and by two to some squares, those that
// are not legal.
func (r Rules) countUnsafePawns(p *pos, w *watch, single, double bits) (n int) {
	us := p.Turn & 1
	one := forward(w.origins&p.Pawns, us)
	for on := (one | w.targets) & single; on != 0; on &= on - 1 {
		to := on.First()
		from := forward(bit(to), us^1).First()
		if lastRank(us)&bit(to) == 0 {
			n += 1 - r.countDoubts(p, w, from, bit(to))
			continue
		}

		for kind := board.Knight; kind <= board.Queen; kind++ {
			if !r.legalAfter(p, board.Move{From: from, To: to, Promotion: kind}, w.anchor) {
				n++
			}
		}
	}

	for on := (forward(one, us) | w.targets) & double; on != 0; on &= on - 1 {
		n += 1 - r.countDoubts(p, w, forward(forward(on&-on, us^1), us^1).First(), on&-on)
	}
	return n
}

// countPiece counts the legal moves of a piece that is not the anchor to some squares.
func (r Rules) countPiece(p *pos, w *watch, from square, targets bits) int {
	if w.origins&bit(from) != 0 {
		return r.countDoubts(p, w, from, targets)
	}
	n := mathbits.OnesCount64(uint64(targets &^ w.targets))
	targets &= w.targets
	if targets == 0 {
		return n
	}
	return n + r.countDoubts(p, w, from, targets)
}

// countDoubts counts the legal moves among those that may make the anchor unsafe.
func (r Rules) countDoubts(p *pos, w *watch, from square, targets bits) int {
	n := 0
	for ; targets != 0; targets &= targets - 1 {
		if r.legalAfter(p, board.NewMove(from, targets.First()), w.anchor) {
			n++
		}
	}

	return n
}

// legalAfter reports whether a move is legal, asking first whether one king is safe before any
// conversion.
func (r Rules) legalAfter(p *pos, m move, anchor square) bool {
	q := *p
	pacifistMake(&q, m)
	if !r.overpersuaded(&q, anchor, p.Turn, 0) {
		return true
	}
	_, legal := r.plainTurn(p, m)
	return legal
}

// countCastling returns 1 if castling to a wing is legal, otherwise 0.
func (r Rules) countCastling(p *pos, wing board.CastlingSide) int {
	if c, ok := castlingOf(p, p.Turn&1, wing); ok && r.mayCastle(p, &c) && r.legalAfter(p, c.move(),
		c.kingEnd) {
		return 1
	}

	return 0
}

// foresight is what a node knows of the ply after next: the moves of the enemy's sliders and what
// they reach.
type foresight struct {
	reach bits
	moves int
}

// foresee works out the foresight of a node.
func (n *node) foresee() (f foresight) {
	for on := (n.p.Rooks | n.p.Bishops) & n.enemy; on != 0; on &= on - 1 {
		reach := pieceReach(&n.p, on.First(), n.occ, n.occ)
		f.reach |= reach
		f.moves += (reach &^ n.occ).Count()
	}

	return f
}

// foresees reports whether hint can be asked about a turn.
func (n *node) foresees(t *board.Turn) bool {
	return !n.plain && t.Converted == 0 && t.Promotion == board.NoKind && n.own&bit(t.To) == 0
}

// hint returns what is known after a turn of the mover's that converts nothing, castlings and
// promotions apart. What the moved piece bore on before is still in it.
func (n *node) hint(m move, f *foresight) hint {
	once, twice := n.reachAfter(m)
	if f.reach&(bit(m.From)|bit(m.To)) != 0 {
		return hint{once, twice, -1}
	}
	return hint{once, twice, f.moves}
}

// reachAfter returns where the mover's pieces bear after such a turn, once and more often.
func (n *node) reachAfter(m move) (once, twice bits) {
	once, twice = n.once, n.twice
	p := &n.p
	from, to := bit(m.From), m.To&63
	var reach bits
	switch {
	case p.Pawns&from != 0:
		reach = pawnSteps[n.us][to]
	case p.Knights&from != 0:
		reach = knightSteps[to]
	case p.Kings&from != 0:
		reach = kingSteps[to]
	default:
		if p.Rooks&from != 0 {
			reach = rookReach(to, n.rookOcc[0])
		}
		if p.Bishops&from != 0 {
			reach |= bishopReach(to, n.bishopOcc[0])
		}
	}

	twice |= once & reach
	once |= reach
	if n.sliders&from == 0 {
		return once, twice
	}
	for on := (p.Rooks | p.Bishops) & n.own &^ from; on != 0; on &= on - 1 {
		if s := on.First() & 63; n.reach[s]&from != 0 {
			reach = pieceReach(p, s, n.rookOcc[0]&^from, n.bishopOcc[0]&^from)
			twice |= once & reach &^ n.reach[s]
			once |= reach
		}
	}

	return once, twice
}
