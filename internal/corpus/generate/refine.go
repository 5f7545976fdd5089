package generate

import (
	"context"
	"encoding/json"
	"runtime"
	"slices"

	"turncoat/internal/fingerprint"
	"turncoat/internal/workers"
)

// open lists the misreadings that need more candidates: those detected too seldom, and those not
// yet distinguished from others although they are not proved to play the same game.
func (p *pool) open(s fingerprint.State, least int) []int {
	var list []int
	for m, n := range s.Told {
		if _, same := p.Same(m); n < least && !same {
			list = append(list, m)
		}
	}

	for _, class := range s.Classes {
		if distinct := p.Distinct(class); len(distinct) > 1 {
			list = append(list, distinct...)
		}
	}

	slices.Sort(list)
	return slices.Compact(list)
}

// helps reports whether a candidate that the open misreadings have answered distinguishes something
// new.
func helps(s fingerprint.State, c *candidate, least int) bool {
	for m, n := range s.Told {
		if n < least && c.Keys[m] != 0 && c.Tells(m) {
			return true
		}
	}

	for _, class := range s.Classes {
		var first fingerprint.Key // of those that have been asked
		for _, m := range class {
			if c.Keys[m] == 0 {
				continue
			}
			if first == 0 {
				first = c.Norm(m)
			}
			if c.Norm(m) != first {
				return true
			}
		}
	}

	return false
}

// complete has every misreading answer the candidates; it drops those that one of them refuses.
func (p *pool) complete(ctx context.Context, list []*candidate) ([]*candidate, error) {
	ok := make([]bool, len(list))
	all := upTo(len(p.readings))
	answered := make([]*candidate, len(list))
	done, err := p.shared(ctx, shareArgs{}, answered,
		func(i int) ([]byte, error) { return json.Marshal(list[i].Question) })
	for i, c := range answered {
		if done && err == nil && c != nil {
			ok[i], list[i].Keys = true, c.Keys
		}
	}

	if !done && err == nil {
		err = workers.Each(ctx, runtime.GOMAXPROCS(0), len(list),
			func(_, i int) { ok[i] = p.ask(list[i], all) })
	}

	var kept []*candidate
	for i, c := range list {
		if ok[i] {
			kept = append(kept, c)
		}
	}

	return kept, err
}

// games returns the seeds that are positions with moves, each of which has been put down because it
// makes a distinction that hardly any position makes.
func (p *pool) games() []*candidate {
	var list []*candidate
	for _, q := range p.composer.Seeds {
		c, ok := p.look(q, playedTurns)
		isGame := len(q.Moves) > 0 && !p.known[fingerprint.Name(q)]
		if ok && isGame && p.ask(c, upTo(len(p.readings))) {
			p.known[fingerprint.Name(q)] = true
			list = append(list, c)
		}
	}

	p.kept = append(p.kept, list...)
	return list
}

// pursue looks at up to n more candidates for distinctions that the list lacks, and returns the
// list with those that help. least is how often each misreading must be detected.
func (p *pool) pursue(ctx context.Context, list []*candidate, n, least int) ([]*candidate, error) {
	list = append(list, p.games()...)
	s := fingerprint.Assess(answersOf(list), len(p.readings))
	for n > 0 {
		open := p.open(s, least)
		if len(open) == 0 {
			return list, nil
		}
		var found []*candidate
		step := min(n, 4*batch)
		if err := p.stream(ctx, step, open, func(c *candidate) {
			if helps(s, c, least) {
				found = append(found, c)
			}
		}); err != nil {
			return list, err
		}

		n -= step
		found, err := p.complete(ctx, found)
		if err != nil {
			return list, err
		}
		for _, c := range found {
			if helps(s, c, least) && !p.known[fingerprint.Name(c.Question)] {
				p.known[fingerprint.Name(c.Question)] = true
				p.kept = append(p.kept, c)
				list = append(list, c)
				s = fingerprint.Assess(answersOf(list), len(p.readings))
			}
		}
	}

	return list, nil
}
