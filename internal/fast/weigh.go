package fast

import "turncoat/rules/board"

// bearers returns the pieces of a side that bear on a square (PAC-4). A slider bears through its
// own colour's sliders of the same lines: it reaches a square exactly when a lookup from there does
// whose occupied squares leave those sliders out.
func bearers(p *pos, c board.Colour, s square) bits {
	own, occ := p.Colours[c&1], p.Occupied()
	rooks, bishops := p.Rooks&own, p.Bishops&own
	steps := knightSteps[s&63]&p.Knights | kingSteps[s&63]&p.Kings | pawnSteps[c&1^1][s&63]&p.Pawns
	return steps&own | rookReach(s, occ&^rooks)&rooks | bishopReach(s, occ&^bishops)&bishops
}

// kingValue is the value of a king. Values (PAC-4): pawn 1, knight and bishop 3, rook 5, queen 9,
// king 1000.
const kingValue = 1000

// value returns the total value of the pieces on some squares.
func value(p *pos, on bits) int {
	n := on.Count() + 2*(on&^p.Pawns).Count() + 2*(on&p.Rooks).Count() +
		4*(on&p.Rooks&p.Bishops).Count()
	if on&p.Kings != 0 {
		n += (kingValue - 3) * (on & p.Kings).Count()
	}
	return n
}

// overpersuaded reports whether a piece of a side would be, or is, over-persuaded on a square
// (PAC-5). The pieces of the other side on the squares left out do not count (PAC-7).
func (r Rules) overpersuaded(p *pos, s square, c board.Colour, without bits) bool {
	s &= 63
	own, enemy := p.Colours[c&1], p.Colours[c&1^1]
	occ := own | enemy
	steps := knightSteps[s]&p.Knights | kingSteps[s]&p.Kings
	// As bearers, of one side and then of the other.
	rooks, bishops := p.Rooks&enemy, p.Bishops&enemy
	persuade := (steps|pawnSteps[c&1][s]&p.Pawns)&enemy | rookReach(s, occ&^rooks)&rooks |
		bishopReach(s, occ&^bishops)&bishops
	persuade &^= without
	if persuade == 0 {
		return false
	}
	rooks, bishops = p.Rooks&own, p.Bishops&own
	support := (steps|pawnSteps[c&1^1][s]&p.Pawns)&own | rookReach(s, occ&^rooks)&rooks |
		bishopReach(s, occ&^bishops)&bishops
	switch {
	case support == 0:
		return true
	case r.byNumber():
		return persuade.Count() > support.Count()
	case r != pacifistAverage:
		return value(p, persuade) > value(p, support)
	}

	return value(p, persuade)*support.Count() > value(p, support)*persuade.Count()
}

// safeKing reports whether a side owns a king that is not over-persuaded.
func (r Rules) safeKing(p *pos, c board.Colour) bool {
	for on := p.Kings & p.Colours[c&1]; on != 0; on &= on - 1 {
		if !r.overpersuaded(p, on.First(), c, 0) {
			return true
		}
	}

	return false
}

// bearsOn returns all squares that a side bears on, and those that several of its pieces do
// (PAC-4).
func bearsOn(p *pos, c board.Colour) (once, twice bits) {
	own, occ := p.Colours[c&1], p.Occupied()
	a, h := pawnReach(p.Pawns&own, c&1)
	once, twice = a|h, a&h
	rookOcc, bishopOcc := occ&^(p.Rooks&own), occ&^(p.Bishops&own)
	for on := own &^ p.Pawns; on != 0; on &= on - 1 {
		m := pieceReach(p, on.First(), rookOcc, bishopOcc)
		twice |= once & m
		once |= m
	}

	return once, twice
}
