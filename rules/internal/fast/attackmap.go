package fast

import "turncoat/rules/board"

// An attackMap is a position of the Pacifist family with who bears on what (PAC-4), kept from move
// to move. A move or a conversion changes little of it: what the piece itself bears on, and the
// ends of the lines that open or close where it stands. The squares on which anything has changed
// are noted, so that nothing else has to be judged again.
type attackMap struct {
	p     pos
	rules Rules
	// the squares whose piece or weights may have changed since they were last judged
	stale    bits
	reach    [64]bits    // what the piece on a square bears on; nothing, where no piece stands
	from     [64]bits    // the pieces of both colours that bear on a square
	controls [64]control // what bears on a square
	pieces   [64]control // what the piece on a square adds where it bears
}

// place works out a position from nothing.
func (b *attackMap) place(r Rules, p *pos) {
	*b = attackMap{p: *p, rules: r, stale: ^bits(0)}
	for on := p.Occupied(); on != 0; on &= on - 1 {
		b.look(on.First())
	}
}

// look works out what the piece on a square bears on, of which nothing is known.
func (b *attackMap) look(s square) {
	b.pieces[s&63] = b.rules.controlOf(&b.p, s)
	b.bear(s, bearsFrom(&b.p, s))
}

// bearsFrom returns what the piece on a square bears on.
func bearsFrom(p *pos, s square) bits {
	s &= 63
	black := p.Colours[board.Black] >> s & 1
	if p.Pawns&bit(s) != 0 {
		return pawnSteps[black][s]
	}
	occ, own := p.Occupied(), p.Colours[black]
	return pieceReach(p, s, occ&^(p.Rooks&own), occ&^(p.Bishops&own))
}

// lookAlong works out anew what sliders bear on, some of them along ranks and files, some along
// diagonals.
func (b *attackMap) lookAlong(rooks, bishops bits) {
	p := &b.p
	occ := p.Occupied()
	open := [2]bits{occ &^ (p.Rooks & p.Colours[0]), occ &^ (p.Rooks & p.Colours[1])}
	for ; rooks != 0; rooks &= rooks - 1 {
		s := rooks.First() & 63
		reach := rookReach(s, open[p.Colours[board.Black]>>s&1])
		b.bear(s, reach|b.reach[s]&^rookRays[s])
	}
	open = [2]bits{occ &^ (p.Bishops & p.Colours[0]), occ &^ (p.Bishops & p.Colours[1])}
	for ; bishops != 0; bishops &= bishops - 1 {
		s := bishops.First() & 63
		reach := bishopReach(s, open[p.Colours[board.Black]>>s&1])
		b.bear(s, reach|b.reach[s]&^bishopRays[s])
	}
}

// makeMove makes a move and returns the squares on which the moved pieces stand now.
func (b *attackMap) makeMove(m move) (moved bits) {
	p := &b.p
	if p.Colours[p.Turn&1]&bit(m.To) != 0 {
		return b.castle(m)
	}
	from, to := m.From&63, m.To&63
	rooks := (b.from[from]&rookRays[from] | b.from[to]&rookRays[to]) & p.Rooks &^ bit(from)
	bishops := (b.from[from]&bishopRays[from] | b.from[to]&bishopRays[to]) & p.Bishops &^ bit(from)
	b.change(from, b.reach[from], -b.pieces[from])
	b.reach[from] = 0
	pacifistMake(p, m)
	b.stale |= bit(to)
	b.pieces[to] = b.pieces[from]
	if m.Promotion != board.NoKind {
		b.pieces[to] = b.rules.controlOf(p, to)
	}
	b.reach[to] = bearsFrom(p, to)
	b.change(to, b.reach[to], b.pieces[to])
	b.lookAlong(rooks, bishops)
	return bit(to)
}

// castle makes a castling.
func (b *attackMap) castle(m move) (moved bits) {
	p := &b.p
	left := bit(m.From) | bit(m.To)
	b.bear(m.From, 0)
	b.bear(m.To, 0)
	moved = pacifistMake(p, m)
	b.stale |= moved
	var rooks, bishops bits
	for on := left | moved; on != 0; on &= on - 1 {
		s := on.First() & 63
		rooks |= b.from[s] & rookRays[s]
		bishops |= b.from[s] & bishopRays[s]
	}
	b.lookAlong(rooks&p.Rooks, bishops&p.Bishops)
	for on := moved; on != 0; on &= on - 1 {
		b.look(on.First())
	}
	return moved
}

// convert changes the colour of pieces. The sliders whose lines go through one that changes sides,
// or stop at it, bear on it before.
func (b *attackMap) convert(wave bits) {
	p := &b.p
	rooks, bishops := wave&p.Rooks, wave&p.Bishops
	b.stale |= wave
	for on := wave &^ p.Pawns; on != 0; on &= on - 1 {
		s := on.First() & 63
		b.stale |= b.reach[s]
		if p.Rooks&bit(s) != 0 {
			rooks |= b.from[s] & rookRays[s] & p.Rooks
		}
		if p.Bishops&bit(s) != 0 {
			bishops |= b.from[s] & bishopRays[s] & p.Bishops
		}
		b.shift(s)
	}
	convert(p, wave)
	b.lookAlong(rooks, bishops)
	for on := wave & p.Pawns; on != 0; on &= on - 1 {
		b.turnPawn(on.First())
	}
}

// shift moves the control of a piece that is about to change sides from one side to the other.
func (b *attackMap) shift(s square) {
	s &= 63
	l := b.pieces[s]
	other := b.rules.turned(l)
	b.pieces[s] = other
	for on := b.reach[s]; on != 0; on &= on - 1 {
		b.controls[on.First()&63] += other - l
	}
}

// turnPawn makes a pawn that has changed sides bear on what lies ahead of it now, and no longer on
// what did.
func (b *attackMap) turnPawn(s square) {
	s &= 63
	b.change(s, b.reach[s], -b.pieces[s])
	b.pieces[s] = b.rules.turned(b.pieces[s])
	b.reach[s] = pawnSteps[b.p.Colours[board.Black]>>s&1][s]
	b.change(s, b.reach[s], b.pieces[s])
}

// bear notes what the piece on a square bears on from now.
func (b *attackMap) bear(s square, reach bits) {
	s &= 63
	old := b.reach[s]
	b.reach[s] = reach
	b.change(s, old&^reach, -b.pieces[s])
	b.change(s, reach&^old, b.pieces[s])
}

// change makes a piece bear, or no longer bear, on squares, and adds to what controls them.
func (b *attackMap) change(s square, on bits, more control) {
	b.stale |= on
	for piece := bit(s); on != 0; on &= on - 1 {
		t := on.First() & 63
		b.from[t] ^= piece
		b.controls[t] += more
	}
}
