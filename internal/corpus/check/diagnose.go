package check

import (
	"cmp"
	"context"
	"slices"
	"time"

	"turncoat/corpus"
	"turncoat/internal/corpus/parting"
	"turncoat/internal/fingerprint"
	"turncoat/rules"
	"turncoat/rules/ruleset"
)

// Diagnosis explains the wrong answers of a program under a rule set, as far as an explanation was
// found in the given time.
type Diagnosis struct {
	// Exact reports that all answers would be right under each of the readings.
	Exact bool `json:"exact"`
	// Unsteady describes how the program contradicts itself; empty if it does not.
	Unsteady string `json:"unsteady,omitempty"`
	// Repeating are the ids of the cases in whose answers nothing is wrong but that turns are
	// listed twice. No rule set explains that, so they are left out of what follows.
	Repeating []string `json:"repeating,omitempty"`
	// Readings are the smallest misreadings that fit equally well; none if nothing fits.
	Readings []Reading `json:"-"`
	// Answers is how many cases were answered, and Wrong how many of the answers are wrong; Fit is
	// how many of them the first reading gives too, and Explained how many of the wrong ones.
	Answers   int `json:"answers"`
	Fit       int `json:"fit"`
	Wrong     int `json:"wrong"`
	Explained int `json:"explained"`
	// Unexplained are the ids of the cases whose answers differ from those of the first reading.
	Unexplained []string `json:"unexplained"`
	// Sentences say what all wrong turns, and no right ones, have in common.
	Sentences []string `json:"sentences"`
	// Witnesses are the smallest positions, one for each kind of parting, the most frequent first.
	Witnesses []Witness `json:"-"`
	// Cut reports that the time ran out before everything was tried.
	Cut bool `json:"cut,omitempty"`
}

// Reading is a misreading that a diagnosis names.
type Reading struct {
	corpus.Misreading
	// Known is the name of a built-in rule set that plays this way, empty if there is none.
	Known string
	// See is the id of the smallest wrong case that shows the reading.
	See string
}

// A sample is a case with the answer that a program gave to it.
type sample struct {
	result *Result
	key    fingerprint.Key
	limit  int // an answer with more turns than this is wrong
}

// A diagnoser looks for what explains the answers of one program under one rule set.
type diagnoser struct {
	ctx     context.Context
	set     ruleset.Set
	variant *rules.Variant
	single  []corpus.Misreading
	wrong   []sample // smallest first
	right   []sample
	// wrong only in that they list turns twice
	repeating []sample
}

const mostReadings = 12 // that a report lists

// DefaultDiagnosis is the default time limit of a diagnosis.
const DefaultDiagnosis = 20 * time.Second

// Diagnose looks for an explanation of the wrong answers. It ends when the context does, with what
// has been found. It calls stage at the beginning of each step; stage may be nil.
func (r *Report) Diagnose(ctx context.Context, program *Program, stage func(string)) {
	if stage == nil {
		stage = func(string) {}
	}
	session := program.Open()
	defer session.Fresh()
	for i := range r.Corpora {
		c := &r.Corpora[i]
		d := newDiagnoser(ctx, c.Rules, c.Results)
		if len(d.wrong)+len(d.repeating) > 0 {
			c.Diagnosis = d.diagnosis(session, func(text string) { stage(c.Rules.Name + ": " + text) })
		}
	}
}

// diagnosis looks for an explanation of the wrong answers under one rule set.
func (d *diagnoser) diagnosis(session *Session, stage func(string)) *Diagnosis {
	stage("where the answers leave the rules")
	out := &Diagnosis{Answers: len(d.wrong) + len(d.right), Wrong: len(d.wrong)}
	for _, s := range d.repeating {
		out.Repeating = append(out.Repeating, s.result.Case.ID)
	}
	out.Witnesses = d.witnesses()
	stage("asking again")
	out.Unsteady = d.unsteady(session)
	if out.Unsteady == "" {
		if len(d.wrong) > 0 {
			d.explain(out, stage)
		}
		for n := range out.Witnesses {
			stage("the smallest position")
			d.shrink(session, &out.Witnesses[n])
		}
	}

	out.Cut = d.ctx.Err() != nil
	return out
}

// explain looks for what the wrong answers have in common.
func (d *diagnoser) explain(out *Diagnosis, stage func(string)) {
	stage("misread settings")
	found, exact, err := d.readings()
	if err == nil {
		d.read(out, found, exact)
	}
	if !out.Exact {
		stage("what wrong turns have in common")
		out.Sentences = d.sentences()
	}
}

func newDiagnoser(ctx context.Context, set ruleset.Set, results []Result) *diagnoser {
	d := &diagnoser{ctx: ctx, set: set, variant: rules.New(set), single: corpus.Single(set)}
	for i := range results {
		r := &results[i]
		if r.Verdict != Right && r.Verdict != Wrong {
			continue
		}
		key := fingerprint.Key(r.answer.Key())
		s := sample{result: r, key: key, limit: max(1, len(r.answer.Turns))}
		want := r.Case.Answer()
		switch {
		case r.Verdict == Right:
			d.right = append(d.right, s)
		case alike(&want, &r.answer):
			d.repeating = append(d.repeating, s)
		default:
			d.wrong = append(d.wrong, s)
		}
	}

	bySize := func(a, b sample) int {
		return cmp.Compare(a.result.Case.Size(), b.result.Case.Size())
	}
	for _, list := range [][]sample{d.wrong, d.right, d.repeating} {
		slices.SortStableFunc(list, bySize)
	}
	return d
}

// sentences learns from all answers. It uses those to questions with moves only if all wrong
// answers are to such questions, since otherwise much of what is wrong there may follow from the
// moves.
func (d *diagnoser) sentences() []string {
	l := parting.NewLearner()
	plain := slices.ContainsFunc(d.wrong, func(s sample) bool {
		return len(s.result.Case.Moves) == 0
	})
	for _, s := range slices.Concat(d.wrong, d.right) {
		if d.ctx.Err() != nil {
			return nil
		}
		if plain && len(s.result.Case.Moves) > 0 {
			continue
		}
		want := s.result.Case.Answer()
		l.Add(d.variant, s.result.Case.Seed(), &want, &s.result.answer)
	}

	return l.Sentences()
}

// read records the readings and how well the first of them fits.
func (d *diagnoser) read(out *Diagnosis, found []corpus.Misreading, exact bool) {
	out.Exact = exact
	for _, m := range found[:min(len(found), mostReadings)] {
		r := Reading{Misreading: m, See: d.see(m)}
		if b, ok := ruleset.IsBuiltin(m.Set); ok {
			r.Known = b.Name
		}
		out.Readings = append(out.Readings, r)
	}

	variant := d.variant
	if len(found) > 0 {
		variant = rules.New(found[0].Set)
	}
	for i, s := range slices.Concat(d.wrong, d.right) {
		if !s.agrees(variant) {
			out.Unexplained = append(out.Unexplained, s.result.Case.ID)
			continue
		}

		out.Fit++
		if i < len(d.wrong) {
			out.Explained++
		}
	}
}

// see returns the smallest wrong case that the misreading explains.
func (d *diagnoser) see(m corpus.Misreading) string {
	variant := rules.New(m.Set)
	for _, s := range d.wrong {
		if s.agrees(variant) {
			return s.result.Case.ID
		}
	}

	return ""
}
