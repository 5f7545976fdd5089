package analysis

import (
	"fmt"
	"strings"

	"turncoat/rules/board"
)

// A Pattern is a condition on a turn: which piece makes it, and where it goes. The zero value
// matches every turn.
type Pattern struct {
	kind   board.Kind
	isKind bool
	square board.Square
	isAt   bool
}

// ParsePattern reads "N", "N@f7" or "@f7"; a piece is K, Q, R, B, N or P.
func ParsePattern(text string) (Pattern, error) {
	var p Pattern
	letter, square, at := strings.Cut(text, "@")
	if at {
		p.square, p.isAt = board.ParseSquare(square)
		if !p.isAt {
			return p, fmt.Errorf("%q has no square after @", text)
		}
	}

	if letter == "" && at {
		return p, nil
	}
	if len(letter) == 1 {
		var piece board.Piece
		piece, p.isKind = board.PieceOf(strings.ToUpper(letter)[0])
		p.kind = piece.Kind
	}

	if !p.isKind {
		return p, fmt.Errorf("%q is neither a piece (K, Q, R, B, N or P), nor a piece and a square such as N@f7", text)
	}
	return p, nil
}

// Matches reports whether a move of a position matches. A pawn that promotes counts as a pawn and
// as the new piece. Castling is the king's move, to the king's new square.
func (p Pattern) Matches(at *board.Position, m board.Move) bool {
	to := m.To
	if wing, ok := m.Castles(at); ok {
		to = board.At([...]int{2, 6}[wing], m.From.Rank())
	}
	if p.isAt && p.square != to {
		return false
	}
	return !p.isKind || p.kind == at.KindAt(m.From) || p.kind == m.Promotion
}

// Shape is a condition on the turns of a solution: on the key, and on the last turn.
type Shape struct{ Key, Final Pattern }

// ParseShape reads two patterns; an empty text matches every turn.
func ParseShape(key, final string) (Shape, error) {
	var s Shape
	for _, c := range []struct {
		text string
		to   *Pattern
	}{{key, &s.Key}, {final, &s.Final}} {
		if c.text == "" {
			continue
		}
		var err error
		*c.to, err = ParsePattern(c.text)
		if err != nil {
			return s, err
		}
	}

	return s, nil
}

// Missing returns how many of the patterns a solution does not match, 0 to 2. The last turn is that
// of the main line. Of several solutions all must match.
func (s Shape) Missing(at *board.Position, found *Analysis) int {
	key, final := 0, 0
	keys := found.Tree.Keys
	if !found.Tree.Goal.HasLines() {
		keys = keys[:1]
	}
	for i := range keys {
		line := keys[i].Line()
		if !s.Key.Matches(at, line[0].Move) {
			key = 1
		}
		if !s.Ends(at, line) {
			final = 1
		}
	}

	return key + final
}

// Ends reports whether the last turn of a line matches Final.
func (s Shape) Ends(at *board.Position, line []board.Played) bool {
	before := at
	if len(line) > 1 {
		before = &line[len(line)-2].After
	}
	return s.Final.Matches(before, line[len(line)-1].Move)
}
