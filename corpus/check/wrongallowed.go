package check

import (
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

func (j *wrongJudge) mayPass(p *board.Position, m board.Move) bool {
	if p.KindAt(m.From) != board.Pawn || distance(m.From, m.To) != 2 {
		return true
	}
	if j.way.passes != nil {
		return j.way.passes(j, p, m)
	}
	if !j.way.weighs() || j.set.TwoStep == ruleset.TestNothing {
		return true
	}
	return !j.over(p, (m.From+m.To)/2, p.Turn) && (j.set.TwoStep != ruleset.TestBoth || !j.over(p, m.To, p.Turn))
}

func (j *wrongJudge) mayCastle(p *board.Position, m board.Move) bool {
	wing, castles := m.Castles(p)
	switch {
	case !castles:
		return true
	case j.way.castles != nil:
		return j.way.castles(j, p, m)
	case j.way.attacked != nil:
		for s := range castlingWay(p, m, wing).All {
			if j.way.attacked(p, s, p.Turn.Other()) {
				return false
			}
		}
	case j.way.weighs() && j.set.CastlingTest == ruleset.TestPersuaded:
		return !j.persuadedOnWay(p, m, wing)
	}
	return true
}

// allowed reports whether the mover's kings allow a turn (PAC-9 to PAC-11).
func (j *wrongJudge) allowed(t *wrongTurn) bool {
	if j.way.safe != nil {
		return j.way.safe(j, t)
	}
	return j.claims(t) && j.kingsSafe(t)
}

// claims reports whether a turn has the claim that it must have (PAC-11).
func (j *wrongJudge) claims(t *wrongTurn) bool {
	return !t.before.Kingless(t.mover()) || j.free(t) || !t.after.Kingless(t.mover())
}

// free reports whether the mover has no king and may do what it likes (PAC-11 with kingless free).
func (j *wrongJudge) free(t *wrongTurn) bool {
	return j.set.Kingless == ruleset.FreeToMove && t.before.Kingless(t.mover())
}

func (j *wrongJudge) kingsSafe(t *wrongTurn) bool {
	switch {
	case j.free(t):
		return true
	case j.set.KingSafety == ruleset.AfterTurn:
		return j.someSafe(&t.after, t.mover())
	case j.set.KingSafety == ruleset.EveryKing:
		return j.hanging(&t.after, t.mover()) == 0
	case j.set.KingSafety == ruleset.BeforeConversion:
		return t.before.Kingless(t.mover()) || j.someSafe(&t.landed, t.mover())
	case j.set.KingSafety == ruleset.KingMoves && t.before.KindAt(t.move.From) == board.King:
		return !j.over(&t.landed, t.to(), t.mover())
	}
	return true
}

// hanging returns the kings of a side that are over-persuaded.
func (j *wrongJudge) hanging(b *board.Position, side board.Colour) board.Bitboard {
	return those(b.Kings&b.Colours[side], func(s board.Square) bool { return j.over(b, s, side) })
}

// someSafe reports whether a side has a king that is not over-persuaded.
func (j *wrongJudge) someSafe(b *board.Position, side board.Colour) bool {
	return b.Kings&b.Colours[side]&^j.hanging(b, side) != 0
}
