package generate

import (
	"fmt"

	"turncoat/corpus/internal/probe"
	"turncoat/rules"
	"turncoat/rules/board"
)

// lostRights names the castlings of the side to move that a right lost on the way to the position
// forbids, though everything stands as if it could be done: by what has ended the right (PAC-15, CON-10) and
// by wing.
func lostRights(q probe.Question, g *rules.Variant) []string {
	path, turns := replayed(q, g)
	if len(turns) == 0 {
		return nil
	}
	last := path[len(path)-1]
	var names []string
	for _, wing := range []board.Wing{board.AWing, board.HWing} {
		i := board.RightIndex(last.Turn, wing)
		right := path[0].Rights[i]
		if !right.Held() || last.Rights[i].Held() || !castlesWith(g, last, i, right) {
			continue
		}
		for n := range turns {
			if !path[n+1].Rights[i].Held() {
				names = append(names, fmt.Sprintf("%s, wing %d", lostBy(&path[n], turns[n].Move, right, last.Turn), wing))
				break
			}
		}
	}
	return names
}

// replayed plays the moves of a question and returns the positions on the way, one more than the turns; nothing where it cannot be played.
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
	wing := board.Wing(i & 1)
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
