package publish

import (
	"fmt"
	"strings"

	"turncoat/rules/board"
)

// bookletSteps writes what the script of the booklet shows, click by click: the position, then of
// every turn the move, each wave and the reclaim. Steps are separated by "|". The first is the
// placement and the side to move. The others are the number of the turn, from 0, what happens, and
// the squares that change, each with the letter of the piece on it afterwards, "." for none:
//
//	0me3f5 e3.f5N    the move from e3 to f5
//	0w1 d8Ng8R       its first wave
//	0r g8r           what the enemy takes back
func bookletSteps(at *board.Position, turns []board.Played) string {
	var b strings.Builder
	b.WriteString(placementOf(at))
	before := *at
	for i := range turns {
		t := &turns[i]
		// The board before the waves is the one after the turn, with the colours changed back that
		// they and the reclaim changed.
		turned := func(s board.Square) board.Piece {
			p := t.After.PieceAt(s)
			if p.Kind != board.NoKind && (t.Converted ^ t.Reclaimed).Has(s) {
				p.Colour ^= 1
			}
			return p
		}
		fmt.Fprintf(&b, "|%dm%s%s ", i, t.From, kingGoes(&before, t))
		for s := board.Square(0); s < board.NoSquare; s++ {
			if now := turned(s); now != before.PieceAt(s) {
				fmt.Fprintf(&b, "%s%c", s, stepLetter(now))
			}
		}

		change := func(squares board.Bitboard, to board.Colour, format string, a ...any) {
			fmt.Fprintf(&b, format, a...)
			for _, s := range squares.Squares() {
				fmt.Fprintf(&b, "%s%c", s,
					stepLetter(board.Piece{Kind: t.After.KindAt(s), Colour: to}))
			}
		}
		for j, wave := range t.Waves {
			change(wave, before.Turn, "|%dw%d ", i, j+1)
		}
		if t.Reclaimed != 0 {
			change(t.Reclaimed, before.Turn.Other(), "|%dr ", i)
		}
		before = t.After
	}

	return b.String()
}

func placementOf(at *board.Position) string {
	return fmt.Sprintf("%s %c", at.Board(), "wb"[at.Turn&1])
}

// kingGoes returns the square that the moved piece reaches, of a castling the king.
func kingGoes(before *board.Position, t *board.Played) board.Square {
	if wing, ok := t.Castles(before); ok {
		king, _ := board.CastlingEnds(before.Turn, wing)
		return king
	}

	return t.To
}

func stepLetter(p board.Piece) byte {
	if p.Kind == board.NoKind {
		return '.'
	}
	return p.Letter()
}
