package reference

import (
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// table is a position laid out to be looked at, with the rule set that is played.
type table struct {
	set          ruleset.Set
	pos          board.Position
	grid         grid
	reach        *reach // of the Pacifist family alone
	mover, enemy board.Colour
}

func newTable(set ruleset.Set, p board.Position) *table {
	t := &table{set: set, pos: p, grid: newGrid(&p), mover: p.Turn, enemy: p.Turn.Other()}
	if set.Family.HasWeights() {
		r := newReach(&set, &t.pos, nil)
		t.reach = &r
	}

	return t
}

// carry carries a move through to the end of the mover's conversions.
func (t *table) carry(m board.Move) carried { return carry(t.set, t.pos, m, t.reach) }

// own reports whether a piece of the mover stands on the square.
func (t *table) own(s board.Square) bool {
	p := t.grid.at(s)
	return p.Kind != board.NoKind && p.Colour == t.mover
}

// captures reports whether a piece of the mover may capture what stands on the square (CON-1). A
// family that captures only by misreading captures no kings (setting capture-moves).
func (t *table) captures(to board.Square) bool {
	piece := t.grid.at(to)
	if piece.Kind == board.NoKind || piece.Colour == t.mover || !t.set.Captures() {
		return false
	}
	return t.set.Family.Captures() || piece.Kind != board.King
}

// steps lists the squares to which a piece that is no pawn moves from its square: empty squares,
// and where there are captures the squares of enemy pieces (PAC-1, CON-1, BEN-1).
func (t *table) steps(from board.Square) []board.Square {
	var list []board.Square
	piece := t.grid.at(from)
	try := func(to board.Square) (goOn bool) {
		if t.grid.empty(to) {
			list = append(list, to)
			return true
		}

		if t.captures(to) {
			list = append(list, to)
		}
		return false
	}
	switch piece.Kind {
	case board.King, board.Knight:
		steps := knightSteps
		if piece.Kind == board.King {
			steps = compass
		}
		for _, st := range steps {
			if to, ok := st.from(from); ok {
				try(to)
			}
		}
	case board.Bishop, board.Rook, board.Queen:
		for _, st := range compass {
			if !st.slides(piece.Kind) {
				continue
			}
			for to, ok := st.from(from); ok && try(to); {
				to, ok = st.from(to)
			}
		}
	}

	return list
}

// advances lists the squares straight ahead to which a pawn moves: one, or two from the second
// rank of the colour it has now, whether or not it ever moved (PAC-3, CON-1, BEN-1).
func (t *table) advances(from board.Square) []board.Square {
	ahead := step{0, forward(t.mover)}
	one, ok := ahead.from(from)
	if !ok || !t.grid.empty(one) {
		return nil
	}
	two, ok := ahead.from(one)
	if rankOf(from, t.mover) != 1 || !ok || !t.grid.empty(two) {
		return []board.Square{one}
	}
	return []board.Square{one, two}
}

var promotions = []board.Kind{board.Queen, board.Rook, board.Bishop, board.Knight}

// becomes lists what a pawn may promote to (PAC-2, CON-1; setting promotion).
func (t *table) becomes() []board.Kind {
	if t.set.Promotion == ruleset.PromoteQueen {
		return promotions[:1]
	}
	return promotions
}

// appendPawnMove appends the moves of a pawn to a square: one, or one for each promotion.
func (t *table) appendPawnMove(list []board.Move, from, to board.Square) []board.Move {
	if rankOf(to, t.mover) != 7 {
		return append(list, board.NewMove(from, to))
	}
	for _, k := range t.becomes() {
		list = append(list, board.Move{From: from, To: to, Promotion: k})
	}
	return list
}

// movements lists what the mover's pieces could do if kings did not matter: all moves by
// PAC-1 to PAC-3 with the castlings that PAC-13 to PAC-15 allow, or those of CON-1 and CON-9, or of
// BEN-1 and BEN-5. A side that has lost its king has none (BEN-4).
func (t *table) movements() []board.Move {
	if lostKing(&t.set, &t.pos, t.mover) {
		return nil
	}
	list := t.pieceMovements()
	for _, path := range t.castlings() {
		if t.castlingUnsafe(path) == 0 {
			list = append(list, path.move())
		}
	}

	return list
}

// pieceMovements lists them without castling.
func (t *table) pieceMovements() []board.Move {
	var list []board.Move
	for from := range board.NoSquare {
		if !t.own(from) {
			continue
		}
		if t.grid.at(from).Kind != board.Pawn {
			for _, to := range t.steps(from) {
				list = append(list, board.NewMove(from, to))
			}
			continue
		}

		for _, to := range t.advances(from) {
			if isTwoStep(from, to) && t.twoStepBarred(from, to) != 0 {
				continue
			}
			list = t.appendPawnMove(list, from, to)
		}

		for _, to := range t.pawnCaptures(from) {
			list = t.appendPawnMove(list, from, to)
		}
	}

	return list
}
