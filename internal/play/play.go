// Package play lists and plays bare turns under any rule set, for programs that look at millions of
// them: by package fast where the rule set is built in, otherwise by way of package rules. It fills
// the caller's memory and leaves out what only people need, such as waves.
package play

import (
	"iter"

	"turncoat/internal/fast"
	"turncoat/rules"
	"turncoat/rules/board"
)

// Rules plays one rule set. Get one from [For].
type Rules struct {
	variant *rules.Variant
	fast    fast.Rules
	isFast  bool
}

// For returns the rules of a variant.
func For(variant *rules.Variant) Rules {
	if !variant.Fast() {
		return Rules{variant: variant}
	}
	quick, _ := fast.For(variant.Set())
	return Rules{variant: variant, fast: quick, isFast: true}
}

// Fast returns the fast rules, and reports whether there are any.
func (r *Rules) Fast() (fast.Rules, bool) { return r.fast, r.isFast }

// AppendMoves appends the legal moves of a position.
func (r *Rules) AppendMoves(moves []board.Move, p *board.Position) []board.Move {
	if r.isFast {
		return r.fast.AppendMoves(moves, p)
	}
	return append(moves, r.variant.Moves(p)...)
}

// AppendTurns appends the turn of every legal move with the full reclaim, where there is a reclaim.
func (r *Rules) AppendTurns(turns []board.Turn, p *board.Position) []board.Turn {
	if r.isFast {
		return r.fast.AppendTurns(turns, p)
	}
	for _, m := range r.variant.Moves(p) {
		turns = append(turns, r.variant.Play(p, m).Turn)
	}
	return turns
}

// Apply writes the position after a turn that AppendTurns has given.
func (r *Rules) Apply(p *board.Position, t board.Turn, after *board.Position) {
	if r.isFast {
		r.fast.Apply(p, t, after)
		return
	}

	r.Play(p, t.Move, after)
}

// Play plays a legal move with the full reclaim and writes the position after it.
func (r *Rules) Play(p *board.Position, m board.Move, after *board.Position) board.Turn {
	if r.isFast {
		return r.fast.Play(p, m, after)
	}
	t := r.variant.Play(p, m)
	*after = t.After
	return t.Turn
}

// HasTurn reports whether the side to move has a legal turn.
func (r *Rules) HasTurn(p *board.Position) bool {
	if r.isFast {
		return r.fast.HasTurn(p)
	}
	return len(r.variant.Moves(p)) > 0
}

// Choices yields every turn of a legal move and the position after it, the one with the full
// reclaim first.
func (r *Rules) Choices(p *board.Position, m board.Move) iter.Seq2[board.Turn, board.Position] {
	return func(yield func(board.Turn, board.Position) bool) {
		var after board.Position
		full := r.Play(p, m, &after)
		if !yield(full, after) || full.Reclaimed == 0 {
			return
		}
		if r.isFast {
			r.fastChoices(p, m, full.Reclaimed, yield)
			return
		}

		for t := range r.variant.TurnsOf(p, m) {
			if t.Reclaimed != full.Reclaimed && !yield(t.Turn, t.After) {
				return
			}
		}
	}
}

// fastChoices yields the turns of a move except the one that takes back some pieces.
func (r *Rules) fastChoices(p *board.Position, m board.Move, except board.Bitboard,
	yield func(board.Turn, board.Position) bool) {
	var choices fast.Choices
	var after board.Position
	for choices.Start(r.fast, p, m); choices.Next(); {
		t := choices.Turn()
		if t.Reclaimed == except {
			continue
		}
		r.fast.Apply(p, t, &after)
		if !yield(t, after) {
			return
		}
	}
}
