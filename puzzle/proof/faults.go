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

// faults collects the faults of a proof. It keeps those of the first lines, in whatever order they
// are found.
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

// cut sorts the faults by line and drops those after the first maxFaults.
func (f *faults) cut() {
	slices.SortStableFunc(f.list, func(a, b *Error) int { return cmp.Compare(a.Line, b.Line) })
	f.list = f.list[:min(len(f.list), maxFaults)]
}

// err joins the faults that were kept, and says how many more there are.
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
