package engine

import (
	"context"
	"slices"
	"time"

	"turncoat/puzzle/solve"
	"turncoat/rules/board"
)

// The exact search for forced wins goes before the other: it is far quicker at what it does. It
// gets a share of the limits.
const (
	maxWin       = 8 // turns
	winTime      = 6 // a sixth of the time
	winNodes     = 3 // a third of the positions; each turn that it looks at counts as one
	winLineNodes = 20_000

	// With less there is too little for both searches: the exact one takes a millisecond to set
	// out.
	leastNodes = 1_000
	leastTime  = 12 * time.Millisecond
)

// forcedWin returns the moves that win in the fewest turns and their number, if the exact search
// finds that out within its share of the limits, and how many turns it looked at. A search limited
// by depth alone does without.
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
	r, _ := solve.Find(ctx, e.variant, p, maxWin, o) // an error says that the time is over
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
