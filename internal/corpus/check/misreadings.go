package check

import (
	"runtime"
	"slices"

	"turncoat/corpus"
	"turncoat/internal/fingerprint"
	"turncoat/internal/workers"
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
	single := slices.Concat(d.single, valued(d.set))
	for _, list := range [][]corpus.Misreading{single, two, d.builtin()} {
		found, err = d.fitting(list)
		if err != nil || len(found) > 0 {
			return found, err == nil, err
		}
	}

	for _, try := range []struct {
		list  []corpus.Misreading
		share float64
	}{{single, 0.5}, {two, 0.9}} {
		found, err = d.nearest(try.list, try.share)
		if err != nil || len(found) > 0 {
			return found, false, err
		}
	}

	return nil, false, nil
}

// leastExplained is how many wrong answers a misreading must explain to be named if it does not
// explain all of them.
const leastExplained = 2

// nearest returns the misreading that explains most of the wrong answers, if these are at least the
// given share of them and few right answers contradict it.
func (d *diagnoser) nearest(list []corpus.Misreading, share float64) ([]corpus.Misreading, error) {
	score := make([]int, len(list))
	err := workers.Each(d.ctx, runtime.GOMAXPROCS(0), len(list), func(_, i int) {
		variant, missed := rules.New(list[i].Set), 0
		for _, s := range d.wrong {
			if !s.agrees(variant) {
				missed++
			}
			if float64(missed) > (1-share)*float64(len(d.wrong)) {
				return
			}
		}

		against := 0
		for _, s := range d.right {
			if !s.agrees(variant) {
				against++
			}
		}

		if explained := len(d.wrong) - missed; explained >= leastExplained &&
			4*against <= explained {
			score[i] = explained - against
		}
	})
	best := -1
	for i, n := range score {
		if n > 0 && (best < 0 || n > score[best]) {
			best = i
		}
	}

	if best < 0 || err != nil {
		return nil, err
	}
	return list[best : best+1], nil
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

// fitting keeps the misreadings under which all answers would be right.
func (d *diagnoser) fitting(list []corpus.Misreading) ([]corpus.Misreading, error) {
	fits := make([]bool, len(list))
	err := workers.Each(d.ctx, runtime.GOMAXPROCS(0), len(list),
		func(_, i int) { fits[i] = d.fits(rules.New(list[i].Set)) })
	var found []corpus.Misreading
	for i, m := range list {
		if fits[i] {
			found = append(found, m)
		}
	}

	return found, err
}

// fits reports whether a game gives every answer. It looks at the wrong answers first, since most
// games soon fail there.
func (d *diagnoser) fits(variant *rules.Variant) bool {
	for _, list := range [][]sample{d.wrong, d.right} {
		for _, s := range list {
			if !s.agrees(variant) {
				return false
			}
		}
	}

	return true
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
	if want.Refused != "" || s.readOtherwise(variant) {
		return true
	}
	d := corpus.Compare(&want, &s.result.answer)
	d.Repeated = nil // no setting explains repetitions
	return d.None()
}
