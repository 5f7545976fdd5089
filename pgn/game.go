// Package pgn reads and writes records of games: PGN with all that its import format allows,
// vchess.club's two-section export, the plain text of tournament reports, and JSON.
//
// A [Record] is a record as it was read, every token with its place, and not yet checked. [Replay]
// plays it by its rules, gathers what is wrong with it, and returns the [PlayedGame] that the
// writers take. Package [turncoat/internal/token] has the layer below.
package pgn

import (
	"slices"
	"strings"

	"turncoat/internal/token"
	"turncoat/rules"
)

// Record is a game record as it was read.
type Record token.Record

type (
	// Tag is a tag pair.
	Tag = token.Tag
	// Line is a sequence of moves: a game, or a variation.
	Line = token.Line
	// Move is a move as it was written.
	Move = token.Move
	// Comment is a comment, white space collapsed.
	Comment = token.Comment
)

// Next reads the record that begins at or after an offset in a block of text, and returns the
// offset after it. The game is nil when only white space and comments are left. last says that the
// stream ends with the text, so a record that stops there may be cut off.
//
// Reading never fails: whatever cannot be read is listed as a fault of the game.
func Next(text []byte, at int, last bool) (*Record, int) {
	return Read(new(token.Tokenizer), text, at, last)
}

// Read reads a record as [Next] does. With one tokenizer for all records of a text, the time taken
// is proportional to the length of the text.
func Read(t *token.Tokenizer, text []byte, at int, last bool) (*Record, int) {
	g := new(Record)
	end, ok := t.Read((*token.Record)(g), text, at, last)
	if !ok {
		return nil, end
	}
	return g, end
}

// Tag returns the value of a tag and whether it is present. It ignores the case of the name:
// vchess.club writes Fen.
func (g *Record) Tag(name string) (string, bool) {
	if t := g.tag(name); t != nil {
		return t.Value, true
	}
	return "", false
}

func (g *Record) tag(name string) *Tag {
	for i := range g.Tags {
		if len(g.Tags[i].Name) == len(name) && strings.EqualFold(g.Tags[i].Name, name) {
			return &g.Tags[i]
		}
	}

	return nil
}

// TagPlace returns where the value of a tag is; without the tag, where the record begins.
func (g *Record) TagPlace(name string) (at, end int) {
	if t := g.tag(name); t != nil {
		return t.ValueAt, t.ValueAt + len(t.Value)
	}
	return g.At, g.At
}

// Empty reports whether no part of a game could be read: no tag, no move, no result.
func (g *Record) Empty() bool {
	return !slices.ContainsFunc(g.Main.Moves, func(m *Move) bool { return !m.Unreadable }) &&
		len(g.Tags)+len(g.Results)+len(g.After)+len(g.Machine) == 0 && g.Dialect != token.Plain
}

// Variant returns the built-in variant that the record's Variant tag names. The error wraps
// [ruleset.ErrUnknown].
func (g *Record) Variant() (*rules.Variant, error) {
	value, _ := g.Tag("Variant")
	return new(known).variant(value, "")
}
