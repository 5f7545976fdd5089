package generate

import (
	"context"
	"runtime"
	"slices"
	"sync"

	"turncoat/corpus"
	"turncoat/internal/fingerprint"
	"turncoat/internal/workers"
)

// SearchUntold looks at up to n positions for some that distinguish misreadings that the cases of a
// score do not. It adds them to the score, with the number of positions searched. Progress may be
// nil.
func SearchUntold(ctx context.Context, s *corpus.Score, n int, seed uint64,
	progress func(Progress)) error {
	if !slices.ContainsFunc(s.Alike, func(a corpus.AlikeScore) bool { return a.Proof == "" }) {
		return nil
	}
	var seeds []corpus.Seed
	for _, c := range s.Cases {
		seeds = append(seeds, corpus.Seed{FEN: c.FEN, Moves: c.Moves})
	}
	p := newPool(s.Rules, seed, seeds)
	if progress != nil {
		p.progress = progress
	}
	list := make([]*candidate, len(seeds))
	all := upTo(len(p.readings))
	var mu sync.Mutex
	done := 0
	p.begin("answering again what tells no misreading")
	err := workers.Each(ctx, runtime.GOMAXPROCS(0), len(seeds), func(_, i int) {
		list[i], _ = p.look(seeds[i], max(fingerprint.MostTurns, len(s.Cases[i].Turns)))
		for _, m := range all { // a refusal is no obstacle here
			p.ask(list[i], []int{m})
		}
		mu.Lock()
		defer mu.Unlock()
		done++
		p.progress(Progress{p.stage, done, len(seeds)})
	})
	if err != nil {
		return err
	}
	p.begin("looking for undetected misreadings")
	more, err := p.pursue(ctx, list, n, 1)
	if err != nil {
		return err
	}
	s.Searched = p.searched
	for i := range s.Alike {
		s.Alike[i].Position = p.firstTelling(s.Alike[i].Alike, more[len(list):])
	}
	return nil
}

// firstTelling returns the first candidate that distinguishes some of the misreadings.
func (p *pool) firstTelling(a corpus.Alike, list []*candidate) *corpus.Seed {
	var members []int
	for m, r := range p.readings {
		if slices.Contains(a.Misreadings, r.Name) {
			members = append(members, m)
		}
	}

	for _, c := range list {
		tells := a.Rules && c.Tells(members[0])
		for _, m := range members[1:] {
			tells = tells || c.Norm(m) != c.Norm(members[0])
		}
		if tells {
			found := c.Question
			return &found
		}
	}

	return nil
}
