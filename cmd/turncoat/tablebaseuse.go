package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/urfave/cli/v2"

	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/tablebase"
)

// tablesFor opens the tables that a command may answer from, for a position. Without --tables they are those in
// the usual place, if the position has few enough pieces to be in one; that they cannot be used is then no error
// but said. Where that place is not there, the tables that come with the program serve if small is set. Nil
// stands for none.
func (s *session) tablesFor(c *cli.Context, g *rules.Variant, p *board.Position, small bool) (*tablebase.Tables,
	error) {
	if c.IsSet("tables") {
		return openTables(c, g)
	}
	if p.Occupied().Count() > tablebase.MaxPieces || !small && !isThere(usualTables()) {
		return nil, nil
	}
	t, err := openTables(c, g)
	if errors.Is(err, tablebase.ErrRules) {
		return nil, nil
	}
	if err != nil {
		s.say(fmt.Sprintf("%v; going on without tables", err))
		return nil, nil
	}
	return t, nil
}

// isThere reports whether a directory is there.
func isThere(dir string) bool {
	info, err := os.Stat(dir)
	return dir != "" && err == nil && info.IsDir()
}

// closeTables closes tables, of which there may be none.
func closeTables(t *tablebase.Tables) {
	if t != nil {
		t.Close()
	}
}

// valueIn returns what tables say of a position, for a list or a sentence: "win in 25 plies for White", "draw"; "" if
// they say nothing.
func (s *session) valueIn(t *tablebase.Tables, p *board.Position) string {
	v, ok := s.probed(t, p)
	switch {
	case !ok:
		return ""
	case v == tablebase.Drawn:
		return "draw"
	case v.Plies() == 0:
		return p.Turn.Title() + " has lost"
	}
	return fmt.Sprintf("%s for %s", v, p.Turn.Title())
}

// probed returns the value that tables, of which there may be none, have of a position, and whether they have
// one. That a table is damaged is said, once.
func (s *session) probed(t *tablebase.Tables, p *board.Position) (v tablebase.Value, ok bool) {
	if t == nil {
		return v, false
	}
	v, err := t.Probe(p)
	if errors.Is(err, tablebase.ErrFile) && !s.damaged {
		s.damaged = true
		s.report(unusable("%w", err))
	}
	return v, err == nil
}
