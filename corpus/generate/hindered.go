package generate

import (
	"math/rand/v2"

	"turncoat/corpus/internal/probe"
	"turncoat/rules"
	"turncoat/rules/board"
)

// hindered is the exhibition of [ownBeyond].
func (m *maker) hindered() exhibition {
	return exhibition{
		shows:    func(c *candidate) []string { return ownBeyond(c.Question, m.Variant) },
		question: func(r *rand.Rand, _ int) (probe.Question, bool) { return m.composer.beyond(r) },
		stream:   4 << 32,
	}
}

// ownBeyond names the castlings that are refused for a piece of the mover's own beyond king and rook alone. A
// piece of the enemy there may attack the king besides, so that a program that does not look there refuses the
// castling all the same.
func ownBeyond(q probe.Question, g *rules.Variant) []string {
	path, _ := replayed(q, g)
	if path == nil {
		return nil
	}
	p := &path[len(path)-1]
	var shown []string
	for _, wing := range []board.CastlingSide{board.QueenSide, board.KingSide} {
		right := p.Rights[board.RightIndex(p.Turn, wing)]
		if !blockedBeyond(g, p, wing) {
			continue
		}
		in := castlingWay(wing, right) & p.Colours[p.Turn] &^ (right.King.Bit() | right.Rook.Bit())
		end, rookEnd := board.CastlingEnds(p.Turn, wing)
		switch {
		case in == 0:
		case in&(end.Bit()|rookEnd.Bit()) != 0:
			shown = append(shown, castlingNames[wing]+" refused over an own piece where king or rook ends")
		default:
			shown = append(shown, castlingNames[wing]+" refused over an own piece on the way")
		}
	}
	return shown
}
