// Package searching answers requests that need a search: forced wins and their solutions, the steps
// of a puzzle, and the best turn.
package searching

import (
	"context"
	"fmt"

	"turncoat/engine"
	"turncoat/protocol"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// The asks.
const (
	AskSolve  = "solve"  // a forced win of any stipulation, with its solution
	AskTries  = "tries"  // first turns with few refutations
	AskPuzzle = "puzzle" // checks a turn of a puzzle and returns the enemy's reply
	AskBest   = "best"   // the best turn, its score, and the line that follows
)

// Options configures a server. The zero value is ready to use.
type Options struct {
	// Jobs is the number of goroutines of a search; 1 if it is not positive, so that a request
	// reaches its limit at the same point everywhere.
	Jobs int
	// Proofs permits requests for proofs.
	Proofs bool
	// Probe, if it is not nil, returns the Probe of [engine.Options] for a rule set.
	Probe func(ruleset.Set) func(*board.Position) (engine.Score, bool)
}

// The limits of one search, in turns. They are not times, so that a request has the same answer on
// every machine. Custom rule sets are searched far more slowly. A request may set a lower limit.
const (
	MaxNodes     = 200_000_000
	MaxNodesSlow = 1_000_000

	maxMemory = 64 << 20 // bytes of a search's table
)

// Server returns a server that answers these asks and those of package protocol.
func Server(o Options) *protocol.Server {
	d := answerer{o}
	return &protocol.Server{
		More: map[string]func(context.Context, *protocol.Question) (any, error){
			AskSolve: d.solve, AskTries: d.tries, AskPuzzle: d.puzzle, AskBest: d.best,
			protocol.AskWin: d.win,
		},
	}
}

type answerer struct{ o Options }

// options returns the limits of a search, at most the requested nodes unless that is 0.
func (d answerer) options(variant *rules.Variant, nodes uint64) solve.Options {
	most := uint64(MaxNodes)
	if !variant.Fast() {
		most = MaxNodesSlow
	}
	if nodes > 0 {
		most = min(most, nodes)
	}
	return solve.Options{Jobs: max(1, d.o.Jobs), Nodes: most}
}

// Limits returns the limits of one search under a rule set.
func Limits(variant *rules.Variant) solve.Options { return answerer{}.options(variant, 0) }

// win answers [protocol.AskWin].
func (d answerer) win(ctx context.Context, q *protocol.Question) (any, error) {
	if err := q.Fields(&struct{}{}); err != nil { // win has no further keys
		return nil, err
	}
	variant, p, err := q.At(ctx)
	switch {
	case err != nil:
		return nil, err
	case q.In == nil:
		return nil, protocol.Invalid("missing %q", "in")
	case *q.In < 1:
		return nil, protocol.AtLeast("in", *q.In, 1)
	case *q.In > solve.MaxTurns:
		return nil, fmt.Errorf("%w: \"in\" must be at most %d, not %d", rules.ErrLimit, solve.MaxTurns, *q.In)
	}

	result, err := solve.Find(ctx, variant, &p, *q.In, d.options(variant, 0))
	switch {
	case err != nil:
		return nil, err
	case result.Status == solve.Unknown:
		return nil, searched(&result)
	}

	won := result.Status == solve.Won
	reply := protocol.Reply{Win: &won, In: result.In}
	for _, m := range result.Keys {
		reply.Keys = append(reply.Keys, m.UCI(&p))
	}
	return reply, nil
}

// searched returns the error of a search that has reached its limit.
func searched(r *solve.Result) error {
	return fmt.Errorf("%w: %d turns searched", rules.ErrLimit, r.Nodes)
}

// body returns an object with one field.
func body(name string, value any) map[string]any { return map[string]any{name: value} }
