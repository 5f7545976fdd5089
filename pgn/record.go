// Package pgn reads and writes records of games: PGN with all that its import format allows,
// vchess.club's two-section export, the plain text of tournament reports, and JSON.
//
// A [Record] is a record as it was read, every token with its place, and not yet checked. [Each]
// reads those of a stream, [Next] one of a text. [Replay] plays a record by its rules, gathers what
// is wrong with it as a list of [Finding], and returns the [PlayedGame] that the writers take.
//
// Programs that share the work among processors cut a stream with [Blocks] and have a [Reader] for
// each goroutine.
package pgn

import (
	"slices"
	"strings"

	"turncoat/rules"
	"turncoat/rules/board"
)

// Dialect is the form that a record was written in.
type Dialect uint8

// The dialects.
const (
	Standard Dialect = iota // PGN
	VChess                  // vchess.club's export: movetext, then one line a ply for machines
	Plain                   // a title line and moves, as printed in tournament reports
	JSON                    // the JSON of [AppendJSON]
)

// Record is one record as it was read. Places are offsets into the text, in bytes.
type Record struct {
	Dialect Dialect
	Tags    []Tag
	Main    Line
	Machine []VChessPly // the second section of vchess.club's export
	// Results are the results in the movetext in the order written, resignations among them.
	Results []Result
	// After are the moves that follow a result.
	After []*Move
	// Faults are what could not be read, in the order of the text.
	Faults []Finding
	// At and End bound the record in the text it was read from.
	At, End int
	// Closed says that there is a movetext in vchess.club's form, even if it is empty.
	Closed bool
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
	// Unreadable says that the text is not valid in a record. It may be meant as a move.
	Unreadable bool
}

// Comment is a comment, white space collapsed.
type Comment struct {
	Text string
	At   int // of its first byte after the brace
}

// Result is a result as the movetext says it.
type Result struct {
	Result board.Result
	// Resigns says that a side resigned: the side to move if Result is Ongoing.
	Resigns bool
	At, End int
}

// ParseResult reads the result of a Result tag or a movetext. Half signs, other dashes and colons
// are accepted.
func ParseResult[T string | []byte](text T) (board.Result, bool) {
	switch string(text) {
	case "1-0", "1–0", "1:0":
		return board.WhiteWins, true
	case "0-1", "0–1", "0:1":
		return board.BlackWins, true
	case "1/2-1/2", "1/2", "1/2–1/2", "½-½", "½–½", "½:½", "½":
		return board.Draw, true
	case "*":
		return board.Ongoing, true
	}

	return board.Ongoing, false
}

// TagID identifies the tags whose values are read.
type TagID uint8

// The known tags. The seven that every PGN record has come first.
const (
	TagEvent TagID = iota
	TagSite
	TagDate
	TagRound
	TagWhite
	TagBlack
	TagResult
	TagFEN
	TagSetUp
	TagVariant
	TagTermination
	TagPlyCount
	TagOther // any other
)

var tagNames = [...]string{"Event", "Site", "Date", "Round", "White", "Black", "Result", "FEN",
	"SetUp", "Variant",
	"Termination", "PlyCount", ""}

// String returns the name of the tag, empty for [TagOther] and for what is no tag.
func (id TagID) String() string { return tagNames[min(id, TagOther)] }

// Identify returns the tag with a name, ignoring case.
func Identify[T string | []byte](name T) TagID {
	for id := TagEvent; id < TagOther; id++ {
		known := tagNames[id]
		if len(known) == len(name) && known[0] == name[0]&^0x20 && strings.EqualFold(string(name),
			known) {
			return id
		}
	}

	return TagOther
}

// Next reads the record that begins at or after an offset in a block of text, and returns the
// offset after it. The record is nil when only white space and comments are left. An offset before
// the text is taken for its beginning, and after its end there is nothing. last says that the
// stream ends with the text, so a record that stops there may be cut off.
//
// Reading never fails: whatever cannot be read is listed as a fault of the record.
func Next(text []byte, at int, last bool) (*Record, int) {
	record := new(Record)
	end, ok := new(tokenizer).read(record, text, max(at, 0), last)
	if !ok {
		return nil, end
	}
	return record, end
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
		len(g.Tags)+len(g.Results)+len(g.After)+len(g.Machine) == 0 && g.Dialect != Plain
}

// Variant returns the built-in variant that the record's Variant tag names. The error wraps
// [ruleset.ErrUnknown].
func (g *Record) Variant() (*rules.Variant, error) {
	value, _ := g.Tag("Variant")
	return new(known).variant(value, "")
}
