package board

import (
	"strconv"

	"turncoat/rules/ruleset"
)

// AppendFEN appends the six fields of the position's FEN. Rights are written as KQkq, or as the
// file of the rook if it is not the outermost one. The en passant square is written only if an
// enemy pawn attacks it (docs/RULES.md, FEN).
func (p *Position) AppendFEN(text []byte, set ruleset.Set) []byte {
	text = p.AppendBoard(text)
	text = append(text, ' ', "wb"[p.Turn], ' ')
	mark := len(text)
	for _, side := range []Colour{White, Black} {
		if p.Rights.KingCame(side) {
			text = append(text, 'E'|byte(side)<<5)
		}
		for _, wing := range []CastlingSide{KingSide, QueenSide} {
			right := p.Rights[RightIndex(side, wing)]
			if !right.Held() {
				continue
			}
			letter := "QK"[wing]
			if p.outermost(set, side, wing) != right {
				letter = 'A' + byte(right.Rook.File())
			}
			text = append(text, letter|byte(side)<<5)
		}
	}

	if len(text) == mark {
		text = append(text, '-')
	}
	text = append(text, ' ')
	text = append(text, p.EnPassant.String()...)
	text = append(text, ' ')
	text = strconv.AppendUint(text, uint64(p.Clock), 10)
	text = append(text, ' ')
	return strconv.AppendUint(text, uint64(p.Number), 10)
}

// FEN returns the position as [Position.AppendFEN] writes it.
func (p *Position) FEN(set ruleset.Set) string { return string(p.AppendFEN(nil, set)) }

// String returns the position as a FEN, its castling rights written as pacifist1 writes them.
func (p Position) String() string { return p.FEN(ruleset.First(ruleset.Pacifist)) }

// AppendBoard appends the first field of the position's FEN.
func (p *Position) AppendBoard(text []byte) []byte {
	for rank := 7; rank >= 0; rank-- {
		empty := byte(0)
		for file := range 8 {
			piece := p.PieceAt(At(file, rank))
			if piece.Kind == NoKind {
				empty++
				continue
			}

			if empty > 0 {
				text = append(text, '0'+empty)
				empty = 0
			}

			text = append(text, piece.Letter())
		}

		if empty > 0 {
			text = append(text, '0'+empty)
		}
		if rank > 0 {
			text = append(text, '/')
		}
	}

	return text
}

// Board returns the first field of the position's FEN.
func (p *Position) Board() string { return string(p.AppendBoard(nil)) }
