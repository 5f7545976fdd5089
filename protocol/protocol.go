// Package protocol defines how programs ask for turns, perft counts and explanations. Requests and
// replies are JSON objects, one on each line, and are answered in order until the input ends.
//
// It has the types of both and the [Server] behind "turncoat answer". Package
// internal/answer/searching adds searches, internal/answer/reading game records and scenarios,
// internal/answer/probing tablebases.
package protocol

import "encoding/json"

// MaxLine is the maximum length of a request in bytes, without its line feed.
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
	AskHello   = "hello"   // the name of the program and the asks it answers
	AskCancel  = "cancel"  // cancels another request
)

// Request is a line of input. Rules is the name of a built-in rule set or an object with a base and
// settings. Moves are played from FEN before the question is answered.
type Request struct {
	ID    json.RawMessage `json:"id,omitempty"`
	Ask   string          `json:"ask"`
	Rules json.RawMessage `json:"rules"`
	FEN   string          `json:"fen"`
	Moves []string        `json:"moves,omitempty"`
	Depth *int            `json:"depth,omitempty"` // perft
	// In, of a win, is the maximum number of turns of the side to move.
	In      *int   `json:"in,omitempty"`
	Reclaim string `json:"reclaim,omitempty"` // turns: "full" for one turn per move

	// Move is the move to explain or reclaim; with turns, only turns of this move are listed.
	Move     string          `json:"move,omitempty"`
	Rounds   [][]string      `json:"rounds,omitempty"`   // reclaim: squares reclaimed so far
	Cancels  json.RawMessage `json:"cancels,omitempty"`  // cancel: the id of the request
	Progress bool            `json:"progress,omitempty"` // send progress before the answer

	// Line is the whole request, for functions of [Server.More] that read further keys.
	Line []byte `json:"-"`

	found   bool     // cancel: the request exists and was cancelled
	unknown []string // keys that this package does not know, sorted
}

// Reply is a line of output. Its fields depend on the ask; a reply with Error has only Error and
// ID.
type Reply struct {
	ID      json.RawMessage `json:"id"`
	Turns   []Turn          `json:"turns,omitzero"` // in answer to turns, where it is not nil
	Nodes   *uint64         `json:"nodes,omitempty"`
	Turn    *Turn           `json:"turn,omitempty"` // the last move played
	FEN     string          `json:"fen,omitempty"`
	Outcome string          `json:"outcome,omitempty"`
	Reason  string          `json:"reason,omitempty"` // of an outcome other than "*"
	Win     *bool           `json:"win,omitempty"`
	In      int             `json:"in,omitempty"` // of a win: its length in turns
	// Keys, of a win, are all first moves that win in In turns, sorted.
	Keys  []string `json:"keys,omitzero"`
	Error *Error   `json:"error,omitempty"`

	// Body is an object that holds further fields of the reply.
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
	Unsupported    Code = "unsupported"     // this server does not answer the ask
	Limit          Code = "limit"           // a limit was reached before an answer was found
	Cancelled      Code = "cancelled"       // cancelled by another request
	Busy           Code = "busy"            // over HTTP: too many other requests are being answered
)

// Error is the reason why a request was not answered.
type Error struct {
	Code    Code   `json:"code"`
	Message string `json:"message"`
	Rule    string `json:"rule,omitempty"` // with illegal-move: the first rule that the move breaks
}

func (e *Error) Error() string { return string(e.Code) + ": " + e.Message }

// Version is the version of the protocol.
const Version = 1

// FullFEN announces that all six fields of a FEN are significant, not only the first two.
const FullFEN = "full"

// Hello is the answer to [AskHello].
type Hello struct {
	Protocol int      `json:"protocol"`
	Name     string   `json:"name"`
	Rules    []string `json:"rules"` // the rule sets it knows by name
	Asks     []string `json:"asks"`
	FEN      string   `json:"fen,omitempty"` // [FullFEN], or empty if only two fields are significant
}
