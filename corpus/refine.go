package corpus

import (
	"context"
	"slices"
)

// norm gives the answer of a misreading for telling misreadings apart: a refusal counts as the
// answer of the rules, since another program may be more lenient.
func (c *candidate) norm(m int) Key {
	if c.keys[m] == refusedKey {
		return c.base
	}
	return c.keys[m]
}

// A state is what a list of candidates tells: how often each misreading is told from the rules,
// and which misreadings always answer alike.
type state struct {
	told    []int
	classes [][]int // misreadings that no candidate parts, two or more each
}

// assess works out what the candidates tell. All misreadings must have answered them.
func assess(list []*candidate, readings int) state {
	s := state{told: make([]int, readings)}
	class := make([]int, readings) // by misreading, the number of its class
	for _, c := range list {
		for m := range readings {
			if c.tells(m) {
				s.told[m]++
			}
		}
		class = split(class, c)
	}
	members := map[int][]int{}
	for m, k := range class {
		members[k] = append(members[k], m)
	}
	for m, k := range class {
		if members[k][0] == m && len(members[k]) > 1 {
			s.classes = append(s.classes, members[k])
		}
	}
	return s
}

// split parts the classes by the answers to one more candidate.
func split(class []int, c *candidate) []int {
	type part struct {
		class int
		key   Key
	}
	number := map[part]int{}
	out := make([]int, len(class))
	for m, k := range class {
		p := part{k, c.norm(m)}
		n, ok := number[p]
		if !ok {
			n = len(number)
			number[p] = n
		}
		out[m] = n
	}
	return out
}

// open lists the misreadings about which more is to be found out: told too seldom, or in a class
// with others that are not proved to play the same game.
func (p *panel) open(s state, least int) []int {
	var list []int
	for m, n := range s.told {
		if _, same := SameGame(p.game.Set(), p.readings[m].Set); n < least && !same {
			list = append(list, m)
		}
	}
	for _, class := range s.classes {
		if distinct := p.distinct(class); len(distinct) > 1 {
			list = append(list, distinct...)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// helps tells whether a candidate that the open misreadings have answered tells something new.
func (s *state) helps(c *candidate, least int) bool {
	for m, n := range s.told {
		if n < least && c.keys[m] != 0 && c.tells(m) {
			return true
		}
	}
	for _, class := range s.classes {
		var first Key // of those that have been asked
		for _, m := range class {
			if c.keys[m] == 0 {
				continue
			}
			if first == 0 {
				first = c.norm(m)
			}
			if c.norm(m) != first {
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
	err := each(ctx, len(list), func(i int) { ok[i] = p.ask(list[i], all) })
	var kept []*candidate
	for i, c := range list {
		if ok[i] {
			kept = append(kept, c)
		}
	}
	return kept, err
}

// pursue looks at up to n more candidates for the sake of what the list does not tell yet, and
// gives the list with those that help. least is how often each misreading is to be told.
func (p *pool) pursue(ctx context.Context, list []*candidate, n, least int) ([]*candidate, state, error) {
	s := assess(list, len(p.readings))
	for n > 0 {
		open := p.open(s, least)
		if len(open) == 0 {
			return list, s, nil
		}
		var found []*candidate
		step := min(n, 4*batch)
		if err := p.stream(ctx, step, open, func(c *candidate) {
			if s.helps(c, least) {
				found = append(found, c)
			}
		}); err != nil {
			return list, s, err
		}
		n -= step
		found, err := p.complete(ctx, found)
		if err != nil {
			return list, s, err
		}
		for _, c := range found {
			if s.helps(c, least) && !p.known[c.name()] {
				p.known[c.name()] = true
				p.kept = append(p.kept, c)
				list = append(list, c)
				s = assess(list, len(p.readings))
			}
		}
	}
	return list, s, nil
}
