package tablebase

import (
	"cmp"
	"fmt"
)

// Value is the result for the side to move, and in how many plies the game ends with best play: the
// winner wins as soon as it can, the loser loses as late as it can. It fits into a byte: 0 is a
// draw, 255 marks numbers that belong to no position, and any other value is one more than the
// plies, which are odd for a win and even for a loss.
type Value uint8

const (
	// Drawn is the value of positions in which neither side can force a win.
	Drawn Value = 0
	// NoPosition is the value of numbers that belong to no valid position.
	NoPosition Value = 255
	// Stalemate is the value of positions that are drawn at once while a table is being built. In a
	// finished table they are Drawn.
	Stalemate Value = 254

	// MaxPlies is the longest distance that a table can contain.
	MaxPlies = 252
)

// DecidedIn returns the value of a position whose game ends in so many plies: a win if they are
// odd, otherwise a loss.
func DecidedIn(plies int) Value { return Value(plies + 1) }

// Wins reports whether the side to move wins.
func (v Value) Wins() bool { return v != Drawn && v < Stalemate && v&1 == 0 }

// Loses reports whether the side to move loses.
func (v Value) Loses() bool { return v < Stalemate && v&1 == 1 }

// Plies returns in how many plies the game ends, 0 for a draw and for a position that is already
// lost.
func (v Value) Plies() int {
	if v == Drawn || v >= Stalemate {
		return 0
	}
	return int(v) - 1
}

// Name returns "win", "loss" or "draw".
func (v Value) Name() string {
	switch {
	case v.Wins():
		return "win"
	case v.Loses():
		return "loss"
	}

	return "draw"
}

// String returns the value as in "win in 25 plies", "lost" or "draw".
func (v Value) String() string {
	switch {
	case v == NoPosition:
		return "no position"
	case v == DecidedIn(0):
		return "lost"
	case v == DecidedIn(1):
		return "win in 1 ply"
	case v.Plies() > 0:
		return fmt.Sprintf("%s in %d plies", v.Name(), v.Plies())
	}

	return "draw"
}

// Compare orders values by their worth for the side to move, worst first: losses from the quickest
// to the slowest, draws, then wins from the slowest to the quickest.
func (v Value) Compare(w Value) int { return cmp.Compare(v.worth(), w.worth()) }

func (v Value) worth() int {
	switch {
	case v.Wins():
		return 1000 - v.Plies()
	case v.Loses():
		return v.Plies() - 1000
	}

	return 0
}

// Before returns the value, for the side that moves, of a turn into a position with the value.
func (v Value) Before() Value {
	if v == Drawn || v >= Stalemate {
		return Drawn
	}
	return v + 1
}
