package fast

import "turncoat/rules/board"

// A bearing is a position of the Pacifist family with who bears on what (PAC-4), kept from move to
// move. A move or a conversion changes little of it: what the piece itself bears on, and the ends of the
// lines that open or close where it stands. The squares on which anything has changed are noted, so that
// nothing else has to be judged again.
type bearing struct {
	p     pos
	reach [64]bits // what the piece on a square bears on; nothing, where no piece stands
	from  [64]bits // the pieces of both colours that bear on a square
	stale bits     // the squares whose piece or weights may have changed since somebody looked
	// The weights of both sides on every square, kept where they are values. Numbers of pieces are counted when asked for.
	loads  [64]load
	pieces [64]load // what the piece on a square adds where it bears
	valued bool
}

// A load is what bears on a square: from the lowest bits the total value of White's pieces, their number, and Black's the
// same, 16 bits each. No more than 35 pieces can bear on a square, two of them kings.
type load uint64

// loadOf gives the load of one piece: 1 of a pawn, 3 of any other, and so much more of rook, queen and king (PAC-4).
func loadOf(p *pos, s square) load {
	s &= 63
	value := 3 - 2*(p.Pawns>>s&1) + 2*(p.Rooks>>s&1) + 4*((p.Rooks&p.Bishops)>>s&1) + (kingValue-3)*(p.Kings>>s&1)
	return load(1<<16|value) << (p.Colours[board.Black] >> s & 1 << 5)
}

// place works out a position from nothing.
func (b *bearing) place(p *pos, valued bool) {
	*b = bearing{p: *p, stale: ^bits(0), valued: valued}
	for on := p.Occupied(); on != 0; on &= on - 1 {
		b.look(on.First())
	}
}

// look works out what the piece on a square bears on, of which nothing is known.
func (b *bearing) look(s square) {
	if b.valued {
		b.pieces[s&63] = loadOf(&b.p, s)
	}
	b.bear(s, bearsFrom(&b.p, s))
}

// bearsFrom gives what the piece on a square bears on.
func bearsFrom(p *pos, s square) (reach bits) {
	s &= 63
	on := bit(s)
	black := p.Colours[board.Black] >> s & 1
	switch {
	case (p.Rooks|p.Bishops)&on != 0:
		occ, own := p.Occupied(), p.Colours[black]
		if p.Rooks&on != 0 {
			reach = rookReach(s, occ&^(p.Rooks&own))
		}
		if p.Bishops&on != 0 {
			reach |= bishopReach(s, occ&^(p.Bishops&own))
		}
	case p.Pawns&on != 0:
		reach = pawnSteps[black][s]
	case p.Knights&on != 0:
		reach = knightSteps[s]
	default:
		reach = kingSteps[s]
	}
	return reach
}

// lookAlong works out anew what sliders bear on, some of them along ranks and files, some along diagonals.
func (b *bearing) lookAlong(rooks, bishops bits) {
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

// bear notes what the piece on a square bears on from now.
func (b *bearing) bear(s square, reach bits) {
	s &= 63
	changed := reach ^ b.reach[s]
	b.reach[s] = reach
	b.stale |= changed
	if !b.valued {
		for ; changed != 0; changed &= changed - 1 {
			b.from[changed.First()&63] ^= bit(s)
		}
		return
	}
	l := b.pieces[s]
	for ; changed != 0; changed &= changed - 1 {
		t := changed.First() & 63
		b.from[t] ^= bit(s)
		gone := load(reach>>t&1) - 1 // of a square that it bears on no longer, all bits
		b.loads[t] += (l ^ gone) - gone
	}
}

// make makes a move and gives the squares on which the moved pieces stand now.
func (b *bearing) make(m move) (moved bits) {
	p := &b.p
	if p.Colours[p.Turn&1]&bit(m.To) != 0 {
		return b.castle(m)
	}
	from, to := m.From&63, m.To&63
	rooks := (b.from[from]&rookRays[from] | b.from[to]&rookRays[to]) & p.Rooks &^ bit(from)
	bishops := (b.from[from]&bishopRays[from] | b.from[to]&bishopRays[to]) & p.Bishops &^ bit(from)
	pacifistMake(p, m)
	left, found := b.reach[from], bearsFrom(p, to)
	b.reach[from], b.reach[to] = 0, found
	b.stale |= bit(to) | left | found
	if b.valued {
		gone, here := b.pieces[from], loadOf(p, to)
		b.pieces[to] = here
		for on := left | found; on != 0; on &= on - 1 {
			s := on.First() & 63
			was, is := left>>s&1, found>>s&1
			b.from[s] ^= was<<from | is<<to
			b.loads[s] += here&-load(is) - gone&-load(was)
		}
	} else {
		for on := left | found; on != 0; on &= on - 1 {
			s := on.First() & 63
			b.from[s] ^= (left>>s&1)<<from | (found>>s&1)<<to
		}
	}
	b.lookAlong(rooks, bishops)
	return bit(to)
}

// castle makes a castling.
func (b *bearing) castle(m move) (moved bits) {
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

// convert changes the colour of pieces. The sliders whose lines go through one that changes sides, or stop at it, bear
// on it before.
func (b *bearing) convert(wave bits) {
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
		if b.valued {
			b.shift(s)
		}
	}
	convert(p, wave)
	b.lookAlong(rooks, bishops)
	for on := wave & p.Pawns; on != 0; on &= on - 1 {
		b.turnPawn(on.First())
	}
}

// shift takes the load of a piece about to change sides from the one side and gives it to the other.
func (b *bearing) shift(s square) {
	l := b.pieces[s&63]
	other := l<<32 | l>>32
	b.pieces[s&63] = other
	for on := b.reach[s&63]; on != 0; on &= on - 1 {
		b.loads[on.First()&63] += other - l
	}
}

// turnPawn has a pawn that has changed sides bear on what lies ahead of it now, and no longer on what did.
func (b *bearing) turnPawn(s square) {
	s &= 63
	left, found := b.reach[s], pawnSteps[b.p.Colours[board.Black]>>s&1][s]
	b.reach[s] = found
	b.stale |= left | found
	l := b.pieces[s]
	other := l<<32 | l>>32
	b.pieces[s] = other
	for on := left | found; on != 0; on &= on - 1 {
		t := on.First() & 63
		b.from[t] ^= bit(s)
		if b.valued {
			b.loads[t] += other&-load(found>>t&1) - l&-load(left>>t&1)
		}
	}
}
