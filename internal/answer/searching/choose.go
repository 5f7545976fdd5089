package searching

import (
	"cmp"
	"context"
	"math/rand/v2"

	"turncoat/internal/engine/player"
	"turncoat/protocol"
	"turncoat/rules/board"
)

// levels are the strengths of the player: search depth and noise of the evaluation.
var levels = []struct {
	depth int
	noise float64
}{{1, 350}, {1, 90}, {2, 60}, {4, 0}}

// The turns that a player searches for one move. A browser searches about 300,000 a second.
const (
	choiceNodes     = 120_000
	choiceNodesSlow = 1_500
)

// choose answers [AskChoose].
func (d answerer) choose(ctx context.Context, q *protocol.Question) (any, error) {
	asked := struct {
		Level int    `json:"level"`
		Seed  uint64 `json:"seed"`
	}{Level: 2}
	if err := q.Fields(&asked); err != nil {
		return nil, err
	}
	g, p, err := q.At(ctx)
	if err := cmp.Or(protocol.Within("level", asked.Level, 1, len(levels)), err); err != nil {
		return nil, err
	}
	level := levels[asked.Level-1]
	one := player.New(g, level.depth, level.noise)
	one.Nodes = choiceNodes
	if _, isFast := g.Fast(); !isFast {
		one.Nodes = choiceNodesSlow
	}
	m, ok := one.Choose(&p, rand.New(rand.NewPCG(asked.Seed, p.Hash())))
	outcome := g.Outcome(&p)
	if !ok || outcome.Result != board.Ongoing {
		return nil, &protocol.Error{Code: protocol.IllegalMove, Message: "the game is over"}
	}
	return body("turn", protocol.TurnOf(g, &p, g.Full(&p, m))), nil
}
