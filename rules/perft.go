package rules

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"sync/atomic"

	"turncoat/rules/board"
)

// Perft counts the sequences of turns of a length, with each reclaim choice as a turn of its own.
// The number of jobs that share the work does not affect the count. The error is the context's or,
// if a move has too many reclaim choices, wraps [ErrLimit].
func (v *Variant) Perft(ctx context.Context, p *board.Position, depth, jobs int) (uint64, error) {
	var total uint64
	err := v.Divide(ctx, p, depth, jobs, func(_ board.Move, nodes uint64) { total += nodes })
	if depth <= 0 {
		return 1, err
	}
	return total, err
}

// Divide counts as [Variant.Perft] does, and reports the count behind each legal move, in order of
// the moves as UCI writes them, the reclaim choices of one move together. When the context ends,
// the moves that were counted to the end are still reported, and the error is the context's.
func (v *Variant) Divide(ctx context.Context, p *board.Position, depth, jobs int,
	report func(board.Move, uint64)) error {
	if depth <= 0 {
		return ctx.Err()
	}
	moves := v.Moves(p)
	slices.SortFunc(moves, func(a, b board.Move) int { return cmp.Compare(a.UCI(p), b.UCI(p)) })
	counts := make([]uint64, len(moves))
	whole := make([]bool, len(moves)) // fully counted; read once done is closed
	done := make([]chan struct{}, len(moves))
	for i := range done {
		done[i] = make(chan struct{})
	}
	var over atomic.Bool // a move has too many reclaim choices
	stop := func(choices int) bool {
		if choices > v.MaxChoices() {
			over.Store(true)
		}
		return over.Load() || ctx.Err() != nil
	}
	jobs = max(1, min(jobs, len(moves)))
	// of what has been reported, so that a report can still end the work
	ahead := make(chan struct{}, 2*jobs)
	var next atomic.Int64
	for range jobs {
		go func() {
			for {
				ahead <- struct{}{}
				i := int(next.Add(1)) - 1
				if i >= len(moves) {
					return
				}
				if !stop(0) {
					counts[i] = v.countTurns(v.TurnsOf(p, moves[i]), depth, stop)
					whole[i] = !stop(0)
				}

				close(done[i])
			}
		}()
	}

	for i, m := range moves {
		<-done[i]
		if whole[i] {
			report(m, counts[i])
		}
		<-ahead
	}

	switch {
	case over.Load():
		return fmt.Errorf("%w: a move has more than %d reclaim choices", ErrLimit, v.MaxChoices())
	case slices.Contains(whole, false):
		return ctx.Err()
	}

	return nil
}

// MaxChoices is how many reclaim choices of one move, or of one position deeper down,
// [Variant.Perft] counts. If there are more, its error wraps [ErrLimit]. Rule sets that are not
// built in are slower and have a lower limit.
func (v *Variant) MaxChoices() int {
	if v.fast {
		return 1 << 18
	}
	return 1 << 14
}

// Counts below these depths take only a fraction of a second and so do not check whether to stop,
// except for the number of reclaim choices.
const (
	slice     = 3
	fastSlice = 4
)

// countTurns counts the sequences that begin with some turns.
func (v *Variant) countTurns(turns iter.Seq[board.Played], depth int,
	stop func(int) bool) (nodes uint64) {
	n := 0
	for t := range turns {
		nodes += v.count(&t.After, depth-1, stop)
		n++
		if stop(n) {
			break
		}
	}

	return nodes
}

func (v *Variant) count(p *board.Position, depth int, stop func(int) bool) uint64 {
	switch {
	case depth == 0:
		return 1
	case v.fast && (depth < fastSlice && !v.fastRules.Reclaims() || depth < slice):
		return v.fastRules.PerftUntil(p, depth, false, stop)
	}

	return v.countTurns(v.Turns(p), depth, stop)
}
