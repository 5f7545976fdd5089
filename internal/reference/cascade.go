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
	Discounted board.Bitboard

	moved     board.Bitboard // where the moved pieces stand: one, or in castling king and rook
	waves     int            // how many waves have been converted
	converted board.Bitboard // what they have converted
	last      board.Bitboard // what the last of them has converted

	reach  *reach         // of the board before the move, nil if it is not known
	judged bool           // whether over is known
	over   board.Bitboard // what hanging returns
}

// Begin makes the move and nothing else: the pieces stand where they go, the side to move, the
// rights and the clocks are as before. Of a move that no piece can make it leaves the board alone.
func Begin(set ruleset.Set, p board.Position, m board.Move) *Cascade {
	c := begin(set, p, m, nil)
	c.Board.Rekey()
	return &c
}

// begin is Begin without the key of the board, which the turn that is made in the end has
// ([carried.end]).
func begin(set ruleset.Set, p board.Position, m board.Move, before *reach) Cascade {
	c := Cascade{Set: set, Before: p, Move: m, Board: p, reach: before}
	c.moved = carryOut(&c.Board, m)
	c.Board.EnPassant = board.NoSquare
	if set.MovedPiece != ruleset.AlwaysCounts {
		c.Discounted = c.persuadedMovers()
	}
	return c
}

// MovedKing returns the square on which the king ends if it is what has moved, or castled.
func (c *Cascade) MovedKing() board.Bitboard { return c.moved & c.Board.Kings }

// carryOut moves the pieces of a move on the board and returns the squares on which they end.
func carryOut(p *board.Position, m board.Move) board.Bitboard {
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

// Next returns the pieces that convert in the next wave, empty when the cascade is done. It changes
// nothing but Discounted.
func (c *Cascade) Next() board.Bitboard {
	switch c.Set.Family {
	case ruleset.Pacifist:
		return c.nextRound()
	case ruleset.Conversion:
		return c.nextCoSquares()
	case ruleset.Benedict:
		return c.nextAttacked()
	case ruleset.Andernach:
		return c.nextStep()
	}

	return 0
}

// Convert converts the wave: each piece in it changes colour and, but for a setting of Andernach
// Chess, nothing else.
func (c *Cascade) Convert(wave board.Bitboard) {
	c.convert(wave)
	c.Board.Rekey()
}

// convert is Convert without the key of the board.
func (c *Cascade) convert(wave board.Bitboard) {
	turnOver(&c.Board, wave)
	c.takeKind(wave)
	c.judged = false
	c.waves++
	c.converted |= wave
	c.last = wave
}

// turnOver changes the colour of the pieces on the squares, and not the key.
func turnOver(p *board.Position, squares board.Bitboard) {
	for s := range squares.All {
		if piece := p.PieceAt(s); piece.Kind != board.NoKind {
			piece.Colour = piece.Colour.Other()
			p.Put(s, piece)
		}
	}
}

// run converts wave after wave until one is empty, and returns them.
func (c *Cascade) run() (waves []board.Bitboard) {
	for wave := c.Next(); wave != 0; wave = c.Next() {
		c.convert(wave)
		waves = append(waves, wave)
	}

	return waves
}

// nextRound returns the over-persuaded enemy pieces that convert together in the next round
// (PAC-6).
func (c *Cascade) nextRound() board.Bitboard {
	if c.Set.Rounds == ruleset.FirstRound && c.waves > 0 {
		return 0
	}
	switch c.Set.MovedPiece {
	case ruleset.EachRound:
		c.Discounted = c.persuadedMovers()
	case ruleset.NoneConvert:
		// In castling one of king and rook is enough: each is a moved piece.
		if c.Discounted != 0 {
			return 0
		}
	}

	round := convertible(&c.Set, &c.Board, c.Before.Turn.Other())
	if c.Set.Candidates == ruleset.TouchedCandidates && c.waves == 0 {
		round &= c.touched()
	}
	if c.Set.Rounds == ruleset.InTurn {
		return c.inTurn(round)
	}
	return c.persuaded(round)
}

// persuaded returns those of the pieces on the squares that are over-persuaded, without what is
// discounted.
func (c *Cascade) persuaded(squares board.Bitboard) board.Bitboard {
	if c.Discounted == 0 {
		return squares & c.hanging()
	}
	r := newReach(&c.Set, &c.Board, c.reach)
	return hanging(&c.Set, &r, squares, c.Discounted)
}

// inTurn returns those of the pieces on the squares that convert if each is judged after those on
// the squares before it have converted (PAC-6, setting rounds).
func (c *Cascade) inTurn(squares board.Bitboard) board.Bitboard {
	var round board.Bitboard
	later := *c
	for s := range squares.All {
		converts := later.persuaded(s.Bit())
		if converts != 0 {
			turnOver(&later.Board, converts)
			later.judged = false
			round |= converts
		}
	}

	return round
}

// hanging returns those of the enemy's pieces, of the kings and of the moved pieces that are
// over-persuaded on the board as it stands; every piece counts.
func (c *Cascade) hanging() board.Bitboard {
	if !c.judged {
		r := newReach(&c.Set, &c.Board, c.reach)
		asked := c.Board.Colours[c.Before.Turn.Other()] | c.Board.Kings | c.moved
		c.over, c.judged = hanging(&c.Set, &r, asked, 0), true
	}

	return c.over
}

// persuadedMovers returns the moved pieces that are over-persuaded where they stand; every other
// piece counts in judging that, king and rook of a castling for each other too (PAC-7).
func (c *Cascade) persuadedMovers() board.Bitboard { return c.hanging() & c.moved }

// touched returns the squares on which a moved piece bears (PAC-6, setting candidates).
func (c *Cascade) touched() board.Bitboard {
	g := newGrid(&c.Board)
	var found board.Bitboard
	for s := range c.moved.All {
		found |= bearsOn(&c.Set, &g, s)
	}
	return found
}
