package solve

import (
	"math/bits"

	"turncoat/rules/board"
)

// Help-play in orthodox chess builds a picture of a mate or a stalemate: the king of the loser is
// on some square, each square around it is guarded or blocked, and the king is attacked unless it
// is a stalemate. In a stalemate the other men of the loser have been captured, or are blocked or
// pinned. A plan says which man does which of this. Before lines are tried, all plans that can be
// carried out in the moves that are left are listed; a turn that leaves no plan is not tried.
//
// A plan asks for less than what a mate needs: men move as on an empty board and can capture
// wherever they like. So nothing is cut off that leads to the goal.

// mostMen is how many men can have a place in a plan.
const mostMen = 32

// A goal is the set of squares from which a man does what a plan asks of it. A pawn has a set for
// itself and one for each piece to which it may promote, other men only the first.
type goal [1 + promotions]board.Bitboard

// A planned man is a piece, and what the plan that is being made asks of it.
type plannedMan struct {
	mover
	colour board.Colour
	at     board.Square
	goal   goal
	moves  int    // that it needs at least
	guards uint16 // the squares of the field that it is to guard, by number
}

// A plan is what some men are to do.
type plan struct {
	men      uint32 // those with a goal
	captured uint32 // those that are to be captured
	goals    int    // where in the planner's goals the first is
}

// An open plan is one that can still be carried out.
type openPlan struct {
	index int32
	left  [2]int8 // how many moves each side has to spare
}

// A planStage is what is known of the plans at one turn of a line.
type planStage struct {
	known bool // the open plans are listed
	open  []openPlan
	// Men are known by numbers, which they keep while the same plans are open.
	men   [64]uint8 // by square
	alive uint32
	pawns uint32 // those that were pawns when the plans were made

	plans, goals int // how many there are
}

// A planner lists plans and follows them through the turns of a line.
type planner struct {
	*geometry
	stages []planStage
	plans  []plan
	goals  []board.Bitboard

	// Of the plans that are being made:
	loser    board.Colour
	stale    bool
	men      []plannedMan
	king     int // the number of the loser's king
	left     [2]int
	most     [2]int // moves of each side
	assigned uint32
	captured uint32
	blocked  board.Bitboard
	field    []board.Square // around the king, and the square of the king first in a mate
	steps    int            // that may still be taken
	room     int            // for plans
	stage    *planStage
	rights   board.Rights
}

// noMan is the number of a man on an empty square.
const noMan = mostMen

// stepsForPlan is how many steps the search for plans may take for each that there is room for.
const stepsForPlan = 40

// begin prepares for lines of so many plies.
func (s *planner) begin(plies int) {
	for len(s.stages) < plies {
		s.stages = append(s.stages, planStage{})
	}
	s.stages[0] = planStage{open: s.stages[0].open}
	s.plans, s.goals = s.plans[:0], s.goals[:0]
}

// prospects lists the plans at one turn of a line, if there are not too many, and reports whether
// there may be one. The winner has so many moves, the loser so many of its own.
func (s *planner) prospects(at int, p *board.Position, loser board.Colour, stale bool, moves, own,
	room int) bool {
	stage := &s.stages[at]
	stage.known = false
	s.forget(at)
	kings := p.Kings & p.Colours[loser]
	if kings.Count() != 1 || p.Occupied().Count() > mostMen {
		return true
	}
	if s.geometry == nil {
		s.geometry = emptyBoard()
	}

	s.stage, s.loser, s.stale, s.rights = stage, loser, stale, p.Rights
	stage.open = stage.open[:0]
	s.enlist(p)
	s.most[loser] = own + castlingGain(&p.Rights, loser)
	s.most[loser.Other()] = moves + castlingGain(&p.Rights, loser.Other())
	s.left = s.most
	s.room, s.steps = room, stepsForPlan*room

	for square := range board.NoSquare {
		s.placeKing(square)
		if s.spent() {
			s.forget(at)
			return true
		}
	}
	stage.known = true
	stage.plans, stage.goals = len(s.plans), len(s.goals)
	return len(stage.open) > 0
}

// forget forgets the plans that were made at a stage or after it.
func (s *planner) forget(at int) {
	stage := &s.stages[at]
	stage.plans, stage.goals = 0, 0
	if at > 0 {
		stage.plans, stage.goals = s.stages[at-1].plans, s.stages[at-1].goals
	}
	s.plans, s.goals = s.plans[:stage.plans], s.goals[:stage.goals]
}

