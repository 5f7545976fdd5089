package reference

// Pacifist Chess. Larry L. Smith, 2007; The Chess Variant Pages, and as played on vchess.club.
//
// Here: PAC-3 (the two-step), PAC-9 to PAC-11 (kings). PAC-1 and PAC-2 are in table.go, on which
// all families move; the conversions are in cascade.go and reclaim.go.

import (
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

func isTwoStep(from, to board.Square) bool {
	return from.File() == to.File() && (to.Rank()-from.Rank() == 2 || from.Rank()-to.Rank() == 2)
}

// twoStepBarred returns the squares that forbid a pawn's two-step because they are over-persuaded
// against the mover, with the board as it is before the move (PAC-3; setting two-step).
func (t *table) twoStepBarred(from, to board.Square) board.Bitboard {
	if !t.set.Family.HasWeights() || t.set.TwoStep == ruleset.TestNothing {
		return 0
	}
	tested := board.At(from.File(), (from.Rank()+to.Rank())/2).Bit()
	if t.set.TwoStep == ruleset.TestBoth {
		tested |= to.Bit()
	}
	return overPersuaded(&t.set, t.reach, tested, t.mover)
}

// kingFaults returns the rules on the mover's kings that a move breaks when it is carried through
// (PAC-9 to PAC-11).
//
// A mover that is kingless before its move must claim, under every king-safety, and what else
// king-safety asks is asked of the kings it owns then: before-conversion, which looks before there
// is any, asks nothing of it. A kingless mover that is free may make any move.
func (x *carried) kingFaults() []Breach {
	if x.Before.Kingless(x.mover) {
		if x.Set.Kingless == ruleset.FreeToMove {
			return nil
		}
		if x.Board.Kingless(x.mover) {
			return []Breach{{x.Set.Rule(ruleset.KingSafetyRule), x.mover.Title() +
				" owns no king and claims none"}}
		}
	}

	switch x.Set.KingSafety {
	case ruleset.AfterTurn, ruleset.EveryKing:
		return x.unsafeAfterTurn()
	case ruleset.BeforeConversion:
		return x.unsafeBeforeConversion()
	case ruleset.KingMoves:
		return x.unsafeKingMove()
	}

	return nil
}

// unsafeAfterTurn: after the move and all of the mover's conversions the mover must own a king
// that is not over-persuaded, or every-king: none that is (PAC-10). Where a rule set has both this
// and a reclaim, it is judged before the reclaim, as the claim of PAC-11 is: else the enemy could
// not take the last king because that would make the turn illegal.
func (x *carried) unsafeAfterTurn() []Breach {
	kings := x.Board.Kings & x.Board.Colours[x.mover]
	hanging := kings & x.hanging()
	if x.Set.KingSafety == ruleset.EveryKing {
		if hanging != 0 {
			return []Breach{{"PAC-10", x.mover.Title() + "'s king on " + names(hanging) +
				" would be over-persuaded"}}
		}

		return nil
	}

	if kings == hanging {
		return []Breach{{"PAC-10", "no king of " + x.mover.Title() + " would be safe"}}
	}
	return nil
}

// unsafeBeforeConversion: right after the move, before any conversion, the mover must own a king
// that is not over-persuaded (the other reading of PAC-10).
func (x *carried) unsafeBeforeConversion() []Breach {
	if x.kings != 0 && x.kings&x.hangingLanded == x.kings {
		return []Breach{{"PAC-10", "no king of " + x.mover.Title() +
			" would be safe before the conversions"}}
	}

	return nil
}

// unsafeKingMove: a king may move only to a square where it is not over-persuaded right after the
// move and before any conversion; castling is a king move (PAC-11).
func (x *carried) unsafeKingMove() []Breach {
	if hanging := x.moved & x.kings & x.hangingLanded; hanging != 0 {
		return []Breach{{"PAC-11", "the king would be over-persuaded on " + names(hanging)}}
	}
	return nil
}
