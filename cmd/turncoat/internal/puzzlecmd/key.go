package puzzlecmd

import (
	"context"
	"fmt"
	"strings"

	"turncoat/puzzle/solve"
)

// others looks, where no key that was asked for does it, for what any first turn does. It returns the solver,
// too, that knows.
func (call *puzzleCall) others(ctx context.Context) (*solve.Solver, error) {
	options := call.options
	options.First = nil
	solver := solve.New(call.game, options)
	result, err := call.find(ctx, solver)
	call.anyKey = &result
	return solver, err
}

// noKey says that no key that was asked for does it, and whether another does.
func (call *puzzleCall) noKey() string {
	n := call.length(call.n)
	text := fmt.Sprintf("no %s in %s with a key %s", call.goal, n, call.s.String("key"))
	switch r := call.anyKey; r.Status {
	case solve.Won:
		return fmt.Sprintf("%s; %s in %s with others: %s", text, call.goal, call.length(r.In),
			strings.Join(call.names(r.Keys), ", "))
	case solve.None:
		return fmt.Sprintf("no %s in %s, with whatever key", call.goal, n)
	}
	return text + "; whether others do it was not settled"
}

// OthersJSON is what puzzle solve --key says of other first turns where none that was asked for does it.
type OthersJSON struct {
	Win  *bool    `json:"win,omitempty"` // absent when unknown
	In   int      `json:"in,omitempty"`
	Keys []string `json:"keys,omitempty"`
}

func (call *puzzleCall) othersJSON() *OthersJSON {
	r := call.anyKey
	if r == nil {
		return nil
	}
	o := &OthersJSON{In: r.In, Keys: call.uci(r.Keys)}
	if r.Status != solve.Unknown {
		won := r.Status == solve.Won
		o.Win = &won
	}
	return o
}
