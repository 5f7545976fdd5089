package analysis

import (
	"context"
	"math/rand/v2"

	"turncoat/protocol"
	"turncoat/puzzle/player"
	"turncoat/rules/board"
)

// levels are the strengths of the player: how deep it searches, and the noise in its evaluation.
var levels = []struct {
	depth int
	noise float64
}{{1, 350}, {1, 90}, {2, 60}, {4, 0}}

// choiceNodes bounds the turns that a player looks at for one move, fewer under rule sets that are not built in.
// A browser looks at some three hundred thousand a second.
const (
	choiceNodes     = 120_000
	choiceNodesSlow = 1_500
)

// choose answers [AskChoose]: the move of a player of one of four levels.
func (d answerer) choose(ctx context.Context, q *protocol.Question) (any, error) {
	asked := struct {
		Level int    `json:"level"`
		Seed  uint64 `json:"seed"`
	}{Level: 2}
	if err := q.Fields(&asked); err != nil {
		return nil, err
	}
	if asked.Level < 1 || asked.Level > len(levels) {
		return nil, protocol.Invalid(`"level" is %d: it is 1 to %d`, asked.Level, len(levels))
	}
	g, p, err := q.At(ctx)
	if err != nil {
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
		return nil, &protocol.Error{Code: protocol.IllegalMove, Message: "the game is over: there is no move"}
	}
	return body("turn", g.TurnJSON(&p, g.Full(&p, m))), nil
}
