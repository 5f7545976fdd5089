package tablebase

import (
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// sideRights is what a side may castle with, now or after a turn in which a rook gains it a right
// (AND-9): a set of wings, by [board.CastlingSide], or mayGain. It is 0 if the side can never
// castle.
type sideRights uint8

const (
	bothWings  sideRights = 3
	mayGain    sideRights = 4 // no right, but a king at home that has not moved
	manyRights            = 5
)

// positionRights are the rights of both sides, by colour.
type positionRights [2]sideRights

// number returns a number of the rights that no others have.
func (r positionRights) number() int { return int(r[board.White]) + manyRights*int(r[board.Black]) }

// rooks returns the rooks of a side that its rights name.
func (r sideRights) rooks(c board.Colour) (rooks board.Bitboard) {
	for wing := range board.KingSide + 1 {
		if r&bothWings&(1<<wing) != 0 {
			rooks |= board.HomeRight(c, wing).Rook.Bit()
		}
	}
	return rooks
}

// kingHome returns the square of a king that has not moved.
func kingHome(c board.Colour) board.Square { return board.HomeRight(c, board.KingSide).King }

// kings returns the squares of the kings that have not moved.
func (r positionRights) kings() (kings board.Bitboard) {
	for i, rights := range r {
		if rights != 0 {
			kings |= kingHome(board.Colour(i)).Bit()
		}
	}
	return kings
}

// mayConvert reports whether pieces may change sides in a class. A piece that captures to convert
// is not alone with the kings, and neither is one that a checking piece converts.
func mayConvert(set *ruleset.Set, c Class) bool {
	captures := set.ConvertsWhen == ruleset.OnCapture || set.ConvertsWhen == ruleset.OnOtherKind
	checks := set.ConvertsWhen == ruleset.OnCheck && !set.ConvertsThemselves()
	if set.Family == ruleset.Andernach && !set.KingsConvert() && (captures || checks) {
		return c.Pieces() >= 4
	}
	return set.Family.Converts()
}

// gainable returns, for each side, the wings on which a rook may gain it a castling right in a
// class (AND-9): no other rights are in the class's table.
func gainable(set *ruleset.Set, c Class) (wings positionRights) {
	if !mayHaveRooks(c) || !mayConvert(set, c) {
		return wings
	}

	squares := board.Bitboard(set.RightsGained())
	for i := range wings {
		for wing := range board.KingSide + 1 {
			if squares.Has(board.HomeRight(board.Colour(i), wing).Rook) {
				wings[i] |= 1 << wing
			}
		}
	}

	return wings
}

// mayHaveRooks reports whether there are rooks in a class, or pawns that may become rooks.
func mayHaveRooks(c Class) bool { return c.Count(board.Rook)+c.Count(board.Pawn) > 0 }

// rightsIn lists the rights that positions of a class may have if rooks may gain the given ones:
// none first, then by [positionRights.number].
func rightsIn(c Class, gained positionRights) (list []positionRights) {
	for black := range sideRights(manyRights) {
		for white := range sideRights(manyRights) {
			rooks := white.rooks(board.White).Count() + black.rooks(board.Black).Count()
			if rooks <= c.Count(board.Rook) && white.isAmong(gained[board.White]) &&
				black.isAmong(gained[board.Black]) {
				list = append(list, positionRights{white, black})
			}
		}
	}

	return list
}

// isAmong reports whether a side may have some rights if its rooks may gain the given ones.
func (r sideRights) isAmong(gained sideRights) bool {
	if r == mayGain {
		return gained != 0
	}
	return r&^gained == 0
}

// rightsOf returns the rights of a position if rooks may gain the given ones. ok is false if it has
// others.
func rightsOf(p *board.Position, gained positionRights) (rights positionRights, ok bool) {
	for i := range rights {
		c := board.Colour(i)
		for wing := range board.KingSide + 1 {
			right := p.Rights[board.RightIndex(c, wing)]
			if !right.Held() {
				continue
			}
			if right != board.HomeRight(c, wing) || gained[i]&(1<<wing) == 0 {
				return rights, false
			}
			rights[i] |= 1 << wing
		}
		if gained[i] != 0 && rights[i] == 0 && hasKingAtHome(p, c) && !p.Rights.KingCame(c) {
			rights[i] = mayGain
		}
	}

	return rights, true
}

// give adds the rights to a position without any if rooks may gain the given ones. It reports
// whether kings and rooks are where the rights want them.
func (r positionRights) give(p *board.Position, gained positionRights) bool {
	for i, rights := range r {
		c := board.Colour(i)
		rooks := rights.rooks(c)
		switch isHome := hasKingAtHome(p, c); {
		case rights == 0 && gained[i] != 0 && isHome:
			p.Rights.SetKingCame(c)
		case rights != 0 && !isHome, p.Pieces(board.Rook)&p.Colours[c]&rooks != rooks:
			return false
		}

		for wing := range board.KingSide + 1 {
			if rights&bothWings&(1<<wing) != 0 {
				p.Rights[board.RightIndex(c, wing)] = board.HomeRight(c, wing)
			}
		}
	}

	return true
}

// hasKingAtHome reports whether a king of a side is on its home square.
func hasKingAtHome(p *board.Position, c board.Colour) bool {
	return (p.Kings & p.Colours[c]).Has(kingHome(c))
}
