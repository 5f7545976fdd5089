package proof

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sync"

	"turncoat/internal/plural"
)

// maxFaults is how many faults of one proof are reported.
const maxFaults = 50

// faults gathers the faults of a proof, of which it keeps those of the first lines, whatever the
// order in which they are found.
type faults struct {
	mu    sync.Mutex
	list  []*Error
	count int
}

func (f *faults) add(e *Error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.count++
	f.list = append(f.list, e)
	if len(f.list) >= 4*maxFaults {
		f.cut()
	}
}

// cut puts the faults into the order of their lines and forgets those that are too many.
func (f *faults) cut() {
	slices.SortStableFunc(f.list, func(a, b *Error) int { return cmp.Compare(a.Line, b.Line) })
	f.list = f.list[:min(len(f.list), maxFaults)]
}

// err joins the faults, and says how many more there are.
func (f *faults) err() error {
	f.cut()
	var list []error
	for _, e := range f.list {
		list = append(list, e)
	}
	if more := f.count - len(f.list); more > 0 {
		list = append(list, fmt.Errorf("and %s", plural.Count(more, "more fault")))
	}
	return errors.Join(list...)
}
