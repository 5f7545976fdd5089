// Package probing answers the request of the protocol that takes tablebases: the value of a position with few
// pieces, and of each of its turns. [NewShelf] opens tables, [Shelf.Add] makes a server answer from them.
package probing

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"turncoat/protocol"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
	"turncoat/tablebase"
)

// AskProbe asks for the value of a position and of each of its turns.
const AskProbe = "probe"

// A Probe is the value of a position to the side to move, and of the positions after its turns to the side that moves
// there.
type Probe struct {
	Class string      `json:"class"`
	Value string      `json:"value"` // win, loss or draw
	Plies int         `json:"plies"` // 0 for a draw, and for what is lost already
	Turns []TurnValue `json:"turns"` // the best first; of one move the enemy's best reclaim first
}

// A TurnValue is a turn with the value of the position after it.
type TurnValue struct {
	UCI       string   `json:"uci"`
	SAN       string   `json:"san"`
	Reclaimed []string `json:"reclaimed"`
	Value     string   `json:"value"`
	Plies     int      `json:"plies"`
}

// Of looks a position up. The errors are those of [tablebase.Tables.Probe].
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

// A Shelf keeps tablebases open: those of a directory, opened when a rule set is first asked about, and those of up to
// three pieces that come with the program. Any number of goroutines may use it.
type Shelf struct {
	dir string

	mu     sync.Mutex
	byName map[string]*opened
}

type opened struct {
	tables *tablebase.Tables
	err    error
}

// NewShelf returns a shelf of the tables in a directory; with "" there are only those that come with the program.
func NewShelf(dir string) *Shelf { return &Shelf{dir: dir, byName: map[string]*opened{}} }

// Add makes a server answer [AskProbe].
func (s *Shelf) Add(to *protocol.Server) {
	if to.More == nil {
		to.More = map[string]func(context.Context, *protocol.Question) (any, error){}
	}
	to.More[AskProbe] = s.probe
}

// Tables returns the tables of a rule set.
func (s *Shelf) Tables(set ruleset.Set) (*tablebase.Tables, error) {
	builtin, ok := ruleset.IsBuiltin(set)
	if !ok {
		return nil, fmt.Errorf("%w: %s is not one of the rule sets that are built in", tablebase.ErrRules, set.Name)
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

// Check returns an error if the directory is not there, or if the tables of a rule set in it cannot be used.
func (s *Shelf) Check() error {
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

// Close closes the tables, which cannot be used after it.
func (s *Shelf) Close() error {
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
func (s *Shelf) probe(ctx context.Context, q *protocol.Question) (any, error) {
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
