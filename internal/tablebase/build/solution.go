package build

import (
	"context"
	"fmt"
	"math/bits"
	"strconv"
	"sync/atomic"

	"turncoat/internal/fast"
	"turncoat/internal/tablebase"
	"turncoat/internal/work"
	"turncoat/rules/ruleset"
)

// A solution is the values of a class as far as they are known. They are found by plies: pass d
// finds all positions whose games end in d plies, from the results of the passes before it. Even
// passes find losses: after every move the enemy can reclaim so that it wins. Odd passes find wins:
// there is a move after which the enemy loses, whatever it reclaims.
//
// A pass is cut into slices. A slice reads the values that the earlier passes have left and returns
// its result as bytes. The result is the same whatever the order of the slices, however many are
// done at the same time, and on whatever machine. The results are applied when all slices are done.
type solution struct {
	rules  fast.Rules
	family ruleset.Family
	index  *tablebase.Index
	lower  map[tablebase.Class]*solved

	// values holds the value of each number and then one entry for each value that another table
	// can have: values[index.Size+v] is v after the pass that finds v, and 0 before.
	values  []tablebase.Value
	slices  []slice
	pass    int
	last    int      // the last pass that has found anything or that other tables require
	results [][]byte // of the slices of the pass that are done

	undecided uint64        // numbers without a value
	shared    *sharedPasses // nil if everything is done here

	room   atomic.Int64 // bytes left for edges
	turned uint64       // turns generated, once the class is solved
}

// solved is a class that is completely known.
type solved struct {
	index   *tablebase.Index
	values  []tablebase.Value
	longest int // plies
}

// extraValues is how many values a solution has in addition to those of its numbers.
const extraValues = 256

// sliceSize is how many numbers a slice has. It divides the work, not the file.
const sliceSize = 1 << 16

// A slice is what is kept of some numbers from one pass to the next: nothing, or the undecided
// positions and their edges.
type slice struct {
	keeps bool
	open  []openPosition
	edges []uint32 // of each position in turn, with the mark in bit 31
	room  int64    // bytes taken for them
}

type openPosition struct {
	at    uint16 // in the slice
	edges uint16 // how many, or hasEnPassant
}

// hasEnPassant marks a position in which a double step lets the enemy capture en passant. Its edges
// are not kept.
const hasEnPassant = 1<<16 - 1

// narrow is the size of the largest table whose edges fit into four bytes.
const narrow = 1<<31 - 256

// newSolution returns an empty solution. The values are all 0: one for each number of the class,
// and extraValues more. The memory, in bytes, is for edges.
func newSolution(r fast.Rules, family ruleset.Family, index *tablebase.Index,
	lower map[tablebase.Class]*solved, values []tablebase.Value, memory int64) *solution {
	s := &solution{
		rules:  r,
		family: family,
		index:  index,
		lower:  lower,
		values: values,
	}
	s.slices = make([]slice, (s.index.Size+sliceSize-1)/sliceSize)
	s.undecided = s.index.Size
	s.room.Store(memory)
	return s
}

// run solves the class. The journal, which may be nil, keeps the results of slices. run calls
// progress, which may be nil, when slices are done.
func (s *solution) run(ctx context.Context, jobs int, journal *work.Journal,
	progress func(pass, done int)) error {
	expanders := make([]*expander, max(1, jobs))
	for i := range expanders {
		expanders[i] = newExpander(s)
	}
	for _, lower := range s.lower {
		s.last = max(s.last, lower.longest)
	}

	// The results of a pass follow from those of the pass before it or, if pawns are captured en
	// passant, of the pass before that.
	for s.pass <= s.last+2 {
		if s.pass > tablebase.MaxPlies {
			return fmt.Errorf("%w: %s has games of more than %d plies", ErrTooLong, s.index.Class,
				tablebase.MaxPlies)
		}

		if err := s.runPass(ctx, expanders, journal, progress); err != nil {
			return err
		}
	}

	for _, e := range expanders {
		s.turned += e.turned
	}
	for i, v := range s.values[:s.index.Size] {
		if v == tablebase.Stalemate {
			s.values[i] = tablebase.Drawn
		}
	}

	return nil
}

// runPass does the slices of a pass and applies their results.
func (s *solution) runPass(ctx context.Context, expanders []*expander, journal *work.Journal,
	progress func(pass, done int)) error {
	s.begin()
	job := work.Job{
		Units:   len(s.slices),
		Jobs:    len(expanders),
		Journal: journal,
		Step:    strconv.Itoa(s.pass),
		Do: func(_ context.Context, worker, n int) ([]byte, error) {
			return expanders[worker].slice(n), nil
		},
		Take: func(n int, found []byte, failed error) error {
			if failed != nil {
				return fmt.Errorf("%s, pass %d, slice %d: %w", s.index.Class, s.pass, n, failed)
			}
			s.results[n] = found
			return nil
		},
	}
	if progress != nil {
		job.Progress = func(done int) { progress(s.pass, done) }
	}
	if s.isShared() {
		job.Client, job.Check = s.shared.client(s), expanders[0].spotCheck
	}
	if err := job.Run(ctx); err != nil {
		return err
	}
	return s.end()
}

// begin prepares for a pass.
func (s *solution) begin() {
	if s.results == nil {
		s.results = make([][]byte, len(s.slices))
	}
	for v := 1; v <= s.pass; v++ {
		// a value of other tables that an earlier pass would have found
		s.values[s.index.Size+uint64(v)] = tablebase.Value(v)
	}
}

// end finishes a pass whose slices are all done.
func (s *solution) end() error {
	if s.isShared() {
		if err := s.shared.end(s.results); err != nil {
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

// found is the result of a slice in a pass, as sets of numbers counted from the first of the slice:
// the positions whose games end after as many plies as the number of the pass; those that are drawn
// at once; and, in the first pass, the numbers that belong to no position.
type found struct{ decided, drawn, invalid bitset }

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

// apply enters the result of a slice and reports whether it has decided positions, from which
// further values follow.
func (s *solution) apply(n int, result []byte) (decided bool, err error) {
	f, err := decodeFound(result)
	if err != nil {
		return false, fmt.Errorf("%s, pass %d, slice %d: %w", s.index.Class, s.pass, n, err)
	}

	values := s.valuesOf(n)
	here := tablebase.DecidedIn(s.pass)
	for _, set := range [...]struct {
		numbers bitset
		value   tablebase.Value
	}{{f.decided, here}, {f.drawn, tablebase.Stalemate}, {f.invalid, tablebase.NoPosition}} {
		for i := range set.numbers.all {
			if i >= len(values) {
				return false, fmt.Errorf("%w: slice %d has no number %d", tablebase.ErrFile, n, i)
			}
			if values[i] == 0 {
				s.undecided--
			}
			values[i] = set.value
			decided = decided || set.value == here
		}
	}

	return decided, nil
}

// valuesOf returns the values of a slice.
func (s *solution) valuesOf(n int) []tablebase.Value {
	first := uint64(n) * sliceSize
	return s.values[first:min(first+sliceSize, s.index.Size)]
}
