// Package analysis answers the requests of the protocol that take a search: forced wins and their solutions,
// puzzles being solved, and a player's next move. Package reading adds those about texts.
package analysis

import (
	"context"
	"fmt"

	"turncoat/protocol"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
)

// What can be asked.
const (
	AskSolve  = "solve"  // a forced win by any stipulation, with its solution
	AskTries  = "tries"  // first turns that fail to few defences
	AskPuzzle = "puzzle" // whether what has been played of a puzzle is right, and what the enemy answers
	AskChoose = "choose" // a player's move
)

// Options say how requests are answered. The zero value is ready to use.
type Options struct {
	// Jobs is how many goroutines share one search; 1 if it is not positive, so that the same request comes to the same
	// limit everywhere.
	Jobs int
	// Proofs says that proofs can be asked for.
	Proofs bool
}

// The limits of one search, since a request can come from anywhere: turns looked at, far fewer under rule sets
// that are not built in, which are searched slowly. They are not times, so that the same request has the same
// answer on every machine. A request may set a lower limit.
const (
	MaxNodes     = 200_000_000
	MaxNodesSlow = 1_000_000

	maxMemory = 64 << 20 // bytes of a search's table
)

// Server returns a server that answers all requests but those about texts.
func Server(o Options) *protocol.Server {
	d := answerer{o}
	return &protocol.Server{
		Win: d.win,
		More: map[string]func(context.Context, *protocol.Question) (any, error){
			AskSolve: d.solve, AskTries: d.tries, AskPuzzle: d.puzzle, AskChoose: d.choose,
		},
	}
}

type answerer struct{ o Options }

// options returns the limits of a search under a rule set; nodes may ask for a lower one.
func (d answerer) options(g *rules.Variant, nodes uint64) solve.Options {
	most := uint64(MaxNodes)
	if _, isFast := g.Fast(); !isFast {
		most = MaxNodesSlow
	}
	if nodes > 0 {
		most = min(most, nodes)
	}
	return solve.Options{Jobs: max(1, d.o.Jobs), Nodes: most}
}

// Limits returns the limits of one search for a request, under a rule set.
func Limits(g *rules.Variant) solve.Options { return answerer{}.options(g, 0) }

// win answers [protocol.AskWin].
func (d answerer) win(ctx context.Context, g *rules.Variant, p *board.Position, r *protocol.Request) (protocol.Reply,
	error) {
	if *r.In > solve.MaxTurns {
		return protocol.Reply{}, fmt.Errorf("%w: \"in\" is %d: it is at most %d", rules.ErrLimit, *r.In, solve.MaxTurns)
	}
	result, err := solve.Find(ctx, g, *p, *r.In, d.options(g, 0))
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

// body returns the object of an answer with one field.
func body(name string, value any) map[string]any { return map[string]any{name: value} }
