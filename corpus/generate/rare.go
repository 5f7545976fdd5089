package generate

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"turncoat/corpus/internal/probe"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// rare is the exhibition of [rarities].
func (m *maker) rare() exhibition {
	return exhibition{
		shows:    func(c *candidate) []string { return rarities(c.Question, m.Variant) },
		question: m.composer.rarity,
		stream:   1 << 32,
	}
}

// rarities names what hardly a position shows that was not composed for it.
func rarities(q probe.Question, g *rules.Variant) []string {
	path, _ := replayed(q, g)
	if path == nil {
		return nil
	}
	p := &path[len(path)-1]
	shown := map[string]bool{}
	for _, wing := range []board.CastlingSide{board.QueenSide, board.KingSide} {
		if blockedBeyond(g, p, wing) {
			shown[castlingNames[wing]+" refused over a piece beyond king and rook"] = true
		}
	}
	if inward(q, g, p) {
		shown["castling by a letter of "+p.Turn.Title()+" for a rook outside the corner"] = true
	}
	if name := over(g, p); name != "" && !p.Kingless(p.Turn) {
		safety := ", its king safe"
		if g.InCheck(p) {
			safety = ", its king hanging"
		}
		shown[name+safety] = true
	}
	list, side := rightsLost(q, g)
	for _, l := range list {
		if l.before.Turn != side && l.turn.Move.From == l.right.Rook {
			shown["castling refused after the enemy moved its rook away"] = true
		}
	}
	return slices.Sorted(maps.Keys(shown))
}

// blockedBeyond reports whether a castling is refused for a single piece alone that does not stand between king
// and rook, but on the rest of their way, as it can only in shuffled starts.
func blockedBeyond(g *rules.Variant, p *board.Position, wing board.CastlingSide) bool {
	i := board.RightIndex(p.Turn, wing)
	right := p.Rights[i]
	named := right.King.Bit() | right.Rook.Bit()
	if !right.Held() || p.Colours[p.Turn]&named != named {
		return false
	}
	in := castlingWay(wing, right) & p.Occupied() &^ named
	s := in.First()
	if in.Count() != 1 || p.Kings.Has(s) || min(right.King, right.Rook) < s && s < max(right.King, right.Rook) {
		return false
	}
	less := *p
	less.Put(s, board.NoPiece)
	return castlesWith(g, less, i, right)
}

// inward reports whether there is a castling, with the outermost rook of its side, that does not stand in the
// corner, by a right that the FEN writes with K, Q, k or q.
func inward(q probe.Question, g *rules.Variant, p *board.Position) bool {
	if fields := strings.Fields(q.FEN); strings.Trim(fields[2], "KQkq") != "" {
		return false
	}
	for t := range g.Turns(p) {
		if _, castles := t.Move.Castles(p); castles && t.Move.To.File() != 0 && t.Move.To.File() != 7 {
			return true
		}
	}
	return false
}

// rarity composes a position that may show a rarity.
func (c *composer) rarity(r *rand.Rand, i int) (probe.Question, bool) {
	switch i % 4 {
	case 0:
		return c.beyond(r)
	case 1:
		return c.stuck(r)
	case 2:
		return c.takenAway(r)
	}
	return c.inward(r)
}

// inward composes a position in which a king may castle with a rook that stands on none of the corners.
func (c *composer) inward(r *rand.Rand) (probe.Question, bool) {
	var p board.Position
	p.Turn = board.Colour(r.IntN(2))
	rank := p.Turn.FirstRank()
	king := 2 + r.IntN(4)
	rook, letter := king+1+r.IntN(6-king), "Kk"
	if r.IntN(2) == 0 {
		rook, letter = 1+r.IntN(king-1), "Qq"
	}
	p.Put(board.At(king, rank), board.Piece{Kind: board.King, Colour: p.Turn})
	p.Put(board.At(rook, rank), board.Piece{Kind: board.Rook, Colour: p.Turn})
	c.drop(r, &p, board.At(4, 4), board.Piece{Kind: board.King, Colour: p.Turn.Other()})
	for range r.IntN(3) {
		c.drop(r, &p, board.At(4, 4), board.Piece{Kind: extras[r.IntN(len(extras))], Colour: board.Colour(r.IntN(2))})
	}
	return c.finish(&p, letter[p.Turn:p.Turn+1])
}

