// Package bearing counts who bears on a square by asking package reference, rightly and in wrong ways
// that no setting of the rules stands for.
package bearing

import (
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Weigh returns the weight of a side on a square by PAC-4 alone, whatever else the rule set
// changes, with the pieces that bear on it.
func Weigh(set ruleset.Set, p *board.Position, s board.Square, side board.Colour) rules.Weight {
	return rules.NewReference(Plainly(set)).Weigh(p, s, side)
}

// Plainly returns a rule set as PAC-4 to PAC-6 have it, but for how it weighs: other families lend
// their boards to it, in which to bear is to attack.
func Plainly(set ruleset.Set) ruleset.Set {
	plain := ruleset.First(ruleset.Pacifist)
	plain.Weigh = set.Weigh
	if set.Family == ruleset.Pacifist {
		plain.Values = set.Values
	}
	return plain
}

// A Reading is a wrong way to count who bears along a line, which no setting stands for: as if
// pieces behind the first slider were others.
type Reading struct {
	Trait string // what a turn shows that tells it from the right way
	// behind returns a piece as it is seen behind a first slider of a side.
	behind func(piece board.Piece, side board.Colour) board.Piece
	most   int // so many pieces count on a line; 0 for all
}

// Readings are the wrong ways known.
var Readings = []Reading{
	{Trait: "a third slider on a line decides", most: 2},
	{Trait: "a slider of other lines behind the first does not count", behind: func(piece board.Piece,
		side board.Colour) board.Piece {
		if piece.Colour == side && slides(piece.Kind) {
			piece.Kind = board.Queen
		}
		return piece
	}},
	{Trait: "an enemy slider behind the first does not count", behind: func(piece board.Piece,
		side board.Colour) board.Piece {
		if slides(piece.Kind) {
			piece.Colour = side
		}
		return piece
	}},
}

func slides(kind board.Kind) bool {
	return kind == board.Bishop || kind == board.Rook || kind == board.Queen
}

// Weigh returns the weight of a side on a square by the wrong way.
func (r *Reading) Weigh(set ruleset.Set, p *board.Position, s board.Square, side board.Colour) rules.Weight {
	right := Weigh(set, p, s, side)
	seen := right
	if r.behind != nil {
		changed := *p
		for at := range p.Occupied().All {
			if piece := p.PieceAt(at); slides(piece.Kind) && at != s {
				changed.Put(at, r.behind(piece, side))
			}
		}
		seen = Weigh(set, &changed, s, side)
	}
	var w rules.Weight
	for _, b := range seen.By {
		if r.most > 0 && len(b.Through) >= r.most || !startsRight(b, right) {
			continue
		}
		w.Sum += int64(Plainly(set).Values[p.KindAt(b.Square)])
		w.Count++
	}
	return w
}

// startsRight reports whether a piece bears on its square through a first one that truly does.
func startsRight(b rules.Bearer, right rules.Weight) bool {
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

// Tells reports whether a turn converts something else by the wrong way (the doubts of PAC-7 left
// aside).
func (r *Reading) Tells(set ruleset.Set, p *board.Position, t *board.Played) bool {
	set = Plainly(set)
	wrong := rules.NewReference(set).Cascade(p, t.Move)
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
func (r *Reading) wave(c *rules.Cascade) board.Bitboard {
	var over board.Bitboard
	mover := c.Before.Turn
	for s := range c.Board.Colours[mover.Other()].All {
		if r.Weigh(c.Set, &c.Board, s, mover).Over(r.Weigh(c.Set, &c.Board, s, mover.Other()), c.Set) {
			over |= s.Bit()
		}
	}
	return over
}
