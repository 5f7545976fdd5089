package puzzlecmd

import (
	"context"
	"fmt"

	"turncoat/cmd/turncoat/internal/share"
	"turncoat/internal/cluster"
	"turncoat/puzzle"
	"turncoat/puzzle/proof"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// proveArgs are what all replies of a proof have in common.
type proveArgs struct {
	Rules  ruleset.Set `json:"rules"`
	Turns  int         `json:"turns"` // after the reply
	Nodes  uint64      `json:"nodes,omitempty"`
	Memory int64       `json:"memory"`
}

// A provedReply is what is found after one reply.
type provedReply struct {
	Status string       `json:"status"`          // won, none or unknown
	In     int          `json:"in,omitempty"`    // the attacker's turns, if it wins
	First  string       `json:"play,omitempty"`  // the first of them, in UCI
	Nodes  uint64       `json:"positions"`       // looked at
	Steps  []proof.Step `json:"steps,omitempty"` // the strategy
}

// summary returns the result without its strategy.
func (r provedReply) summary() provedReply {
	r.Steps = nil
	return r
}

// firstSAN returns the attacker's first turn as people write it.
func (r *provedReply) firstSAN(game *rules.Variant, p *board.Position) string {
	t, err := game.Parse(p, r.First)
	if err != nil {
		return r.First
	}
	return game.SAN(p, t)
}

// strategy reads the strategy of a result.
func (r *provedReply) strategy(game *rules.Variant) (solve.Strategy, error) {
	strategy := solve.Strategy{}
	for _, step := range r.Steps {
		p, err := proof.ParsePosition(step.At, game)
		if err != nil {
			return nil, err
		}
		if len(step.Play) != 1 || step.Win < 2 {
			return nil, fmt.Errorf("%s: not a step of a strategy", step.At)
		}
		t, err := game.Parse(&p, step.Play[0])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", step.At, err)
		}
		strategy[puzzle.Bare(&p)] = solve.Choice{Move: t.Move, In: step.Win}
	}

	return strategy, nil
}

// ProveUnit answers one reply.
var ProveUnit = proveUnit(func(string) {})

// proveUnit returns the function that answers a reply. Each has one job and a table of its own, so
// that the strategy found depends on nothing else. The function calls note with its progress, about
// once a second.
func proveUnit(note func(string)) cluster.Func {
	return share.Unit(func(ctx context.Context, args proveArgs, input []byte) (r provedReply, err error) {
		game := rules.New(args.Rules)
		p, err := proof.ParsePosition(string(input), game)
		if err != nil {
			return r, err
		}
		solver := solve.New(game, solve.Options{Jobs: 1, Nodes: args.Nodes, Memory: args.Memory})
		found, err := solver.Strategy(ctx, &p, args.Turns, func(now solve.LongProgress) {
			note(fmt.Sprintf("%d million positions, proof number %d, disproof number %d",
				now.Nodes/1e6, now.Proof, now.Disproof))
		})
		if err != nil {
			return r, err
		}
		r = provedReply{Status: found.Status.String(), In: found.First.In, Nodes: found.Nodes}
		if found.Status == solve.Won {
			r.First = found.First.Move.UCI(&p)
		}
		r.Steps = found.Strategy.Steps()
		return r, nil
	})
}
