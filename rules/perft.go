package rules

import (
	"cmp"
	"context"
	"slices"
	"sync/atomic"

	"turncoat/rules/board"
	"turncoat/rules/internal/reference"
)

// Perft counts the sequences of turns of a length, each reclaim choice as a turn of its own. The
// work is shared by the jobs; the count does not depend on them. The error is the context's.
func (v *Variant) Perft(ctx context.Context, p *board.Position, depth, jobs int) (uint64, error) {
	var total uint64
	err := v.Divide(ctx, p, depth, jobs, func(_ board.Move, nodes uint64) { total += nodes })
	if depth <= 0 {
		return 1, err
	}
	return total, err
}

// Divide counts as [Variant.Perft] does, and reports the count behind each legal move, in order of the
// moves as UCI writes them, the reclaim choices of one move together. When the context ends, the
// moves that were counted to the end are still reported, and the error is the context's.
func (v *Variant) Divide(ctx context.Context, p *board.Position, depth, jobs int, report func(board.Move,
	uint64)) error {
	if depth <= 0 {
		return ctx.Err()
	}
	moves := v.Moves(p)
	slices.SortFunc(moves, func(a, b board.Move) int { return cmp.Compare(a.UCI(p), b.UCI(p)) })
	counts := make([]uint64, len(moves))
	whole := make([]bool, len(moves)) // counted to the end; read once done is closed
	done := make([]chan struct{}, len(moves))
	for i := range done {
		done[i] = make(chan struct{})
	}
	jobs = max(1, min(jobs, len(moves)))
	ahead := make(chan struct{}, 2*jobs) // of what has been reported, so that a report can still end the work
	var next atomic.Int64
	for range jobs {
		go func() {
			for {
				ahead <- struct{}{}
				i := int(next.Add(1)) - 1
				if i >= len(moves) {
					return
				}
				if ctx.Err() == nil {
					counts[i] = v.countMove(ctx, p, moves[i], depth)
					whole[i] = ctx.Err() == nil
				}
				close(done[i])
			}
		}()
	}
	for i, m := range moves {
		if <-done[i]; whole[i] {
			report(m, counts[i])
		}
		<-ahead
	}
	if slices.Contains(whole, false) {
		return ctx.Err()
	}
	return nil
}

// Below these depths the context is no longer looked at: they take a fraction of a second.
const (
	slice     = 3
	fastSlice = 4
)

func (v *Variant) countMove(ctx context.Context, p *board.Position, m board.Move, depth int) uint64 {
	var nodes uint64
	for t := range v.TurnsOf(p, m) {
		nodes += v.count(ctx, &t.After, depth-1)
		if ctx.Err() != nil {
			return nodes
		}
	}
	return nodes
}

func (v *Variant) count(ctx context.Context, p *board.Position, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	switch {
	case v.fast && (depth < fastSlice && !v.fastRules.Reclaims() || depth < slice):
		return v.fastRules.Perft(p, depth, false)
	case !v.fast && depth < slice:
		return reference.Perft(v.set, *p, depth)
	}
	var nodes uint64
	for t := range v.Turns(p) {
		nodes += v.count(ctx, &t.After, depth-1)
		if ctx.Err() != nil {
			return nodes
		}
	}
	return nodes
}
