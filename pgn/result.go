package pgn

import (
	"fmt"

	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// result holds the results that a record says against each other and against the final position.
// A decisive result of an undecided position is a resignation, or lost on time, and fine.
func (r *replayer) result(end board.Position) {
	g := r.g
	said, hasTag := board.Ongoing, false
	tagAt, tagEnd := g.TagPlace("Result")
	if value, ok := g.Tag("Result"); ok {
		if said, hasTag = ParseResult([]byte(value)); !hasTag {
			r.problem(Problem{Code: CodeSyntax, At: tagAt, End: tagEnd, Message: fmt.Sprintf("the result is 1-0, 0-1, 1/2-1/2 or *, not %q", value)})
		}
	}
	at, stop := tagAt, tagEnd
	known := hasTag
	for _, written := range g.Results {
		result := written.resigned(end.Turn)
		if written.Resigns && !r.record.Whole && !written.HasResigner {
			continue // it is not known whose turn it was
		}
		r.record.Resigned = r.record.Resigned || written.Resigns
		if known && result != said {
			what := "an earlier result"
			if hasTag {
				what = "the Result tag"
			}
			r.problem(Problem{Code: CodeResult, At: written.At, End: written.End, Message: fmt.Sprintf("the movetext says %s and %s says %s", result, what, said)})
			r.record.Result = said
			return
		}
		if !known {
			said, known, at, stop = result, true, written.At, written.End
		}
	}
	r.record.Result = said
	if !known || !r.record.Whole {
		return
	}
	outcome := r.rules.Outcome(&end)
	if outcome.Result == board.Ongoing || outcome.Result == said {
		return
	}
	rule := "CON-11"
	if r.rules.Set().Family == ruleset.Pacifist {
		rule = "PAC-12"
	}
	r.problem(Problem{Code: CodeResult, At: at, End: stop, Rule: rule,
		Message: fmt.Sprintf("the record says %s, and the final position is %s (%s)", said, outcome.Result, outcome.Reason)})
}
