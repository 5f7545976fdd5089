package protocol

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"turncoat/internal/reference"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// explanation answers [AskExplain].
type explanation struct {
	Explain any `json:"explain"` // Explanation or Refusal
	// Sentences holds the sentence of each rule that the explanation cites.
	Sentences []Sentence `json:"sentences"`
}

func (s *Server) explain(_ context.Context, game *rules.Game, r *Request) (Reply, error) {
	if r.Move == "" {
		return Reply{}, Invalid("missing %q", "move")
	}
	variant, p := game.Variant(), *game.Position()
	t, err := game.Play(r.Move)
	var illegal *rules.IllegalError
	switch {
	case errors.As(err, &illegal):
		refusal := Refusal{Move: r.Move, Rules: illegal.Rules(), Message: err.Error()}
		return Reply{Body: explanation{refusal, sentences(variant, illegal.Rules())}}, nil
	case err != nil:
		return Reply{}, moveError("move", err)
	}

	e := variant.Explain(&p, t)
	var cited []string
	if e.Discounted != 0 {
		cited = append(cited, "PAC-7")
	}
	for _, waves := range [][]rules.WaveStory{e.Waves, e.Reclaim} {
		for _, wave := range waves {
			for _, square := range wave.Squares {
				cited = append(cited, square.Rule)
			}
		}
	}

	return Reply{Body: explanation{ExplanationOf(variant, &p, e), sentences(variant, cited)}}, nil
}

// Sentence is a rule in one sentence.
type Sentence struct {
	Rule string `json:"rule"`
	Text string `json:"text"`
}

// sentences returns the sentence of each cited rule once, in order.
func sentences(variant *rules.Variant, cited []string) []Sentence {
	list := []Sentence{}
	for _, id := range cited {
		if s := (Sentence{id, variant.Statement(id)}); s.Text != "" && !slices.Contains(list, s) {
			list = append(list, s)
		}
	}

	return list
}

// squareWeights holds the weights of both sides on a square.
type squareWeights struct {
	White *weight `json:"white"`
	Black *weight `json:"black"`
	// Outweighs is the side that would over-persuade an enemy piece on the square.
	Outweighs string `json:"outweighs,omitempty"`
}

// weighing returns the variant whose weights are shown. In games without persuasion, a weight is
// the number of attackers.
func weighing(variant *rules.Variant) (*rules.Variant, error) {
	if variant.Set().Family.HasWeights() {
		return variant, nil
	}
	set, err := ruleset.Parse([]byte("{base: pacifist1, lines: blocked}"), "")
	return rules.New(set), err
}

func (s *Server) weights(_ context.Context, game *rules.Game, _ *Request) (Reply, error) {
	variant, p := game.Variant(), game.Position()
	by, err := weighing(variant)
	if err != nil {
		return Reply{}, err
	}
	all := make(map[string]squareWeights, board.NoSquare)
	for square := range board.NoSquare {
		white, black := by.Weigh(p, square, board.White), by.Weigh(p, square, board.Black)
		w := squareWeights{White: weightOf(white), Black: weightOf(black)}
		switch {
		case white.Outweighs(black, variant.Set()):
			w.Outweighs = board.White.String()
		case black.Outweighs(white, variant.Set()):
			w.Outweighs = board.Black.String()
		}

		all[square.String()] = w
	}

	return Reply{Body: struct {
		Weights map[string]squareWeights `json:"weights"`
	}{all}}, nil
}

// reclaimState answers [AskReclaim]: a reclaim made round by round.
type reclaimState struct {
	Full   []string `json:"full"`   // squares of the full reclaim
	Taken  []string `json:"taken"`  // squares reclaimed so far
	Can    []string `json:"can"`    // squares that the next round can reclaim
	Board  string   `json:"board"`  // after the rounds
	Chosen string   `json:"chosen"` // the move with the reclaim so far, in input notation
}

func (s *Server) reclaim(_ context.Context, game *rules.Game, r *Request) (Reply, error) {
	variant, p := game.Variant(), game.Position()
	if r.Move == "" {
		return Reply{}, Invalid("missing %q", "move")
	}
	set := variant.Set()
	if set.Reclaim != ruleset.OptionalReclaim {
		return Reply{}, &Error{Code: Unsupported, Message: set.Name + " has no optional reclaims"}
	}

	full, err := variant.Parse(p, r.Move)
	if err != nil {
		return Reply{}, moveError("move", err)
	}
	full = variant.Play(p, full.Move)
	var taken board.Bitboard
	turn, err := variant.TryPlay(p, full.Move, &taken)
	if err != nil {
		return Reply{}, moveError("move", err)
	}
	at, mover := turn.After, p.Turn
	for i, round := range r.Rounds {
		can := reference.Reclaimable(&set, &at, mover)
		var now board.Bitboard
		for _, name := range round {
			square, ok := board.ParseSquare(name)
			if !ok || !can.Has(square) {
				return Reply{}, &Error{Code: IllegalMove, Rule: "PAC-8",
					Message: fmt.Sprintf("rounds[%d]: %q cannot be reclaimed in this round", i,
						name)}
			}

			now |= square.Bit()
		}

		for square := range now.All {
			at.Put(square, board.Piece{Kind: at.KindAt(square), Colour: mover.Other()})
		}
		taken |= now
	}

	turn, err = variant.TryPlay(p, full.Move, &taken)
	if err != nil {
		return Reply{}, moveError("rounds", err)
	}
	return Reply{Body: reclaimState{Full: full.Reclaimed.Names(), Taken: taken.Names(),
		Can:   reference.Reclaimable(&set, &at, mover).Names(),
		Board: at.Board(), Chosen: variant.InputSAN(p, turn)}}, nil
}

// ruleSet answers [AskRules].
type ruleSet struct {
	Name      string     `json:"name"`
	Family    string     `json:"family"`
	Reclaim   bool       `json:"reclaim"` // the enemy can choose what it reclaims
	YAML      string     `json:"yaml"`    // as a rule-set file
	Sentences []Sentence `json:"sentences"`
}

// rules answers [AskRules] for one rule set or all built-in ones.
func (s *Server) rules(r *Request) (Reply, error) {
	if len(r.Rules) > 0 {
		variant, err := s.variant(r)
		if err != nil {
			return Reply{}, err
		}
		return Reply{Body: map[string]ruleSet{"rules": describe(variant)}}, nil
	}

	list := []ruleSet{}
	for _, name := range ruleset.BuiltinNames() {
		variant, err := rules.Named(name)
		if err != nil {
			return Reply{}, err
		}
		list = append(list, describe(variant))
	}

	return Reply{Body: map[string][]ruleSet{"sets": list}}, nil
}

// describe returns a rule set with the sentences of the rules of its family.
func describe(variant *rules.Variant) ruleSet {
	set := variant.Set()
	prefix := set.Family.RulePrefix()
	var all []string
	for n := 1; variant.Statement(fmt.Sprint(prefix, n)) != ""; n++ {
		all = append(all, fmt.Sprint(prefix, n))
	}
	return ruleSet{Name: set.Name, Family: set.Family.String(), YAML: string(ruleset.AppendYAML(nil,
		set)), Reclaim: set.Reclaim == ruleset.OptionalReclaim, Sentences: sentences(variant, all)}
}
