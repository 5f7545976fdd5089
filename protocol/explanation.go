package protocol

import (
	"turncoat/rules"
	"turncoat/rules/board"
)

type (
	// Explanation explains the effects of a legal turn in JSON.
	Explanation struct {
		Turn    Turn   `json:"turn"`
		Legal   bool   `json:"legal"`
		Waves   []wave `json:"waves"`
		Reclaim []wave `json:"reclaim,omitempty"`
		// Discounted are the moved pieces that did not count (PAC-7).
		Discounted []string `json:"discounted,omitempty"`
		// Why says why the move converts something or nothing, in Andernach Chess and its kin.
		Why string `json:"why,omitempty"`
	}
	// Refusal is why a move is illegal, in JSON.
	Refusal struct {
		Move    string   `json:"move"`
		Legal   bool     `json:"legal"`
		Rules   []string `json:"rules"`
		Message string   `json:"message"`
	}
	// wave is one wave, or one round of the reclaim, and the board after it.
	wave struct {
		Board   string       `json:"board"`
		Squares []conversion `json:"squares"`
	}
	// conversion is one piece that changes colour.
	conversion struct {
		Square   string  `json:"square"`
		Piece    string  `json:"piece"`
		Persuade *weight `json:"persuade,omitempty"`
		Support  *weight `json:"support,omitempty"`
		Pairs    []pair  `json:"pairs,omitempty"`
		// the squares of the pieces that attack it (BEN-2)
		Attackers []string `json:"attackers,omitempty"`
		Rule      string   `json:"rule"`
	}
	// weight is a weight with the pieces that make it; an average is a fraction such as "7/3".
	weight struct {
		Weight string   `json:"weight"`
		By     []bearer `json:"by"`
	}
	// bearer is a piece that bears on a square.
	bearer struct {
		Square  string   `json:"square"`
		Piece   string   `json:"piece"`
		Through []string `json:"through"`
	}
	// pair is a co-pair that makes a co-square.
	pair struct {
		Moved   string `json:"moved"`
		Partner string `json:"partner"`
	}
)

// ExplanationOf converts an explanation to JSON; p is the position before the turn.
func ExplanationOf(variant *rules.Variant, p *board.Position, e rules.Explanation) Explanation {
	out := Explanation{Turn: TurnOf(variant, p, e.Turn), Legal: true,
		Waves: wavesOf(variant, e.Waves), Why: e.Why}
	if len(e.Reclaim) > 0 {
		out.Reclaim = wavesOf(variant, e.Reclaim)
	}
	if e.Discounted != 0 {
		out.Discounted = e.Discounted.Names()
	}
	return out
}

func wavesOf(variant *rules.Variant, waves []rules.WaveStory) []wave {
	out := make([]wave, 0, len(waves))
	for _, story := range waves {
		w := wave{Board: story.After.Board(), Squares: []conversion{}}
		for _, s := range story.Squares {
			c := conversion{Square: s.Square.String(), Piece: string(s.Piece.Letter()),
				Rule: s.Rule}
			for _, copair := range s.Pairs {
				c.Pairs = append(c.Pairs, pair{copair.Moved.String(), copair.Partner.String()})
			}
			if s.Attackers != 0 {
				c.Attackers = s.Attackers.Names()
			}
			if variant.Set().Family.HasWeights() {
				c.Persuade, c.Support = weightOf(s.Persuade), weightOf(s.Support)
			}
			w.Squares = append(w.Squares, c)
		}

		out = append(out, w)
	}

	return out
}

func weightOf(w rules.Weight) *weight {
	out := &weight{Weight: w.String(), By: []bearer{}}
	for _, b := range w.By {
		by := bearer{Square: b.Square.String(), Piece: string(b.Piece.Letter()),
			Through: []string{}}
		for _, s := range b.Through {
			by.Through = append(by.Through, s.String())
		}
		out.By = append(out.By, by)
	}

	return out
}
