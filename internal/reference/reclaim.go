package reference

import (
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Reclaimable returns the mover's pieces that are over-persuaded now. Every piece counts (PAC-8).
func Reclaimable(set *ruleset.Set, p *board.Position, mover board.Colour) board.Bitboard {
	r := newReach(set, p, nil)
	return hanging(set, &r, convertible(set, p, mover), 0)
}

// fullReclaim takes every over-persuaded piece of the mover in every round until none is left,
// on the board p, and returns all that it took (PAC-8).
func fullReclaim(set *ruleset.Set, p *board.Position, mover board.Colour) board.Bitboard {
	var taken board.Bitboard
	for round := Reclaimable(set, p, mover); round != 0; round = Reclaimable(set, p, mover) {
		turnOver(p, round)
		taken |= round
	}

	return taken
}

// reclaims yields every board that the enemy can reach by its choice of what to take back, each
// once, with all that was taken; first the board p itself, where it takes nothing (PAC-8). It
// returns false as soon as yield does.
//
// After one move a board is known by what was taken, so that a set of squares stands for it.
func reclaims(set *ruleset.Set, p board.Position, mover board.Colour,
	yield func(after board.Position, taken board.Bitboard) bool) bool {
	seen := map[board.Bitboard]bool{}
	var from func(p board.Position, taken board.Bitboard) bool
	from = func(p board.Position, taken board.Bitboard) bool {
		seen[taken] = true
		if !yield(p, taken) {
			return false
		}
		return choices(set, Reclaimable(set, &p, mover), func(chosen board.Bitboard) bool {
			if seen[taken|chosen] {
				return true
			}
			after := p
			turnOver(&after, chosen)
			return from(after, taken|chosen)
		})
	}
	return from(p, 0)
}

// choices yields the sets that may be taken together in one round (PAC-8). By number and value
// taking one piece leaves every other over-persuaded, so that one at a time reaches whatever sets
// do; by average it need not, so that every non-empty set is a choice of its own.
func choices(set *ruleset.Set, pieces board.Bitboard, yield func(board.Bitboard) bool) bool {
	if set.Weigh != ruleset.ByAverage {
		for s := range pieces.All {
			if !yield(s.Bit()) {
				return false
			}
		}

		return true
	}

	// The subsets of a set in counting order: borrow through the squares that are not in it.
	for chosen := -pieces & pieces; chosen != 0; chosen = (chosen - pieces) & pieces {
		if !yield(chosen) {
			return false
		}
	}

	return true
}
