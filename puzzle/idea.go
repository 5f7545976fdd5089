package puzzle

import (
	"maps"
	"slices"
	"strings"

	"turncoat/rules/board"
)

// Idea names what a puzzle is about: its key and the shape of its solution. Two puzzles with the same
// idea are the same puzzle to whoever solves them, whatever else stands on the board.
//
// The key is the kind of the piece and its squares, the same for all images of the position. The
// shape is the tree of the attacker's turns without the defences between them: how many different
// turns follow, and what follows them.
func Idea(p *board.Position, s *Solution) string {
	_, text, err := cutTurn(s.Play)
	if err != nil {
		return ""
	}
	m, err := board.ParseUCI(p, text)
	if err != nil {
		return ""
	}
	least := ""
	for _, y := range symmetries(p) {
		key := string(p.KindAt(m.From).Letter()) + y.square(m.From).String() + y.square(m.To).String()
		if m.Promotion < board.NoKind {
			key += string(m.Promotion.Letter())
		}
		if least == "" || key < least {
			least = key
		}
	}
	return least + shapes(s.Then)
}

// shapes writes continuations without their defences, each move once, sorted.
func shapes(branches []Branch) string {
	byMove := map[string]string{}
	for i := range branches {
		_, move, _ := cutTurn(branches[i].Reply.Play)
		shape := shapes(branches[i].Reply.Then)
		byMove[move] = max(shape, byMove[move]) // the fullest of those that begin alike
	}
	return "(" + strings.Join(slices.Sorted(maps.Values(byMove)), "") + ")"
}

// keyPiece gives the kind of the piece that makes a move, NoKind when the move cannot be read.
func keyPiece(p *board.Position, move string) board.Kind {
	m, err := board.ParseUCI(p, move)
	if err != nil {
		return board.NoKind
	}
	return p.KindAt(m.From)
}
