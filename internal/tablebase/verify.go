//go:build !turncoat_web

package tablebase

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"

	"turncoat/internal/workers"
	"turncoat/rules"
	"turncoat/rules/board"
)

// ErrWrong is the class of errors about values that the rules contradict.
var ErrWrong = errors.New("wrong value")

// maxFaults is how many wrong values of a class are reported.
const maxFaults = 20

// VerifyOptions say how [Tables.Verify] works.
type VerifyOptions struct {
	Jobs   int
	Sample int    // positions of a class that are held against rules/internal/reference as well
	Seed   uint64 // chooses them
	// Progress, when set, is called often, by several goroutines at once, with the numbers done so far.
	Progress func(c Class, done uint64)
}

// Verified is what a verification of a class has looked at.
type Verified struct {
	Class   Class
	Numbers uint64 // all of them
	Sampled int    // by rules/internal/reference
	Wrong   uint64
}

// Verify checks every value of a class against the values of the positions after its turns, by rules/internal/fast, and
// those of a sample by rules/internal/reference. Since a win needs a lost position before it, and so on down to the end
// of the game, values that agree with those after them everywhere are right everywhere. The error joins one for
// each wrong value, of the class [ErrWrong], up to a number; it is of another class when the work could not be
// done.
func (t *Tables) Verify(ctx context.Context, c Class, o VerifyOptions) (Verified, error) {
	table := t.byClass[c]
	if table == nil {
		return Verified{Class: c}, fmt.Errorf("%w of %s for %s", ErrMissing, c, t.set.Name)
	}
	v := &verifier{Tables: t, table: table, values: map[Class][]Value{}}
	for _, d := range append(c.leadsInto(t.set.Family), c) {
		lower := t.byClass[d]
		if lower == nil {
			return Verified{Class: c}, fmt.Errorf("%w of %s, into which %s leads", ErrMissing, d, c)
		}
		values, err := lower.values()
		if err != nil {
			return Verified{Class: c}, err
		}
		v.values[d] = values
	}
	if got := statsOf(v.values[c]); got != table.Stats {
		v.fault(fmt.Errorf("%s: %w: the header counts %+v, the values %+v", table.name, ErrWrong, table.Stats, got))
	}
	slices := int((table.x.size + sliceSize - 1) / sliceSize)
	workspaces := make([]checker, max(1, o.Jobs))
	var done atomic.Uint64
	err := workers.Each(ctx, len(workspaces), slices, func(worker, n int) {
		last := min(uint64(n+1)*sliceSize, table.x.size)
		for number := uint64(n) * sliceSize; number < last; number++ {
			v.check(&workspaces[worker], number)
		}
		if now := done.Add(last - uint64(n)*sliceSize); o.Progress != nil {
			o.Progress(c, now)
		}
	})
	sampled := 0
	if err == nil {
		sampled, err = v.sample(ctx, o)
	}
	report := Verified{c, table.x.size, sampled, v.wrong}
	if err != nil {
		return report, err
	}
	return report, errors.Join(v.sorted()...)
}

type verifier struct {
	*Tables
	table  *Table
	values map[Class][]Value

	mu     sync.Mutex
	wrong  uint64
	faults []error
}

// A checker is the memory of one goroutine.
type checker struct {
	turns   []board.Turn
	choices rules.Choices
}

// fault notes what is wrong.
func (v *verifier) fault(err error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.wrong++
	if len(v.faults) < maxFaults {
		v.faults = append(v.faults, err)
	}
}

// sorted returns the faults in an order that does not depend on the workers, as far as there are few.
func (v *verifier) sorted() []error {
	slices.SortFunc(v.faults, func(a, b error) int {
		x, y := a.Error(), b.Error()
		return cmp.Or(cmp.Compare(len(x), len(y)), cmp.Compare(x, y))
	})
	return v.faults
}

