package corpus

import (
	"fmt"
	"slices"

	"turncoat/rules"
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
	return bearersAnd(p, own, s, func(friend, along bool) bool { return false })
}

// bearersAnd lists them with what does not bear: sliders behind a first one at which the line ends, friends or not,
// that move along it or not, and what stands behind these.
func bearersAnd(p *board.Position, own board.Bits, s board.Square, also func(friend, along bool) bool) []bearing {
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
				kind, friend := p.KindAt(at), own.Has(at)
				along := reaches(kind, p.Colours[board.White].Has(at), h, step)
				if !friend || behind > 0 && !slides(kind) || !along {
					if behind == 0 || !slides(kind) || !also(friend, along) {
						break
					}
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

// A lineReading is a wrong way to count who bears along a line, and what a turn shows that tells it from the right one.
type lineReading struct {
	trait string
	list  bearingLister
}

// A bearingLister lists the pieces of a side that bear on a square.
type bearingLister func(p *board.Position, own board.Bits, s board.Square) []bearing

var lineReadings = []lineReading{
	{"a third slider on a line decides", func(p *board.Position, own board.Bits, s board.Square) []bearing {
		return slices.DeleteFunc(bearers(p, own, s), func(b bearing) bool { return b.behind > 1 })
	}},
	{"a slider of other lines behind the first does not count", func(p *board.Position, own board.Bits, s board.Square) []bearing {
		return bearersAnd(p, own, s, func(friend, along bool) bool { return friend && !along })
	}},
	{"an enemy slider behind the first does not count", func(p *board.Position, own board.Bits, s board.Square) []bearing {
		return bearersAnd(p, own, s, func(friend, along bool) bool { return !friend && along })
	}},
}

// told tells whether a turn converts something else by this way of counting.
func (r *lineReading) told(set ruleset.Set, p *board.Position, t *board.Played) bool {
	landed := t.After // as it was before any conversion
	recolour(&landed, t.Converted^t.Reclaimed)
	if over := overPersuaded(set, &landed, p.Turn, r.list); over == overPersuaded(set, &landed, p.Turn, bearers) {
		return false
	}
	return cascade(set, landed, p.Turn, r.list) != cascade(set, landed, p.Turn, bearers)
}

// cascade gives all that the mover converts, round by round (PAC-6; the doubts of PAC-7 left aside).
func cascade(set ruleset.Set, p board.Position, mover board.Colour, list bearingLister) (all board.Bits) {
	for wave := overPersuaded(set, &p, mover, list); wave != 0; wave = overPersuaded(set, &p, mover, list) {
		recolour(&p, wave)
		all |= wave
	}
	return all
}

// overPersuaded gives the enemy pieces that the mover outweighs (PAC-5).
func overPersuaded(set ruleset.Set, p *board.Position, mover board.Colour, list bearingLister) (over board.Bits) {
	own, enemy := p.Colours[mover], p.Colours[mover.Other()]
	for s := range enemy.All {
		if outweighs(set, list(p, own, s), list(p, enemy, s)) {
			over |= s.Bit()
		}
	}
	return over
}

func recolour(p *board.Position, squares board.Bits) {
	for s := range squares.All {
		piece := p.PieceAt(s)
		piece.Colour = piece.Colour.Other()
		p.Put(s, piece)
	}
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

// hinderedPawns tells whether a pawn of the mover's could go so many squares ahead if the last of them were not occupied;
// the first of two is empty.
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
