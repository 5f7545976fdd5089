package build

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"

	"turncoat/internal/fast"
	"turncoat/internal/tablebase"
	"turncoat/internal/workers"
	"turncoat/rules"
	"turncoat/rules/board"
)

// ErrWrong is the class of errors about values that the rules contradict.
var ErrWrong = errors.New("wrong value")

// maxFaults is how many wrong values of a class are reported.
const maxFaults = 20

// VerifyOptions control [Verify].
type VerifyOptions struct {
	Jobs   int
	Sample int    // how many positions of a class to check by the reference rules, too
	Seed   uint64 // of the choice of these positions
	// Progress, when set, is called often, by several goroutines at once, with the numbers done so
	// far.
	Progress func(c tablebase.Class, done uint64)
}

// Verified is what the verification of a class has checked.
type Verified struct {
	Class   tablebase.Class
	Numbers uint64 // all of them
	Sampled int    // by the reference rules
	Wrong   uint64
}

// Verify checks every value of a class against the values of the positions after its turns, by the
// fast rules, and those of a sample by the reference rules. A win must lead to a lost position, and
// so on until the end of the game, so values that agree with their successors everywhere are right
// everywhere. The error joins one error for each wrong value, of the class [ErrWrong], up to a
// maximum; it is of another class if the verification could not be completed.
func Verify(ctx context.Context, tables *tablebase.Tables, c tablebase.Class,
	o VerifyOptions) (Verified, error) {
	v, err := newVerifier(tables, c)
	if err != nil {
		return Verified{Class: c}, err
	}
	if got := tablebase.StatsOf(v.values[c]); got != v.table.Stats {
		v.fault(fmt.Errorf("%s: %w: the header counts %+v, the values %+v",
			v.table.Name(), ErrWrong, v.table.Stats, got))
	}

	report := Verified{Class: c, Numbers: v.table.Len()}
	err = v.checkAll(ctx, o)
	if err == nil {
		report.Sampled, err = v.checkSample(ctx, o)
	}
	report.Wrong = v.wrong
	if err != nil {
		return report, err
	}
	return report, errors.Join(v.sortedFaults()...)
}

type verifier struct {
	tables *tablebase.Tables
	rules  fast.Rules
	table  *tablebase.Table
	values map[tablebase.Class][]tablebase.Value

	mu     sync.Mutex
	wrong  uint64
	faults []error
}

// newVerifier returns a verifier of a class, with the values of the class and of those that it
// leads into.
func newVerifier(tables *tablebase.Tables, c tablebase.Class) (*verifier, error) {
	set := tables.Set()
	table := tables.Table(c)
	if table == nil {
		return nil, fmt.Errorf("%w of %s for %s", tablebase.ErrMissing, c, set.Name)
	}
	v := &verifier{
		tables: tables,
		rules:  tables.Rules(),
		table:  table,
		values: map[tablebase.Class][]tablebase.Value{},
	}
	for _, d := range append(c.LeadsInto(set.Family), c) {
		lower := tables.Table(d)
		if lower == nil {
			return nil, fmt.Errorf("%w of %s, into which %s leads", tablebase.ErrMissing, d, c)
		}
		values, err := lower.Values()
		if err != nil {
			return nil, err
		}
		v.values[d] = values
	}

	return v, nil
}

// fault records a wrong value.
func (v *verifier) fault(err error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.wrong++
	if len(v.faults) < maxFaults {
		v.faults = append(v.faults, err)
	}
}

// faultAt records that the value of a number is wrong according to the named rules.
func (v *verifier) faultAt(number uint64, p *board.Position, got, want tablebase.Value, by string) {
	v.fault(fmt.Errorf("%s: %w: number %d, %s: %v, by %s %v",
		v.table.Name(), ErrWrong, number, p.FEN(v.tables.Set()), got, by, want))
}

// sortedFaults returns the faults in an order that does not depend on the workers, unless there are
// more than maxFaults.
func (v *verifier) sortedFaults() []error {
	slices.SortFunc(v.faults, func(a, b error) int {
		x, y := a.Error(), b.Error()
		return cmp.Or(cmp.Compare(len(x), len(y)), cmp.Compare(x, y))
	})
	return v.faults
}

// checkAll checks the values of all numbers by the fast rules.
func (v *verifier) checkAll(ctx context.Context, o VerifyOptions) error {
	size := v.table.Len()
	slices := int((size + sliceSize - 1) / sliceSize)
	checkers := make([]checker, max(1, o.Jobs))
	var done atomic.Uint64
	return workers.Each(ctx, len(checkers), slices, func(worker, n int) {
		first := uint64(n) * sliceSize
		end := min(first+sliceSize, size)
		c := &checkers[worker]
		c.verifier = v
		for number := first; number < end; number++ {
			c.check(number)
		}
		soFar := done.Add(end - first)
		if o.Progress != nil {
			o.Progress(v.table.Class, soFar)
		}
	})
}

