package generate

import (
	"fmt"

	"turncoat/rules/board"
	"turncoat/rules/reference"
	"turncoat/rules/ruleset"
)

// bearers returns the weight of a side on a square by PAC-4 alone, whatever else the rule set
// changes, with the pieces that bear on it.
func bearers(set ruleset.Set, p *board.Position, s board.Square, side board.Colour) reference.Weight {
	return reference.Weigh(plainly(set), *p, s, side, 0)
}

// plainly returns a rule set as PAC-4 to PAC-6 have it, but for how it weighs: other families lend
// their boards to it, in which to bear is to attack.
func plainly(set ruleset.Set) ruleset.Set {
	plain := ruleset.First(ruleset.Pacifist)
	plain.Weigh = set.Weigh
	if set.Family == ruleset.Pacifist {
		plain.Values = set.Values
	}
	return plain
}

// bearer names the one piece of a side that bears on a square, by its kind and its direction from
// there. It is empty where none does, or several.
func bearer(set ruleset.Set, p *board.Position, s board.Square, side board.Colour) string {
	by := bearers(set, p, s, side).By
	if len(by) != 1 {
		return ""
	}
	from, _ := line(s, by[0].Square)
	return fmt.Sprintf("%c bears from %v", by[0].Piece.Kind.Letter(), from)
}

// bearings names the pieces that alone convert something in the first wave of a turn.
func bearings(set ruleset.Set, p *board.Position, t *board.Played) []string {
	if len(t.Waves) == 0 {
		return nil
	}
	before := landed(t)
	var names []string
	for s := range t.Waves[0].All {
		if name := bearer(set, &before, s, p.Turn); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// landed returns the board of a turn as it was before any conversion.
func landed(t *board.Played) board.Position {
	p := t.After
	recolour(&p, t.Converted^t.Reclaimed)
	return p
}

func recolour(p *board.Position, squares board.Bits) {
	for s := range squares.All {
		piece := p.PieceAt(s)
		piece.Colour = piece.Colour.Other()
		p.Put(s, piece)
	}
}

// A lineReading is a wrong way to count who bears along a line, which no setting stands for: as if
// pieces behind the first slider were others.
type lineReading struct {
	trait string // what a turn shows that tells it from the right way
	// behind returns a piece as it is seen behind a first slider of a side.
	behind func(piece board.Piece, side board.Colour) board.Piece
	most   int // so many pieces count on a line; 0 for all
}

var lineReadings = []lineReading{
	{trait: "a third slider on a line decides", most: 2},
	{trait: "a slider of other lines behind the first does not count", behind: func(piece board.Piece, side board.Colour) board.Piece {
		if piece.Colour == side && slides(piece.Kind) {
			piece.Kind = board.Queen
		}
		return piece
	}},
	{trait: "an enemy slider behind the first does not count", behind: func(piece board.Piece, side board.Colour) board.Piece {
		if slides(piece.Kind) {
			piece.Colour = side
		}
		return piece
	}},
}

func slides(kind board.Kind) bool {
	return kind == board.Bishop || kind == board.Rook || kind == board.Queen
}

// weigh returns the weight of a side on a square by the wrong way.
func (r *lineReading) weigh(set ruleset.Set, p *board.Position, s board.Square, side board.Colour) reference.Weight {
	right := bearers(set, p, s, side)
	seen := right
	if r.behind != nil {
		changed := *p
		for at := range p.Occupied().All {
			if piece := p.PieceAt(at); slides(piece.Kind) && at != s {
				changed.Put(at, r.behind(piece, side))
			}
		}
		seen = bearers(set, &changed, s, side)
	}
	var w reference.Weight
	for _, b := range seen.By {
		if r.most > 0 && len(b.Through) >= r.most || !startsRight(b, right) {
			continue
		}
		w.Sum += int64(plainly(set).Values[p.KindAt(b.Square)])
		w.Count++
	}
	return w
}

// startsRight reports whether a piece bears on its square through a first one that truly does.
func startsRight(b reference.Bearer, right reference.Weight) bool {
	first := b.Square
	if n := len(b.Through); n > 0 {
		first = b.Through[n-1]
	}
	for _, r := range right.By {
		if r.Square == first && len(r.Through) == 0 {
			return true
		}
	}
	return false
}

// tells reports whether a turn converts something else by the wrong way (the doubts of PAC-7 left
// aside).
func (r *lineReading) tells(set ruleset.Set, p *board.Position, t *board.Played) bool {
	set = plainly(set)
	wrong := reference.Begin(set, *p, t.Move)
	right := *wrong
	if r.wave(wrong) == right.Next() {
		return false
	}
	for wave := right.Next(); wave != 0; wave = right.Next() {
		right.Convert(wave)
	}
	for wave := r.wave(wrong); wave != 0; wave = r.wave(wrong) {
		wrong.Convert(wave)
	}
	return wrong.Board.Colours != right.Board.Colours
}

// wave returns the pieces that convert next by the wrong way (PAC-5).
func (r *lineReading) wave(c *reference.Cascade) board.Bits {
	var over board.Bits
	mover := c.Before.Turn
	for s := range c.Board.Colours[mover.Other()].All {
		if r.weigh(c.Set, &c.Board, s, mover).Over(r.weigh(c.Set, &c.Board, s, mover.Other()), c.Set) {
			over |= s.Bit()
		}
	}
	return over
}
