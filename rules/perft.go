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
// if a move has more than [Variant.MaxChoices] reclaim choices, wraps [ErrLimit]; the count is then
// that behind the moves that were counted to the end.
//
// Report, if it is not nil, is called with the count behind each legal move that was counted to the
// end, in order of the moves as UCI writes them, the reclaim choices of one move together.
func (v *Variant) Perft(ctx context.Context, p *board.Position, depth, jobs int,
	report func(board.Move, uint64)) (uint64, error) {
	if depth <= 0 {
		return 1, ctx.Err()
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
	// Workers keep close to what has been reported, so that a report can still end the work.
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

	var total uint64
	for i, m := range moves {
		<-done[i]
		if whole[i] {
			total += counts[i]
			if report != nil {
				report(m, counts[i])
			}
		}
		<-ahead
	}

	switch {
	case over.Load():
		most := v.MaxChoices()
		return total, fmt.Errorf("%w: a move has more than %d reclaim choices", ErrLimit, most)
	case slices.Contains(whole, false):
		return total, ctx.Err()
	}

	return total, nil
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
