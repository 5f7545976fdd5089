package check

import (
	"slices"
	"turncoat/corpus"
	"turncoat/rules"
	"turncoat/rules/ruleset"
)

// diagnosis returns the diagnosis of the misreadings found.
func (d *diagnoser) diagnosis(found []corpus.Misreading, exact bool) *Diagnosis {
	out := &Diagnosis{Exact: exact, Wrong: len(d.wrong), Answers: len(d.wrong) + len(d.right)}
	for _, m := range found[:min(len(found), mostReadings)] {
		r := Reading{Misreading: m, See: d.see(m)}
		if b, ok := ruleset.IsBuiltin(m.Set); ok {
			r.Known = b.Name
		}
		out.Readings = append(out.Readings, r)
	}
	game := rules.New(d.set)
	if len(found) > 0 {
		game = rules.New(found[0].Set)
	}
	for i, s := range slices.Concat(d.wrong, d.right) {
		if !s.agrees(game) || !s.agreesWholly(game) {
			out.Unexplained = append(out.Unexplained, s.result.Case.ID)
			continue
		}
		out.Fit++
		if i < len(d.wrong) {
			out.Explained++
		}
	}
	return out
}

// faultDiagnosis returns the diagnosis of ordinary bugs that explain everything, some with a misreading.
func (d *diagnoser) faultDiagnosis(found []*faulty) *Diagnosis {
	out := &Diagnosis{Faults: found[0].counts, Exact: true, Wrong: len(d.wrong), Explained: len(d.wrong)}
	out.Answers = len(d.wrong) + len(d.right)
	out.Fit = out.Answers
	for _, f := range found[:min(len(found), mostReadings)] {
		if len(f.misreading.Changes) > 0 {
			out.Readings = append(out.Readings, Reading{Misreading: f.misreading, See: d.see(f.misreading)})
		}
	}
	return out
}

// see returns the smallest wrong case that the misreading explains.
func (d *diagnoser) see(m corpus.Misreading) string {
	g := rules.New(m.Set)
	for _, s := range d.wrong {
		if s.agrees(g) {
			return s.result.Case.ID
		}
	}
	return ""
}

// playedDiagnosis returns the diagnosis of bugs each of which explains everything when it is played out, beside a
// misreading that may be none.
func (d *diagnoser) playedDiagnosis(names []string, m corpus.Misreading) *Diagnosis {
	fault := Fault{Name: names[0], Or: names[1:], See: d.wrong[0].result.Case.ID, whole: len(m.Changes) == 0}
	g := rules.New(m.Set)
	for _, c := range d.try(m, false).cases {
		n := len(c.items)
		if n == 0 && !c.sample.agreesWholly(g) {
			n = 1 // it is in the outcomes of turns
		}
		fault.Turns += n
		fault.Cases += min(n, 1)
	}
	f := &faulty{trial: &trial{misreading: m}, counts: []Fault{fault}}
	return d.faultDiagnosis([]*faulty{f})
}
