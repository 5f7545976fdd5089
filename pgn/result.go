package pgn

import (
	"fmt"

	"turncoat/pgn/finding"
	"turncoat/pgn/token"
	"turncoat/rules/board"
)

// result checks the results that a record says against each other and against the final position.
// A decisive result of an undecided position is a resignation, or lost on time, and fine.
func (r *replayer) result(end board.Position) {
	g := r.g
	said, hasTag := board.Ongoing, false
	tagAt, tagEnd := g.TagPlace("Result")
	if value, ok := g.Tag("Result"); ok {
		if said, hasTag = token.ParseResult(value); !hasTag {
			r.problem(Problem{Code: finding.Syntax, At: tagAt, End: tagEnd,
				Message: fmt.Sprintf("the result is 1-0, 0-1, 1/2-1/2 or *, not %q", value)})
		}
	}
	at, stop := tagAt, tagEnd
	known := hasTag
	for _, written := range g.Results {
		result := written.Result
		if written.Resigns && result == board.Ongoing {
			if !r.record.Complete {
				continue // it is not known whose turn it was
			}
			result = board.Win(end.Turn.Other())
		}
		r.record.Resigned = r.record.Resigned || written.Resigns
		if known && result != said {
			what := "an earlier result"
			if hasTag {
				what = "the Result tag"
			}
			message := fmt.Sprintf("the movetext says %s and %s says %s", result, what, said)
			if r.record.Complete {
				if outcome := r.rules.Outcome(&end); outcome.Result != board.Ongoing {
					message = decided(outcome, end.Turn) + "; " + message
				}
			}
			r.problem(Problem{Code: finding.ResultMismatch, At: written.At, End: written.End, Message: message})
			r.record.Result = said
			return
		}
		if !known {
			said, known, at, stop = result, true, written.At, written.End
		}
	}
	r.record.Result = said
	if !known || !r.record.Complete {
		return
	}
	outcome := r.rules.Outcome(&end)
	if outcome.Result == board.Ongoing || outcome.Result == said {
		return
	}
	source := "movetext"
	if hasTag {
		source = "Result tag"
	}
	r.problem(Problem{Code: finding.ResultMismatch, At: at, End: stop, Rule: r.rules.Set().RuleFor("PAC-12", "CON-11"),
		Message: fmt.Sprintf("%s; the %s says %s", decided(outcome, end.Turn), source, said)})
}

// decided says how a game has ended in which the side to move has no legal turn, and with what result.
func decided(o board.Outcome, toMove board.Colour) string {
	side := toMove.Title()
	switch o.Reason {
	case board.Checkmate:
		return fmt.Sprintf("%s has been mated: %s", side, o.Result)
	case board.Claimless:
		return fmt.Sprintf("%s owns no king and can claim none: %s", side, o.Result)
	}
	return fmt.Sprintf("%s is to move and has no legal turn: %s (%s)", side, o.Result, o.Reason)
}
