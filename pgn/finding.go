package pgn

import (
	"fmt"

	"turncoat/rules"
	"turncoat/rules/board"
)

// Code names a kind of finding, as in reports.
type Code string

// The codes.
const (
	Syntax             Code = "syntax"
	Truncated          Code = "truncated"
	BadFEN             Code = "bad-fen"
	UnknownRules       Code = "unknown-rules"
	UnknownPiece       Code = "unknown-piece"
	IllegalMove        Code = "illegal-move"
	AmbiguousMove      Code = "ambiguous-move"
	ConversionMismatch Code = "conversion-mismatch"
	ReclaimMismatch    Code = "reclaim-mismatch"
	SectionsDisagree   Code = "sections-disagree"
	ResultMismatch     Code = "result-mismatch"
	MoveAfterEnd       Code = "move-after-end"
	PositionMismatch   Code = "position-mismatch"
	Expectation        Code = "expectation" // of a scenario
	CheckSign          Code = "check-sign"
	ForeignLetter      Code = "foreign-letter"
	MoveNumber         Code = "move-number"
	MissingTag         Code = "missing-tag"
	RulesOverridden    Code = "rules-overridden"
	DrawClaim          Code = "draw-claim"
	OtherRules         Code = "other-rules"
	SecondOpinion      Code = "second-opinion"    // another implementation sees a game otherwise
	NoSecondOpinion    Code = "no-second-opinion" // it cannot read the game
	Contradiction      Code = "contradiction"     // of a tag, a command or an "x" by the rest
)

// The severities of findings. Only an error makes a record bad.
const (
	Error   = "error"
	Warning = "warning"
	Note    = "note"
)

// Severity returns the severity of findings with the code in the main line of a game.
func (c Code) Severity() string {
	switch c {
	case CheckSign, ForeignLetter, MoveNumber, MissingTag, RulesOverridden, DrawClaim,
		SecondOpinion:
		return Warning
	case OtherRules, NoSecondOpinion:
		return Note
	}

	return Error
}

// Finding is one thing that is wrong with a record, or worth knowing. Whoever looks at a record
// adds to the same list: the reader what it cannot read, [Replay] what breaks the rules or
// contradicts the rest of the record, package validate what it knows besides.
//
// The fields with names in JSON are the finding in reports. The others are for programs that
// explain it.
type Finding struct {
	Code     Code   `json:"code"`
	Severity string `json:"severity,omitempty"` // [Error], [Warning] or [Note]
	Ply      int    `json:"ply,omitempty"`      // from 1; 0 if it concerns no move
	Move     string `json:"move,omitempty"`     // as written
	Line     int    `json:"line,omitempty"`     // from 1; 0 until package validate has set it
	Column   int    `json:"column,omitempty"`   // in characters, from 1
	FEN      string `json:"fen,omitempty"`      // before the move
	Rule     string `json:"rule,omitempty"`     // identifier, if it is about a rule
	Message  string `json:"message,omitempty"`
	// Expected and Got are squares, by file, then rank; nil where the finding is not about squares.
	Expected []string `json:"expected,omitzero"`
	Got      []string `json:"got,omitzero"`

	// At and End bound what it is about in the text the record was read from.
	At, End int `json:"-"`
	// Variation is the move that the variation replaces, as "12...Qd7"; empty in the main line.
	Variation string `json:"-"`
	// Meant is the move that was checked against the rules, if it is not Move.
	Meant string `json:"-"`
	// Before is the position before the move, or the last one if it is about the result.
	Before *board.Position `json:"-"`
	// Turn is the turn as the rules play it; nil where the move is not legal.
	Turn *board.Played `json:"-"`
	// Reason is why the rules forbid the move, if Message does not say it.
	Reason string `json:"-"`
	// RootCause says that the finding explains others, which are left out.
	RootCause bool `json:"-"`
	// Err is the underlying error, or nil.
	Err error `json:"-"`
}

// NewFinding returns a finding about a part of the text, with the severity of its code.
func NewFinding(code Code, at, end int, format string, args ...any) Finding {
	return Finding{Code: code, Severity: code.Severity(), At: at, End: end,
		Message: fmt.Sprintf(format, args...)}
}

// IsError reports whether the finding makes its record bad.
func (f *Finding) IsError() bool { return f.Severity != Warning && f.Severity != Note }

// OfRules reports whether a finding may mean that the game was played under other rules, and not
// that the record is faulty.
func (f *Finding) OfRules() bool {
	switch f.Code {
	case IllegalMove, AmbiguousMove, ConversionMismatch, ReclaimMismatch,
		PositionMismatch, CheckSign, BadFEN:
		return true
	case MoveAfterEnd, ResultMismatch, Contradiction:
		return f.Rule != "" && f.Rule != "NOT-4"
	}

	return false
}

// ReplayError reports that a record cannot be played, or contradicts itself.
type ReplayError struct {
	Finding Finding
	Class   error // rules.ErrIllegal, rules.ErrAmbiguous, board.ErrInvalid or board.ErrSyntax
}

func (e *ReplayError) Error() string {
	f := &e.Finding
	if f.Ply == 0 {
		return f.Message
	}
	return fmt.Sprintf("ply %d, %s: %s", f.Ply, f.Move, f.Message)
}

func (e *ReplayError) Unwrap() error { return e.Class }

// Err returns the first error among findings as a [*ReplayError], nil when there are only warnings
// and notes.
func Err(findings []Finding) error {
	for _, f := range findings {
		if !f.IsError() {
			continue
		}
		class := board.ErrSyntax
		switch f.Code {
		case AmbiguousMove:
			class = rules.ErrAmbiguous
		case BadFEN:
			class = board.ErrInvalid
		case IllegalMove, MoveAfterEnd, ConversionMismatch, ReclaimMismatch:
			class = rules.ErrIllegal
		}

		return &ReplayError{Finding: f, Class: class}
	}

	return nil
}
