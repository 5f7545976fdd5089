package rules

import (
	"turncoat/internal/reference"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Explanation says why a turn does what it does: for each wave and each square that converts, which
// pieces persuade, which support, through which others, and by which rule.
type Explanation struct {
	Turn    board.Played
	Waves   []WaveStory
	Reclaim []WaveStory // the rounds of the reclaim
	// Discounted are the moved pieces that did not count because they were over-persuaded where
	// they landed (PAC-7).
	Discounted board.Bitboard
	Moved      board.Position // right after the move, before any conversion
	// Why says in one sentence, without the full stop, why the move converts something or nothing,
	// in Andernach Chess and its kin: "the knight captured a pawn".
	Why string
}

// WaveStory is one wave, or one round of the reclaim.
type WaveStory struct {
	After   board.Position // the board after the wave; side to move and clocks are not set
	Squares []SquareStory  // by file, then rank
}

// SquareStory is one conversion. In Conversion Chess, Pairs lists the pieces that make the
// co-square. In Benedict and Masand Chess, Attackers lists the pieces that convert it by
// attacking the square. In Pacifist Chess, Persuade and Support are the weights of the side that
// converts the piece and of its owner.
type SquareStory struct {
	Square            board.Square
	Piece             board.Piece // before it converts
	Rule              string
	Persuade, Support Weight
	Pairs             []CoSquare
	Attackers         board.Bitboard
}

// Explain returns why a legal turn does what it does.
func (v *Variant) Explain(p *board.Position, t board.Played) Explanation {
	e := Explanation{Turn: t}
	c := reference.Begin(v.set, *p, t.Move)
	e.Moved = c.Board
	e.Why = c.Reason()
	for wave := c.Next(); wave != 0; wave = c.Next() {
		e.Discounted |= c.Discounted
		story := WaveStory{}
		for _, s := range wave.Squares() {
			story.Squares = append(story.Squares, v.square(c, s, p.Turn))
		}
		c.Convert(wave)
		story.After = c.Board
		e.Waves = append(e.Waves, story)
	}

	e.Discounted |= c.Discounted
	e.Reclaim = v.reclaimStory(c.Board, t)
	return e
}

// square explains why a piece converts in the next wave of a cascade.
func (v *Variant) square(c *reference.Cascade, s board.Square, mover board.Colour) SquareStory {
	at := &c.Board
	story := SquareStory{Square: s, Piece: at.PieceAt(s), Rule: v.set.Rule(ruleset.ConversionRule),
		Attackers: c.Attackers(s)}
	if v.set.Family.HasWeights() {
		story.Rule = "PAC-5"
		story.Persuade = v.weighWithout(at, s, mover, c.Discounted)
		story.Support = v.Weigh(at, s, mover.Other())
	}

	for _, pair := range c.CoSquares() {
		if pair.Square == s {
			story.Pairs = append(story.Pairs, CoSquare(pair))
		}
	}

	return story
}

// reclaimStory divides the reclaim of the turn into rounds that can follow one another, each with
// all the pieces that can be taken back at once.
func (v *Variant) reclaimStory(p board.Position, t board.Played) []WaveStory {
	var rounds []WaveStory
	mover := t.After.Turn.Other()
	for left := t.Reclaimed; left != 0; {
		story := WaveStory{}
		round := left & reference.Reclaimable(&v.set, &p, mover)
		for _, s := range round.Squares() {
			story.Squares = append(story.Squares, SquareStory{Square: s, Piece: p.PieceAt(s),
				Rule: "PAC-8", Persuade: v.Weigh(&p, s, mover.Other()), Support: v.Weigh(&p, s,
					mover)})
		}

		if round == 0 {
			break // by average a choice can hang on its order; the turn itself has been judged
		}
		for s := range round.All {
			p.Put(s, board.Piece{Kind: p.KindAt(s), Colour: mover.Other()})
		}
		story.After = p
		rounds = append(rounds, story)
		left &^= round
	}

	return rounds
}
