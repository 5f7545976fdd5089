package check

import (
	"cmp"
	"runtime"
	"slices"

	"turncoat/corpus"
	"turncoat/corpus/internal/probe"
	"turncoat/internal/workers"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// exactly returns the misreadings of so few settings that fit all answers, the smallest first.
func (d *diagnoser) exactly(least, most int) ([]corpus.Misreading, error) {
	for n := least; n <= most; n++ {
		list := d.combinations(n)
		if n == 1 {
			list = append(list, valued(d.set)...)
		}
		if found, err := d.fitting(list); err != nil || len(found) > 0 {
			return found, err
		}
	}
	return nil, nil
}

// search returns the smallest misreadings that fit all answers, or the one that fits best.
func (d *diagnoser) search() (found []corpus.Misreading, exact bool, err error) {
	if found, err = d.exactly(3, exhaustive); err != nil || len(found) > 0 {
		return found, true, err
	}
	// That somebody plays another game that there is, is likelier than so many misreadings.
	if found, err = d.fitting(d.builtin()); err != nil || len(found) > 0 {
		return found, true, err
	}
	best, err := d.climb()
	if err != nil {
		return nil, false, err
	}
	fits, err := d.fitting(best)
	if err != nil || len(fits) > 0 {
		return fits, true, err
	}
	return best, false, nil
}

// combinations lists the misreadings of n settings in a fixed order.
func (d *diagnoser) combinations(n int) []corpus.Misreading {
	var list []corpus.Misreading
	var grow func(from int, changes []corpus.Change)
	grow = func(from int, changes []corpus.Change) {
		if len(changes) == n {
			list = append(list, corpus.Misread(d.set, changes...))
			return
		}
		for i := from; i < len(d.single); i++ {
			c := d.single[i].Changes[0]
			if len(changes) == 0 || changes[len(changes)-1].Setting != c.Setting {
				grow(i+1, append(slices.Clip(changes), c))
			}
		}
	}
	grow(0, nil)
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
		if m := corpus.Between(d.set, other); len(m.Changes) > exhaustive {
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

// fits reports whether a game gives every answer; the wrong ones are looked at first, where most
// games fail soon.
func (d *diagnoser) fits(g *rules.Variant) bool {
	for _, list := range [][]sample{d.wrong, d.right} {
		for _, s := range list {
			if !s.agrees(g) {
				return false
			}
		}
	}
	for _, list := range [][]sample{d.wrong, d.right} {
		for _, s := range list {
			if !s.agreesWholly(g) {
				return false
			}
		}
	}
	return true
}

// agrees reports whether a variant gives the answer, the outcomes of its turns apart, or refuses the
// position: that says nothing, since another program may be more lenient.
func (s sample) agrees(g *rules.Variant) bool {
	if s.readOtherwise(g) {
		return true
	}
	key, _, err := question(s.result.Case).Key(g, s.limit)
	return err == nil && (key == s.key || key == probe.Refused)
}

// readOtherwise reports whether a variant takes the rights in the FEN of a case for others than the
// rules do, as where rooks of either colour count: a program may misread the one and not the other.
func (s sample) readOtherwise(g *rules.Variant) bool {
	c := s.result.Case
	if g.Set().CastlingConverted == c.Rules.CastlingConverted {
		return false
	}
	ours, err := board.ParseFEN(c.FEN, c.Rules)
	if err != nil {
		return true
	}
	theirs, err := board.ParseFEN(c.FEN, g.Set())
	return err != nil || ours.Rights != theirs.Rights
}

// agreesWholly looks at the outcomes of the turns, too, where the program gives them.
func (s sample) agreesWholly(g *rules.Variant) bool {
	if !slices.ContainsFunc(s.result.answer.Turns, func(t corpus.AnswerTurn) bool { return t.Outcome != "" }) {
		return true
	}
	want := corpus.AnswerOf(g, s.result.Case)
	if want.Refused != "" || s.readOtherwise(g) {
		return true
	}
	d := corpus.Compare(&want, &s.result.answer)
	return d.None()
}

// A scored misreading agrees with so many of some answers.
type scored struct {
	m     corpus.Misreading
	agree int
}

// score counts for each of the misreadings with how many samples it agrees, and returns them best first.
func (d *diagnoser) score(list []corpus.Misreading, samples []sample) ([]scored, error) {
	out := make([]scored, len(list))
	err := workers.Each(d.ctx, runtime.GOMAXPROCS(0), len(list), func(_, i int) {
		g, n := rules.New(list[i].Set), 0
		for _, s := range samples {
			if s.agrees(g) {
				n++
			}
		}
		out[i] = scored{list[i], n}
	})
	slices.SortStableFunc(out, func(a, b scored) int { return cmp.Compare(b.agree, a.agree) })
	return out, err
}

// nearest returns the single misreadings that agree with the most answers.
func (d *diagnoser) nearest() ([]corpus.Misreading, error) {
	best, err := d.score(d.single, append(spread(d.wrong), spread(d.right)...))
	var list []corpus.Misreading
	for _, s := range best[:min(nearest, len(best))] {
		list = append(list, s.m)
	}
	return list, err
}

// climb adds setting to setting, keeping the misreadings that agree with the most answers, and
// gives the best.
func (d *diagnoser) climb() ([]corpus.Misreading, error) {
	samples := append(spread(d.wrong), spread(d.right)...)
	none, err := d.score([]corpus.Misreading{corpus.Misread(d.set)}, samples)
	if err != nil {
		return nil, err
	}
	best := none[0]
	var beam []scored
	beam = append(beam, none...)
	for n := 1; n <= largest; n++ {
		var list []corpus.Misreading
		seen := map[string]bool{}
		for _, b := range beam {
			for _, s := range d.single {
				m := corpus.Misread(d.set, joined(b.m.Changes, s.Changes[0])...)
				if len(m.Changes) == n && !seen[m.Name] {
					seen[m.Name] = true
					list = append(list, m)
				}
			}
		}
		if beam, err = d.score(list, samples); err != nil {
			return nil, err
		}
		if len(beam) == 0 {
			break
		}
		beam = beam[:min(beamWidth, len(beam))]
		if gain := beam[0].agree - best.agree; gain >= leastGain || gain > 0 && beam[0].agree == len(samples) {
			best = beam[0]
		}
		if best.agree == len(samples) || n > exhaustive && len(best.m.Changes) < n-1 {
			break // all is explained, or two settings more have not helped
		}
	}
	if len(best.m.Changes) == 0 {
		return nil, nil
	}
	return []corpus.Misreading{best.m}, nil
}

// joined adds a change unless its setting is changed already.
func joined(changes []corpus.Change, c corpus.Change) []corpus.Change {
	if slices.ContainsFunc(changes, func(o corpus.Change) bool { return o.Setting == c.Setting }) {
		return changes
	}
	return append(slices.Clip(changes), c)
}

// spread takes [beamSamples] samples, the smallest and others evenly from the rest.
func spread(list []sample) []sample {
	if len(list) <= beamSamples {
		return slices.Clone(list)
	}
	const half = beamSamples / 2
	out := slices.Clone(list[:half])
	rest := list[half:]
	for i := range beamSamples - half {
		out = append(out, rest[i*len(rest)/(beamSamples-half)])
	}
	return out
}
