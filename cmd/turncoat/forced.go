package main

import (
	"context"

	"turncoat/protocol"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
)

// answerWin answers the protocol's question for a forced win.
func answerWin(ctx context.Context, g *rules.Game, p *board.Position, r *protocol.Request) (protocol.Reply, error) {
	result, err := solve.Find(ctx, g, *p, *r.In, solve.Options{})
	if err != nil {
		return protocol.Reply{}, err
	}
	won := result.Status == solve.Won
	reply := protocol.Reply{Win: &won}
	if won {
		reply.In = result.In
		for _, m := range result.Keys {
			reply.Keys = append(reply.Keys, m.UCI(p))
		}
	}
	return reply, nil
}
