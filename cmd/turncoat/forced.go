package main

import (
	"context"
	"fmt"

	"turncoat/protocol"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/fast"
)

// The limits of one search for a forced win, for a request comes from who knows where: turns looked at, far fewer
// under rules of one's own, which are searched slowly. They are no times, and every request has one worker and a
// solver of its own, so that the same request has the same answer on every machine.
const (
	winNodes     = 200_000_000
	winNodesSlow = 1_000_000
)

// forcedWin answers a request for a forced win.
func forcedWin(ctx context.Context, g *rules.Variant, p *board.Position, r *protocol.Request) (protocol.Reply, error) {
	if *r.In > solve.MaxTurns {
		return protocol.Reply{}, fmt.Errorf("%w: \"in\" is %d: it is at most %d", rules.ErrLimit, *r.In, solve.MaxTurns)
	}
	nodes := uint64(winNodes)
	if _, quick := fast.For(g.Set()); !quick {
		nodes = winNodesSlow
	}
	result, err := solve.Find(ctx, g, *p, *r.In, solve.Options{Jobs: 1, Nodes: nodes})
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
