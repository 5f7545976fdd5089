package puzzletest

import (
	"slices"

	"turncoat/puzzle"
	"turncoat/rules"
	"turncoat/rules/board"
)

// Exhaustive is a stipulation told once more, as plainly as it can be: on the reference rules,
// without table, order or limits.
type Exhaustive struct {
	*rules.Variant
	Goal     puzzle.Goal
	Attacker board.Colour
}

// Exhausting returns the search for a goal of a side's.
func Exhausting(variant *rules.Variant, goal puzzle.Goal, attacker board.Colour) Exhaustive {
	return Exhaustive{rules.NewReference(variant.Set()), goal, attacker}
}

// Keys returns the moves by which the attacker reaches the goal in at most n turns, sorted as UCI
// text.
func (e Exhaustive) Keys(p *board.Position, n int) (keys []string) {
	for _, m := range e.Moves(p) {
		if n > 0 && e.Wins(p, m, n) {
			keys = append(keys, m.UCI(p))
		}
	}

	slices.Sort(keys)
	return keys
}

// Wins reports whether the attacker reaches the goal by a move, the first of at most n: whatever
// the enemy reclaims, and whatever it plays.
func (e Exhaustive) Wins(p *board.Position, m board.Move, n int) bool {
	for t := range e.TurnsOf(p, m) {
		switch over := e.Outcome(&t.After).Result; {
		case e.Goal == puzzle.Claim && t.Converted&t.After.Kings != 0:
			continue
		case over != board.Ongoing && (e.Goal != puzzle.Win || over != board.Win(e.Attacker)):
			return false
		case over != board.Ongoing:
			continue
		case n == 1 && e.Goal != puzzle.SelfWin:
			return false
		}

		for _, reply := range e.Moves(&t.After) {
			if !e.StillWins(&t.After, reply, n-1) {
				return false
			}
		}
	}

	return true
}

// StillWins reports whether after a move of the enemy's the attacker, with some reclaim, reaches
// the goal in at most n turns.
func (e Exhaustive) StillWins(p *board.Position, m board.Move, n int) bool {
	for t := range e.TurnsOf(p, m) {
		if e.Goal == puzzle.SelfWin && e.Outcome(&t.After).Result == board.Win(e.Attacker.Other()) {
			return true
		}
		if n > 0 && slices.ContainsFunc(e.Moves(&t.After),
			func(m board.Move) bool { return e.Wins(&t.After, m, n) }) {
			return true
		}
	}

	return false
}
