package token

import "turncoat/rules/board"

// Dialect says which form a record has.
type Dialect uint8

// The dialects.
const (
	Standard Dialect = iota // PGN
	VChess                  // vchess.club's export: movetext, then one line a ply for machines
	Plain                   // a title line and moves, as printed in tournament reports
	JSON                    // the JSON that package pgn writes
)

// Result is a result as the movetext says it.
type Result struct {
	Result board.Result
	// Resigns says that the side to move resigns, or Resigner if HasResigner is set, and that Result is not known by
	// itself.
	Resigns     bool
	HasResigner bool
	Resigner    board.Colour
	At, End     int
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

// Fault is something in a record's text that cannot be read as it should be.
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
