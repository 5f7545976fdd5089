package pgn

import "turncoat/internal/token"

// Code names a kind of problem, as in reports.
type Code string

// The codes.
const (
	Syntax             Code = token.Syntax
	Truncated          Code = token.Truncated
	BadFEN             Code = "bad-fen"
	UnknownRules       Code = "unknown-rules"
	UnknownPiece       Code = token.UnknownPiece
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
	MissingTag         Code = token.MissingTag
	RulesOverridden    Code = "rules-overridden"
	DrawClaim          Code = "draw-claim"
	OtherRules         Code = "other-rules"
	SecondOpinion      Code = "second-opinion"    // another implementation sees a game otherwise
	NoSecondOpinion    Code = "no-second-opinion" // it cannot read the game
	Contradiction      Code = "contradiction"     // a tag, a command or an "x" that the rest of the record contradicts
)

// Severity returns "error", "warning" or "note".
func (c Code) Severity() string {
	switch c {
	case CheckSign, ForeignLetter, MoveNumber, MissingTag, RulesOverridden, DrawClaim, SecondOpinion:
		return "warning"
	case OtherRules, NoSecondOpinion:
		return "note"
	}

	return "error"
}
