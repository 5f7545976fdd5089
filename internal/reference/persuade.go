package reference

import (
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// overPersuaded returns those of the squares that are over-persuaded against a side, whether a
// piece of it stands there or none; every piece counts (PAC-5).
func overPersuaded(set *ruleset.Set, r *reach, squares board.Bitboard,
	side board.Colour) board.Bitboard {
	var w scales
	w.weigh(set, r, squares, 0)
	return w.over(set, squares, side)
}

// hanging returns those of the pieces, of either side, that are over-persuaded (PAC-5). The pieces
// on the squares left out do not count (PAC-7). Kings are among them even where they cannot be
// converted (setting king-converts): PAC-10 and PAC-11 ask for no more.
func hanging(set *ruleset.Set, r *reach, pieces, without board.Bitboard) board.Bitboard {
	var w scales
	w.weigh(set, r, pieces, without)
	white, black := pieces&r.board.Colours[board.White], pieces&r.board.Colours[board.Black]
	return w.over(set, white, board.White) | w.over(set, black, board.Black)
}

// over returns those of the squares, all of which have been weighed, that are over-persuaded
// against a side.
func (w *scales) over(set *ruleset.Set, squares board.Bitboard, side board.Colour) board.Bitboard {
	var found board.Bitboard
	for s := range squares.All {
		if exceeds(set, w[side.Other()][s], w[side][s]) {
			found |= s.Bit()
		}
	}

	return found
}

// exceeds compares two weights in whole numbers (PAC-5; setting threshold).
func exceeds(set *ruleset.Set, persuasion, support tally) bool {
	if persuasion.count == 0 {
		return false // no tie counts without a persuader
	}
	if set.Weigh == ruleset.ByAverage && support.count == 0 {
		return true // an average of nothing is less than any
	}
	a, b := persuasion.count, support.count
	switch set.Weigh {
	case ruleset.ByValue:
		a, b = persuasion.sum, support.sum
	case ruleset.ByAverage:
		a, b = persuasion.sum*support.count, support.sum*persuasion.count
	}

	if set.Threshold == ruleset.Equals {
		return a >= b
	}
	return a > b
}

// convertible returns the pieces of a side that can be converted (PAC-6, PAC-8; setting
// king-converts).
func convertible(set *ruleset.Set, p *board.Position, side board.Colour) board.Bitboard {
	if set.KingConverts == ruleset.No {
		return p.Colours[side] &^ p.Kings
	}
	return p.Colours[side]
}

// Outweighs reports whether a square on which w persuades and support supports is over-persuaded
// (PAC-5).
func (w Weight) Outweighs(support Weight, set ruleset.Set) bool {
	return exceeds(&set, tally{w.Sum, w.Count}, tally{support.Sum, support.Count})
}
