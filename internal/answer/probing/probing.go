// Package probing answers requests for the tablebase values of a position and its turns. A
// [TableSet] holds the tables of all rule sets, and [TableSet.Add] lets a server answer from them.
package probing

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"turncoat/engine"
	"turncoat/internal/tablebase"
	"turncoat/protocol"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// AskProbe asks for the value of a position and of each of its turns.
const AskProbe = "probe"

// A Probe is the value of a position for the side to move, and of the position after each turn.
type Probe struct {
	Class string `json:"class"`
	Value string `json:"value"` // win, loss or draw
	Plies int    `json:"plies"` // 0 for a draw or a finished game
	// Turns are sorted, best first; among the reclaims of one move, the enemy's best first.
	Turns []TurnValue `json:"turns"`
}

// A TurnValue is a turn with the value of the position after it.
type TurnValue struct {
	UCI       string   `json:"uci"`
	SAN       string   `json:"san"`
	Reclaimed []string `json:"reclaimed"`
	Value     string   `json:"value"`
	Plies     int      `json:"plies"`
}

// ProbePosition probes a position. The errors are those of [tablebase.Tables.Probe].
func ProbePosition(t *tablebase.Tables, variant *rules.Variant, p *board.Position) (Probe, error) {
	value, err := t.Probe(p)
	if err != nil {
		return Probe{}, err
	}
	turns, err := t.Turns(p)
	if err != nil {
		return Probe{}, err
	}

	class, _ := tablebase.ClassOf(p)
	answer := Probe{
		Class: class.String(),
		Value: value.Name(),
		Plies: value.Plies(),
		Turns: []TurnValue{},
	}
	for _, v := range turns {
		answer.Turns = append(answer.Turns, TurnValue{
			UCI:       v.UCI(p),
			SAN:       variant.SAN(p, variant.Play(p, v.Move)),
			Reclaimed: v.Reclaimed.Names(),
			Value:     v.Value.Name(),
			Plies:     v.Value.Plies(),
		})
	}

	return answer, nil
}

// A TableSet holds the tables of all rule sets. The tables of a rule set are opened when it is
// first used. It is safe for concurrent use.
type TableSet struct {
	open func(ruleset.Set) (*tablebase.Tables, error)

	mu    sync.Mutex
	bySet map[ruleset.Set]*tablebase.Tables
}

// maxSets is how many rule sets may have tables at once.
const maxSets = 256

// NewTableSet returns a set of the tables that a function opens.
func NewTableSet(open func(ruleset.Set) (*tablebase.Tables, error)) *TableSet {
	return &TableSet{open: open, bySet: map[ruleset.Set]*tablebase.Tables{}}
}

// Close closes the tables. They must not be in use.
func (s *TableSet) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var errs []error
	for _, tables := range s.bySet {
		errs = append(errs, tables.Close())
	}
	clear(s.bySet)
	return errors.Join(errs...)
}

// Add lets a server answer [AskProbe].
func (s *TableSet) Add(to *protocol.Server) {
	if to.More == nil {
		to.More = map[string]func(context.Context, *protocol.Question) (any, error){}
	}
	to.More[AskProbe] = s.probe
}

// Tables returns the tables of a rule set. A set without tables is not kept, so that clients with
// many rule sets of their own leave room for those that have some.
func (s *TableSet) Tables(set ruleset.Set) (*tablebase.Tables, error) {
	if builtin, ok := ruleset.IsBuiltin(set); ok {
		set = builtin
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if tables := s.bySet[set]; tables != nil {
		return tables, nil
	}
	if len(s.bySet) == maxSets {
		return nil, fmt.Errorf("%w: tables of %d rule sets are open", tablebase.ErrRules, maxSets)
	}
	tables, err := s.open(set)
	if err == nil && len(tables.Classes()) > 0 {
		s.bySet[set] = tables
	}
	return tables, err
}

// Prober returns the function with which an engine probes the tables of a rule set, for
// [engine.Options]. It is nil if there are none.
func (s *TableSet) Prober(set ruleset.Set) func(*board.Position) (engine.Score, bool) {
	tables, err := s.Tables(set)
	if err != nil || len(tables.Classes()) == 0 {
		return nil
	}
	return func(p *board.Position) (engine.Score, bool) {
		plies, known := tables.Lookup(p)
		if !known || plies < 0 {
			return 0, known
		}
		return engine.Decided(plies), true
	}
}

// probe answers [AskProbe].
func (s *TableSet) probe(ctx context.Context, q *protocol.Question) (any, error) {
	variant, p, err := q.At(ctx)
	if err != nil {
		return nil, err
	}
	tables, err := s.Tables(variant.Set())
	if err != nil {
		return nil, err
	}
	answer, err := ProbePosition(tables, variant, &p)
	if err != nil {
		return nil, err
	}
	return map[string]any{"probe": answer}, nil
}
