package analysis

import (
	"context"

	"turncoat/rules/board"
)

// Demands say what a puzzle must be, beside being a forced win. The zero value lets every forced
// win through. OneKey, Reached and Lines are matters of soundness; a puzzle that fails another has
// a blemish.
type Demands struct {
	OneKey  bool // the key is the only first move that wins as fast
	NoDuals bool // no dual in the main line after the key
	Strict  bool // no dual anywhere
	Turns   bool // the key is not the only legal turn
	Choice  bool // the enemy has a choice that matters
	Mistake bool // the game was not already won before the enemy's last turn
	Reached bool // a turn of the enemy's can have led to the position
	MaxSize int  // most turns in the solution; 0 means no limit
	// NoPromoted allows no more pieces of a kind than a game begins with.
	NoPromoted bool `json:",omitempty"`
	// Lines is how many solutions a help-win or a series must have; 0 means any number.
	Lines int `json:",omitempty"`
}

// Sound returns the demands of soundness.
func Sound() Demands { return Demands{OneKey: true, Reached: true} }

// Fine returns the demands on puzzles that are looked for.
func Fine() Demands {
	return Demands{OneKey: true, NoDuals: true, Turns: true, Choice: true, Mistake: true,
		Reached: true}
}

// Meets returns the first demand that a solution does not meet, in a word; empty if it meets all.
// The demands Mistake, Reached and NoPromoted are not about the solution: see [Analyst.Mistake],
// [LastTurn] and [HasPromoted].
func (d Demands) Meets(a *Analysis) string {
	help := a.Tree.Goal.HasLines()
	switch {
	case help && d.Lines > 0 && len(a.Tree.Keys) != d.Lines:
		return "lines"
	case !help && d.OneKey && len(a.Keys) > 1:
		return "keys"
	case d.Turns && a.Claims.FirstTurns < 2:
		return "turns"
	case help:
		return ""
	case d.NoDuals && a.Claims.LineDuals > 0, d.Strict && a.Claims.Duals > 0:
		return "duals"
	case d.Choice && !a.Claims.Choice:
		return "choice"
	case d.MaxSize > 0 && a.Key().Size() > d.MaxSize:
		return "size"
	}

	return ""
}

// Mistake reports whether the enemy, to move, has a turn after which the attacker has no win in n,
// so that a turn that allows one is a mistake.
func (a *Analyst) Mistake(ctx context.Context, before *board.Position, n int) (bool, error) {
	for _, m := range a.variant.Moves(before) {
		held := true
		for _, after := range a.turns.Choices(before, m) { // the attacker chooses the reclaim
			in, _, err := a.Shortest(ctx, &after, n)
			if err != nil {
				return false, err
			}
			if in != 0 {
				held = false
				break
			}
		}

		if held {
			return true, nil
		}
	}

	return false, nil
}
