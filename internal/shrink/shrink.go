// Package shrink makes examples small: it removes things from an example as long as it still shows
// the same.
//
// [Least] does this with anything; [Position] removes pieces, moves and rights from a position.
package shrink

import "context"

// Least replaces x by one of its smaller variants again and again, until none of them shows the
// same, and returns the last. first returns the index of the first of some variants that does, -1
// if none does; it gets small batches, so that it can test several at the same time. If the context
// ends, Least returns the smallest so far.
func Least[T any](ctx context.Context, x T, smaller func(T) []T, first func([]T) int) T {
	const batch = 16
	// After a success the search continues at the same index, because the variants before it mostly
	// fail again.
	from := 0
	for clean := false; !clean; {
		list := smaller(x)
		clean = from == 0
		start := min(from, len(list))
		from = 0
		for at := start; at < len(list); at += batch {
			if ctx.Err() != nil {
				return x
			}
			if n := first(list[at:min(at+batch, len(list))]); n >= 0 {
				x, from, clean = list[at+n], at+n, false
				break
			}
		}
	}

	return x
}
