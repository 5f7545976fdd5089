// Package protocol is the conversation between programs that know the rules: one JSON object a
// line asks, one JSON object a line answers, in order, until the end of input.
//
// It holds the types of requests and replies, and the server of the command "answer". A program in Go can write
// requests, read replies, or answer within a test, without starting the command. Forced wins, which take a
// search, are left to a function of the caller's (see [Server.Win]).
package protocol

import (
	"encoding/json"

	"turncoat/rules"
)

// MaxLine is the length of the longest line that is read, in bytes, its line feed not counted.
const MaxLine = 1 << 20

// What a request may ask.
const (
	AskTurns = "turns" // every legal turn, and the outcome
	AskPerft = "perft" // how many sequences of turns there are
	AskPlay  = "play"  // the position after the moves
	AskWin   = "win"   // a forced win

	AskExplain = "explain" // why a move does what it does, or is not legal
	AskWeights = "weights" // what each side weighs on every square, piece by piece
	AskReclaim = "reclaim" // which pieces can be taken back next after a move
	AskRules   = "rules"   // the rule sets, or one of them with its sentences
	AskCancel  = "cancel"  // the end of another request
)

// Request is one line of input. Rules is the name of a built-in rule set or an object with a base
// and settings. Moves are played from FEN first.
type Request struct {
	ID      json.RawMessage `json:"id,omitempty"`
	Ask     string          `json:"ask"`
	Rules   json.RawMessage `json:"rules"`
	FEN     string          `json:"fen"`
	Moves   []string        `json:"moves,omitempty"`
	Depth   *int            `json:"depth,omitempty"`   // perft
	In      *int            `json:"in,omitempty"`      // win: in how many turns of the side to move at most
	Reclaim string          `json:"reclaim,omitempty"` // turns: "full" for one turn a move

	Move     string          `json:"move,omitempty"`     // explain, reclaim; turns: only those of this move
	Rounds   [][]string      `json:"rounds,omitempty"`   // reclaim: what has been taken back so far
	Cancels  json.RawMessage `json:"cancels,omitempty"`  // cancel: the id of the request to end
	Progress bool            `json:"progress,omitempty"` // lines of progress are wanted before the answer

	// Line is the whole request, for asks of [Server.More] that have keys of their own.
	Line []byte `json:"-"`

	found bool // of cancel: there is such a request
}

// Reply is one line of output. Which fields are there depends on what was asked; Error excludes
// all others but ID.
type Reply struct {
	ID      json.RawMessage  `json:"id"`
	Turns   []rules.TurnJSON `json:"turns,omitzero"` // nil in answers to anything but turns
	Nodes   *uint64          `json:"nodes,omitempty"`
	Turn    *rules.TurnJSON  `json:"turn,omitempty"` // the last of the moves played
	FEN     string           `json:"fen,omitempty"`
	Outcome string           `json:"outcome,omitempty"`
	Reason  string           `json:"reason,omitempty"` // of an outcome other than "*"
	Win     *bool            `json:"win,omitempty"`
	In      int              `json:"in,omitempty"`  // of a win: in how many turns
	Keys    []string         `json:"keys,omitzero"` // of a win: all first moves that force it in so many turns, sorted
	Error   *Error           `json:"error,omitempty"`

	// Body, of an answer that has other fields, marshals to an object with them.
	Body any `json:"-"`
}

// Code is the class of an error.
type Code string

// The codes.
const (
	Malformed      Code = "malformed"       // the line is not one JSON object
	TooLong        Code = "too-long"        // the line is longer than MaxLine
	InvalidRequest Code = "invalid-request" // a key is missing or has a value that it cannot have
	UnknownRules   Code = "unknown-rules"   // no such rule set, or no such setting
	InvalidFEN     Code = "invalid-fen"     // no position, or one that the rules do not allow
	IllegalMove    Code = "illegal-move"    // a move that cannot be played; Rule says by which rule
	Unsupported    Code = "unsupported"     // not something that this program answers
	Limit          Code = "limit"           // a limit ended the work before an answer
	Cancelled      Code = "cancelled"       // another request ended this one
)

// Error says why a request is not answered.
type Error struct {
	Code    Code   `json:"code"`
	Message string `json:"message"`
	Rule    string `json:"rule,omitempty"` // with illegal-move: the first rule that the move breaks
}

func (e *Error) Error() string { return string(e.Code) + ": " + e.Message }
