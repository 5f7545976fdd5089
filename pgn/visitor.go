package pgn

import "turncoat/rules/board"

// Visitor takes the parts of a record from a [Tokenizer], in the order of the text. What a method is handed, slices and what
// pointers point to, is the visitor's until the method returns. A method that returns false ends the reading: [Visitor.End] is not called then.
//
// Places are offsets into the text, in bytes.
type Visitor interface {
	// Begin says where the record begins. It is called again where what was read turns out to be comments that stand above
	// the record: they belong to it.
	Begin(at int)
	Tag(*TagToken) bool
	// Movetext ends the tags.
	Movetext(Dialect) bool
	Move(*MoveToken) bool
	// Annotate takes the number of an annotation to the last move.
	Annotate(nag int) bool
	// Comment takes the text of a comment, without its braces, as it stands. It may hold one of the commands that say what a move
	// converts and what is reclaimed (NOT-4) if commands is set.
	Comment(text []byte, at int, commands bool) bool
	// Open begins a variation that could stand for the last move, and Close ends it.
	Open() bool
	Close() bool
	Result(Result) bool
	// Turn takes a line of the second section of vchess.club's export.
	Turn(*MachineTurn) bool
	Fault(Fault) bool
	End(*Ending)
}

// TagToken is a tag pair as it stands in the text.
type TagToken struct {
	ID          TagID
	Name, Value []byte // the value without its quotes and escapes
	At          int    // where the pair begins
	ValueAt     int    // where the value begins, after its quote
}

// MoveToken is a word of the movetext that stands in the place of a move.
type MoveToken struct {
	Text       []byte // without annotation signs
	At, End    int
	Number     int // the move number before it, -1 if there is none
	NumberAt   int
	Dots       int  // after the number
	NAG        int  // of the signs in it, 0 if there are none
	Unreadable bool // it names no square and is no castling
	After      bool // it follows a result
}

// Ending says how a record ends.
type Ending struct {
	At, End int // the record
	Dialect Dialect
	// Machine says that there is a second section, if empty.
	Machine bool
	// Closed says that there is a movetext, if empty, as vchess.club writes it.
	Closed bool
	// Unfinished says that the last move of the main line is only the beginning of a word.
	Unfinished bool
}

// TagID identifies the tags that say something to this package and to those who judge records.
type TagID uint8

// The tags that are known, the seven that every PGN has first.
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
	TagOther // any other
)

var tagNames = [...]string{"Event", "Site", "Date", "Round", "White", "Black", "Result", "FEN", "SetUp", "Variant", "Termination", ""}

// String returns the name of the tag, empty for [TagOther].
func (id TagID) String() string { return tagNames[id] }

// tagID identifies a tag by its name, in whatever case.
func tagID(name []byte) TagID {
	switch string(name) {
	case "Event":
		return TagEvent
	case "Site":
		return TagSite
	case "Date":
		return TagDate
	case "Round":
		return TagRound
	case "White":
		return TagWhite
	case "Black":
		return TagBlack
	case "Result":
		return TagResult
	case "FEN", "Fen":
		return TagFEN
	case "Variant":
		return TagVariant
	}
	if len(name) > len("Termination") {
		return TagOther
	}
	for id := TagEvent; id < TagOther; id++ {
		if known := tagNames[id]; len(known) == len(name) && known[0] == name[0]&^0x20 && equalFold(name, known) {
			return id
		}
	}
	return TagOther
}

// equalFold reports whether a name is a known one, of the same length, in whatever case.
func equalFold(name []byte, known string) bool {
	for i := range known {
		if name[i]|0x20 != known[i]|0x20 {
			return false
		}
	}
	return true
}

// ParseResult reads the result of a Result tag or a movetext, also with a half sign or dashes of other kinds.
func ParseResult(text []byte) (board.Result, bool) {
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
