package fuzz

import (
	"context"
	"math/rand/v2"
	"slices"

	"turncoat/corpus"
	"turncoat/internal/corpus/check"
	"turncoat/internal/corpus/compose"
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
		composer := &compose.Composer{Variant: s.variant, Seeds: first}
		send := func(seeds []corpus.Seed) bool {
			list := make([]position, 0, len(seeds))
			for _, q := range seeds {
				if p, ok := s.position(q); ok {
					list = append(list, p)
				}
			}

			select {
			case out <- list:
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
				seeds = append(seeds, mix(composer,
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

// clockedOften is of how many positions one has a half-move clock other than 0.
const clockedOften = 8

// mix makes a random position, or several that are to be asked one after another; none if the
// attempt fails.
func mix(c *compose.Composer, r *rand.Rand) []corpus.Seed {
	list := composed(c, r)
	if r.IntN(clockedOften) == 0 {
		clocks := compose.Clocks()
		clock := clocks[r.IntN(len(clocks))]
		for i, q := range list {
			list[i] = compose.WithClock(c.Variant, q, clock)
		}
	}
	return list
}

// composed makes such positions with a clock of 0.
func composed(c *compose.Composer, r *rand.Rand) []corpus.Seed {
	one := func(q corpus.Seed, ok bool) []corpus.Seed {
		if !ok {
			return nil
		}
		return []corpus.Seed{q}
	}
	set := c.Variant.Set()
	switch n := r.IntN(107); { // a game gives some five positions
	case n < 20:
		return one(c.Crowded(r))
	case n < 28:
		return one(c.History(r))
	case n < 40:
		return one(c.Walked(r))
	case n < 43:
		return c.Game(r)
	case n < 57 && len(c.Seeds) > 0:
		return one(c.Mutate(r, c.Seeds[r.IntN(len(c.Seeds))]))
	case n < 63:
		return one(c.Wild(r))
	case n < 67:
		return one(c.Passed(r))
	case n < 73: // a position, its sibling, and it again
		q, ok := c.Scatter(r)
		if sibling, ok2 := c.Mutate(r, q); ok && ok2 {
			return []corpus.Seed{q, sibling, q}
		}
		return nil
	case n < 75:
		q, ok := c.Crowded(r)
		return append(one(q, ok), one(q, ok)...)
	case n < 78:
		return one(c.Broken(r))
	case n < 83 && set.Family.HasWeights():
		return one(c.Battery(r))
	case n < 88 && set.MovedPiece != ruleset.AlwaysCounts:
		return one(c.CastlingRook(r))
	case n < 91 && set.Reclaim != ruleset.NoReclaim && set.Weigh != ruleset.ByAverage:
		return one(c.ManyReclaimed(r))
	case n < 94 && set.Reclaim == ruleset.NoReclaim:
		return one(c.Full(r))
	case n < 96 && set.Family.HasCoSquares():
		return one(c.TakenAndBack(r))
	case n < 98 && set.Family.Converts():
		return one(c.ConvertedBack(r))
	}
	return one(c.Scatter(r))
}

// position answers a position by the rules; false for one with too many turns to ask.
func (s *search) position(q corpus.Seed) (position, bool) {
	out := position{Seed: q}
	p, err := q.Position(s.variant)
	if err != nil {
		out.want = corpus.AnswerOf(s.variant, &corpus.Case{FEN: q.FEN, Moves: q.Moves})
		out.question = check.NewQuestion(s.variant, q, 0)
		return out, true
	}

	for t := range s.variant.Turns(&p) {
		if len(out.want.Turns) == mostTurns {
			return out, false
		}
		out.want.Turns = append(out.want.Turns, s.turn(&p, &t))
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
	out.want.Twice = nil
	if len(q.Moves) > 0 && p.Rights != (board.Rights{}) {
		out.met = append(out.met, s.Rules.Rule(ruleset.CastlingRightsRule))
	}
	if p.Kings&p.Colours[p.Turn] != 0 {
		out.met = append(out.met, s.Rules.Rule(ruleset.KingSafetyRule))
	}
	out.question = check.NewQuestion(s.variant, q, len(out.want.Turns))
	return out, true
}

// turn writes a turn as answers are compared by it.
func (s *search) turn(p *board.Position, t *board.Played) corpus.AnswerTurn {
	if !s.plain.Load() {
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

	add(castles, "PAC-13", "PAC-14", "CON-9", "CON-5")
	add(t.Move.Promotion < board.NoKind, "PAC-2", "CON-6")
	add(twoStep, "PAC-3", "CON-1")
	add(converts, "PAC-5", "PAC-4", "CON-4", "CON-3", "CON-2")
	add(len(t.Waves) > 1, "PAC-6")
	add(converts && set.MovedPiece != ruleset.AlwaysCounts, "PAC-7")
	add(t.Reclaimed != 0, "PAC-8")
	add(t.Converted&p.Kings != 0, "PAC-9")
	add(set.Family.HasCoSquares(), "CON-7")
	return list
}
