//go:build !turncoat_web

package tablebase

import (
	"fmt"
	"math/rand/v2"

	"turncoat/rules/board"
)

// spotChecks is how many positions of a slice are solved again of those that it reports, and of the rest.
const spotChecks = 16

// spotCheck returns what is wrong with what a slice is said to have found in the pass, by somebody who may err or
// lie: it must be about numbers that are undecided, and right for some of them, chosen at random. That takes a
// thousandth of the work of the first passes.
func (e *expander) spotCheck(n int, result []byte) error {
	f, err := decodeFound(result)
	if err != nil {
		return err
	}
	values := e.part(n)
	claims := make([]claim, len(values))
	for _, set := range [...]struct {
		numbers bitset
		is      claim
		here    bool // whether the pass finds such
	}{{f.decided, isDecided, true}, {f.drawn, isDrawn, e.pass == 1}, {f.nobodys, isNoPosition, e.pass == 0}} {
		for i := range set.numbers.all {
			if !set.here || i >= len(values) || values[i] != 0 || claims[i] != isOpen {
				return fmt.Errorf("number %d cannot be %s in this pass", i, set.is)
			}
			claims[i] = set.is
		}
	}
	var reported, rest []int
	for i, v := range values {
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
			if is := e.judge(uint64(n)*sliceSize + uint64(i)); is != claims[i] {
				return fmt.Errorf("number %d is not %s, but %s", i, claims[i], is)
			}
		}
	}
	return nil
}

// A claim is what a slice says about a number in a pass.
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

// judge solves what a pass finds of a single undecided number.
func (e *expander) judge(number uint64) claim {
	var p board.Position
	none, decided := e.ends(number, &p)
	switch e.pass {
	case 0:
		if none {
			return isNoPosition
		}
	case 1:
		var any bool
		if decided, any = e.winsAtOnce(&p); !decided && !any {
			return isDrawn
		}
	default:
		_, decided = e.decides(&p)
	}
	if decided {
		return isDecided
	}
	return isOpen
}
