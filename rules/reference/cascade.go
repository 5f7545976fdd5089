package reference

import (
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Cascade is the conversions of one turn, wave by wave: the one source of truth for a conversion.
// Playing loops over it, explaining records it.
type Cascade struct {
	Set    ruleset.Set
	Before board.Position // before the move
	Move   board.Move
	Board  board.Position // as it stands now; at first right after the move
	// Discounted holds the moved pieces that do not count for the mover in this wave (PAC-7).
	Discounted board.Bits

	moved     board.Bits // where the moved pieces stand: one, or in castling king and rook
	waves     int        // how many waves have been converted
	converted board.Bits // what they have converted
	last      board.Bits // what the last of them has converted
}

// Begin makes the move and nothing else: the pieces stand where they go, the side to move, the
// rights and the clocks are as before. Of a move that no piece can make it leaves the board alone.
func Begin(set ruleset.Set, p board.Position, m board.Move) *Cascade {
	c := begin(set, p, m)
	c.Board.Rekey()
	return c
}

// begin is Begin without the key of the board, which the turn that is made in the end has ([carried.end]).
func begin(set ruleset.Set, p board.Position, m board.Move) *Cascade {
	c := &Cascade{Set: set, Before: p, Move: m, Board: p}
	c.moved = carryOut(&c.Board, m)
	c.Board.EnPassant = board.NoSquare
	if set.Family == ruleset.Pacifist {
		g := newGrid(&c.Board)
		if set.MovedPiece != ruleset.AlwaysCounts {
			c.Discounted = c.persuadedMovers(&g)
		}
	}
	return c
}

// carryOut moves the pieces of a move on the board and returns the squares on which they end.
func carryOut(p *board.Position, m board.Move) board.Bits {
	if wing, ok := castling(p, m); ok {
		king, rook := p.PieceAt(m.From), p.PieceAt(m.To)
		kingEnd, rookEnd := board.CastlingEnds(p.Turn, wing)
		p.Put(m.From, board.NoPiece)
		p.Put(m.To, board.NoPiece)
		p.Put(kingEnd, king)
		p.Put(rookEnd, rook)
		return kingEnd.Bit() | rookEnd.Bit()
	}
	piece := p.PieceAt(m.From)
	if piece.Kind == board.NoKind || m.To >= board.NoSquare || m.From == m.To {
		return 0
	}
	if piece.Kind == board.Pawn {
		if taken, ok := takesEnPassant(p, m); ok {
			p.Put(taken, board.NoPiece)
		}
		if rankOf(m.To, piece.Colour) == 7 && m.Promotion < board.NoKind {
			piece.Kind = m.Promotion
		}
	}
	p.Put(m.From, board.NoPiece)
	p.Put(m.To, piece)
	return m.To.Bit()
}

// Next returns the pieces that convert in the next wave, empty when the cascade is done. It changes nothing but Discounted.
func (c *Cascade) Next() board.Bits {
	switch c.Set.Family {
	case ruleset.Pacifist:
		return c.nextRound()
	case ruleset.Conversion:
		return c.nextCoSquares()
	}
	return 0
}

// Convert converts the wave: each piece in it changes colour and nothing else.
func (c *Cascade) Convert(wave board.Bits) {
	c.convert(wave)
	c.Board.Rekey()
}

// convert is Convert without the key of the board.
func (c *Cascade) convert(wave board.Bits) {
	turnOver(&c.Board, wave)
	c.waves++
	c.converted |= wave
	c.last = wave
}

// turnOver changes the colour of the pieces on the squares, and not the key.
func turnOver(p *board.Position, squares board.Bits) {
	for s := range squares.All {
		if piece := p.PieceAt(s); piece.Kind != board.NoKind {
			piece.Colour = piece.Colour.Other()
			p.Put(s, piece)
		}
	}
}

// run converts wave after wave until one is empty, and returns them.
func (c *Cascade) run() (waves []board.Bits) {
	for wave := c.Next(); wave != 0; wave = c.Next() {
		c.convert(wave)
		waves = append(waves, wave)
	}
	return waves
}

// nextRound returns the over-persuaded enemy pieces that convert together in the next round (PAC-6).
func (c *Cascade) nextRound() board.Bits {
	if c.Set.Rounds == ruleset.FirstRound && c.waves > 0 {
		return 0
	}
	g := newGrid(&c.Board)
	switch c.Set.MovedPiece {
	case ruleset.EachRound:
		c.Discounted = c.persuadedMovers(&g)
	case ruleset.NoneConvert:
		// In castling one of king and rook is enough: each is a moved piece.
		if c.Discounted != 0 {
			return 0
		}
	}
	round := overPersuadedOf(&c.Set, &g, c.Before.Turn.Other(), c.Discounted)
	if c.Set.Candidates == ruleset.TouchedCandidates && c.waves == 0 {
		round &= c.touched(&g, round)
	}
	return round
}

// persuadedMovers returns the moved pieces that are over-persuaded where they stand; every other
// piece counts in judging that, king and rook of a castling for each other too (PAC-7).
func (c *Cascade) persuadedMovers(g *grid) board.Bits {
	var found board.Bits
	for s := range c.moved.All {
		if overPersuaded(&c.Set, g, s, c.Before.Turn, 0) {
			found |= s.Bit()
		}
	}
	return found
}

// touched returns those of the squares on which a moved piece bears (PAC-6, setting candidates).
func (c *Cascade) touched(g *grid, squares board.Bits) board.Bits {
	var found board.Bits
	for s := range squares.All {
		bearers(&c.Set, g, s, c.Before.Turn, func(from board.Square, _ board.Bits) {
			if c.moved.Has(from) {
				found |= s.Bit()
			}
		})
	}
	return found
}
