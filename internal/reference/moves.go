package reference

import (
	"iter"
	"slices"

	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Turns yields every legal turn of a position: move by move, and for each move every reclaim
// choice, each distinct board once. The choices can be many: they are made lazily.
//
// The order is always the same: by the square moved from (a1, b1, … h8), castling last; of the
// turns of one move the one without a reclaim first. The turns of one move share Waves.
func Turns(set ruleset.Set, p board.Position) iter.Seq[board.Played] {
	return func(yield func(board.Played) bool) {
		t := newTable(set, p)
		var x carried
		for _, m := range t.movements() {
			x = t.carry(m)
			if len(x.faults()) == 0 && !x.turns(yield) {
				return
			}
		}
	}
}

// TurnsOf yields the legal turns of one move; none if the move is not legal.
func TurnsOf(set ruleset.Set, p board.Position, m board.Move) iter.Seq[board.Played] {
	return func(yield func(board.Played) bool) {
		t := newTable(set, p)
		if !slices.Contains(t.movements(), m) {
			return
		}
		if x := t.carry(m); len(x.faults()) == 0 {
			x.turns(yield)
		}
	}
}

// turns yields a turn for each reclaim choice of the enemy (PAC-8; setting reclaim).
func (x *carried) turns(yield func(board.Played) bool) bool {
	if x.Set.Reclaim == ruleset.OptionalReclaim {
		return reclaims(&x.Set, x.Board, x.mover, func(after board.Position,
			taken board.Bitboard) bool {
			return yield(x.end(after, taken))
		})
	}

	return yield(x.full())
}

// full returns the turn with the full reclaim, where there is one.
func (x *carried) full() board.Played {
	after, taken := x.Board, board.Bitboard(0)
	if x.Set.Reclaim != ruleset.NoReclaim {
		taken = fullReclaim(&x.Set, &after, x.mover)
	}
	return x.end(after, taken)
}

// Moves lists the moves that have a legal turn, in the order of [Turns].
func Moves(set ruleset.Set, p board.Position) []board.Move {
	return MovesThat(set, p, func(board.Move) bool { return true })
}

// MovesThat lists those moves that have a legal turn and that keep wants. The others are not
// carried out.
func MovesThat(set ruleset.Set, p board.Position, keep func(board.Move) bool) []board.Move {
	t := newTable(set, p)
	return slices.DeleteFunc(t.movements(), func(m board.Move) bool {
		if !keep(m) {
			return true
		}
		x := t.carry(m)
		return len(x.faults()) > 0
	})
}

// Full returns the turn of a legal move with the full reclaim where the rule set has a reclaim. Of
// an illegal move it returns what would have happened: the piece goes where the move says, whatever
// stands there; if there is no piece, nothing moves.
func Full(set ruleset.Set, p board.Position, m board.Move) board.Played {
	x := carry(set, p, m, nil)
	return x.full()
}
