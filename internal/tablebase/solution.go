//go:build !turncoat_web

package tablebase

import (
	"context"
	"fmt"
	"math/bits"
	"strconv"
	"sync/atomic"

	"turncoat/internal/work"
	"turncoat/rules"
	"turncoat/rules/ruleset"
)

// A solution is the values of a class as far as they are known. They are found by plies: pass d finds all
// positions whose game ends in d plies, from what the passes before have found. Even passes find losses: after
// every move the enemy can reclaim so that it has won. Odd passes find wins: there is a move after which the
// enemy has lost, whatever it reclaims.
//
// A pass is cut into slices. A slice reads the values that the passes before have left and returns what it finds
// as bytes: the same whatever the order of the slices, however many are looked at together, and wherever. What
// they have found is applied when all are done.
type solution struct {
	rules  rules.Fast
	family ruleset.Family
	x      *indexing
	lower  map[Class]*solved

	// values holds the value of each number and, from the size of the table on, of each value of another table once
	// its pass has come: values[size+v] is 0 before and v after.
	values  []Value
	slices  []slice
	pass    int
	last    int      // the last pass that has found anything, or has been waited for
	results [][]byte // of the slices of the pass that are done

	undecided uint64   // numbers of which nothing is known
	sharing   *sharing // nil where all is done here

	room   atomic.Int64 // bytes that are left for edges
	turned uint64       // turns generated, once it is solved
}

// solved is a class that is known whole.
type solved struct {
	x       *indexing
	values  []Value
	longest int // plies
}

// extraValues is how many values a solution has beside those of its numbers.
const extraValues = 256

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

// newSolution returns a solution of which nothing is known, on values that are all 0: as many as the class has
// numbers, and extraValues more. So many bytes of memory are its to use besides.
func newSolution(r rules.Fast, family ruleset.Family, c Class, lower map[Class]*solved, values []Value,
	memory int64) *solution {
	s := &solution{rules: r, family: family, x: newIndexing(c, family), lower: lower, values: values}
	s.slices = make([]slice, (s.x.size+sliceSize-1)/sliceSize)
	s.undecided = s.x.size
	s.room.Store(memory)
	return s
}

// run solves the class. The journal, which may be nil, keeps what slices find. It calls progress, if there is one,
// as slices are done.
func (s *solution) run(ctx context.Context, jobs int, journal *work.Journal, progress func(pass, done int)) error {
	expanders := make([]*expander, max(1, jobs))
	for i := range expanders {
		expanders[i] = newExpander(s)
	}
	for _, lower := range s.lower {
		s.last = max(s.last, lower.longest)
	}
	// What a pass finds comes from what the one before has found, or where pawns are taken en passant the one before
	// that.
	for s.pass <= s.last+2 {
		if s.pass > MaxPlies {
			return fmt.Errorf("%w: %s has games of more than %d plies", ErrTooLong, s.x.class, MaxPlies)
		}
		s.begin()
		job := work.Job{Units: len(s.slices), Jobs: len(expanders), Journal: journal, Step: strconv.Itoa(s.pass),
			Do: func(_ context.Context, worker, n int) ([]byte, error) { return expanders[worker].slice(n), nil },
			Take: func(n int, found []byte, failed error) error {
				if failed != nil {
					return fmt.Errorf("%s, pass %d, slice %d: %w", s.x.class, s.pass, n, failed)
				}
				s.results[n] = found
				return nil
			}}
		if progress != nil {
			job.Progress = func(done int) { progress(s.pass, done) }
		}
		if s.shares() {
			job.Client, job.Check = s.sharing.client(s), expanders[0].spotCheck
		}
		err := job.Run(ctx)
		if err == nil {
			err = s.end()
		}
		if err != nil {
			return err
		}
	}
	for _, e := range expanders {
		s.turned += e.turned
	}
	for i, v := range s.values[:s.x.size] {
		if v == stalemate {
			s.values[i] = Drawn
		}
	}
	return nil
}

// begin prepares for a pass.
func (s *solution) begin() {
	if s.results == nil {
		s.results = make([][]byte, len(s.slices))
	}
	for v := 1; v <= s.pass; v++ {
		s.values[s.x.size+uint64(v)] = Value(v) // the values of the passes before, in other tables
	}
}

// end ends a pass of which there are all results.
func (s *solution) end() error {
	if s.shares() {
		if err := s.sharing.end(s.results); err != nil {
			return err
		}
	}
	for n, result := range s.results {
		decided, err := s.apply(n, result)
		if err != nil {
			return err
		}
		if decided {
			s.last = max(s.last, s.pass)
		}
		s.results[n] = nil
	}
	s.pass++
	return nil
}

// found is what a slice has found in a pass, as sets of numbers from the slice's first: the positions whose
// games end after as many plies as the pass says, those whose games are drawn already, and in the first pass the
// numbers that are nobody's.
type found struct{ decided, drawn, nobodys bitset }

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
func (s *solution) apply(n int, result []byte) (decided bool, err error) {
	f, err := decodeFound(result)
	if err != nil {
		return false, fmt.Errorf("%s, pass %d, slice %d: %w", s.x.class, s.pass, n, err)
	}
	values := s.part(n)
	for _, set := range [...]struct {
		numbers bitset
		value   Value
	}{{f.decided, In(s.pass)}, {f.drawn, stalemate}, {f.nobodys, NoPosition}} {
		for i := range set.numbers.all {
			if i >= len(values) {
				return false, fmt.Errorf("%w: slice %d has no number %d", ErrFile, n, i)
			}
			if values[i] == 0 {
				s.undecided--
			}
			values[i] = set.value
			decided = decided || set.value == In(s.pass)
		}
	}
	return decided, nil
}

// part returns the values of a slice.
func (s *solution) part(n int) []Value {
	first := uint64(n) * sliceSize
	return s.values[first:min(first+sliceSize, s.x.size)]
}
