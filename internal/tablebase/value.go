package tablebase

import (
	"cmp"
	"fmt"
)

// Value is what a position is worth to the side to move, and in how many plies the game ends with best play: the
// winner as soon as it can, the loser as late. One byte holds it: 0 for a draw, otherwise one more than the plies,
// which are odd for a win and even for a loss; 255 for what is no position.
type Value uint8

const (
	// Drawn is the value of positions in which neither side can force a win.
	Drawn Value = 0
	// NoPosition stands where a number is no valid position's.
	NoPosition Value = 255

	stalemate Value = 254 // while a table is built: drawn at once

	// MaxPlies is the longest distance that a table can hold.
	MaxPlies = 252
)

// In returns the value of a game that ends in some plies: a win where they are odd, otherwise a loss.
func In(plies int) Value { return Value(plies + 1) }

// Wins reports whether the side to move wins.
func (v Value) Wins() bool { return v != Drawn && v < stalemate && v&1 == 0 }

// Loses reports whether the side to move loses.
func (v Value) Loses() bool { return v < stalemate && v&1 == 1 }

// Plies returns in how many plies the game ends, 0 for a draw. A position that is lost already ends in 0.
func (v Value) Plies() int {
	if v == Drawn || v >= stalemate {
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
	case v == In(0):
		return "lost"
	case v == In(1):
		return "win in 1 ply"
	case v.Plies() > 0:
		return fmt.Sprintf("%s in %d plies", v.Name(), v.Plies())
	}
	return "draw"
}

// Compare orders values by their worth to the side to move, the worst first: losses, the quickest first, then
// draws, then wins, the quickest last.
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

// before returns the value of a position one ply before one with the value, if its mover goes there.
func (v Value) before() Value {
	if v == Drawn || v >= stalemate {
		return Drawn
	}
	return v + 1
}
