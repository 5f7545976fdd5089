package analysis

import (
	"fmt"
	"strings"

	"turncoat/puzzle/solve"
	"turncoat/rules/board"
)

// A Pattern says what a turn must be: which piece makes it, and where it goes. The zero value takes every turn.
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
		if p.square, p.isAt = board.ParseSquare(square); !p.isAt {
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

// Matches reports whether a turn in a position is like that. A pawn that promotes is a pawn, and what it becomes, too. Castling is
// the king's turn, to where the king ends.
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

// Shape is what is wanted of the turns of a solution: of the key, and of the last turn.
type Shape struct{ Key, Final Pattern }

// ParseShape reads two patterns; an empty text takes every turn.
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
		if *c.to, err = ParsePattern(c.text); err != nil {
			return s, err
		}
	}
	return s, nil
}

// Missing counts what a solution lacks: the key, and the last turn, which is that of the main line. Of a help-win all solutions must be
// like that.
func (s Shape) Missing(at *board.Position, found *Analysis) int {
	key, final := 0, 0
	keys := found.Tree.Keys
	if found.Tree.Goal != solve.HelpWin {
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

// Ends reports whether the last turn of a line is as it is wanted.
func (s Shape) Ends(at *board.Position, line []board.Played) bool {
	before := at
	if len(line) > 1 {
		before = &line[len(line)-2].After
	}
	return s.Final.Matches(before, line[len(line)-1].Move)
}
