package puzzle

import (
	"slices"
	"strings"

	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// A Threat is what would reach the goal next if the enemy could pass.
type Threat struct {
	In   int // turns; 0: there is none
	Keys []board.Move
}

// Survives reports whether a defence fails to meet the threat, the ways that are fastest after it
// being known: they are shorter than the threat, or all its keys are among them. Then it returns
// the index of the first threat, otherwise 0. So does Popeye tell variations that it prints from
// those that it does not.
func (t Threat) Survives(in int, ways []board.Move) (first int, is bool) {
	if t.In == 0 || in != t.In {
		return 0, in < t.In
	}
	for _, m := range slices.Backward(t.Keys) {
		if first = slices.Index(ways, m); first < 0 {
			return 0, false
		}
	}
	return first, true
}

// QueensFirst sorts moves as UCI text, but a promotion to a queen before those to other pieces.
func QueensFirst(p *board.Position, moves []board.Move) {
	slices.SortFunc(moves, func(x, y board.Move) int {
		return strings.Compare(strings.TrimSuffix(x.UCI(p), "q"), strings.TrimSuffix(y.UCI(p), "q"))
	})
}

// MayPass reports whether it makes sense to let the side to move pass: it is in no check, and in
// Pacifist it owns a king.
func MayPass(game *rules.Variant, p *board.Position) bool {
	if game.Set().Family == ruleset.Pacifist {
		return !p.Kingless(p.Turn)
	}
	return !game.InCheck(p)
}
