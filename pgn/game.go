// Package pgn reads and writes records of games: ordinary PGN with all that its import format
// allows, vchess.club's two-section export, the plain text of tournament reports, and JSON.
//
// A [Game] is a record as it was read, every token with its place; nothing in it has been checked
// against the rules. [Replay] plays it under its rule set, gathers what is wrong with it, and
// returns the [PlayedGame] that the writers take. Package
// [turncoat/pgn/token] has the layer below: a stream of any size cut into blocks of whole records, and a record cut
// into tokens.
package pgn

import (
	"strings"

	"turncoat/pgn/token"
	"turncoat/rules"
	"turncoat/rules/ruleset"
)

// Game is one record as it was read.
type Game struct {
	Dialect token.Dialect
	Tags    []Tag
	Main    Line
	Machine []token.VChessPly // the second section of vchess.club's export
	// HasMachine says that the second section is there, even if it is empty.
	HasMachine bool
	// Results are the results in the movetext in the order written, resignations among them.
	Results []token.Result
	// After are the moves that follow a result.
	After []*Move
	// Faults are what could not be read, in the order of the text.
	Faults []token.Fault
	// At and End bound the record in the text it was read from, in bytes.
	At, End int

	closed bool // the movetext is there, even if it is empty, as vchess.club writes it
}

// Tag is a tag pair.
type Tag struct {
	Name, Value string
	At          int // where the pair begins
	ValueAt     int // where the value begins, after its quote
}

// Line is a sequence of moves: a game, or a variation.
type Line struct {
	Comments []Comment // before the first move
	Moves    []*Move
}

// Move is a move as it was written.
type Move struct {
	Text       string // without annotation signs
	At, End    int
	Number     int // the move number before it, -1 if there is none
	NumberAt   int
	Dots       int // how many dots follow the number
	NAGs       []int
	Comments   []Comment // after it
	Variations []*Line   // in place of it
	// Unreadable says that the text is nothing that a record holds: it may or may not stand for a move.
	Unreadable bool
}

// Comment is a comment, white space collapsed.
type Comment struct {
	Text string
	At   int // of its first byte after the brace
}

// Tag returns the value of a tag and whether it is there. The case of its name does not matter: vchess.club writes Fen.
func (g *Game) Tag(name string) (string, bool) {
	if t := g.tag(name); t != nil {
		return t.Value, true
	}
	return "", false
}

func (g *Game) tag(name string) *Tag {
	for i := range g.Tags {
		if strings.EqualFold(g.Tags[i].Name, name) {
			return &g.Tags[i]
		}
	}
	return nil
}

// TagPlace returns where the value of a tag is, or where the record begins if it has no such tag.
func (g *Game) TagPlace(name string) (at, end int) {
	if t := g.tag(name); t != nil {
		return t.ValueAt, t.ValueAt + len(t.Value)
	}
	return g.At, g.At
}

// Empty reports whether no part of a game could be read: no tag, no move, no result.
func (g *Game) Empty() bool {
	for _, m := range g.Main.Moves {
		if !m.Unreadable {
			return false
		}
	}
	return len(g.Tags)+len(g.Results)+len(g.After)+len(g.Machine) == 0 && !g.HasMachine && g.Dialect != token.Plain
}

// Variant returns the built-in variant that the record's Variant tag names. The error wraps [ruleset.ErrUnknown].
func (g *Game) Variant() (*rules.Variant, error) { return g.variant("") }

// variant knows rule-set files in a directory and beneath it as well.
func (g *Game) variant(dir string) (*rules.Variant, error) {
	value, _ := g.Tag("Variant")
	var set ruleset.Set
	var err error
	if rules.NamesFile(value) {
		set, err = rules.SetIn(dir, value)
	} else {
		set, err = rules.SetForTag(value)
	}
	if err != nil {
		return nil, err
	}
	return rules.New(set), nil
}
