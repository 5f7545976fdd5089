package reference

import (
	"math"

	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// carried is a move carried through to the end of the mover's conversions.
type carried struct {
	Cascade
	mover         board.Colour
	kings         board.Bitboard   // the mover's, right after the move
	hangingLanded board.Bitboard   // what [Cascade.hanging] says then
	wave          []board.Bitboard // the waves
}

func carry(set ruleset.Set, p board.Position, m board.Move, before *reach) carried {
	x := carried{Cascade: begin(set, p, m, before), mover: p.Turn}
	x.kings = x.Board.Kings & x.Board.Colours[x.mover]
	if set.Family.HasWeights() {
		x.hangingLanded = x.hanging()
	}
	x.wave = x.run()
	return x
}

// faults returns the rules that the move breaks by what becomes of the mover's kings.
func (x *carried) faults() []Breach {
	switch {
	case x.Set.Family.HasWeights():
		return x.kingFaults()
	case x.Set.HasCheck():
		return x.checkFaults()
	}

	return nil
}

// end returns the whole turn, with the position after it, when the board and what was taken back
// are known.
func (x *carried) end(after board.Position, reclaimed board.Bitboard) board.Played {
	before := &x.Before
	after.Turn = x.mover.Other()
	endRights(&x.Set, &after, before, x.Move, x.converted|reclaimed)
	after.Clock = clock(&x.Set, before, x.Move, x.converted|reclaimed)
	if x.mover == board.Black && after.Number < math.MaxUint16 {
		after.Number++
	}
	after.EnPassant = enPassantAfter(&x.Set, before, &after, x.Move)
	after.Rekey()
	return board.Played{
		Turn:  board.Turn{Move: x.Move, Converted: x.converted, Reclaimed: reclaimed},
		Waves: x.wave,
		After: after,
	}
}

// clock counts the half-moves since the last that cannot be taken back: a pawn move, a capture
// (CON-1) and, in games without captures, any turn with a conversion or a reclaim (PAC-16, BEN-6).
func clock(set *ruleset.Set, before *board.Position, m board.Move, changed board.Bitboard) uint16 {
	switch {
	case before.KindAt(m.From) == board.Pawn:
		return 0
	case before.Colours[before.Turn.Other()].Has(m.To):
		return 0
	case !set.Family.Captures() && changed != 0:
		return 0
	}

	return min(before.Clock, math.MaxUint16-1) + 1
}
