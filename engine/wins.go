package engine

import (
	"context"
	"slices"
	"time"

	"turncoat/puzzle/solve"
	"turncoat/rules/board"
)

// The exact search for forced wins comes before the alpha-beta search, because it is much faster at
// finding them. It gets a share of the limits.
const (
	maxWin       = 8 // turns
	winTime      = 6 // a sixth of the time
	winNodes     = 3 // a third of the positions; each turn that it searches counts as one
	winLineNodes = 20_000

	// Below these limits the exact search is left out: it takes a millisecond to start.
	leastNodes = 1_000
	leastTime  = 12 * time.Millisecond
)

// forcedWin returns the moves that win in the fewest turns and that number, if the exact search
// finds them within its share of the limits, and how many turns it searched. It is skipped if depth
// is the only limit.
func (e *Engine) forcedWin(ctx context.Context, p *board.Position, l *Limits) (keys []board.Move, in int, looked uint64) {
	share := l.Time
	if l.Soft > 0 {
		share = l.Soft
	}
	if !e.workers[0].quick || l.plain || l.Lines > 1 || l.Nodes < leastNodes && share < leastTime {
		return nil, 0, 0
	}
	if l.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, share/winTime)
		defer cancel()
	}

	o := solve.Options{Jobs: 1, Nodes: l.Nodes / winNodes, Memory: 1 << 20}
	if l.Only != nil {
		o.First = func(_ *board.Position, m board.Move) bool { return l.Only(m) }
	}
	r, _ := solve.Find(ctx, e.variant, p, maxWin, o) // an error means that the time is up
	if r.Status != solve.Won {
		return nil, 0, r.Nodes
	}
	return r.Keys, r.In, r.Nodes
}

// winning searches for the line of a win that is known to be the shortest.
func (e *Engine) winning(ctx context.Context, g Game, keys []board.Move, in int) (Result, error) {
	plain := Limits{Depth: 2*in + 1, Nodes: winLineNodes, plain: true,
		Only: func(m board.Move) bool { return slices.Contains(keys, m) }}
	r, err := e.Search(ctx, g, plain)
	if len(r.Lines) > 0 {
		r.Lines[0].Score = Score(mateScore - 2*in + 1)
	}
	return r, err
}
