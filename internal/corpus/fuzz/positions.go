package fuzz

import (
	"context"
	"math/rand/v2"
	"slices"

	"turncoat/corpus"
	"turncoat/internal/corpus/check"
	"turncoat/internal/corpus/compose"
	"turncoat/protocol"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// positions makes batches of positions, the first ones and then those made by chance, while others
// are asked.
func (s *search) positions(ctx context.Context) <-chan []position {
	out := make(chan []position, 1)
	go func() {
		defer close(out)
		var first []corpus.Seed
		if s.options.First != nil {
			first = s.options.First(s.Rules)
		}
		list := recipes(&compose.Composer{Variant: s.variant, Seeds: first})
		send := func(seeds []corpus.Seed) bool {
			asked := make([]position, 0, len(seeds))
			for _, q := range seeds {
				if p, ok := s.position(q); ok {
					asked = append(asked, p)
				}
			}

			select {
			case out <- asked:
				return true
			case <-ctx.Done():
				return false
			}
		}
		for seeds := range slices.Chunk(first, batch) {
			if !send(seeds) {
				return
			}
		}

		made := 0
		for number := uint64(0); s.options.Count == 0 || made < s.options.Count; {
			var seeds []corpus.Seed
			for len(seeds) < batch {
				seeds = append(seeds, mix(s.variant, list,
					rand.New(rand.NewPCG(s.options.Seed, number)))...)
				number++
			}

			if s.options.Count > 0 {
				seeds = seeds[:min(len(seeds), s.options.Count-made)]
			}
			made += len(seeds)
			if !send(seeds) {
				return
			}
		}
	}()
	return out
}

// A recipe makes a random position, or several that are to be asked one after another; none if the
// attempt fails. It is used as often as its weight says.
type recipe struct {
	weight int
	make   func(*rand.Rand) []corpus.Seed
}

// recipes lists what can be made for a rule set.
func recipes(c *compose.Composer) []recipe {
	one := func(make func(*rand.Rand) (corpus.Seed, bool)) func(*rand.Rand) []corpus.Seed {
		return func(r *rand.Rand) []corpus.Seed {
			if q, ok := make(r); ok {
				return []corpus.Seed{q}
			}
			return nil
		}
	}
	list := []recipe{{20, one(c.Crowded)}, {8, one(c.History)}, {12, one(c.Walked)},
		{3, c.Game}, // some five positions
		{6, one(c.Wild)}, {4, one(c.Passed)}, {3, one(c.Broken)}, {12, one(c.Scatter)},
		{6, func(r *rand.Rand) []corpus.Seed { return withSibling(c, r) }},
		{2, one(c.Repeated)},
		{2, func(r *rand.Rand) []corpus.Seed { return slices.Repeat(one(c.Crowded)(r), 2) }}}

	set := c.Variant.Set()
	if len(c.Seeds) > 0 {
		list = append(list, recipe{14, one(func(r *rand.Rand) (corpus.Seed, bool) {
			return c.Mutate(r, c.Seeds[r.IntN(len(c.Seeds))])
		})})
	}

	if set.Family.HasWeights() {
		list = append(list, recipe{5, one(c.Battery)})
	}
	if set.MovedPiece != ruleset.AlwaysCounts {
		list = append(list, recipe{5, one(c.CastlingRook)})
	}
	if set.Reclaim == ruleset.NoReclaim || set.Weigh != ruleset.ByAverage { // else too many turns
		list = append(list, recipe{3, one(c.Full)})
	}
	if set.Reclaim != ruleset.NoReclaim && set.Weigh != ruleset.ByAverage {
		list = append(list, recipe{3, one(c.ManyReclaimed)})
	}
	if set.Reclaim == ruleset.OptionalReclaim {
		list = append(list, recipe{8, one(c.Reclaimed)})
	}
	if set.Family.HasCoSquares() {
		list = append(list, recipe{2, one(c.TakenAndBack)})
	}
	if set.Family.Converts() {
		list = append(list, recipe{3, one(c.ConvertedBack)})
	}
	if set.Family.HasEnPassant() {
		list = append(list, recipe{2, one(c.OnlyEnPassant)})
	}
	if set.GainsRights() {
		list = append(list, recipe{3, one(c.Gained)})
	}
	return list
}

// withSibling makes a position, one like it, and it again.
func withSibling(c *compose.Composer, r *rand.Rand) []corpus.Seed {
	q, ok := c.Scatter(r)
	if !ok {
		return nil
	}
	sibling, ok := c.Mutate(r, q)
	if !ok {
		return nil
	}
	return []corpus.Seed{q, sibling, q}
}

// clockedOften is n if one in n positions has a half-move clock other than 0.
const clockedOften = 8

// mix follows one of the recipes, and now and then sets the clock.
func mix(variant *rules.Variant, list []recipe, r *rand.Rand) []corpus.Seed {
	total := 0
	for _, made := range list {
		total += made.weight
	}
	n, i := r.IntN(total), 0
	for n >= list[i].weight {
		n -= list[i].weight
		i++
	}

	seeds := list[i].make(r)
	if r.IntN(clockedOften) == 0 {
		clocks := compose.Clocks()
		clock := clocks[r.IntN(len(clocks))]
		for i, q := range seeds {
			seeds[i] = compose.WithClock(variant, q, clock)
		}
	}

	return seeds
}

// position answers a position by the rules. It reports false for one with too many turns to ask.
func (s *search) position(q corpus.Seed) (position, bool) {
	out := position{Seed: q, boards: s.plain.Load()}
	p, err := q.Position(s.variant)
	if err != nil {
		out.want = corpus.AnswerOf(s.variant, &corpus.Case{FEN: q.FEN, Moves: q.Moves})
		out.question = check.NewQuestion(s.variant, q, 0)
		if out.want.Refused == string(protocol.InvalidFEN) {
			out.met = []string{s.Rules.Rule(ruleset.PositionRule)}
		}
		return out, true
	}

	for t := range s.variant.Turns(&p) {
		if len(out.want.Turns) == mostTurns {
			return out, false
		}
		out.want.Turns = append(out.want.Turns, s.turn(&p, &t, out.boards))
		out.met = append(out.met, met(s.Rules, &p, &t)...)
		if n := len(out.met); n > 64 {
			slices.Sort(out.met)
			out.met = slices.Compact(out.met)
		}
	}

	end := board.Ongoing
	if len(out.want.Turns) == 0 {
		end = s.variant.Outcome(&p).Result
		out.met = append(out.met, s.Rules.Rule(ruleset.EndRule))
	}

	out.want.Outcome = end.String()
	out.want.Settle()
	out.want.Repeated = nil
	if len(q.Moves) > 0 && p.Rights != (board.Rights{}) {
		out.met = append(out.met, s.Rules.Rule(ruleset.CastlingRightsRule))
	}
	if p.Kings&p.Colours[p.Turn] != 0 {
		out.met = append(out.met, s.Rules.Rule(ruleset.KingSafetyRule))
	}
	out.question = check.NewQuestion(s.variant, q, len(out.want.Turns))
	return out, true
}

// turn writes a turn as answers are compared by it, or its move and board alone.
func (s *search) turn(p *board.Position, t *board.Played, boards bool) corpus.AnswerTurn {
	if !boards {
		return corpus.NewAnswerTurn(t.Move.UCI(p), s.variant.FEN(&t.After),
			s.variant.Outcome(&t.After).Result.String())
	}

	text := append(t.After.AppendBoard(make([]byte, 0, 80)), ' ', "wb"[t.After.Turn])
	return corpus.AnswerTurn{UCI: t.Move.UCI(p), FEN: string(text)}
}

// met names the rules of a set that a turn shows.
func met(set ruleset.Set, p *board.Position, t *board.Played) []string {
	list := []string{set.Rule(ruleset.MovementRule)}
	add := func(shown bool, rules ...string) {
		for _, rule := range rules {
			if shown && set.Family.HasRule(rule) {
				list = append(list, rule)
			}
		}
	}
	_, castles := t.Move.Castles(p)
	ranks := t.Move.From.Rank() - t.Move.To.Rank()
	twoStep := p.KindAt(t.Move.From) == board.Pawn && (ranks == 2 || ranks == -2)
	converts := t.Converted != 0

	promotes := t.Move.Promotion < board.NoKind
	passing := p.KindAt(t.Move.From) == board.Pawn && t.Move.To == p.EnPassant
	kings := p.KindAt(t.Move.From) == board.King

	add(castles, "PAC-13", "PAC-14", "CON-9", "CON-5", "BEN-5", "BEN-3", "AND-8", "AND-5")
	add(promotes, "PAC-2", "CON-6", "AND-4")
	add(twoStep, "PAC-3", "CON-1")
	add(passing, "AND-4", "AND-10")
	add(kings, "AND-3")
	add(converts, "AND-2")
	add(converts && set.ConvertsByAttack(), "AND-6")
	add(converts, "PAC-5", "PAC-4", "CON-4", "CON-3", "CON-2", "BEN-2")
	add(len(t.Waves) > 1, "PAC-6")
	add(converts && set.MovedPiece != ruleset.AlwaysCounts, "PAC-7")
	add(t.Reclaimed != 0, "PAC-8")
	add(t.Converted&p.Kings != 0, "PAC-9")
	add(set.Family.HasCoSquares(), "CON-7")
	return list
}
