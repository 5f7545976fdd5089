package check

import (
	"cmp"
	"context"
	"slices"

	"turncoat/corpus"
	"turncoat/corpus/internal/probe"
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

// explain looks for what explains all answers: one misread setting, a bug that can be played out, two settings,
// if not an ordinary bug alone, ordinary bugs with or without a misread setting, one that can be played out with
// one, a pattern in what is wrong, three settings, another rule set, or whatever comes nearest.
func (d *diagnoser) explain() (*Diagnosis, error) {
	found, err := d.exactly(1, 2)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 || len(found[0].Changes) > 1 {
		if played, err := d.played(likelyWays(), []corpus.Misreading{corpus.Misread(d.set)}); played != nil ||
			err != nil {
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
	further, beside, patterns := doubts(faults)
	if further {
		if played, err := d.played(furtherWays(), []corpus.Misreading{corpus.Misread(d.set)}); played != nil ||
			err != nil {
			return played, err
		}
	}
	if beside {
		if played, err := d.playedBeside(faults); played != nil || err != nil {
			return played, err
		}
	}
	if patterns {
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

// doubts says what else is looked for when ordinary bugs explain all answers: further bugs that can be played
// out, such bugs beside misreadings, and patterns. Where no bugs explain them, all of it is.
func doubts(found []*faulty) (further, beside, patterns bool) {
	if found == nil {
		return true, true, true
	}
	size := found[0].size()
	return size > 1 || isLoose(found[0].faults[0]), size > 1, size > 2
}

// playedBeside plays bugs out beside misreadings, the likely bugs first, and returns the diagnosis of those that
// give the wrong answers; found are the ordinary bugs that explain them, if any do.
func (d *diagnoser) playedBeside(found []*faulty) (*Diagnosis, error) {
	beside := d.beside(found)
	played, err := d.played(likelyWays(), beside)
	if played != nil || err != nil {
		return played, err
	}
	if len(beside) > nearest {
		if beside, err = d.nearest(); err != nil {
			return nil, err
		}
	}
	if found == nil || found[0].size() > 2 || isLoose(found[0].faults[0]) {
		if played, err = d.played(furtherWays(), beside); played != nil || err != nil {
			return played, err
		}
	}
	if found != nil {
		return nil, nil
	}
	likeliest, err := d.likeliest(furtherWays())
	if err != nil {
		return nil, err
	}
	return d.played(likeliest, d.single)
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
