package token

// Visitor takes the parts of a record from a [Tokenizer], in the order of the text. The arguments of a method
// are valid until it returns, with all that they point to. A method that returns false ends the reading:
// [Visitor.End] is not called then.
//
// Places are offsets into the text, in bytes.
type Visitor interface {
	// Begin says where the record begins. It is called again where what was read turns out to be comments that stand
	// above the record: they belong to it.
	Begin(at int)
	Tag(*Tag) bool
	// Movetext ends the tags.
	Movetext(Dialect) bool
	Move(*Move) bool
	// Annotate takes the number of an annotation of the last move.
	Annotate(nag int) bool
	// Comment takes the text of a comment without its braces. Only if commands is set can it hold one of the
	// commands that say what a move converts and what is reclaimed (NOT-4).
	Comment(text []byte, at int, commands bool) bool
	// Open begins a variation in place of the last move, and Close ends it.
	Open() bool
	Close() bool
	Result(Result) bool
	// Ply takes a line of the second section of vchess.club's export.
	Ply(*VChessPly) bool
	Fault(Fault) bool
	End(*Ending)
}

// Tag is a tag pair of the text.
type Tag struct {
	ID          TagID
	Name, Value []byte // the value without its quotes and escapes
	At          int    // where the pair begins
	ValueAt     int    // where the value begins, after its quote
}

// Move is a word of the movetext in the place of a move.
type Move struct {
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
	// Machine says that there is a second section, even if it is empty.
	Machine bool
	// Closed says that there is a movetext, even if it is empty, as vchess.club writes it.
	Closed bool
	// Unfinished says that the last move of the main line is only the beginning of a word.
	Unfinished bool
}

// TagID identifies the tags that this package and the visitors of others read.
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
	TagPlyCount
	TagOther // any other
)

var tagNames = [...]string{"Event", "Site", "Date", "Round", "White", "Black", "Result", "FEN", "SetUp", "Variant",
	"Termination", "PlyCount", ""}

// String returns the name of the tag, empty for [TagOther].
func (id TagID) String() string { return tagNames[id] }

// tagID identifies a tag by its name, whatever the case of its letters.
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

// equalFold reports whether a name is a known one, of the same length, whatever the case of its letters.
func equalFold(name []byte, known string) bool {
	for i := range known {
		if name[i]|0x20 != known[i]|0x20 {
			return false
		}
	}
	return true
}
