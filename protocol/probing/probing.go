// Package probing answers requests for tablebase values of a position and its turns. [NewTableSet] opens tables,
// [TableSet.Add] lets a server answer from them.
package probing

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"turncoat/engine"
	"turncoat/protocol"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
	"turncoat/tablebase"
)

// AskProbe asks for the value of a position and of each of its turns.
const AskProbe = "probe"

// A Probe is the value of a position for its side to move, and the same for the position after each turn.
type Probe struct {
	Class string      `json:"class"`
	Value string      `json:"value"` // win, loss or draw
	Plies int         `json:"plies"` // 0 for a draw or a finished game
	Turns []TurnValue `json:"turns"` // best first; of one move the enemy's best reclaim first
}

// A TurnValue is a turn with the value of the position after it.
type TurnValue struct {
	UCI       string   `json:"uci"`
	SAN       string   `json:"san"`
	Reclaimed []string `json:"reclaimed"`
	Value     string   `json:"value"`
	Plies     int      `json:"plies"`
}

// Of probes a position. The errors are those of [tablebase.Tables.Probe].
func Of(t *tablebase.Tables, g *rules.Variant, p *board.Position) (Probe, error) {
	value, err := t.Probe(p)
	if err != nil {
		return Probe{}, err
	}
	turns, err := t.Turns(p)
	if err != nil {
		return Probe{}, err
	}
	class, _ := tablebase.ClassOf(p)
	answer := Probe{Class: class.String(), Value: value.Name(), Plies: value.Plies(), Turns: []TurnValue{}}
	for _, v := range turns {
		answer.Turns = append(answer.Turns, TurnValue{v.UCI(p), g.SAN(p, g.Full(p, v.Move)), v.Reclaimed.Names(),
			v.Value.Name(), v.Value.Plies()})
	}
	return answer, nil
}

// A TableSet holds tablebases: those of a directory, opened when their rule set is first used, and the embedded ones of
// up to three pieces. It is safe for concurrent use.
type TableSet struct {
	dir string

	mu     sync.Mutex
	byName map[string]*opened
}

type opened struct {
	tables *tablebase.Tables
	err    error
}

// NewTableSet returns the tables of a directory; with "" only the embedded ones.
func NewTableSet(dir string) *TableSet { return &TableSet{dir: dir, byName: map[string]*opened{}} }

// Add lets a server answer [AskProbe].
func (s *TableSet) Add(to *protocol.Server) {
	if to.More == nil {
		to.More = map[string]func(context.Context, *protocol.Question) (any, error){}
	}
	to.More[AskProbe] = s.probe
}

// Tables returns the tables of a rule set.
func (s *TableSet) Tables(set ruleset.Set) (*tablebase.Tables, error) {
	builtin, ok := ruleset.IsBuiltin(set)
	if !ok {
		return nil, fmt.Errorf("%w: %s is not a built-in rule set", tablebase.ErrRules, set.Name)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	o := s.byName[builtin.Name]
	if o == nil {
		o = &opened{}
		o.tables, o.err = tablebase.Open(builtin, s.dir)
		s.byName[builtin.Name] = o
	}
	return o.tables, o.err
}

// Prober returns what the engine asks of the tables of a rule set: see [engine.Options]. It is nil where there are
// none.
func (s *TableSet) Prober(set ruleset.Set) func(*board.Position) (engine.Score, bool) {
	tables, err := s.Tables(set)
	if err != nil {
		return nil
	}
	return func(p *board.Position) (engine.Score, bool) {
		if p.Occupied().Count() > tablebase.MaxPieces || p.Rights != (board.Rights{}) {
			return 0, false
		}
		class, ok := tablebase.ClassOf(p)
		if !ok || tables.Table(class) == nil {
			return 0, false
		}
		switch v, err := tables.Probe(p); {
		case err != nil:
			return 0, false
		case v == tablebase.Drawn:
			return 0, true
		default:
			return engine.Decided(v.Plies()), true
		}
	}
}

// Check opens the tables of all built-in rule sets.
func (s *TableSet) Check() error {
	if s.dir == "" {
		return nil
	}
	if _, err := os.ReadDir(s.dir); err != nil {
		return err
	}
	for _, name := range ruleset.BuiltinNames() {
		if info, err := os.Stat(filepath.Join(s.dir, name)); err != nil || !info.IsDir() {
			continue
		}
		set, err := ruleset.Builtin(name)
		if err == nil {
			_, err = s.Tables(set)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Close closes the tables. They must not be in use.
func (s *TableSet) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var errs []error
	for _, o := range s.byName {
		if o.tables != nil {
			errs = append(errs, o.tables.Close())
		}
	}
	s.byName = map[string]*opened{}
	return errors.Join(errs...)
}

// probe answers [AskProbe].
func (s *TableSet) probe(ctx context.Context, q *protocol.Question) (any, error) {
	g, p, err := q.At(ctx)
	if err != nil {
		return nil, err
	}
	tables, err := s.Tables(g.Set())
	if err != nil {
		return nil, err
	}
	answer, err := Of(tables, g, &p)
	if err != nil {
		return nil, err
	}
	return map[string]any{"probe": answer}, nil
}
