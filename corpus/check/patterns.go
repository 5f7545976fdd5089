package check

import (
	"slices"
	"strings"

	"turncoat/corpus"
	"turncoat/rules"
)

// What nobody has thought of may still follow a pattern: all turns that are missing are moves of a knight to the
// edge, all pieces that are not converted are rooks that nothing supports. A pattern is learnt from the answers,
// and then played out against all of them like any other bug.

// An example is a turn or a piece with what is true of it.
type example map[string]bool

// add adds what is true of it, if it is.
func (e example) add(name string, is bool) {
	if is {
		e[name] = true
	}
}

// A pattern is what must be true of a turn or a piece, and what must not.
type pattern struct{ is, not []string }

// fits reports whether an example follows the pattern.
func (p *pattern) fits(e example) bool {
	return !slices.ContainsFunc(p.is, func(s string) bool { return !e[s] }) && !slices.ContainsFunc(p.not,
		func(s string) bool { return e[s] })
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

// The limits of what is learnt: how much may have to be true at once, how many examples speak for each part, and
// how many patterns are played out.
const (
	patternSize     = 3
	examplesForPart = 2
	mostPatterns    = 12
)

// A vocabulary numbers what may be true of turns and pieces.
type vocabulary struct {
	numbers map[string]int
	names   []string
}

// A fact set holds the numbers of what is true of an example.
type factSet []uint64

func (f factSet) has(n int) bool { return n>>6 < len(f) && f[n>>6]>>(n&63)&1 == 1 }

// set returns an example in little room.
func (v *vocabulary) set(e example) factSet {
	if v.numbers == nil {
		v.numbers = map[string]int{}
	}
	var f factSet
	for s := range e {
		n, known := v.numbers[s]
		if !known {
			n = len(v.names)
			v.numbers[s] = n
			v.names = append(v.names, s)
		}
		for n>>6 >= len(f) {
			f = append(f, 0)
		}
		f[n>>6] |= 1 << (n & 63)
	}
	return f
}

// texts returns what is meant by numbers.
func (v *vocabulary) texts(numbers []int) (list []string) {
	for _, n := range numbers {
		list = append(list, v.names[n])
	}
	return list
}

// learn returns the smallest patterns that all of some examples follow and none of the others, in a fixed order; those
// without exceptions if there are any.
func (v *vocabulary) learn(yes, no []factSet) []pattern {
	if len(yes) == 0 {
		return nil
	}
	var is, not []int // what is true, and what is not, of every example
	for _, s := range slices.Sorted(slices.Values(v.names)) {
		n := v.numbers[s]
		switch count(yes, n) {
		case len(yes):
			is = append(is, n)
		case 0:
			not = append(not, n)
		}
	}
	for n := 1; n <= patternSize && len(yes) >= examplesForPart*n; n++ {
		for exceptions := range min(n, 2) {
			var found []pattern
			choose(is, n-exceptions, no, true, func(is []int, left []factSet) {
				choose(not, exceptions, left, false, func(not []int, left []factSet) {
					if len(left) == 0 && len(found) < mostPatterns {
						found = append(found, pattern{v.texts(is), v.texts(not)})
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

// learnAny does as learn, and returns an empty pattern where there are no examples to follow one.
func (v *vocabulary) learnAny(yes, no []factSet) []pattern {
	if len(yes) == 0 {
		return []pattern{{}}
	}
	return v.learn(yes, no)
}

// count returns of how many examples something is true.
func count(list []factSet, n int) (times int) {
	for _, f := range list {
		if f.has(n) {
			times++
		}
	}
	return times
}

// choose calls do for each choice of n facts, with those of the examples of which all of them are true, or none is.
func choose(list []int, n int, examples []factSet, so bool, do func(some []int, left []factSet)) {
	var grow func(from int, some []int, left []factSet)
	grow = func(from int, some []int, left []factSet) {
		if len(some) == n {
			do(some, left)
			return
		}
		for i := from; i < len(list); i++ {
			var fewer []factSet
			for _, f := range left {
				if f.has(list[i]) == so {
					fewer = append(fewer, f)
				}
			}
			if len(fewer) < len(left) { // or it says nothing more
				grow(i+1, append(some, list[i]), fewer)
			}
		}
	}
	grow(0, make([]int, 0, n), examples)
}

// patterned looks for patterns by which all answers can be played out, beside the rules and then beside the
// nearest misreadings.
func (d *diagnoser) patterned() (*Diagnosis, error) {
	list, err := d.nearest()
	if err != nil {
		return nil, err
	}
	for _, m := range append([]corpus.Misreading{corpus.Misread(d.set)}, list...) {
		o := d.observe(m, rules.New(m.Set))
		if found, err := d.played(slices.Concat(o.turnWays(), o.pieceWays(), o.moveWays()),
			[]corpus.Misreading{m}); found != nil || err != nil {
			return found, err
		}
	}
	return nil, nil
}
