package solve

import (
	"math/bits"

	"turncoat/rules/board"
)

// follow lists the plans that are open after a turn from a position, and reports whether there may
// be one. The winner then has so many moves.
func (s *planner) follow(from, to int, p *board.Position, t *board.Turn, moves int) bool {
	before, after := &s.stages[from], &s.stages[to]
	after.known = before.known
	after.plans, after.goals = before.plans, before.goals
	if !before.known {
		return true
	}

	after.men, after.alive, after.pawns = before.men, before.alive, before.pawns
	after.open = after.open[:0]
	moved, captured := stepsOf(p, t, before)
	steps := moved[:1]
	if moved[1].from != moved[1].to {
		steps = moved[:]
	}
	for i := range steps {
		after.men[steps[i].from] = noMan
	}
	if captured != board.NoSquare {
		after.alive &^= 1 << before.men[captured]
		after.men[captured] = noMan
	}
	for i := range steps {
		after.men[steps[i].to] = uint8(steps[i].id)
	}
	lost := lostGains(p, t)
	for _, open := range before.open {
		plan := &s.plans[open.index]
		if plan.men&^after.alive != 0 {
			continue
		}
		open.left[board.White] -= lost[board.White]
		open.left[board.Black] -= lost[board.Black]
		open.left[p.Turn]--
		for i := range steps {
			open.left[p.Turn] += s.gain(plan, &steps[i], before.pawns)
		}
		if min(open.left[0], open.left[1]) >= 0 && bits.OnesCount32(plan.captured&after.alive) <= moves {
			after.open = append(after.open, open)
		}
	}
	return len(after.open) > 0
}

// A step is how a turn moves a man.
type step struct {
	id            int
	from, to      board.Square
	mover, became mover
}

// lostGains returns how much of what sides could gain by castling ends with a turn.
func lostGains(p *board.Position, t *board.Turn) (lost [2]int8) {
	if p.Rights == (board.Rights{}) {
		return lost
	}
	rights := p.Rights
	rights.Strike(t.From.Bit() | t.To.Bit())
	for c := range lost {
		lost[c] = int8(castlingGain(&p.Rights, board.Colour(c)) - castlingGain(&rights, board.Colour(c)))
	}
	return lost
}

// stepsOf returns how a turn moves a man, or two if it castles, and the square of the man that it
// captures.
func stepsOf(p *board.Position, t *board.Turn, before *planStage) (steps [2]step,
	captured board.Square) {
	captured = board.NoSquare
	kind := p.KindAt(t.From)
	m := moverOf(kind, p.Turn)
	moved := step{id: int(before.men[t.From]), from: t.From, to: t.To, mover: m, became: m}
	switch {
	case p.Colours[p.Turn].Has(t.To):
		side := board.KingSide
		if t.To < t.From {
			side = board.QueenSide
		}
		rookMoved := step{id: int(before.men[t.To]), from: t.To, mover: rook, became: rook}
		moved.to, rookMoved.to = board.CastlingEnds(p.Turn, side)
		return [2]step{moved, rookMoved}, captured
	case p.Occupied().Has(t.To):
		captured = t.To
	case kind == board.Pawn && t.From.File() != t.To.File():
		captured = board.At(t.To.File(), t.From.Rank())
	}
	if t.Promotion != board.NoKind {
		moved.became = moverOf(t.Promotion, p.Turn)
	}
	return [2]step{moved}, captured
}

// gain returns how many moves a step spares a plan.
func (s *planner) gain(of *plan, moved *step, pawns uint32) int8 {
	bit := uint32(1) << moved.id
	if of.men&bit == 0 {
		return 0
	}
	earlier := of.men & (bit - 1)
	at := of.goals + bits.OnesCount32(earlier) + promotions*bits.OnesCount32(earlier&pawns)
	goal := s.goals[at:]
	wasPawn := pawns&bit != 0
	before := s.fewest(moved.mover, moved.from, goal, wasPawn)
	return int8(before - s.fewest(moved.became, moved.to, goal, wasPawn))
}