// valueOf returns the value of a position of any of the classes.
func (v *verifier) valueOf(p *board.Position) Value {
	if p.EnPassant != board.NoSquare {
		value, err := v.probeByTurns(p)
		if err != nil {
			return NoPosition
		}
		return value
	}
	c, ok := ClassOf(p)
	values := v.values[c]
	if !ok || values == nil {
		return NoPosition
	}
	return values[v.byClass[c].x.of(p)]
}

// check checks the value of a number against those after it.
func (v *verifier) check(c *checker, number uint64) {
	var p board.Position
	got, want := v.values[v.table.Class][number], NoPosition
	if v.table.x.at(number, &p) && (!v.set.Family.HasCheck() || !v.rules.InCheck(&p, board.Black)) {
		want = v.worth(c, &p)
	}
	if got != want {
		v.fault(v.wrongAt(number, &p, got, want, "rules/internal/fast"))
	}
}

func (v *verifier) wrongAt(number uint64, p *board.Position, got, want Value, by string) error {
	return fmt.Errorf("%s: %w: number %d, %s: %v, by %s %v", v.table.name, ErrWrong, number, p.FEN(v.set), got, by,
		want)
}

// worth works out the value of a position from those after its turns.
func (v *verifier) worth(c *checker, p *board.Position) Value {
	c.turns = v.rules.AppendTurns(c.turns[:0], p)
	if len(c.turns) == 0 {
		if v.rules.Final(p).Result == board.Draw {
			return Drawn
		}
		return In(0)
	}
	best := In(0)
	for i := range c.turns {
		if value := v.worstOf(c, p, c.turns[i]).before(); i == 0 || value.Compare(best) > 0 {
			best = value
		}
	}
	return best
}

// worstOf returns the value after a move: where the enemy chooses a reclaim, the best that it can have.
func (v *verifier) worstOf(c *checker, p *board.Position, t board.Turn) Value {
	var after board.Position
	if !v.rules.Reclaims() {
		v.rules.Apply(p, t, &after)
		return v.valueOf(&after)
	}
	worst := In(0)
	for c.choices.Start(v.rules, p, t.Move); c.choices.Next(); {
		v.rules.Apply(p, c.choices.Turn(), &after)
		if value := v.valueOf(&after); value.Compare(worst) > 0 {
			worst = value
		}
	}
	return worst
}

// sample checks values chosen at random against rules/internal/reference.
func (v *verifier) sample(ctx context.Context, o VerifyOptions) (sampled int, err error) {
	random := rand.New(rand.NewPCG(o.Seed, uint64(len(v.values[v.table.Class]))))
	numbers := make([]uint64, o.Sample)
	for i := range numbers {
		numbers[i] = random.Uint64N(v.table.x.size)
	}
	err = workers.Each(ctx, max(1, o.Jobs), len(numbers), func(_, i int) {
		var p board.Position
		if !v.table.x.at(numbers[i], &p) {
			return
		}
		p.Rekey()
		got, want := v.values[v.table.Class][numbers[i]], NoPosition
		if len(rules.NewReference(v.set).Validate(&p)) == 0 {
			want = v.worthByReference(p)
		}
		if got != want {
			v.fault(v.wrongAt(numbers[i], &p, got, want, "rules/internal/reference"))
		}
	})
	return len(numbers), err
}

// worthByReference does what worth does by the other implementation of the rules.
func (v *verifier) worthByReference(p board.Position) Value {
	moves := map[board.Move]Value{}
	for t := range rules.NewReference(v.set).Turns(&p) {
		value := v.valueOf(&t.After)
		if worst, ok := moves[t.Move]; !ok || value.Compare(worst) > 0 {
			moves[t.Move] = value
		}
	}
	if len(moves) == 0 {
		if rules.NewReference(v.set).Outcome(&p).Result == board.Draw {
			return Drawn
		}
		return In(0)
	}
	first, best := true, Drawn
	for _, worst := range moves {
		if value := worst.before(); first || value.Compare(best) > 0 {
			first, best = false, value
		}
	}
	return best
}
