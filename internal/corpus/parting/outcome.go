package parting

import (
	"fmt"
	"strings"

	"turncoat/corpus"
	"turncoat/internal/plural"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// endsGame is the parting where a game goes on that has ended for the program.
func (f *finder) endsGame() Parting {
	reason := "the game goes on, with " + plural.Count(len(f.want.Turns), "legal turn")
	rule := f.endRule(f.got.Outcome, &f.p)
	if rule == f.variant.Set().Rule(ruleset.ClockRule) {
		reason += fmt.Sprintf("; a half-move clock of %d ends no game by itself", f.p.Clock)
	}
	return Parting{Step: Outcome, Fault: Other, Rule: rule, Reason: reason,
		Program: "it lists no turn and says " + f.got.Outcome}
}

// endRule returns the rule that a wrong outcome breaks: that of the clock where a program may take
// a claim for the end of the game, and that of the king where losing it ends the game.
func (f *finder) endRule(outcome string, p *board.Position) string {
	const claimed = 100 // half-moves
	set := f.variant.Set()
	switch {
	case outcome == board.Draw.String() && p.Clock >= claimed:
		return set.Rule(ruleset.ClockRule)
	case set.Family.ConvertsByAttack() && p.Kingless(p.Turn):
		return set.Rule(ruleset.ClaimRule)
	}

	return set.Rule(ruleset.EndRule)
}

// outcomes finds the parting where the turns are right and an outcome is not, or what follows the
// board in a FEN.
func (f *finder) outcomes(d *corpus.Difference) []Parting {
	var list []Parting
	if d.Got != "" {
		list = append(list, Parting{Step: Outcome, Fault: Other, Rule: f.endRule(d.Got, &f.p),
			Reason:  "the outcome is " + f.ended(&f.p),
			Program: "it says " + d.Got})
	}

	for _, o := range d.Outcomes {
		reason, rule := o.Want, f.variant.Set().Rule(ruleset.EndRule)
		if after, ok := f.after(&o.Turn); ok {
			rule = f.endRule(o.Turn.Outcome, &after)
			if f.variant.Outcome(&after).Result.String() == o.Want {
				reason = f.ended(&after)
			}
		}

		list = append(list, Parting{Step: Outcome, Fault: Other, Move: o.Turn.UCI, Rule: rule,
			Reason: "the outcome after " + o.Turn.UCI + " is " + reason, Program: "it says " +
				o.Turn.Outcome})
	}

	for _, r := range d.Rests {
		out := Parting{Fault: Other, Move: r.Turn.UCI, Reason: "the FEN ends in " + r.Want,
			Program: "it ends in " + r.Turn.Rest}
		out.Step, out.Rule = f.laterField(r.Want, r.Turn.Rest)
		list = append(list, out)
	}

	return list
}

// laterField returns the step, and its rule, of the first field behind the side to move in which
// two FENs differ.
func (f *finder) laterField(ours, theirs string) (Step, string) {
	set := f.variant.Set()
	want, got := strings.Fields(ours), strings.Fields(theirs)
	switch {
	case len(want) < 2 || len(got) < 2 || want[0] != got[0]:
		return Rights, set.Rule(ruleset.CastlingRightsRule)
	case want[1] != got[1]:
		return EnPassant, set.Rule(ruleset.MovementRule)
	}

	return Clock, set.Rule(ruleset.ClockRule)
}

// after returns the position after a turn of an answer, where the rules have that turn.
func (f *finder) after(turn *corpus.AnswerTurn) (board.Position, bool) {
	for t := range f.variant.Turns(&f.p) {
		if t.Move.UCI(&f.p) != turn.UCI {
			continue
		}
		ours := corpus.NewAnswerTurn(turn.UCI, f.variant.FEN(&t.After), "")
		if ours.FEN == turn.FEN {
			return t.After, true
		}
	}

	return board.Position{}, false
}

// ended says the outcome of a position with its reason, and how a king that is in check could be
// captured or converted.
func (f *finder) ended(p *board.Position) string {
	end := f.variant.Outcome(p)
	text := end.Result.String()
	if end.Reason != "" {
		text += ", " + end.Reason
	}
	if threat := f.threat(p, p.Turn); end.Result != board.Ongoing && threat != "" {
		text += "; " + threat
	}
	return text
}