// valueOf returns the value of a position of any of the classes.
func (v *verifier) valueOf(p *board.Position) tablebase.Value {
	if p.EnPassant != board.NoSquare {
		value, err := v.tables.Probe(p)
		if err != nil {
			return tablebase.NoPosition
		}
		return value
	}

	c, ok := tablebase.ClassOf(p)
	values := v.values[c]
	if !ok || values == nil {
		return tablebase.NoPosition
	}
	return values[v.tables.Table(c).Index().Number(p)]
}

// A checker checks values by the fast rules, on one goroutine.
type checker struct {
	*verifier
	turns   []board.Turn
	after   []tablebase.Value // after each turn
	choices fast.Choices
}

// check checks the value of a number against those after it.
func (c *checker) check(number uint64) {
	var p board.Position
	got, want := c.values[c.table.Class][number], tablebase.NoPosition
	if c.table.Index().Position(number, &p) && c.rules.MayWait(&p, p.Turn.Other()) {
		want = c.worth(&p)
	}
	if got != want {
		c.faultAt(number, &p, got, want, "internal/fast")
	}
}

// worth computes the value of a position from those after its turns.
func (c *checker) worth(p *board.Position) tablebase.Value {
	c.turns = c.rules.AppendTurns(c.turns[:0], p)
	if len(c.turns) == 0 {
		return endValue(c.rules.Final(p))
	}
	c.after = c.after[:0]
	for i := range c.turns {
		c.after = append(c.after, c.valueAfter(p, c.turns[i]))
	}
	return bestFor(c.after)
}

// valueAfter returns the enemy's value after a move. If the enemy chooses a reclaim, it is the best
// that it can get.
func (c *checker) valueAfter(p *board.Position, t board.Turn) tablebase.Value {
	var after board.Position
	if !c.rules.Reclaims() {
		c.rules.Apply(p, t, &after)
		return c.valueOf(&after)
	}

	best := tablebase.DecidedIn(0)
	c.choices.Start(c.rules, p, t.Move)
	for c.choices.Next() {
		c.rules.Apply(p, c.choices.Turn(), &after)
		if value := c.valueOf(&after); value.Compare(best) > 0 {
			best = value
		}
	}

	return best
}

// endValue returns the value of a position without a turn.
func endValue(o board.Outcome) tablebase.Value {
	if o.Result == board.Draw {
		return tablebase.Drawn
	}
	return tablebase.DecidedIn(0)
}

// bestFor returns the value of a position from the enemy's values after each move.
func bestFor(after []tablebase.Value) tablebase.Value {
	return slices.MinFunc(after, tablebase.Value.Compare).Before()
}

// checkSample checks values chosen at random by the reference rules.
func (v *verifier) checkSample(ctx context.Context, o VerifyOptions) (sampled int, err error) {
	values := v.values[v.table.Class]
	random := rand.New(rand.NewPCG(o.Seed, uint64(len(values))))
	numbers := make([]uint64, o.Sample)
	for i := range numbers {
		numbers[i] = random.Uint64N(v.table.Len())
	}

	reference := rules.NewReference(v.tables.Set())
	err = workers.Each(ctx, max(1, o.Jobs), len(numbers), func(_, i int) {
		var p board.Position
		if !v.table.Index().Position(numbers[i], &p) {
			return
		}
		p.Rekey()
		got, want := values[numbers[i]], tablebase.NoPosition
		if len(reference.Validate(&p)) == 0 {
			want = v.worthByReference(reference, &p)
		}
		if got != want {
			v.faultAt(numbers[i], &p, got, want, "internal/reference")
		}
	})
	return len(numbers), err
}

// worthByReference does what [checker.worth] does, with the reference rules.
func (v *verifier) worthByReference(variant *rules.Variant, p *board.Position) tablebase.Value {
	best := map[board.Move]tablebase.Value{} // the enemy's
	for t := range variant.Turns(p) {
		value := v.valueOf(&t.After)
		known, seen := best[t.Move]
		if !seen || value.Compare(known) > 0 {
			best[t.Move] = value
		}
	}

	if len(best) == 0 {
		return endValue(variant.Outcome(p))
	}
	return bestFor(slices.Collect(maps.Values(best)))
}
