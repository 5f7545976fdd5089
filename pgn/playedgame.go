package pgn

import (
	"fmt"

	"turncoat/internal/token"
	"turncoat/rules"
	"turncoat/rules/board"
)

// PlayedGame is a game that has been replayed under its rules. The writers take it.
type PlayedGame struct {
	Rules *rules.Variant
	Tags  []Tag
	Start board.Position
	Main  Variation
	// Result is the record's, Ongoing if it has none.
	Result board.Result
	// Resigned says that the result is a resignation written in the movetext.
	Resigned bool
	Dialect  token.Dialect
	// Plies counts the plies of the main line as they were read, played or not.
	Plies int
	// Complete says that every move of the main line could be played.
	Complete bool
	// Foreign lists the piece letters in the record that are not English.
	Foreign string
}

// Variation is a line of play.
type Variation struct {
	Comments []string // before the first turn
	Turns    []*Turn
}

// Turn is a turn that has been played.
type Turn struct {
	Before     board.Position
	Played     board.Played
	NAGs       []int
	Comments   []string // without the commands that say what converts and what is reclaimed
	Variations []*Variation
}

// End returns the position at the end of the main line.
func (r *PlayedGame) End() board.Position {
	if n := len(r.Main.Turns); n > 0 {
		return r.Main.Turns[n-1].Played.After
	}
	return r.Start
}

// Game returns the main line as a game that can be played on.
func (r *PlayedGame) Game() *rules.Game { return r.game(r.Main.Turns) }

func (r *PlayedGame) game(turns []*Turn) *rules.Game {
	g := rules.NewGame(r.Rules, &r.Start)
	for _, t := range turns {
		g.Add(t.Played)
	}
	return g
}

// Tag returns the value of a tag of the record, empty if it is not there.
func (r *PlayedGame) Tag(name string) string {
	g := Record{Tags: r.Tags}
	value, _ := g.Tag(name)
	return value
}

// Problem is something in a record that breaks the rules or contradicts the rest of the record.
type Problem struct {
	Code Code
	Ply  int    // from 1; 0 if it concerns no move
	Move string // as written
	// Meant is the move that was checked against the rules, if it is not Move.
	Meant   string
	At, End int // in the text the record was read from
	// Variation is the move that the variation replaces, as "12...Qd7"; empty in the main line.
	Variation string
	// RootCause says that the problem explains others, which are left out, and is an error whatever
	// its code.
	RootCause bool
	// Turn is the turn as the rules play it; nil where the move is not legal.
	Turn   *board.Played
	Before *board.Position
	Rule   string // identifier, if it is about a rule
	// Message says in plain words what is wrong.
	Message string
	// Reason is why the rules forbid the move, if Message says more than that.
	Reason string
	// Expected and Got are squares, by file, then rank; nil where the problem is not about squares.
	Expected, Got []string
	Err           error // the underlying error, or nil
}

// Severity returns "error", "warning" or "note". An error in a variation is a warning: the game can
// be played.
func (p *Problem) Severity() string {
	s := p.Code.Severity()
	switch {
	case p.RootCause:
		return "error"
	case s == "error" && p.Variation != "":
		return "warning"
	}

	return s
}

// OfRules reports whether a problem may mean that the game was played under other rules, and not
// that the record is faulty.
func (p *Problem) OfRules() bool {
	switch p.Code {
	case IllegalMove, AmbiguousMove, ConversionMismatch, ReclaimMismatch,
		PositionMismatch, CheckSign, BadFEN:
		return true
	case MoveAfterEnd, ResultMismatch, Contradiction:
		return p.Rule != "" && p.Rule != "NOT-4"
	}

	return false
}

// Text returns the message, preceded by the variation that it is about.
func (p *Problem) Text() string {
	if p.Variation != "" {
		return "in the variation after " + p.Variation + ": " + p.Message
	}
	return p.Message
}

// ReplayError reports that a record cannot be played, or contradicts itself.
type ReplayError struct {
	Problem Problem
	Class   error // rules.ErrIllegal, rules.ErrAmbiguous, board.ErrInvalid or board.ErrSyntax
}

func (e *ReplayError) Error() string {
	p := &e.Problem
	if p.Ply == 0 {
		return p.Message
	}
	return fmt.Sprintf("ply %d, %s: %s", p.Ply, p.Move, p.Message)
}

func (e *ReplayError) Unwrap() error { return e.Class }

// Err returns the first error among problems as a [*ReplayError], nil when there are only warnings.
func Err(problems []Problem) error {
	for _, p := range problems {
		if p.Severity() != "error" {
			continue
		}
		class := board.ErrSyntax
		switch p.Code {
		case AmbiguousMove:
			class = rules.ErrAmbiguous
		case BadFEN:
			class = board.ErrInvalid
		case IllegalMove, MoveAfterEnd, ConversionMismatch, ReclaimMismatch:
			class = rules.ErrIllegal
		}

		return &ReplayError{Problem: p, Class: class}
	}

	return nil
}
