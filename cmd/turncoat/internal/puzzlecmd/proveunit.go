package puzzlecmd

import (
	"context"
	"fmt"
	"io"

	"turncoat/cmd/turncoat/internal/share"
	"turncoat/internal/cluster"
	"turncoat/internal/limits"
	"turncoat/puzzle"
	"turncoat/puzzle/proof"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// proveArgs are the arguments that the units of a proof, one for each reply, have in common.
type proveArgs struct {
	Rules  ruleset.Set `json:"rules"`
	Turns  int         `json:"turns"` // after the reply
	Nodes  uint64      `json:"nodes,omitempty"`
	Memory int64       `json:"memory"`
}

// A provedReply is the result of the search after one reply.
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
func (r *provedReply) firstSAN(variant *rules.Variant, p *board.Position) string {
	t, err := variant.Parse(p, r.First)
	if err != nil {
		return r.First
	}
	return variant.SAN(p, t)
}

// check checks a result from another machine. A win is verified, since it becomes part of the
// proof. A result without a win cannot be verified, and proves nothing.
func (r *provedReply) check(ctx context.Context, variant *rules.Variant, p *board.Position) error {
	if r.Status != solve.Won.String() {
		return nil
	}
	strategy, err := r.strategy(variant)
	if err != nil {
		return err
	}
	first, err := variant.Parse(p, r.First)
	if err != nil {
		return err
	}
	if r.In == 1 {
		return winsAtOnce(variant, &first.After, p.Turn)
	}
	report, err := verifyStrategy(ctx, strategy, variant, p, first.Move)
	if err == nil && report.In != r.In {
		err = fmt.Errorf("the win is in %d, not in %d", report.In, r.In)
	}
	return err
}

// winsAtOnce returns an error unless the attacker has won with the turn before.
func winsAtOnce(variant *rules.Variant, p *board.Position, side board.Colour) error {
	if variant.Outcome(p).Result != board.Win(side) {
		return fmt.Errorf("%s is no win", variant.FEN(p))
	}
	return nil
}

// verifyStrategy verifies the proof that a strategy and the move before it make.
func verifyStrategy(ctx context.Context, strategy solve.Strategy, variant *rules.Variant, p *board.Position,
	m board.Move) (proof.Report, error) {
	from, to := io.Pipe()
	go func() { to.CloseWithError(strategy.WriteProof(to, variant, p, m)) }()
	report, err := proof.Verify(ctx, from, "proof", 1)
	from.CloseWithError(err)
	return report, err
}

// strategy reads the strategy of a result.
func (r *provedReply) strategy(variant *rules.Variant) (solve.Strategy, error) {
	strategy := solve.Strategy{}
	for _, step := range r.Steps {
		p, err := proof.ParsePosition(step.At, variant)
		if err != nil {
			return nil, err
		}
		if len(step.Play) != 1 || step.Win < 2 {
			return nil, fmt.Errorf("%s: not a step of a strategy", step.At)
		}
		t, err := variant.Parse(&p, step.Play[0])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", step.At, err)
		}
		strategy[puzzle.Bare(&p)] = solve.Choice{Move: t.Move, In: step.Win}
	}

	return strategy, nil
}

// refuseMemory returns an error if a unit asks for more bytes of memory than a worker may use.
func refuseMemory(asked, allowed int64) error {
	if asked <= allowed {
		return nil
	}
	return fmt.Errorf("the unit asks for %s of memory, and this worker has %s (see worker --memory)",
		limits.Size(uint64(asked)), limits.Size(uint64(allowed)))
}

// ProveUnit returns the function that answers a reply, which takes at most so many bytes of memory.
// Each reply has one job and a table of its own, so that the strategy found depends on nothing
// else. The function calls note with its progress, about once a second.
func ProveUnit(memory int64, note func(string)) cluster.Func {
	return share.Unit(func(ctx context.Context, args proveArgs, input []byte) (r provedReply, err error) {
		if err := refuseMemory(args.Memory, memory); err != nil {
			return r, err
		}
		variant := rules.New(args.Rules)
		p, err := proof.ParsePosition(string(input), variant)
		if err != nil {
			return r, err
		}
		solver := solve.New(variant, solve.Options{Jobs: 1, Nodes: args.Nodes, Memory: args.Memory})
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
