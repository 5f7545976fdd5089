package corpus

import (
	"fmt"
	"slices"

	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// A heading is a step on the board: a direction of lines, or the leap of a knight.
type heading struct{ files, ranks int }

func (h heading) String() string { return fmt.Sprintf("%+d%+d", h.files, h.ranks) }

// line gives the direction from one square to another and how many steps lie between; a knight's
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

// A bearing is a piece that bears on a square, seen from there.
type bearing struct {
	kind   board.Kind
	from   heading
	behind int // so many sliders stand between
}

// bearers lists the pieces of a side that bear on a square, batteries included (PAC-4).
func bearers(p *board.Position, own board.Bits, s board.Square) []bearing {
	var list []bearing
	for files := -2; files <= 2; files++ {
		for ranks := -2; ranks <= 2; ranks++ {
			h := heading{files, ranks}
			leap := abs(files*ranks) == 2
			if !leap && max(abs(files), abs(ranks)) != 1 {
				continue
			}
			behind := 0
			for step := 1; step <= 7; step++ {
				file, rank := s.File()+step*files, s.Rank()+step*ranks
				if file < 0 || file > 7 || rank < 0 || rank > 7 {
					break
				}
				at := board.At(file, rank)
				if !p.Occupied().Has(at) && !leap {
					continue
				}
				kind := p.KindAt(at)
				if !own.Has(at) || behind > 0 && !slides(kind) || !reaches(kind, p.Colours[board.White].Has(at), h, step) {
					break
				}
				list = append(list, bearing{kind, h, behind})
				if !slides(kind) {
					break
				}
				behind++
			}
		}
	}
	return list
}

func slides(kind board.Kind) bool {
	return kind == board.Bishop || kind == board.Rook || kind == board.Queen
}

// bearer names the one piece of a side that bears on a square, by its kind and its direction from
// there. It is empty where none does, or several.
func bearer(p *board.Position, own board.Bits, s board.Square) string {
	list := bearers(p, own, s)
	if len(list) != 1 {
		return ""
	}
	return fmt.Sprintf("%c bears from %v", list[0].kind.Letter(), list[0].from)
}

// reaches tells whether a piece so many steps away along a heading bears on where the heading begins.
func reaches(kind board.Kind, white bool, h heading, steps int) bool {
	straight := h.files == 0 || h.ranks == 0
	leap := abs(h.files*h.ranks) == 2
	switch kind {
	case board.Pawn:
		return steps == 1 && !straight && !leap && (h.ranks < 0) == white
	case board.Knight:
		return leap
	case board.King:
		return steps == 1 && !leap
	case board.Rook:
		return straight
	case board.Bishop:
		return !straight && !leap
	default:
		return !leap
	}
}

// bearings names the pieces that alone convert something in the first round of a turn.
func bearings(p *board.Position, t *board.Played) []string {
	if len(t.Waves) == 0 {
		return nil
	}
	own := (t.After.Colours[p.Turn] | t.Reclaimed) &^ t.Converted
	var names []string
	for s := range t.Waves[0].All {
		if name := bearer(&t.After, own, s); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// thirdDecides tells whether a turn converts a piece, or leaves one, in the first round only because
// of a third slider on a line.
func thirdDecides(set ruleset.Set, p *board.Position, t *board.Played) bool {
	after := t.After // as it was before any conversion
	for s := range (t.Converted ^ t.Reclaimed).All {
		piece := after.PieceAt(s)
		piece.Colour = piece.Colour.Other()
		after.Put(s, piece)
	}
	mover, enemy := after.Colours[p.Turn], after.Colours[p.Turn.Other()]
	for s := range enemy.All {
		persuade, support := bearers(&after, mover, s), bearers(&after, enemy, s)
		third := func(b bearing) bool { return b.behind > 1 }
		if !slices.ContainsFunc(persuade, third) && !slices.ContainsFunc(support, third) {
			continue
		}
		full := outweighs(set, persuade, support)
		if full != outweighs(set, slices.DeleteFunc(persuade, third), slices.DeleteFunc(support, third)) {
			return true
		}
	}
	return false
}

// outweighs tells whether one list of pieces has the greater weight (PAC-4, PAC-5).
func outweighs(set ruleset.Set, a, b []bearing) bool {
	x, y := 0, 0
	for _, piece := range a {
		x += int(set.Values[piece.kind])
	}
	for _, piece := range b {
		y += int(set.Values[piece.kind])
	}
	switch set.Weigh {
	case ruleset.ByNumber:
		return len(a) > len(b)
	case ruleset.ByAverage:
		return len(a) > 0 && (len(b) == 0 || x*len(b) > y*len(a))
	}
	return x > y
}
