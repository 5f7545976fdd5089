package build

import (
	"fmt"
	"math/rand/v2"

	"turncoat/rules/board"
)

// spotChecks is how many positions of a slice are solved again, both of those that it reports and
// of the rest.
const spotChecks = 16

// spotCheck checks the result that another machine, which may be wrong or lie, has sent for a
// slice. The result must be about undecided numbers only, and right for some of them, chosen at
// random. This takes a thousandth of the time of the first passes.
func (e *expander) spotCheck(n int, result []byte) error {
	claims, err := e.claimsOf(n, result)
	if err != nil {
		return err
	}

	var reported, rest []int
	for i, v := range e.valuesOf(n) {
		switch {
		case claims[i] != isOpen:
			reported = append(reported, i)
		case v == 0:
			rest = append(rest, i)
		}
	}

	for _, list := range [][]int{reported, rest} {
		for range min(spotChecks, len(list)) {
			i := list[rand.IntN(len(list))]
			is := e.judge(uint64(n)*sliceSize + uint64(i))
			if is != claims[i] {
				return fmt.Errorf("number %d is not %s, but %s", i, claims[i], is)
			}
		}
	}

	return nil
}

// claimsOf returns what a result says about each number of a slice, or an error if the pass cannot
// have that result.
func (e *expander) claimsOf(n int, result []byte) ([]claim, error) {
	f, err := decodeFound(result)
	if err != nil {
		return nil, err
	}
	values := e.valuesOf(n)
	claims := make([]claim, len(values))
	for _, set := range [...]struct {
		numbers  bitset
		is       claim
		possible bool // in this pass
	}{{f.decided, isDecided, true}, {f.drawn, isDrawn, e.pass == 1}, {f.invalid, isNoPosition, e.pass == 0}} {
		for i := range set.numbers.all {
			if !set.possible || i >= len(values) || values[i] != 0 || claims[i] != isOpen {
				return nil, fmt.Errorf("number %d cannot be %s in this pass", i, set.is)
			}
			claims[i] = set.is
		}
	}

	return claims, nil
}

// A claim is what a result says about a number.
type claim uint8

const (
	isOpen claim = iota
	isDecided
	isDrawn
	isNoPosition
)

func (is claim) String() string {
	return [...]string{"open", "decided", "drawn", "no position"}[is]
}

// judge computes the right claim about an undecided number.
func (e *expander) judge(number uint64) claim {
	var p board.Position
	invalid, lost := e.ends(number, &p)
	switch e.pass {
	case 0:
		if invalid {
			return isNoPosition
		}
		return decidedIf(lost)
	case 1:
		won, hasTurn := e.winsAtOnce(&p)
		if !won && !hasTurn {
			return isDrawn
		}
		return decidedIf(won)
	}

	_, decided := e.decides(&p)
	return decidedIf(decided)
}

func decidedIf(decided bool) claim {
	if decided {
		return isDecided
	}
	return isOpen
}
