package solve

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"time"

	"turncoat/internal/play"
	"turncoat/puzzle"
	"turncoat/puzzle/proof"
	"turncoat/puzzle/solve/internal/dfpn"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// A Strategy says how the attacker wins from a position: its turn in every position in which it may
// have to move then, except where it wins at once. Positions are without clock and move number
// ([puzzle.Bare]).
type Strategy map[board.Position]Choice

// A Choice is the attacker's turn in a position of a strategy, and in how many turns at most, this
// one included, it wins. After each of the enemy's replies the attacker wins in fewer.
type Choice struct {
	Move board.Move
	In   int
}

// LongProgress is how far the search for a long win is.
type LongProgress struct {
	Nodes uint64 // positions looked at
	// Proof and Disproof are the proof number and the disproof number of the position: how many
	// positions have at least to be settled until it is won, or not.
	Proof, Disproof uint32
	Elapsed         time.Duration
}

// StrategyResult is the answer of [Solver.Strategy].
type StrategyResult struct {
	Status   Status
	Strategy Strategy // if Status is Won
	First    Choice
	Open     []OpenTurn // if Status is Unknown: the turns that may still win
	Nodes    uint64
	Elapsed  time.Duration
}

// An OpenTurn is a turn of which it is not known whether it wins in time.
type OpenTurn struct {
	Move  board.Move
	Nodes uint64 // positions looked at after it: the more, the more promising it is
}

// Strategy looks for a forced win in at most a number of turns by proof-number search, and returns
// the whole of it. The win is seldom the shortest. It uses [Options.Nodes], [Options.Memory],
// [Options.Jobs] and [Options.Time]; progress, when set, is called now and then until the call
// returns. The error is the context's, or wraps [ErrUnsupported] under a rule set in which the
// enemy chooses what it takes back (PAC-8).
func (s *Solver) Strategy(ctx context.Context, p *board.Position, turns int,
	progress func(LongProgress)) (StrategyResult, error) {
	if s.variant.Set().Reclaim == ruleset.OptionalReclaim {
		return StrategyResult{}, fmt.Errorf("%w: a strategy under rules with an optional reclaim", ErrUnsupported)
	}
	if err := s.check(Win, turns); err != nil {
		return StrategyResult{}, err
	}
	work := ctx
	if s.options.Time > 0 {
		var cancel context.CancelFunc
		work, cancel = context.WithTimeout(ctx, s.options.Time)
		defer cancel()
	}

	began := time.Now()
	long := dfpn.New(s.variant, dfpn.Options{Jobs: s.options.Jobs, Memory: s.options.Memory})
	defer long.Close()
	end := watch(long, began, progress)
	defer end()
	answer, err := long.FindIn(work, p, Win, turns, s.options.Nodes)
	result := StrategyResult{Status: answer.Status, Nodes: answer.Nodes}
	if err == nil && answer.Status == Won {
		result.Strategy, err = strategyOf(work, s.variant, long, p, answer.Turns)
		result.First = Choice{answer.Move, answer.Turns}
	}
	if err == nil && answer.Status == Unknown {
		for _, c := range long.OpenTurns() {
			result.Open = append(result.Open, OpenTurn{c.Move, c.Nodes})
		}
	}
	result.Elapsed = time.Since(began)
	if err == nil {
		return result, nil
	}
	result.Status, result.Strategy = Unknown, nil
	if work.Err() != nil { // a limit of time is no error
		err = ctx.Err()
	}
	return result, err
}

// watch calls progress about once a second until the function that it returns is called.
func watch(long *dfpn.Search, began time.Time, progress func(LongProgress)) (end func()) {
	if progress == nil {
		return func() {}
	}
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		ticker := time.NewTicker(time.Second)
		defer ticker.Stop()
		for {
			select {
			case <-stop:
				return
			case <-ticker.C:
				now := long.Progress()
				progress(LongProgress{now.Nodes, now.Proof, now.Disproof, time.Since(began)})
			}
		}
	}()

	return func() {
		close(stop)
		<-stopped
	}
}

// strategyOf collects the strategy of a win in so many turns. What the search has forgotten it
// finds again. The error is the context's.
func strategyOf(ctx context.Context, variant *rules.Variant, long *dfpn.Search,
	root *board.Position, turns int) (Strategy, error) {
	strategy, quick := Strategy{}, play.For(variant)
	wanted := agenda{made: map[board.Position]int{}, stronger: -1}
	wanted.need(root, turns)
	err := wanted.each(func(p *board.Position, n int) error {
		answer, err := long.FindIn(ctx, p, Win, n, 0)
		if err != nil {
			return err
		}
		if answer.Status != Won {
			return fmt.Errorf("the search contradicts itself at %s", variant.FEN(p))
		}
		wanted.made[*p] = answer.Turns
		if answer.Turns == 1 {
			return nil
		}
		strategy[*p] = Choice{answer.Move, answer.Turns}
		for after := range replies(&quick, p, answer.Move) {
			wanted.need(&after, answer.Turns-1)
		}

		return nil
	})
	return strategy, err
}

// replies yields the positions after a move and each of the enemy's replies, under rules without an
// optional reclaim.
func replies(quick *play.Rules, p *board.Position, m board.Move) iter.Seq[board.Position] {
	return func(yield func(board.Position) bool) {
		var moved, after board.Position
		quick.Play(p, m, &moved)
		for _, reply := range quick.AppendMoves(nil, &moved) {
			quick.Play(&moved, reply, &after)
			if !yield(puzzle.Bare(&after)) {
				return
			}
		}
	}
}

// WriteProof writes a proof of version 2 that a move wins from a position. Every position that can
// follow it must be in the strategy, or won at once. The number of turns is what the strategy needs.
func (s Strategy) WriteProof(out io.Writer, variant *rules.Variant, p *board.Position, m board.Move) error {
	in, quick := 2, play.For(variant)
	for after := range replies(&quick, p, m) {
		in = max(in, s[after].In+1)
	}

	h := proofHeader(variant, p, Win)
	h.In, h.Keys = in, []string{m.UCI(p)}
	whole := Strategy{}
	maps.Copy(whole, s)
	whole[puzzle.Bare(p)] = Choice{m, in}
	return proof.WriteSorted(out, h, whole.Steps())
}

// Steps returns the strategy as steps of a proof, sorted by position.
func (s Strategy) Steps() []proof.Step {
	steps := make([]proof.Step, 0, len(s))
	for at, c := range s {
		steps = append(steps, proof.Step{At: proof.At(&at), Win: c.In, Play: []string{c.Move.UCI(&at)}})
	}
	slices.SortFunc(steps, func(a, b proof.Step) int { return cmp.Compare(a.At, b.At) })

	return steps
}
