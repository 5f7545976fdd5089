package check

import (
	"slices"

	"turncoat/corpus"
	"turncoat/internal/fingerprint"
	"turncoat/internal/infer"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// readings returns the misreadings that explain the wrong answers. If one setting, two settings or
// another built-in rule set fit all answers, it returns these and reports that they are exact.
// Otherwise it returns the setting that explains half of the wrong answers, or the two that explain
// nine in ten.
func (d *diagnoser) readings() (found []corpus.Misreading, exact bool, err error) {
	two := corpus.Misreadings(d.set)[len(d.single):]
	single := slices.Concat(d.single, valued(d.set), squared(d.set, slices.Concat(d.wrong, d.right)))
	wrong, right := evidence(d.wrong), evidence(d.right)
	all := slices.Concat(wrong, right)
	for _, list := range [][]corpus.Misreading{single, two, d.builtin()} {
		found, err = infer.Fitting(d.ctx, list, all)
		if err != nil || len(found) > 0 {
			return found, err == nil, err
		}
	}

	for _, try := range []struct {
		list  []corpus.Misreading
		share float64
	}{{single, 0.5}, {two, 0.9}} {
		best, ok, err := infer.Nearest(d.ctx, try.list, wrong, right, try.share)
		if err != nil {
			return nil, false, err
		}
		if ok {
			return []corpus.Misreading{best}, false, nil
		}
	}

	return nil, false, nil
}

// evidence returns samples as evidence of the rule set that the program plays.
func evidence(samples []sample) []infer.Evidence {
	list := make([]infer.Evidence, len(samples))
	for i, s := range samples {
		list[i] = s.agrees
	}
	return list
}

// builtin lists the other built-in rule sets of the family as misreadings of this one.
func (d *diagnoser) builtin() []corpus.Misreading {
	var list []corpus.Misreading
	for _, name := range ruleset.BuiltinNames() {
		other, err := ruleset.Builtin(name)
		if err != nil || other.Family != d.set.Family {
			continue
		}
		if m := corpus.Between(d.set, other); len(m.Changes) > 2 {
			list = append(list, m)
		}
	}

	return list
}

// agrees reports whether a variant gives the answer in everything that a verdict compares. A
// variant that refuses the position agrees, too, since another program may be more lenient.
func (s sample) agrees(variant *rules.Variant) bool {
	return s.agreesOnBoards(variant) && s.agreesWholly(variant)
}

// agreesOnBoards compares moves, boards and the outcome of the position, which is quick.
func (s sample) agreesOnBoards(variant *rules.Variant) bool {
	if s.readOtherwise(variant) {
		return true
	}
	key, _, err := fingerprint.KeyTo(s.result.Case.Seed(), variant, s.limit)
	return err == nil && (key == s.key || key == fingerprint.Refused)
}

// readOtherwise reports whether a variant reads the rights in the FEN of a case differently from
// the rules, for example because rooks of either colour count. A program may misread how rights are
// lost, yet read the FEN as the rules do.
func (s sample) readOtherwise(variant *rules.Variant) bool {
	c := s.result.Case
	if variant.Set().CastlingConverted == c.Rules.CastlingConverted {
		return false
	}
	ours, err := board.ParseFEN(c.FEN, c.Rules)
	if err != nil {
		return true
	}
	theirs, err := board.ParseFEN(c.FEN, variant.Set())
	return err != nil || ours.Rights != theirs.Rights
}

// agreesWholly also compares the outcomes of the turns and what follows the board in their FENs, if
// the program gives them.
func (s sample) agreesWholly(variant *rules.Variant) bool {
	if !slices.ContainsFunc(s.result.answer.Turns,
		func(t corpus.AnswerTurn) bool { return t.Outcome != "" || t.Rest != "" }) {
		return true
	}

	want := corpus.AnswerOf(variant, s.result.Case)
	return want.Refused != "" || s.readOtherwise(variant) || alike(&want, &s.result.answer)
}
