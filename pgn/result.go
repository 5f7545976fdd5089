package pgn

import (
	"fmt"

	"turncoat/rules/board"
)

// result checks the results of a record against each other and the final position. Any decisive
// result is accepted in an undecided position: a player may have resigned or lost on time.
func (r *replayer) result(end *board.Position) {
	recorded, known := board.Ongoing, false
	at, stop := r.g.TagPlace("Result")
	source, earlier := "movetext", "an earlier result"
	if value, ok := r.g.Tag("Result"); ok {
		recorded, known = ParseResult(value)
		if known {
			source, earlier = "Result tag", "the Result tag"
		} else {
			r.add(Finding{Code: Syntax, At: at, End: stop,
				Message: fmt.Sprintf("the result is 1-0, 0-1, 1/2-1/2 or *, not %q", value)})
		}
	}

	var outcome board.Outcome
	if r.record.Complete {
		outcome = r.variant.Outcome(end)
	}
	over := outcome.Result != board.Ongoing
	wrong, rule := "", ""
	for _, written := range r.g.Results {
		result := written.Result
		if written.Resigns && result == board.Ongoing {
			if !r.record.Complete {
				continue // the side to move is unknown
			}
			result = board.Win(end.Turn.Other())
		}

		r.record.Resigned = r.record.Resigned || written.Resigns
		if known && result == recorded {
			continue
		}
		at, stop = written.At, written.End
		if known {
			wrong = fmt.Sprintf("the movetext says %s and %s says %s", result, earlier, recorded)
			break
		}

		recorded, known = result, true
	}

	r.record.Result = recorded
	if wrong == "" && known && over && outcome.Result != recorded {
		wrong, rule = fmt.Sprintf("the %s says %s", source, recorded), r.variant.OutcomeRule(outcome)
	}
	if wrong == "" {
		return
	}
	if over {
		wrong = decided(outcome, end.Turn) + "; " + wrong
	}
	f := Finding{Code: ResultMismatch, At: at, End: stop, Rule: rule, Message: wrong}
	if rule != "" && recorded == board.Ongoing { // nobody has entered the result
		f.Severity = Warning
	}
	last := *end
	f.Before = &last
	r.add(f)
}

// decided describes how a game has ended in which the side to move has no legal turn.
func decided(o board.Outcome, toMove board.Colour) string {
	side := toMove.Title()
	switch o.Reason {
	case board.Checkmate:
		return fmt.Sprintf("%s has been mated: %s", side, o.Result)
	case board.KingConverted:
		return fmt.Sprintf("%s's king has been converted: %s", side, o.Result)
	case board.Claimless:
		return fmt.Sprintf("%s owns no king and can claim none: %s", side, o.Result)
	}

	return fmt.Sprintf("%s is to move and has no legal turn: %s (%s)", side, o.Result, o.Reason)
}
