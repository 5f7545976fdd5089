package main

import (
	"context"
	"fmt"
	"time"

	"turncoat/protocol"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
)

// The limits of one search for a forced win, for a request comes from who knows where.
const (
	winNodes  = 200_000_000
	winMemory = 64 << 20
	winTime   = 2 * time.Minute // what ends a search under rules of one's own, which are searched slowly
)

// wins answers requests for forced wins. It keeps its solver as long as the rules stay the same.
type wins struct{ solver *solve.Solver }

func (w *wins) answer(ctx context.Context, g *rules.Game, p *board.Position, r *protocol.Request) (protocol.Reply, error) {
	if w.solver == nil || w.solver.Game().Set() != g.Set() {
		w.solver = solve.New(g, solve.Options{Nodes: winNodes, Memory: winMemory, Time: winTime})
	}
	if *r.In > solve.MaxTurns {
		return protocol.Reply{}, fmt.Errorf("%w: \"in\" is %d: it is at most %d", rules.ErrLimit, *r.In, solve.MaxTurns)
	}
	result, err := w.solver.Solve(ctx, *p, solve.Win, *r.In)
	if err != nil {
		return protocol.Reply{}, err
	}
	won := result.Status == solve.Won
	switch result.Status {
	case solve.Won:
		reply := protocol.Reply{Win: &won, In: result.In, Keys: []string{}}
		for _, m := range result.Keys {
			reply.Keys = append(reply.Keys, m.UCI(p))
		}
		return reply, nil
	case solve.None:
		return protocol.Reply{Win: &won}, nil
	}
	return protocol.Reply{}, fmt.Errorf("%w: %d turns looked at", rules.ErrLimit, result.Nodes)
}
