package generate

import (
	"fmt"
	"slices"

	"turncoat/corpus/internal/probe"
	"turncoat/rules"
	"turncoat/rules/board"
)

// A lostRight is a castling right of the side to move that a turn on the way has ended, though everything stands
// as if it could be used.
type lostRight struct {
	wing   board.CastlingSide
	right  board.Right
	before board.Position // the position before the turn
	turn   board.Played
}

// rightsLost returns the lost rights of the side to move, and that side.
func rightsLost(q probe.Question, g *rules.Variant) (list []lostRight, side board.Colour) {
	path, turns := replayed(q, g)
	if len(turns) == 0 {
		return nil, board.White
	}
	last := path[len(path)-1]
	for _, wing := range []board.CastlingSide{board.QueenSide, board.KingSide} {
		i := board.RightIndex(last.Turn, wing)
		right := path[0].Rights[i]
		if !right.Held() || last.Rights[i].Held() || !castlesWith(g, last, i, right) {
			continue
		}
		n := slices.IndexFunc(path, func(p board.Position) bool { return !p.Rights[i].Held() }) - 1
		list = append(list, lostRight{wing, right, path[n], turns[n]})
	}
	return list, last.Turn
}

// lostRights names the lost rights of the side to move by what has ended them (PAC-15, CON-10) and by wing.
func lostRights(q probe.Question, g *rules.Variant) []string {
	var names []string
	list, side := rightsLost(q, g)
	for _, l := range list {
		names = append(names, fmt.Sprintf("%s, wing %d", lostBy(&l.before, l.turn.Move, l.right, side), l.wing))
	}
	return names
}

// replayed plays the moves of a question and returns the positions on the way, one more than the turns; nothing
// where it cannot be played.
func replayed(q probe.Question, g *rules.Variant) (path []board.Position, turns []board.Played) {
	p, err := g.ParseFEN(q.FEN)
	if err != nil {
		return nil, nil
	}
	path = []board.Position{p}
	for _, text := range q.Moves {
		t, err := g.Parse(&path[len(path)-1], text)
		if err != nil {
			return nil, nil
		}
		path, turns = append(path, t.After), append(turns, t)
	}
	return path, turns
}

// castlesWith reports whether a side that had a right could castle by it.
func castlesWith(g *rules.Variant, p board.Position, i int, right board.Right) bool {
	wing := board.CastlingSide(i & 1)
	p.Rights[i] = right
	had, err := g.ParseFEN(g.FEN(&p))
	if err != nil || had.Rights[i] != right {
		return false
	}
	for t := range g.Turns(&had) {
		if w, castles := t.Move.Castles(&had); castles && w == wing {
			return true
		}
	}
	return false
}

// lostBy names what ended a right of a side.
func lostBy(p *board.Position, m board.Move, right board.Right, side board.Colour) string {
	switch {
	case m.From == right.King:
		return "a right lost by the move of its king"
	case m.From == right.Rook:
		return "a right lost by the move of its rook"
	case p.Turn == side:
		return "a right lost by the move of another king"
	}
	return "a right lost by a conversion or a capture"
}
