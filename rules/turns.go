package rules

import (
	"iter"
	"slices"

	"turncoat/internal/fast"
	"turncoat/internal/reference"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Turns yields every legal turn of a position, with each reclaim choice as a turn of its own. There
// can be many choices, so they are generated on demand. The order is fixed.
func (v *Variant) Turns(p *board.Position) iter.Seq[board.Played] {
	if !v.fast {
		return reference.Turns(v.set, *p)
	}
	return func(yield func(board.Played) bool) {
		for _, m := range v.fastRules.AppendMoves(nil, p) {
			if !v.fastTurns(p, m, yield) {
				return
			}
		}
	}
}

// TurnsOf yields the turns of one move, each reclaim choice as a turn of its own; none if it is
// not legal. Who collects them should stop at [Variant.MaxChoices].
func (v *Variant) TurnsOf(p *board.Position, m board.Move) iter.Seq[board.Played] {
	if !v.fast {
		return reference.TurnsOf(v.set, *p, m)
	}
	return func(yield func(board.Played) bool) {
		if v.fastRules.Legal(p, m) {
			v.fastTurns(p, m, yield)
		}
	}
}

// MaxChoices is how many reclaim choices of one move are worth listing: a move can have billions.
// [Variant.Perft] counts no more of a move, or of a position deeper down. Rule sets that are not
// built in are slower and have a lower limit.
func (v *Variant) MaxChoices() int {
	if v.fast {
		return 1 << 18
	}
	return 1 << 14
}

// fastTurns yields the turns of a legal move and reports whether more are wanted.
func (v *Variant) fastTurns(p *board.Position, m board.Move, yield func(board.Played) bool) bool {
	waves := slices.Clip(v.fastRules.AppendWaves(nil, p, m))
	var choices fast.Choices
	for choices.Start(v.fastRules, p, m); choices.Next(); {
		played := board.Played{Turn: choices.Turn(), Waves: waves}
		v.fastRules.Apply(p, played.Turn, &played.After)
		if !yield(played) {
			return false
		}
	}

	return true
}

// Moves lists the legal moves.
func (v *Variant) Moves(p *board.Position) []board.Move {
	if v.fast {
		return v.fastRules.AppendMoves(nil, p)
	}
	return reference.Moves(v.set, *p)
}

// movesTo lists the legal moves, castlings apart, of the mover's pieces of one kind to one square.
func (v *Variant) movesTo(p *board.Position, kind board.Kind, to board.Square) []board.Move {
	if v.fast {
		return v.fastRules.AppendMovesTo(nil, p, kind, to)
	}
	return reference.MovesThat(v.set, *p, func(m board.Move) bool {
		_, castles := m.Castles(p)
		return !castles && m.To == to && p.KindAt(m.From) == kind
	})
}

// Play returns the turn of a legal move with the full reclaim, if there is a reclaim.
func (v *Variant) Play(p *board.Position, m board.Move) board.Played {
	if !v.fast {
		return reference.Full(v.set, *p, m)
	}
	var played board.Played
	played.Turn = v.fastRules.Play(p, m, &played.After)
	if played.Converted != 0 {
		played.Waves = v.fastRules.AppendWaves(nil, p, m)
	}
	return played
}

// Legal reports whether a move has a legal turn.
func (v *Variant) Legal(p *board.Position, m board.Move) bool {
	if v.fast {
		return v.fastRules.Legal(p, m)
	}
	return len(reference.MovesThat(v.set, *p,
		func(other board.Move) bool { return other == m })) > 0
}

// Outcome says whether the game is over in a position, and why.
func (v *Variant) Outcome(p *board.Position) board.Outcome {
	if v.fast {
		return v.fastRules.Outcome(p)
	}
	return reference.Outcome(v.set, *p)
}

// OutcomeRule returns the identifier of the rule by which a game has ended.
func (v *Variant) OutcomeRule(o board.Outcome) string {
	if o.Reason == board.KingConverted { // without a claim, so that the game is over at once
		return v.set.Rule(ruleset.ClaimRule)
	}
	return v.set.Rule(ruleset.EndRule)
}

// InCheck reports whether the side to move is in check (CON-7, or orthodox check).
func (v *Variant) InCheck(p *board.Position) bool {
	if v.fast {
		return v.fastRules.InCheck(p, p.Turn)
	}
	return reference.InCheck(v.set, *p, p.Turn)
}
