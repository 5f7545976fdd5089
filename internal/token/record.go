package token

import (
	"strings"

	"turncoat/rules/board"
)

// Dialect is the form that a record was written in.
type Dialect uint8

// The dialects.
const (
	Standard Dialect = iota // PGN
	VChess                  // vchess.club's export: movetext, then one line a ply for machines
	Plain                   // a title line and moves, as printed in tournament reports
	JSON                    // the JSON that package pgn writes
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
	Faults []Fault
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

// ParseResult reads the result of a Result tag or a movetext. Half signs and other dashes are
// accepted.
func ParseResult[T string | []byte](text T) (board.Result, bool) {
	switch string(text) {
	case "1-0", "1–0":
		return board.WhiteWins, true
	case "0-1", "0–1":
		return board.BlackWins, true
	case "1/2-1/2", "1/2", "1/2–1/2", "½-½", "½–½", "½":
		return board.Draw, true
	case "*":
		return board.Ongoing, true
	}

	return board.Ongoing, false
}

// Fault is something in a record's text that cannot be read.
type Fault struct {
	Code    string // one of the codes below
	At, End int
	Reason  string
}

// The codes of faults, as reports name them.
const (
	Syntax       = "syntax"
	Truncated    = "truncated"
	UnknownPiece = "unknown-piece"
	MissingTag   = "missing-tag"
)

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

var tagNames = [...]string{"Event", "Site", "Date", "Round", "White", "Black", "Result", "FEN", "SetUp", "Variant",
	"Termination", "PlyCount", ""}

// String returns the name of the tag, empty for [TagOther].
func (id TagID) String() string { return tagNames[id] }

// Identify returns the tag with a name, ignoring case.
func Identify[T string | []byte](name T) TagID {
	for id := TagEvent; id < TagOther; id++ {
		known := tagNames[id]
		if len(known) == len(name) && known[0] == name[0]&^0x20 && strings.EqualFold(string(name), known) {
			return id
		}
	}

	return TagOther
}
