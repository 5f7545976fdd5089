package tablebase

import (
	"fmt"
	"math/rand/v2"

	"turncoat/rules/board"
)

// doubted is how many positions of a slice are worked out again of those that it says something about, and how
// many of the rest.
const doubted = 16

// doubt returns what is wrong with what a slice is said to have found in the pass, by somebody who may err or
// lie: it must be of numbers of which nothing is known, and right for some of them, which nobody can foresee.
// That takes a thousandth of the work of the first passes.
func (s *solution) doubt(n int, result []byte) error {
	f, err := decodeFound(result)
	if err != nil {
		return err
	}
	s.moving.RLock()
	defer s.moving.RUnlock()
	values := s.part(n)
	says := make([]saying, len(values))
	for _, set := range [...]struct {
		numbers bitset
		is      saying
		here    bool // whether the pass finds such
	}{{f.decided, isDecided, true}, {f.drawn, isDrawn, s.pass == 1}, {f.nobodys, isNobodys, s.pass == 0}} {
		some := false
		for i := range set.numbers.all {
			if some = true; !set.here || i >= len(values) || values[i] != 0 || says[i] != isOpen {
				return fmt.Errorf("number %d cannot be %s in this pass", i, set.is)
			}
			says[i] = set.is
		}
		if set.numbers != nil && !some {
			return fmt.Errorf("a set of those that are %s without any", set.is)
		}
	}
	return s.sample(uint64(n)*sliceSize, values, says)
}

// sample works out some of the numbers from the first of a slice on, and returns in what they differ from what
// is said of them.
func (s *solution) sample(first uint64, values []Value, says []saying) error {
	var told, rest []int
	for i, v := range values {
		switch {
		case says[i] != isOpen:
			told = append(told, i)
		case v == 0:
			rest = append(rest, i)
		}
	}
	e := s.expander()
	defer s.rests(e)
	for _, list := range [][]int{told, rest} {
		for range min(doubted, len(list)) {
			i := list[rand.IntN(len(list))]
			if is := e.judge(first + uint64(i)); is != says[i] {
				return fmt.Errorf("number %d is not %s, but %s", i, says[i], is)
			}
		}
	}
	return nil
}

// A saying is what a slice says of a number in a pass.
type saying uint8

const (
	isOpen saying = iota
	isDecided
	isDrawn
	isNobodys
)

func (is saying) String() string {
	return [...]string{"open", "decided", "drawn", "no position"}[is]
}

// judge works out what a pass finds of a single number of which nothing is known.
func (e *expander) judge(number uint64) saying {
	var p board.Position
	nobodys, decided := e.ends(number, &p)
	switch e.pass {
	case 0:
		if nobodys {
			return isNobodys
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
