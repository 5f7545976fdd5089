package pgn

import (
	"fmt"

	"turncoat/internal/token"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// result checks the results of a record against each other and the final position. A decisive
// result of an undecided position is a resignation, or lost on time.
func (r *replayer) result(end *board.Position) {
	said, known := board.Ongoing, false
	at, stop := r.g.TagPlace("Result")
	source, earlier := "movetext", "an earlier result"
	if value, ok := r.g.Tag("Result"); ok {
		said, known = token.ParseResult(value)
		if known {
			source, earlier = "Result tag", "the Result tag"
		} else {
			r.problem(Problem{Code: Syntax, At: at, End: stop,
				Message: fmt.Sprintf("the result is 1-0, 0-1, 1/2-1/2 or *, not %q", value)})
		}
	}
	var outcome board.Outcome
	if r.record.Complete {
		outcome = r.rules.Outcome(end)
	}
	over := outcome.Result != board.Ongoing
	wrong, rule := "", ""
	for _, written := range r.g.Results {
		result := written.Result
		if written.Resigns && result == board.Ongoing {
			if !r.record.Complete {
				continue // it is not known whose turn it was
			}
			result = board.Win(end.Turn.Other())
		}
		r.record.Resigned = r.record.Resigned || written.Resigns
		if known && result == said {
			continue
		}
		at, stop = written.At, written.End
		if known {
			wrong = fmt.Sprintf("the movetext says %s and %s says %s", result, earlier, said)
			break
		}
		said, known = result, true
	}
	r.record.Result = said
	if wrong == "" && known && over && outcome.Result != said {
		wrong, rule = fmt.Sprintf("the %s says %s", source, said), r.rules.Set().Rule(ruleset.EndRule)
	}
	if wrong == "" {
		return
	}
	if over {
		wrong = decided(outcome, end.Turn) + "; " + wrong
	}
	r.problem(Problem{Code: ResultMismatch, At: at, End: stop, Rule: rule, Message: wrong})
}

// decided says how a game has ended in which the side to move has no legal turn.
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
