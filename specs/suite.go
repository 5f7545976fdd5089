// Package specs is the runnable specification of the games: scenarios in YAML, a strict reader for
// them, and a runner that checks them against the rules.
//
// A scenario is a position, some moves and what must hold after them. The files of this directory,
// read in the order of their names, show every rule of docs/RULES.md at work. README.md describes
// the format.
package specs

import (
	"fmt"

	"turncoat/pgn"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Suite is one scenario file.
type Suite struct {
	File string
	// Scenarios contains every scenario of the file in order, including those that cannot be run.
	Scenarios []Scenario
}

// Scenario is one scenario as it was read.
type Scenario struct {
	Place
	File  string
	Index int // from 1 in its file
	Name  string
	Why   string   // the reason, in the author's words; may be empty
	Cite  []string // identifiers of the rules that the scenario shows
	Set   ruleset.Set
	FEN   Text // any form that [board.ParseFEN] reads
	Play  []Text
	// Expect says what holds after the last move.
	Expect Expect
	// Faults are the reasons why the scenario cannot be run, in the order of the text; empty if it
	// can be run.
	Faults []*Fault
}

// Place is a place in a file, with line and column from 1.
type Place struct{ Line, Column int }

// Text is a piece of text and its place.
type Text struct {
	Place
	Value string
}

// Expect is what a scenario expects. Fields without an expectation are nil or empty.
type Expect struct {
	Board     *Text // the first field of a FEN
	FEN       *Text // all six fields
	Castling  *Text // the third field of a FEN
	SAN       *Text // the last move in notation
	Outcome   *Text // "*", "1-0", "0-1" or "1/2-1/2"
	Reason    *Text // "claimless", "checkmate", "king-converted" or "stalemate"
	Invalid   *Text // the rule that makes the position invalid; excludes everything else
	Check     *Answer
	Waves     *Waves
	Reclaimed *Squares // what the last move's reclaim took back
	Pieces    []PieceOn
	Weights   []WeightsOn
	Turns     *Listing
	Illegal   []Illegal
	Reclaim   *Listing // the choices of the last reclaim, including taking nothing back
	Perft     []Perft
	Win       *Win
	SameAs    []Variation // rule sets under which all other expectations hold, too
	Differs   []Variation // rule sets and misreadings under which another expectation fails
}

type (
	// Answer is a yes or no.
	Answer struct {
		Place
		Value bool
	}
	// Squares is a set of squares.
	Squares struct {
		Place
		Set board.Bitboard
	}
	// Waves are the conversions of the last move, wave by wave.
	Waves struct {
		Place
		Waves []board.Bitboard
	}
	// PieceOn is a square and the piece on it, [board.NoPiece] if it is empty.
	PieceOn struct {
		Place
		Square board.Square
		Piece  board.Piece
	}
	// WeightsOn are the weights of both sides on a square in the form of [rules.Weight.String], empty
	// without an expectation.
	WeightsOn struct {
		Place
		Square board.Square
		Weight [2]string // by colour
	}
	// Listing tells which turns are legal, written as in play, without "~" for the full reclaim, or
	// which reclaims the enemy can choose after the last move, in the form of
	// [board.Bitboard.String].
	Listing struct {
		Place
		Include, Exclude, All []Text
		HasAll                bool // All is the exact set, even if empty
		Count                 *Number
	}
	// Number is a count.
	Number struct {
		Place
		Value uint64
	}
	// Illegal is a move that is not legal and a rule that it breaks.
	Illegal struct {
		Place
		Move string
		Rule string
	}
	// Perft is a count of turn sequences.
	Perft struct {
		Place
		Depth int
		Nodes uint64
	}
	// Win is a forced win of the side to move. Either In or None is set.
	Win struct {
		Place
		In   int    // turns of the winner in the shortest win
		Keys []Text // all first moves that force it; nil without an expectation
		None int    // there is no forced win in so many turns
	}
	// Variation is another rule set: a built-in one, a complete one, or the scenario's with changed
	// settings.
	Variation struct {
		Place
		Name string // as written, in one line
		Set  ruleset.Set
		// Overrides are the changes to the scenario's set; empty for other sets.
		Overrides []ruleset.Override
	}
)

// Fault is a reason why a scenario, or a whole file, cannot be read.
type Fault struct {
	File string // empty if the text had no name
	Place
	Code pgn.Code // Syntax, BadFEN or UnknownRules
	Err  error    // wraps board.ErrSyntax, board.ErrInvalid, or a class of package ruleset
}

func (f *Fault) Error() string {
	if f.File == "" {
		return fmt.Sprintf("line %d, column %d: %v", f.Line, f.Column, f.Err)
	}
	return fmt.Sprintf("%s:%d:%d: %v", f.File, f.Line, f.Column, f.Err)
}

func (f *Fault) Unwrap() error { return f.Err }
