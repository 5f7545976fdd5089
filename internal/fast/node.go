package fast

import "turncoat/rules/board"

// A node holds what is worked out once about a position of the Pacifist family, so that what each
// of its moves converts follows from what the move changes. It serves the weighing by number and by
// value.
//
// A move lifts a piece from one square and drops it on another. Lifting takes away what the piece
// bore on and opens the lines it stood on; dropping adds what it bears on now and closes the lines
// it lands on. All that is known of lines is in rays, one for each slider and each piece that it
// bears on or would bear on if one piece of the mover were gone.
type node struct {
	balance

	with    [6]bits // where it is above zero once one more piece of the mover, by kind, bears
	without [6]bits // where it is above zero once one piece fewer does

	closing  bits // the squares where a landing piece may close a ray
	opening  bits // the pieces of the mover that hold a ray closed
	cutting  bits // of closing, those where it may cut off support
	baring   bits // of opening, those that hold off persuasion
	open     rays
	blocked  rays
	kingless bool
	// no enemy piece is over-persuaded; in the inventor's forms none of the mover's either
	calm  bool
	shot  bits // the squares that the enemy's sliders bear on
	faced bits // by average value, the squares that the enemy bears on
	// first is set by those who want to know whether there is a turn: appendTurns then stops early.
	first bool
	// plain is set when the position is beyond what the node can hold: moves are then tried one by
	// one.
	plain bool
}

// Rays are the lines from sliders to the pieces that they bear on, or would if one piece of the
// mover were gone.
type rays struct {
	count int
	masks [maxRays]bits // the squares between the two
	ends  [maxRays]ray
}

const maxRays = 32

type ray struct {
	target  square // the piece at the end
	blocker square // the mover's piece that holds it closed, of the blocked ones
	axis    uint8  // along ranks and files or along diagonals, as in through
	unit    int16  // what the slider adds to the balance
}

// The axes of a ray, of the mover's sliders; a bit set of them says which rays a piece lets
// through. No piece of the mover lets the enemy's through.
const (
	rookAxis   uint8 = 1
	bishopAxis uint8 = 2
)

// start works out the node of a position.
func (n *node) start(r Rules, p *pos) {
	n.place(r, p)
	n.clear()
	interest := n.enemy | p.Kings // the pieces whose weights matter
	if r.inventor() {
		interest = n.occ
	}
	n.plain = !n.weighs && r != pacifistAverage
	if n.plain {
		return
	}
	n.bear()
	var bared bits
	n.shot, bared = n.raysOf(1, interest, interest)
	if n.weighs {
		n.weigh()
		n.planes.margins(n.sign, &n.with, &n.without)
	} else {
		n.average()
	}

	interest &= n.enemy | n.theirs | bared // what nobody may persuade needs no support
	n.sliders, _ = n.raysOf(0, interest, interest)
	n.sliders |= n.shot
	if !n.weighs { // more support may weigh less
		n.cutting, n.baring, n.faced = n.closing, n.opening, n.theirs
	}
	n.calm = n.over&n.enemy == 0
	if r.inventor() {
		n.calm = n.calm && n.own&^n.over == 0 && !n.kingless
	}
}

// clear forgets the position before.
func (n *node) clear() {
	n.closing, n.opening, n.cutting, n.baring, n.faced = 0, 0, 0, 0, 0
	n.plain, n.calm = false, false
	n.open.count, n.blocked.count = 0, 0
	n.kingless = n.p.Kings&n.own == 0
}

// raysOf finds the rays of one side's sliders, the mover's if side is 0: to pieces of open that
// they bear on, and to pieces of shut that they would bear on without a piece of the mover's. It
// returns what the sliders bear on, and the latter pieces.
func (n *node) raysOf(side int, open, shut bits) (sliders, bared bits) {
	p := &n.p
	men, sign, axes := n.own, int16(1), [2]uint8{rookAxis, bishopAxis}
	if side == 1 {
		men, sign, axes = n.enemy, -1, [2]uint8{}
	}
	occ := n.rookOcc[side]
	for on := p.Rooks & men; on != 0; on &= on - 1 {
		s := on.First() & 63
		end := ray{axis: axes[0], unit: sign * n.weights[(board.Rook+board.Kind(p.Bishops>>s&1))&7]}
		reach := n.reach[s] & rookRays[s]
		sliders |= reach
		if targets := reach & open &^ kingSteps[s]; targets != 0 {
			n.addRays(&n.open, s, end, targets, 0)
		}
		// A pawn stays on its file and never opens it.
		if stops := reach & n.own & occ &^ (p.Pawns & files[s]); stops != 0 && shut != 0 {
			if targets := rookReach(s, occ&^stops) &^ reach & shut; targets != 0 {
				bared |= targets
				n.addRays(&n.blocked, s, end, targets, stops)
			}
		}
	}

	occ = n.bishopOcc[side]
	for on := p.Bishops & men; on != 0; on &= on - 1 {
		s := on.First() & 63
		end := ray{axis: axes[1], unit: sign * n.weights[(board.Bishop+board.Kind(p.Rooks>>s&1<<1))&7]}
		reach := n.reach[s] & bishopRays[s]
		sliders |= reach
		if targets := reach & open &^ kingSteps[s]; targets != 0 {
			n.addRays(&n.open, s, end, targets, 0)
		}
		if stops := reach & n.own & occ; stops != 0 && shut != 0 {
			if targets := bishopReach(s, occ&^stops) &^ reach & shut; targets != 0 {
				bared |= targets
				n.addRays(&n.blocked, s, end, targets, stops)
			}
		}
	}

	return sliders, bared
}

// addRays adds a slider's rays to some pieces: that it bears on, or would without one of the stops.
func (n *node) addRays(t *rays, from square, end ray, targets, stops bits) {
	for ; targets != 0; targets &= targets - 1 {
		if t.count == maxRays {
			n.plain = true
			return
		}

		end.target = targets.First()
		mask := between[from&63][end.target&63]
		supports := end.unit > 0 == n.own.Has(end.target)
		switch {
		case stops != 0:
			end.blocker = (mask & stops).First()
			n.opening |= mask & stops
			if !supports {
				n.baring |= mask & stops
			}
		case supports:
			n.cutting |= mask
			fallthrough
		default:
			n.closing |= mask
		}

		i := t.count & (maxRays - 1)
		t.masks[i], t.ends[i] = mask, end
		t.count++
	}
}
