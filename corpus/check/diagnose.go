package check

import (
	"cmp"
	"context"
	"runtime"
	"slices"

	"turncoat/corpus"
	"turncoat/corpus/internal/probe"
	"turncoat/internal/workers"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Diagnosis says which rules a program has misread: the smallest set of settings under which all
// its answers would be right, or where there is none, the one that comes nearest.
type Diagnosis struct {
	// Faults are ordinary bugs, which no setting stands for. What the readings say holds of what
	// these leave over.
	Faults []Fault
	// Readings are the smallest misreadings that fit equally well; none if nothing fits.
	Readings []Reading
	// Exact reports that all answers would be right under each of the readings.
	Exact bool
	// Answers is how many cases were answered, Fit how many of the answers the first reading gives
	// too, Wrong how many answers are wrong, and Explained how many of these it gives too.
	Answers, Fit, Wrong, Explained int
	// Unexplained are the ids of the cases that were answered otherwise than under the first reading.
	Unexplained []string
}

// Reading is a misreading that a diagnosis names.
type Reading struct {
	corpus.Misreading
	// Known is the name of a built-in rule set that plays so, empty if there is none.
	Known string
	// See is the id of the smallest wrong case that shows the reading.
	See string
}

// A sample is a case with the answer that a program gave to it.
type sample struct {
	result *Result
	key    probe.Key
	limit  int // more turns than these cannot be the answer
}

// A diagnoser holds the answers of one program under one rule set.
type diagnoser struct {
	ctx    context.Context
	set    ruleset.Set
	single []corpus.Misreading
	wrong  []sample // smallest first
	right  []sample
}

// The sizes of misreadings that are searched: all up to exhaustive, and the most promising beyond.
const (
	exhaustive   = 3
	largest      = 6
	beamWidth    = 8
	beamSamples  = 60 // of the wrong and of the right answers each
	leastGain    = 2  // a further setting must explain so many more answers
	mostReadings = 12 // that a report lists
	nearest      = 3  // misreadings beside which all bugs are played out
)

// diagnose finds what differs in the results, by kind, and the misreading of a rule set that
// explains them; nil when none is wrong.
func diagnose(ctx context.Context, set ruleset.Set, results []Result) ([]Kind, *Diagnosis, error) {
	d := newDiagnoser(ctx, set, results)
	if len(d.wrong) == 0 {
		return nil, nil, nil
	}
	diagnosis, err := d.explain()
	if err != nil {
		return nil, nil, err
	}
	return summarise(d.try(corpus.Misread(set), len(diagnosis.Faults) > 0), diagnosis.Faults), diagnosis, ctx.Err()
}

// explain looks for what explains all answers: one misread setting, a bug that can be played out, two settings, if not
// an ordinary bug alone, ordinary bugs with or without a misread setting, one that can be played out with one, a pattern
// in what is wrong, three settings, another rule set, or whatever comes nearest.
func (d *diagnoser) explain() (*Diagnosis, error) {
	found, err := d.exactly(1, 2)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 || len(found[0].Changes) > 1 {
		if played, err := d.played(likelyWays(), []corpus.Misreading{corpus.Misread(d.set)}); played != nil || err != nil {
			return played, err
		}
	}
	if len(found) > 0 {
		if len(found[0].Changes) == 2 {
			if f := cover(d.try(corpus.Misread(d.set), true)); f.left == 0 && f.certain() {
				return d.faultDiagnosis([]*faulty{f}), d.ctx.Err()
			}
		}
		return d.diagnosis(found, true), nil
	}
	faults, err := d.faults()
	if err != nil {
		return nil, err
	}
	if faults == nil || faults[0].size() > 1 || isLoose(faults[0].faults[0]) {
		if played, err := d.played(furtherWays(), []corpus.Misreading{corpus.Misread(d.set)}); played != nil || err != nil {
			return played, err
		}
	}
	if faults == nil || faults[0].size() > 1 {
		beside := d.beside(faults)
		if played, err := d.played(likelyWays(), beside); played != nil || err != nil {
			return played, err
		}
		if len(beside) > nearest {
			if beside, err = d.nearest(); err != nil {
				return nil, err
			}
		}
		if played, err := d.played(furtherWays(), beside); played != nil || err != nil {
			return played, err
		}
	}
	if faults == nil || faults[0].size() > 2 {
		if played, err := d.patterned(); played != nil || err != nil {
			return played, err
		}
	}
	if faults != nil {
		return d.faultDiagnosis(faults), nil
	}
	found, exact, err := d.search()
	if err != nil {
		return nil, err
	}
	return d.diagnosis(found, exact), nil
}

// beside returns the misreadings beside which bugs are played out: those that an ordinary bug goes with in what has
// been found, or all where it takes two bugs or nothing was found.
func (d *diagnoser) beside(found []*faulty) []corpus.Misreading {
	var list []corpus.Misreading
	for _, f := range found {
		if f.size() == 2 && len(f.misreading.Changes) == 1 {
			list = append(list, f.misreading)
		}
	}
	if list == nil {
		return d.single
	}
	return list
}

func newDiagnoser(ctx context.Context, set ruleset.Set, results []Result) *diagnoser {
	d := &diagnoser{ctx: ctx, set: set, single: corpus.Single(set)}
	for i := range results {
		r := &results[i]
		if r.Verdict != Right && r.Verdict != Wrong {
			continue
		}
		s := sample{result: r, key: r.answer.Key(), limit: max(1, len(r.answer.Turns))}
		if r.Verdict == Wrong {
			d.wrong = append(d.wrong, s)
		} else {
			d.right = append(d.right, s)
		}
	}
	bySize := func(a, b sample) int { return cmp.Compare(a.result.Case.Size(), b.result.Case.Size()) }
	slices.SortStableFunc(d.wrong, bySize)
	slices.SortStableFunc(d.right, bySize)
	return d
}

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
	err := workers.Each(d.ctx, runtime.GOMAXPROCS(0), len(list), func(_, i int) { fits[i] = d.fits(rules.New(list[i].Set)) })
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
	best, err := d.score(d.single, append(spread(d.wrong, beamSamples), spread(d.right, beamSamples)...))
	var list []corpus.Misreading
	for _, s := range best[:min(nearest, len(best))] {
		list = append(list, s.m)
	}
	return list, err
}

// climb adds setting to setting, keeping the misreadings that agree with the most answers, and
// gives the best.
func (d *diagnoser) climb() ([]corpus.Misreading, error) {
	samples := append(spread(d.wrong, beamSamples), spread(d.right, beamSamples)...)
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

// spread takes so many samples, the smallest and others evenly from the rest.
func spread(list []sample, n int) []sample {
	if len(list) <= n {
		return slices.Clone(list)
	}
	out := slices.Clone(list[:n/2])
	rest := list[n/2:]
	for i := range n - n/2 {
		out = append(out, rest[i*len(rest)/(n-n/2)])
	}
	return out
}
