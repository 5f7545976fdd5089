package check

import (
	"maps"
	"slices"
	"strings"

	"turncoat/corpus"
	"turncoat/rules"
)

// What nobody has thought of may still follow a pattern: all turns that are missing are moves of a knight to the edge, all
// pieces that are not converted are rooks that nothing supports. A pattern is learnt from the answers, and then
// played out against all of them like any other bug.

// An example is a turn or a piece with what is true of it.
type example map[string]bool

// A pattern is what must be true of a turn or a piece, and what must not.
type pattern struct{ is, not []string }

// fits reports whether an example follows the pattern.
func (p *pattern) fits(e example) bool {
	return !slices.ContainsFunc(p.is, func(s string) bool { return !e[s] }) && !slices.ContainsFunc(p.not, func(s string) bool { return e[s] })
}

// size is how much is to be believed.
func (p *pattern) size() int { return len(p.is) + len(p.not) }

// String describes what follows the pattern: "moves of the knight and moves to the a-file and not conversions".
func (p *pattern) String() string {
	parts := slices.Clone(p.is)
	for _, s := range p.not {
		parts = append(parts, "not "+s)
	}
	return strings.Join(parts, " and ")
}

// The limits of what is learnt: how much may have to be true at once, how many examples speak for each part, and how many
// patterns are played out.
const (
	patternSize     = 3
	examplesForPart = 2
	mostPatterns    = 12
)

// learn returns the smallest patterns that all of some examples follow and none of the others, in a fixed order; those
// without exceptions if there are any.
func learn(yes, no []example) []pattern {
	if len(yes) == 0 {
		return nil
	}
	var is, not []string // what is true, and what is not, of every example
	counts := map[string]int{}
	for _, e := range yes {
		for s := range e {
			counts[s]++
		}
	}
	for _, e := range no {
		for s := range e {
			counts[s] += 0
		}
	}
	for _, s := range slices.Sorted(maps.Keys(counts)) {
		switch counts[s] {
		case len(yes):
			is = append(is, s)
		case 0:
			not = append(not, s)
		}
	}
	for n := 1; n <= patternSize && len(yes) >= examplesForPart*n; n++ {
		for exceptions := range min(n, 2) {
			var found []pattern
			choose(is, n-exceptions, no, true, func(is []string, left []example) {
				choose(not, exceptions, left, false, func(not []string, left []example) {
					if len(left) == 0 && len(found) < mostPatterns {
						found = append(found, pattern{slices.Clone(is), slices.Clone(not)})
					}
				})
			})
			if len(found) > 0 {
				return found
			}
		}
	}
	return nil
}

// choose calls do for each choice of n texts, with those of the examples of which all of them are true, or none is.
func choose(list []string, n int, examples []example, so bool, do func(some []string, left []example)) {
	var grow func(from int, some []string, left []example)
	grow = func(from int, some []string, left []example) {
		if len(some) == n {
			do(some, left)
			return
		}
		for i := from; i < len(list); i++ {
			var fewer []example
			for _, e := range left {
				if e[list[i]] == so {
					fewer = append(fewer, e)
				}
			}
			if len(fewer) < len(left) { // or it says nothing more
				grow(i+1, append(some, list[i]), fewer)
			}
		}
	}
	grow(0, make([]string, 0, n), examples)
}

// patterned looks for patterns by which all answers can be played out.
func (d *diagnoser) patterned() (*Diagnosis, error) {
	m := corpus.Misread(d.set)
	o := d.observe(m, rules.New(m.Set))
	return d.played(slices.Concat(o.turnWays(), o.pieceWays(), o.moveWays()), []corpus.Misreading{m})
}
