package reference

import (
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// overPersuaded reports whether a piece of a side that stands on the square is over-persuaded, or,
// of an empty square, whether the square is over-persuaded against the side (PAC-5). The pieces on
// the squares left out do not count (PAC-7).
func overPersuaded(set *ruleset.Set, g *grid, s board.Square, side board.Colour, without board.Bits) bool {
	persuasion := weigh(set, g, s, side.Other(), without)
	if persuasion.count == 0 {
		return false // as for most squares: what supports it does not matter
	}
	support := weigh(set, g, s, side, without)
	return exceeds(set, persuasion, support)
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

// overPersuadedOf returns every piece of a side that is over-persuaded and can be converted
// (PAC-5; setting king-converts).
func overPersuadedOf(set *ruleset.Set, g *grid, side board.Colour, without board.Bits) board.Bits {
	var found board.Bits
	for s := range g.of(side).All {
		if set.KingConverts == ruleset.No && g.at(s).Kind == board.King {
			continue
		}
		if overPersuaded(set, g, s, side, without) {
			found |= s.Bit()
		}
	}
	return found
}

// hangingKings returns the kings of a side that are over-persuaded. Where kings cannot be converted
// (setting king-converts) they still are over-persuaded: PAC-10 and PAC-11 ask for no more.
func hangingKings(set *ruleset.Set, g *grid, side board.Colour) (kings, hanging board.Bits) {
	kings = g.find(board.Piece{Kind: board.King, Colour: side})
	for s := range kings.All {
		if overPersuaded(set, g, s, side, 0) {
			hanging |= s.Bit()
		}
	}
	return kings, hanging
}

// Over reports whether a square on which w persuades and support supports is over-persuaded (PAC-5).
func (w Weight) Over(support Weight, set ruleset.Set) bool {
	return exceeds(&set, tally{w.Sum, w.Count}, tally{support.Sum, support.Count})
}
