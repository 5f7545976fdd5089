package fast

import "turncoat/rules/board"

// A bearing is a position of the Pacifist family with who bears on what (PAC-4), kept from move to
// move. A move or a conversion changes little of it: what the piece itself bears on, and the ends of the
// lines that open or close where it stands. The squares on which anything has changed are noted, so that
// nothing else has to be weighed again.
type bearing struct {
	p     pos
	reach [64]bits // what the piece on a square bears on; nothing, where no piece stands
	from  [64]bits // the pieces of both colours that bear on a square
	stale bits     // the squares whose piece or weights may have changed since somebody looked
}

// place works out a position from nothing.
func (b *bearing) place(p *pos) {
	*b = bearing{p: *p, stale: ^bits(0)}
	for on := p.Occupied(); on != 0; on &= on - 1 {
		b.look(on.First())
	}
}

// look works out what the piece on a square bears on now.
func (b *bearing) look(s square) {
	p := &b.p
	s &= 63
	on := bit(s)
	own := p.Colours[board.White]
	if own&on == 0 {
		own = p.Colours[board.Black]
	}
	var reach bits
	switch {
	case (p.Rooks|p.Bishops)&on != 0:
		occ := p.Occupied()
		if p.Rooks&on != 0 {
			reach = rookReach(s, occ&^(p.Rooks&own))
		}
		if p.Bishops&on != 0 {
			reach |= bishopReach(s, occ&^(p.Bishops&own))
		}
	case p.Pawns&on != 0:
		reach = pawnSteps[board.White][s]
		if p.Colours[board.White]&on == 0 {
			reach = pawnSteps[board.Black][s]
		}
	case p.Knights&on != 0:
		reach = knightSteps[s]
	default:
		reach = kingSteps[s]
	}
	b.bear(s, reach)
}

// bear notes what the piece on a square bears on from now.
func (b *bearing) bear(s square, reach bits) {
	s &= 63
	changed := reach ^ b.reach[s]
	b.reach[s] = reach
	b.stale |= changed
	for ; changed != 0; changed &= changed - 1 {
		b.from[changed.First()&63] ^= bit(s)
	}
}

// make makes a move and gives the squares on which the moved pieces stand now.
func (b *bearing) make(m move) (moved bits) {
	p := &b.p
	left := bit(m.From)
	if p.Colours[p.Turn&1]&bit(m.To) != 0 { // castling
		left |= bit(m.To)
	}
	for on := left; on != 0; on &= on - 1 {
		b.bear(on.First(), 0)
	}
	moved = pacifistMake(p, m)
	b.stale |= moved
	var lines bits
	for on := left | moved; on != 0; on &= on - 1 {
		lines |= b.from[on.First()&63]
	}
	for on := lines&(p.Rooks|p.Bishops) | moved; on != 0; on &= on - 1 {
		b.look(on.First())
	}
	return moved
}

// convert changes the colour of pieces. Whose lines go through a slider that changes sides, of either side, bears
// on the slider itself before.
func (b *bearing) convert(wave bits) {
	p := &b.p
	sliders := p.Rooks | p.Bishops
	convert(p, wave)
	b.stale |= wave
	again := wave & (sliders | p.Pawns)
	for on := wave; on != 0; on &= on - 1 {
		s := on.First() & 63
		b.stale |= b.reach[s]
		if sliders&bit(s) != 0 {
			again |= b.from[s] & sliders
		}
	}
	for ; again != 0; again &= again - 1 {
		b.look(again.First())
	}
}
