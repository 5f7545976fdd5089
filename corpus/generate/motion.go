package generate

import (
	"fmt"

	"turncoat/rules"
	"turncoat/rules/board"
)

// A heading is a step on the board: a direction of lines, or the leap of a knight.
type heading struct{ files, ranks int }

func (h heading) String() string { return fmt.Sprintf("%+d%+d", h.files, h.ranks) }

// line returns the direction from one square to another and how many steps lie between; a knight's
// leap is one step.
func line(from, to board.Square) (h heading, steps int) {
	h = heading{to.File() - from.File(), to.Rank() - from.Rank()}
	if h.files != 0 && h.ranks != 0 && abs(h.files) != abs(h.ranks) {
		return h, 1
	}
	steps = max(abs(h.files), abs(h.ranks))
	return heading{h.files / max(steps, 1), h.ranks / max(steps, 1)}, steps
}

func abs(n int) int { return max(n, -n) }

// motion names what a turn shows of how pieces move and take: every kind in each of its directions, sliders
// over more than one square, castling on each wing. It is empty where a turn shows nothing of the sort.
func motion(p *board.Position, t *board.Played) string {
	if wing, castles := t.Move.Castles(p); castles {
		return fmt.Sprintf("side %d castles on wing %d", p.Turn, wing)
	}
	kind := p.KindAt(t.Move.From)
	h, steps := line(t.Move.From, t.Move.To)
	taken := p.Colours[p.Turn.Other()].Has(t.Move.To)
	switch kind {
	case board.Bishop, board.Rook, board.Queen:
		if steps < 2 && !taken {
			return ""
		}
	case board.Pawn:
		switch {
		case t.Move.Promotion < board.NoKind:
			return fmt.Sprintf("P promotes %v", h)
		case h.files != 0 && !taken:
			return fmt.Sprintf("P takes en passant %v", h)
		}
		return fmt.Sprintf("P moves %d times %v", steps, h)
	}
	if taken {
		return fmt.Sprintf("%c takes", kind.Letter())
	}
	return fmt.Sprintf("%c moves %v", kind.Letter(), h)
}

// hinderedPawns reports whether a pawn of the mover's could go so many squares ahead if the last of them were
// not occupied; the first of two is empty.
func hinderedPawns(g *rules.Variant, p *board.Position, steps int) bool {
	ahead, first := 1, 1
	if p.Turn == board.Black {
		ahead, first = -1, 6
	}
	for s := range (p.Pawns & p.Colours[p.Turn]).All {
		next := board.At(s.File(), s.Rank()+ahead)
		if steps == 2 {
			if s.Rank() != first || p.Occupied().Has(next) {
				continue
			}
			next = board.At(s.File(), s.Rank()+2*ahead)
		}
		if !p.Occupied().Has(next) || p.Kings.Has(next) || next.Rank() == 0 || next.Rank() == 7 {
			continue
		}
		free := *p
		free.Put(next, board.NoPiece)
		if g.Legal(&free, board.NewMove(s, next)) {
			return true
		}
	}
	return false
}
