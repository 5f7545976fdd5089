package rules

import (
	"turncoat/rules/board"
	"turncoat/rules/internal/reference"
	"turncoat/rules/ruleset"
)

// Explanation says why a turn does what it does: for each wave and each square that converts, who
// persuades, who supports, through whom, and by which rule.
type Explanation struct {
	Turn    board.Played
	Waves   []WaveStory
	Reclaim []WaveStory // the rounds of the reclaim
	// Discounted holds the moved pieces that were over-persuaded where they landed and so did not count (PAC-7).
	Discounted board.Bitboard
	Moved      board.Position // right after the move, before any conversion
}

// WaveStory is one wave, or one round of the reclaim.
type WaveStory struct {
	After   board.Position // the board after the wave; side to move and clocks are not set
	Squares []SquareStory  // by file, then rank
}

// SquareStory is one conversion. In Conversion Chess Pairs says what makes the co-square; in
// Pacifist Persuade and Support are the weights of the side that converts and of the owner.
type SquareStory struct {
	Square            board.Square
	Piece             board.Piece // before it converts
	Rule              string
	Persuade, Support Weight
	Pairs             []CoSquare
}

// Explain returns why a legal turn does what it does.
func (v *Variant) Explain(p *board.Position, t board.Played) Explanation {
	e := Explanation{Turn: t}
	c := reference.Begin(v.set, *p, t.Move)
	e.Moved = c.Board
	for {
		wave := c.Next()
		if wave == 0 {
			break
		}
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

func (v *Variant) square(c *reference.Cascade, s board.Square, mover board.Colour) SquareStory {
	story := SquareStory{Square: s, Piece: c.Board.PieceAt(s)}
	if v.set.Family == ruleset.Conversion {
		story.Rule = "CON-4"
		for _, pair := range c.CoSquares() {
			if pair.Square == s {
				story.Pairs = append(story.Pairs, pair)
			}
		}
		return story
	}
	story.Rule = "PAC-5"
	story.Persuade = reference.Weigh(v.set, c.Board, s, mover, c.Discounted)
	story.Support = v.Weigh(&c.Board, s, mover.Other())
	return story
}

// reclaimStory returns the reclaim in rounds, each with all the pieces that can be taken back at once:
// the squares of the turn in a possible order.
func (v *Variant) reclaimStory(p board.Position, t board.Played) []WaveStory {
	var rounds []WaveStory
	mover := t.After.Turn.Other()
	for left := t.Reclaimed; left != 0; {
		story := WaveStory{}
		var round board.Bitboard
		for _, s := range left.Squares() {
			persuade := v.Weigh(&p, s, mover.Other())
			support := v.Weigh(&p, s, mover)
			if persuade.Over(support, v.set) {
				round |= s.Bit()
				story.Squares = append(story.Squares, SquareStory{Square: s, Piece: p.PieceAt(s), Rule: "PAC-8",
					Persuade: persuade, Support: support})
			}
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

// The JSON of explanations, as `explain --json` prints it.
type (
	// BearerJSON is a piece that bears on a square.
	BearerJSON struct {
		Square  string   `json:"square"`
		Piece   string   `json:"piece"`
		Through []string `json:"through"`
	}
	// WeightJSON is a weight with the pieces that make it; an average is a fraction such as "7/3".
	WeightJSON struct {
		Weight string       `json:"weight"`
		By     []BearerJSON `json:"by"`
	}
	// PairJSON is a co-pair that makes a co-square.
	PairJSON struct {
		Moved   string `json:"moved"`
		Partner string `json:"partner"`
	}
	// SquareJSON is one conversion.
	SquareJSON struct {
		Square   string      `json:"square"`
		Piece    string      `json:"piece"`
		Persuade *WeightJSON `json:"persuade,omitempty"`
		Support  *WeightJSON `json:"support,omitempty"`
		Pairs    []PairJSON  `json:"pairs,omitempty"`
		Rule     string      `json:"rule"`
	}
	// WaveJSON is one wave and the board after it.
	WaveJSON struct {
		Board   string       `json:"board"`
		Squares []SquareJSON `json:"squares"`
	}
	// ExplanationJSON is the explanation of a legal turn.
	ExplanationJSON struct {
		Turn    TurnJSON   `json:"turn"`
		Legal   bool       `json:"legal"`
		Waves   []WaveJSON `json:"waves"`
		Reclaim []WaveJSON `json:"reclaim,omitempty"`
		// Discounted are the moved pieces that did not count (PAC-7).
		Discounted []string `json:"discounted,omitempty"`
	}
	// RefusalJSON is the explanation of an illegal move.
	RefusalJSON struct {
		Move    string   `json:"move"`
		Legal   bool     `json:"legal"`
		Rules   []string `json:"rules"`
		Message string   `json:"message"`
	}
)

// JSON returns an explanation as `explain --json` prints it; p is the position before the turn.
func (v *Variant) JSON(p *board.Position, e Explanation) ExplanationJSON {
	out := ExplanationJSON{Turn: v.TurnJSON(p, e.Turn), Legal: true, Waves: v.wavesJSON(e.Waves)}
	if len(e.Reclaim) > 0 {
		out.Reclaim = v.wavesJSON(e.Reclaim)
	}
	if e.Discounted != 0 {
		out.Discounted = e.Discounted.Names()
	}
	return out
}

func (v *Variant) wavesJSON(waves []WaveStory) []WaveJSON {
	out := make([]WaveJSON, 0, len(waves))
	for _, wave := range waves {
		w := WaveJSON{Board: wave.After.Board(), Squares: []SquareJSON{}}
		for _, s := range wave.Squares {
			sq := SquareJSON{Square: s.Square.String(), Piece: string(s.Piece.Letter()), Rule: s.Rule}
			for _, pair := range s.Pairs {
				sq.Pairs = append(sq.Pairs, PairJSON{pair.Moved.String(), pair.Partner.String()})
			}
			if v.set.Family == ruleset.Pacifist {
				sq.Persuade, sq.Support = v.WeightJSON(s.Persuade), v.WeightJSON(s.Support)
			}
			w.Squares = append(w.Squares, sq)
		}
		out = append(out, w)
	}
	return out
}

// WeightJSON returns a weight as the JSON of explanations shows it.
func (v *Variant) WeightJSON(w Weight) *WeightJSON {
	out := &WeightJSON{Weight: w.String(), By: []BearerJSON{}}
	for _, b := range w.By {
		bearer := BearerJSON{Square: b.Square.String(), Piece: string(b.Piece.Letter()), Through: []string{}}
		for _, s := range b.Through {
			bearer.Through = append(bearer.Through, s.String())
		}
		out.By = append(out.By, bearer)
	}
	return out
}
