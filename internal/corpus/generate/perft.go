package generate

import (
	"context"
	"fmt"
	"math/rand/v2"

	"turncoat/corpus"
	"turncoat/internal/corpus/compose"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// PerftOptions say how far to count.
type PerftOptions struct {
	Depth int    // the greatest depth, from 1
	Nodes uint64 // a depth that would count about more than these is left out; 0 for no limit
	Jobs  int
}

// CountPerft counts the turn sequences of positions. Moves of seeds are played first; a position is
// left out if its FEN does not show all that the moves have led to.
func CountPerft(ctx context.Context, set ruleset.Set, seeds []corpus.Seed,
	o PerftOptions) ([]corpus.Perft, error) {
	variant := rules.New(set)
	var list []corpus.Perft
	seen := map[string]bool{}
	for _, s := range seeds {
		p, err := s.Position(variant)
		if err != nil {
			return list, fmt.Errorf("%w: %s: %w", corpus.ErrContent, s.FEN, err)
		}
		fen := variant.FEN(&p)
		again, err := variant.ParseFEN(fen)
		if err != nil || again.Key != p.Key || seen[fen] {
			continue
		}
		seen[fen] = true
		counted := corpus.Perft{FEN: fen}
		for depth := 1; depth <= o.Depth; depth++ {
			if o.Nodes > 0 && estimate(&counted) > o.Nodes {
				break
			}
			n, err := variant.Perft(ctx, &p, depth, o.Jobs, nil)
			if err != nil {
				return list, err
			}
			counted.Counts = append(counted.Counts, n)
		}

		list = append(list, counted)
	}

	return list, nil
}

// estimate guesses the count of the next depth from the growth so far.
func estimate(p *corpus.Perft) uint64 {
	n := len(p.Counts)
	switch n {
	case 0:
		return 0
	case 1:
		return p.Counts[0] * p.Counts[0]
	}

	return p.Counts[n-1] * max(1, p.Counts[n-1]/max(1, p.Counts[n-2]))
}

// PerftSeeds returns positions to count from: the standard start, positions out of random games in
// which there is something to play, and positions with castling rights; the same for the same seed.
func PerftSeeds(set ruleset.Set, n int, seed uint64) []corpus.Seed {
	const least = 5 // turns
	variant := rules.New(set)
	list := []corpus.Seed{{FEN: board.StartFEN}}
	c := compose.Composer{Variant: variant}
	r := rand.New(rand.NewPCG(seed, 0))
	for tries := 0; len(list) < n && tries < 1000*n; tries++ {
		make := c.Walk
		if len(list)%3 == 2 {
			make = c.Castling
		}
		q, ok := make(r)
		if !ok {
			continue
		}
		p, err := q.Position(variant)
		if err != nil || len(variant.Moves(&p)) < least {
			continue
		}
		list = append(list, q)
	}

	return list
}
