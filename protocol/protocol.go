// Package protocol defines how programs ask for turns, perft counts and explanations: requests and
// replies are JSON objects, one a line, answered in order until the end of input.
//
// It has the types of both and the [Server] behind "turncoat answer". Package
// internal/answer/searching adds searches, internal/answer/reading game records and scenarios,
// internal/answer/probing tablebases.
package protocol

import "encoding/json"

// MaxLine is the length of the longest request in bytes, without its line feed.
const MaxLine = 1 << 20

// The asks.
const (
	AskTurns = "turns" // every legal turn, and the outcome
	AskPerft = "perft" // the number of sequences of turns
	AskPlay  = "play"  // the position after the moves
	AskWin   = "win"   // a forced win

	AskExplain = "explain" // what a move converts and why, or why it is illegal
	AskWeights = "weights" // the weight of each side on every square
	AskReclaim = "reclaim" // which pieces can be reclaimed next after a move
	AskRules   = "rules"   // all rule sets, or one with its sentences
	AskHello   = "hello"   // what the program is and can be asked
	AskCancel  = "cancel"  // cancels another request
)

// Request is a line of input. Rules is the name of a built-in rule set or an object with a base and
// settings. Moves are played from FEN first.
type Request struct {
	ID    json.RawMessage `json:"id,omitempty"`
	Ask   string          `json:"ask"`
	Rules json.RawMessage `json:"rules"`
	FEN   string          `json:"fen"`
	Moves []string        `json:"moves,omitempty"`
	Depth *int            `json:"depth,omitempty"` // perft
	// win: at most this many turns of the side to move
	In      *int   `json:"in,omitempty"`
	Reclaim string `json:"reclaim,omitempty"` // turns: "full" for one turn per move

	// explain, reclaim; turns: only turns of this move
	Move     string          `json:"move,omitempty"`
	Rounds   [][]string      `json:"rounds,omitempty"`   // reclaim: squares reclaimed so far
	Cancels  json.RawMessage `json:"cancels,omitempty"`  // cancel: the id of the request
	Progress bool            `json:"progress,omitempty"` // send progress before the answer

	// Line is the whole request, for asks of [Server.More] with keys of their own.
	Line []byte `json:"-"`

	found   bool     // of cancel: there is such a request
	unknown []string // keys that this package does not know, sorted
}

// Reply is a line of output. Its fields depend on the ask; a reply with Error has only that and the
// ID.
type Reply struct {
	ID      json.RawMessage `json:"id"`
	Turns   []Turn          `json:"turns,omitzero"` // of turns; not nil there
	Nodes   *uint64         `json:"nodes,omitempty"`
	Turn    *Turn           `json:"turn,omitempty"` // the last move played
	FEN     string          `json:"fen,omitempty"`
	Outcome string          `json:"outcome,omitempty"`
	Reason  string          `json:"reason,omitempty"` // of an outcome other than "*"
	Win     *bool           `json:"win,omitempty"`
	In      int             `json:"in,omitempty"` // of a win: its length in turns
	// of a win: all first moves that win in In turns, sorted
	Keys  []string `json:"keys,omitzero"`
	Error *Error   `json:"error,omitempty"`

	// Body marshals to an object with further fields.
	Body any `json:"-"`
}

// Code classifies errors.
type Code string

// The codes.
const (
	Malformed      Code = "malformed"       // not a JSON object
	TooLong        Code = "too-long"        // the line is longer than MaxLine
	InvalidRequest Code = "invalid-request" // a key is missing or has an invalid value
	UnknownRules   Code = "unknown-rules"   // no such rule set or setting
	InvalidFEN     Code = "invalid-fen"     // not a FEN, or not a possible position
	IllegalMove    Code = "illegal-move"    // Rule says which rule forbids it
	Unsupported    Code = "unsupported"     // this server does not answer that
	Limit          Code = "limit"           // a limit was reached before an answer was found
	Cancelled      Code = "cancelled"       // cancelled by another request
)

// Error says why a request was not answered.
type Error struct {
	Code    Code   `json:"code"`
	Message string `json:"message"`
	Rule    string `json:"rule,omitempty"` // with illegal-move: the first rule that the move breaks
}

func (e *Error) Error() string { return string(e.Code) + ": " + e.Message }

// Version is the version of the protocol.
const Version = 1

// FullFEN says that all six fields of a FEN mean something, not the first two alone.
const FullFEN = "full"

// Hello is the answer to [AskHello].
type Hello struct {
	Protocol int      `json:"protocol"`
	Name     string   `json:"name"`
	Rules    []string `json:"rules"` // the rule sets it knows by name
	Asks     []string `json:"asks"`
	FEN      string   `json:"fen,omitempty"` // [FullFEN], or empty where two fields count
}
