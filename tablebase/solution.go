package tablebase

import (
	"context"
	"fmt"
	"math/bits"
	"sync/atomic"

	"turncoat/internal/workers"
	"turncoat/rules/fast"
	"turncoat/rules/ruleset"
)

// A solution is the values of a class as far as they are known. They are found by plies: pass d finds all positions whose
// game ends in d plies, from what the passes before have found. Even passes find losses: after every move the enemy can
// reclaim so that it has won. Odd passes find wins: there is a move after which the enemy has lost, whatever it
// reclaims.
//
// A pass is cut into slices. A slice reads the values that the passes before have left and returns what it finds, so
// that the result depends neither on the order of the slices nor on how many are looked at together.
type solution struct {
	rules  fast.Rules
	family ruleset.Family
	x      *indexing
	lower  map[Class]*solved

	// values holds the value of each number and, from the size of the table on, of each value of another table once
	// its pass has come: values[size+v] is 0 before and v after.
	values []Value
	slices []slice
	pass   int

	room   atomic.Int64 // bytes that are left for edges
	worked uint64       // turns worked out, once it is solved
}

// solved is a class that is known whole.
type solved struct {
	x       *indexing
	values  []Value
	longest int // plies
}

// sliceSize is how many numbers a slice has. It divides the work, not the file.
const sliceSize = 1 << 16

// A slice is what is kept of some numbers from one pass to the next: nothing, or the undecided positions with their
// edges.
type slice struct {
	keeps bool
	open  []openPosition
	edges []uint32 // one position's after the other's, as an edge but with the mark in bit 31
	room  int64    // bytes taken for them
}

type openPosition struct {
	at    uint16 // in the slice
	edges uint16 // how many, or passing
}

// passing stands for a position in which a pawn's two-step lets the enemy take it en passant. Its edges are not kept.
const passing = 1<<16 - 1

// narrow is the size of the largest table whose edges fit into four bytes.
const narrow = 1<<31 - 256

// newSolution returns a solution of which nothing is known. Bytes of memory are its to use.
func newSolution(r fast.Rules, family ruleset.Family, c Class, lower map[Class]*solved, memory int64) *solution {
	s := &solution{rules: r, family: family, x: newIndexing(c, family), lower: lower}
	s.values = make([]Value, s.x.size+256)
	s.slices = make([]slice, (s.x.size+sliceSize-1)/sliceSize)
	s.room.Store(memory - int64(len(s.values)))
	return s
}

// run solves the class. It calls progress, if there is one, from many goroutines at once, after each slice.
func (s *solution) run(ctx context.Context, jobs int, progress func(pass, slices int)) error {
	expanders := make([]*expander, max(1, jobs))
	for i := range expanders {
		expanders[i] = &expander{solution: s}
	}
	last := 0 // the last pass that has found anything, or has been waited for
	for _, lower := range s.lower {
		last = max(last, lower.longest)
	}
	results := make([]found, len(s.slices))
	// What a pass finds comes from what the one before has found, or where pawns are taken en passant the one before that.
	for ; s.pass <= last+2; s.pass++ {
		if s.pass > MaxPlies {
			return fmt.Errorf("%w: %s has games of more than %d plies", ErrTooLong, s.x.class, MaxPlies)
		}
		if s.pass > 0 {
			s.values[s.x.size+uint64(s.pass)] = Value(s.pass) // the values of the pass before, in other tables
		}
		err := workers.Each(ctx, len(expanders), len(s.slices), func(worker, n int) {
			results[n] = expanders[worker].look(n)
			if progress != nil {
				progress(s.pass, len(s.slices))
			}
		})
		if err != nil {
			return err
		}
		for n := range results {
			if s.apply(n, &results[n]) {
				last = max(last, s.pass)
			}
			results[n] = found{}
		}
	}
	for _, e := range expanders {
		s.worked += e.turned
	}
	for i, v := range s.values[:s.x.size] {
		if v == stalemate {
			s.values[i] = Drawn
		}
	}
	return nil
}

// found is what a slice has found in a pass, as sets of numbers from the slice's first: the positions whose games end
// after as many plies as the pass says, and those whose games are drawn already.
type found struct{ decided, drawn bitset }

type bitset []uint64

func (b *bitset) add(i int) {
	if *b == nil {
		*b = make(bitset, sliceSize/64)
	}
	(*b)[i>>6] |= 1 << (i & 63)
}

// all calls yield for each number of the set.
func (b bitset) all(yield func(int) bool) {
	for i, word := range b {
		for ; word != 0; word &= word - 1 {
			if !yield(i<<6 + bits.TrailingZeros64(word)) {
				return
			}
		}
	}
}

// apply writes what a slice has found and reports whether other positions can go by it.
func (s *solution) apply(n int, f *found) bool {
	values := s.part(n)
	for i := range f.decided.all {
		values[i] = In(s.pass)
	}
	for i := range f.drawn.all {
		values[i] = stalemate
	}
	return f.decided != nil
}

// part returns the values of a slice.
func (s *solution) part(n int) []Value {
	first := uint64(n) * sliceSize
	return s.values[first:min(first+sliceSize, s.x.size)]
}