// spent reports whether no more plans are to be made.
func (s *planner) spent() bool { return s.steps < 0 || s.room < 0 }

// enlist numbers the men of a position.
func (s *planner) enlist(p *board.Position) {
	stage := s.stage
	stage.alive, stage.pawns = 0, 0
	for square := range stage.men {
		stage.men[square] = noMan
	}
	s.men, s.assigned, s.captured, s.blocked = s.men[:0], 0, 0, 0
	for square := range p.Occupied().All {
		colour := board.White
		if p.Colours[board.Black].Has(square) {
			colour = board.Black
		}
		id := len(s.men)
		m := plannedMan{mover: moverOf(p.KindAt(square), colour), colour: colour, at: square}
		for i := range m.goal {
			m.goal[i] = ^board.Bitboard(0)
		}
		s.men = append(s.men, m)
		stage.men[square] = uint8(id)
		stage.alive |= 1 << id
		if m.isPawn() {
			stage.pawns |= 1 << id
		}
		if m.mover == king && colour == s.loser {
			s.king = id
		}
	}
}

// castlingGain returns how many moves a side can gain by castling at most, which moves two men.
func castlingGain(rights *board.Rights, c board.Colour) int {
	gain := 0
	for side := range board.CastlingSide(2) {
		right := rights[board.RightIndex(c, side)]
		switch {
		case !right.Held():
		case right.King.File() == 4 && (right.Rook.File() == 0 || right.Rook.File() == 7):
			gain = max(gain, 2)
		default:
			gain = 7 // in Chess960 the king may go far
		}
	}
	return gain
}

// A draft is a plan that is being made.
type draft struct {
	men                [mostMen]plannedMan
	left               [2]int
	assigned, captured uint32
	blocked            board.Bitboard
}

// save returns the plan that is being made, and restore returns to it.
func (s *planner) save(d *draft) {
	copy(d.men[:], s.men)
	d.left, d.assigned, d.captured, d.blocked = s.left, s.assigned, s.captured, s.blocked
}

func (s *planner) restore(d *draft) {
	copy(s.men, d.men[:])
	s.left, s.assigned, s.captured, s.blocked = d.left, d.assigned, d.captured, d.blocked
}

// affordable reports whether each side has moves enough for the plan that has been made, without
// what it could gain by castling, or with castling.
func (s *planner) affordable() bool {
	for c := range board.Colour(2) {
		spare := s.left[c] - castlingGain(&s.rights, c)
		if spare < 0 && spare+s.savedByCastling(c) < 0 {
			return false
		}
	}
	return true
}

// savedByCastling returns how many moves of its plan a side saves if it castles.
func (s *planner) savedByCastling(c board.Colour) int {
	saved := -unreachable
	for side := range board.CastlingSide(2) {
		right := s.rights[board.RightIndex(c, side)]
		if !right.Held() {
			continue
		}
		kingEnd, rookEnd := board.CastlingEnds(c, side)
		king, rook := s.men[s.stage.men[right.King]], s.men[s.stage.men[right.Rook]]
		before := king.moves + rook.moves
		king.at, rook.at = kingEnd, rookEnd
		saved = max(saved, before-1-s.movesOf(&king)-s.movesOf(&rook))
	}
	return saved
}

// add adds the plan that has been made.
func (s *planner) add() {
	if !s.affordable() {
		return
	}
	s.room--
	if s.spent() {
		return
	}
	made := plan{men: s.assigned, captured: s.captured, goals: len(s.goals)}
	for men := s.assigned; men != 0; men &= men - 1 {
		m := &s.men[bits.TrailingZeros32(men)]
		s.goals = append(s.goals, m.goal[:m.goals()]...)
	}
	open := openPlan{index: int32(len(s.plans)), left: [2]int8{int8(s.left[0]), int8(s.left[1])}}
	s.plans = append(s.plans, made)
	s.stage.open = append(s.stage.open, open)
}

// movesOf returns how many moves a man needs at least.
func (s *planner) movesOf(m *plannedMan) int {
	return s.fewest(m.mover, m.at, m.goal[:m.goals()], m.isPawn())
}

// goals returns how many sets of squares a man has as its goal.
func (m *plannedMan) goals() int {
	if m.isPawn() {
		return 1 + promotions
	}
	return 1
}
