package generate

import (
	"math/bits"
	"slices"
)

// A goal says how often a choice of cases must detect and distinguish misreadings, as far as the
// candidates allow.
type goal struct {
	single  int // how many cases detect each misreading of one setting
	pair    int // how many detect each misreading of two settings
	parting int // how many distinguish any two misreadings
}

// A set is a set of numbers.
type set []uint64

func newSet(n int) set  { return make(set, (n+63)/64) }
func (s set) add(i int) { s[i/64] |= 1 << (i % 64) }

// common counts the numbers that are in both sets.
func (s set) common(o set) int {
	n := 0
	for i, w := range s {
		n += bits.OnesCount64(w & o[i])
	}
	return n
}

// each calls do for every number of the set.
func (s set) each(do func(i int)) {
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			do(i*64 + bits.TrailingZeros64(w))
		}
	}
}

// A cover chooses cases. Its elements are the misreadings to be detected, followed by the pairs of
// misreadings to be distinguished.
type cover struct {
	readings int
	elements int
	need     []int // by element
	sets     []set // by candidate, the elements that it covers
}

// newCover returns a cover over the candidates. single is the number of single misreadings.
func newCover(list []*candidate, readings, single int, g goal) *cover {
	c := &cover{readings: readings, elements: readings + readings*(readings-1)/2}
	c.need = make([]int, c.elements)
	for e := range c.need {
		switch {
		case e < single:
			c.need[e] = g.single
		case e < readings:
			c.need[e] = g.pair
		default:
			c.need[e] = g.parting
		}
	}

	available := make([]int, c.elements)
	for _, cand := range list {
		s := c.set(cand)
		s.each(func(e int) { available[e]++ })
		c.sets = append(c.sets, s)
	}

	for e := range c.need {
		c.need[e] = min(c.need[e], available[e])
	}
	return c
}

// set returns the elements that a candidate covers.
func (c *cover) set(cand *candidate) set {
	s := newSet(c.elements)
	e := c.readings
	for a := range c.readings {
		if cand.Tells(a) {
			s.add(a)
		}
		for b := a + 1; b < c.readings; b++ {
			if cand.Norm(a) != cand.Norm(b) {
				s.add(e)
			}
			e++
		}
	}

	return s
}

// choose returns the numbers of candidates that meet the need at little cost. It greedily adds the
// candidate that covers most of what is missing, and then drops those that turned out not to be
// needed. Those in fixed are chosen already and stay. The counts say how often each element is
// covered in the end.
func (c *cover) choose(fixed []int, cost func(i int) int) (chosen, counts []int) {
	counts = make([]int, c.elements)
	taken := make([]bool, len(c.sets))
	take := func(i int) {
		taken[i] = true
		chosen = append(chosen, i)
		c.sets[i].each(func(e int) { counts[e]++ })
	}
	for _, i := range fixed {
		take(i)
	}
	for {
		unmet := newSet(c.elements)
		for e, n := range c.need {
			if counts[e] < n {
				unmet.add(e)
			}
		}

		next := best(len(c.sets), func(i int) int {
			if taken[i] {
				return 0
			}
			return c.sets[i].common(unmet)
		}, cost)
		if next < 0 {
			break
		}
		take(next)
	}

	byCost := slices.Clone(chosen[len(fixed):])
	slices.SortStableFunc(byCost, func(a, b int) int { return cost(b) - cost(a) })
	for _, i := range byCost {
		if c.duties(i, counts) == nil {
			c.sets[i].each(func(e int) { counts[e]-- })
			chosen = slices.DeleteFunc(chosen, func(j int) bool { return j == i })
		}
	}

	return chosen, counts
}

// duties lists the elements that would be covered too seldom without the candidate.
func (c *cover) duties(i int, counts []int) []int {
	var list []int
	c.sets[i].each(func(e int) {
		if counts[e] <= c.need[e] && c.need[e] > 0 {
			list = append(list, e)
		}
	})
	return list
}

// pair returns the two misreadings of an element that is a pair.
func (c *cover) pair(e int) (a, b int) {
	e -= c.readings
	for a = 0; e >= c.readings-1-a; a++ {
		e -= c.readings - 1 - a
	}
	return a, a + 1 + e
}
