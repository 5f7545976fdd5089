package puzzlecmd

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"turncoat/cmd/turncoat/internal/share"
	"turncoat/internal/cluster"
	"turncoat/internal/limits"
	"turncoat/internal/puzzle/prooftree"
	"turncoat/puzzle"
	"turncoat/puzzle/proof"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// proveArgs are the arguments that the units of a proof have in common.
type proveArgs struct {
	Rules  ruleset.Set `json:"rules"`
	Memory int64       `json:"memory"`
}

// A proveInput is the input of a unit: a position with the attacker to move.
type proveInput struct {
	At    string `json:"at"`
	Turns int    `json:"turns"` // that the win may take
	Nodes uint64 `json:"nodes"` // to search
}

// A proveResult is the result of a unit.
type proveResult struct {
	Status string       `json:"status"`          // won, none or unknown
	In     int          `json:"in,omitempty"`    // the attacker's turns, if it wins
	First  string       `json:"play,omitempty"`  // the first of them, in UCI
	Nodes  uint64       `json:"positions"`       // looked at
	Steps  []proof.Step `json:"steps,omitempty"` // the strategy
	Open   []openTurn   `json:"open,omitempty"`  // if it is unknown: the turns that may win
}

// An openTurn is a [solve.OpenTurn].
type openTurn struct {
	Turn  string `json:"turn"`
	Nodes uint64 `json:"positions"`
}

// resultOf returns the result of a unit as it is sent.
func resultOf(p *board.Position, found *solve.StrategyResult) proveResult {
	r := proveResult{Status: found.Status.String(), In: found.First.In, Nodes: found.Nodes,
		Steps: found.Strategy.Steps()}
	if found.Status == solve.Won {
		r.First = found.First.Move.UCI(p)
	}
	for _, c := range found.Open {
		r.Open = append(r.Open, openTurn{c.Move.UCI(p), c.Nodes})
	}
	return r
}

// read reads the result of a unit. Its turns are legal ones.
func (r *proveResult) read(variant *rules.Variant, p *board.Position) (found solve.StrategyResult, err error) {
	found.Nodes = r.Nodes
	switch r.Status {
	case solve.Won.String():
		found.Status, found.First.In = solve.Won, r.In
		first, err := variant.Parse(p, r.First)
		if err != nil {
			return found, err
		}
		found.First.Move = first.Move
		found.Strategy, err = r.strategy(variant)
		return found, err
	case solve.None.String():
		found.Status = solve.None
		return found, nil
	}

	for _, c := range r.Open {
		t, err := variant.Parse(p, c.Turn)
		if err != nil {
			return found, err
		}
		found.Open = append(found.Open, solve.OpenTurn{Move: t.Move, Nodes: c.Nodes})
	}
	if len(found.Open) == 0 {
		return found, errors.New("the position is open, and none of its turns is")
	}
	return found, nil
}

// check checks a result from another machine. A win is verified, since it becomes part of the
// proof. A result without a win cannot be verified, and proves nothing.
func (r *proveResult) check(ctx context.Context, variant *rules.Variant, s *prooftree.Search) error {
	found, err := r.read(variant, &s.At)
	switch {
	case err != nil || found.Status != solve.Won:
		return err
	case r.In == 1:
		won := variant.Play(&s.At, found.First.Move).After
		return winsAtOnce(variant, &won, s.At.Turn)
	}
	report, err := verifyStrategy(ctx, found.Strategy, variant, &s.At, found.First.Move)
	if err == nil && (report.In != r.In || r.In > s.Left) {
		err = fmt.Errorf("the win is in %d, not in %d, and may take %d", report.In, r.In, s.Left)
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
func (r *proveResult) strategy(variant *rules.Variant) (solve.Strategy, error) {
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

// ProveUnit returns the function that searches a position, which takes at most so many bytes of
// memory. Each search has one job and a table of its own, so that what it finds depends on nothing
// else. The function calls note with its progress, about once a second.
func ProveUnit(memory int64, note func(string)) cluster.Func {
	return share.Unit(func(ctx context.Context, args proveArgs, text []byte) (r proveResult, err error) {
		if err := refuseMemory(args.Memory, memory); err != nil {
			return r, err
		}
		var input proveInput
		if err := json.Unmarshal(text, &input); err != nil {
			return r, err
		}
		variant := rules.New(args.Rules)
		p, err := proof.ParsePosition(input.At, variant)
		if err != nil {
			return r, err
		}
		solver := solve.New(variant, solve.Options{Jobs: 1, Nodes: input.Nodes, Memory: args.Memory})
		found, err := solver.Strategy(ctx, &p, input.Turns, func(now solve.LongProgress) {
			note(fmt.Sprintf("%d of %d million, proof %d, disproof %d",
				now.Nodes/1e6, input.Nodes/1e6, now.Proof, now.Disproof))
		})
		if err != nil {
			return r, err
		}
		return resultOf(&p, &found), nil
	})
}