// beyond composes a position in which king and rook have a piece in their way that does not stand between them.
func (c *composer) beyond(r *rand.Rand) (probe.Question, bool) {
	var p board.Position
	p.Turn = board.Colour(r.IntN(2))
	rank := p.Turn.FirstRank()
	king := 1 + r.IntN(6)
	wing, rook := board.KingSide, king+1+r.IntN(7-king)
	if r.IntN(2) == 0 {
		wing, rook = board.QueenSide, r.IntN(king)
	}
	right := board.Right{King: board.At(king, rank), Rook: board.At(rook, rank)}
	p.Put(right.King, board.Piece{Kind: board.King, Colour: p.Turn})
	p.Put(right.Rook, board.Piece{Kind: board.Rook, Colour: p.Turn})
	var rest []board.Square
	for s := range castlingWay(wing, right).All {
		if s < min(right.King, right.Rook) || s > max(right.King, right.Rook) {
			rest = append(rest, s)
		}
	}
	if len(rest) == 0 {
		return probe.Question{}, false
	}
	p.Put(rest[r.IntN(len(rest))], board.Piece{Kind: []board.Kind{board.Knight, board.Bishop, board.Queen}[r.IntN(3)],
		Colour: board.Colour(r.IntN(2))})
	c.drop(r, &p, board.At(4, 4), board.Piece{Kind: board.King, Colour: p.Turn.Other()})
	return c.finish(&p, string(rune('A'+rook+32*int(p.Turn))))
}

// stuck composes a position in which the side to move may have no turn: its king stands in a corner, the enemy's
// queen near it.
func (c *composer) stuck(r *rand.Rand) (probe.Question, bool) {
	var p board.Position
	p.Turn = board.Colour(r.IntN(2))
	corner := board.At(7*r.IntN(2), 7*r.IntN(2))
	p.Put(corner, board.Piece{Kind: board.King, Colour: p.Turn})
	for _, kind := range []board.Kind{board.Queen, board.King} {
		file, rank := abs(corner.File()-r.IntN(4)), abs(corner.Rank()-r.IntN(4))
		s := board.At(file, rank)
		if p.Occupied().Has(s) {
			return probe.Question{}, false
		}
		p.Put(s, board.Piece{Kind: kind, Colour: p.Turn.Other()})
	}
	for range r.IntN(3) {
		c.drop(r, &p, corner, board.Piece{Kind: extras[r.IntN(len(extras))], Colour: board.Colour(r.IntN(2))})
	}
	return c.finish(&p, "-")
}

// takenAway looks for a position in which a right was lost because the enemy, whose its rook had become, moved
// it away, and another rook stands in its place.
func (c *composer) takenAway(r *rand.Rand) (probe.Question, bool) {
	if c.family != ruleset.Pacifist {
		return probe.Question{}, false
	}
	p, corner, right := c.stolen(r)
	q, p, ok := c.placed(c.finish(&p, right))
	if !ok {
		return q, false
	}
	for _, wanted := range []func(*board.Played) bool{
		func(t *board.Played) bool { return t.Move.From == corner },
		func(t *board.Played) bool { return t.Move.To == corner },
		func(t *board.Played) bool { return (t.Move.To.Bit()|t.Converted)&corner.Bit() == 0 },
	} {
		if _, ok := c.pick(r, &p, &q, wanted); !ok {
			return q, false
		}
	}
	return q, true
}

// stolen places the pieces for it: the mover owns the rook that a right of the other side names, and that side
// another beside it.
func (c *composer) stolen(r *rand.Rand) (p board.Position, corner board.Square, right string) {
	side := board.Colour(r.IntN(2))
	p.Turn = side.Other()
	rank := side.FirstRank()
	wing := board.CastlingSide(r.IntN(2))
	corner = board.At(7*int(wing), rank)
	step := 1 - 2*int(wing)
	p.Put(board.At(4, rank), board.Piece{Kind: board.King, Colour: side})
	p.Put(corner, board.Piece{Kind: board.Rook, Colour: p.Turn})
	p.Put(board.At(corner.File()+step*(1+r.IntN(2)), rank), board.Piece{Kind: board.Rook, Colour: side})
	for range 2 + r.IntN(3) {
		c.drop(r, &p, board.At(4, abs(rank-2)), board.Piece{Kind: extras[r.IntN(len(extras))],
			Colour: board.Colour(r.IntN(2))})
	}
	c.drop(r, &p, board.At(4, 4), board.Piece{Kind: board.King, Colour: p.Turn})
	return p, corner, string("QKqk"[2*int(side)+int(wing)])
}
