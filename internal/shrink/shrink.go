// Package shrink makes examples small: it takes things away from one as long as it still shows what
// it is to show.
//
// [Least] does so with anything; [Position] takes pieces, moves and rights from a position.
package shrink

import "context"

// Least returns the smallest that it comes to by going from x to one of its smaller again and
// again, until none of them will do. First returns the number of the first of some that will, -1
// where none does; it gets them in small batches, so that it may ask about several at a time. When
// the context ends it returns the smallest so far.
func Least[T any](ctx context.Context, x T, smaller func(T) []T, first func([]T) int) T {
	const batch = 16
	from := 0 // after a success what comes next goes on behind it, since what failed before it mostly fails again
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
