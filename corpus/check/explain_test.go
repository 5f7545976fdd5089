package check

import (
	"context"
	"slices"
	"testing"

	"turncoat/corpus"
	"turncoat/rules"
)

// playedBesides answers cases as a program does that has a bug and misreads the rules besides.
func playedBesides(t *testing.T, bug string, m corpus.Misreading, cases []corpus.Case) (results []Result) {
	t.Helper()
	way := wrongWay{}
	if bug != "" {
		way = waysByName()[bug][0]
	}
	g := rules.New(m.Set)
	for i := range cases {
		r := Result{Case: &cases[i], Verdict: Right}
		r.answer, _ = (&wrongJudge{set: m.Set, way: &way}).answer(g, &sample{result: &r}, false)
		want := r.Case.Answer()
		if d := corpus.Compare(&want, &r.answer); !d.None() {
			r.Verdict = Wrong
		}
		results = append(results, r)
	}
	return results
}

// What explains all answers is looked for from the simplest on, and named: one setting or two, a bug, or a bug
// beside a setting.
func TestExplain(t *testing.T) {
	cases := eachOf(casesToSpoil(t, "pacifist1"), 8)
	pacifist := cases[0].Rules
	spoilt := func(keep func(s *shownTurn) bool) []Result {
		results, _, _ := spoil(t, cases, func(s *shownTurn) *corpus.AnswerTurn {
			if keep(s) {
				return s.rightly()
			}
			return nil
		})
		return results
	}
	few := func(list []corpus.Misreading) []corpus.Misreading { // so that it does not take long
		return slices.DeleteFunc(slices.Clone(list), func(m corpus.Misreading) bool {
			return !slices.Contains([]string{"king-converts=no", "lines=blocked", "rounds=first"}, m.Name)
		})
	}
	for _, test := range []struct {
		bug, misreading string
		results         []Result // or those of the bug and the misreading
	}{
		{"", "king-converts=no", nil},
		{"", "lines=blocked+king-converts=no", nil},
		{"queens are never converted", "", nil},
		{"promotions to a knight missing", "", spoilt(func(s *shownTurn) bool { return !s.promotes("n") })},
		{"rooks move as bishops", "", nil},
		{"queens are never converted", "king-converts=no", nil},
	} {
		m := corpus.Misread(pacifist)
		if test.misreading != "" {
			var err error
			if m, err = corpus.ParseMisreading(pacifist, test.misreading); err != nil {
				t.Fatal(err)
			}
		}
		results := test.results
		if results == nil {
			results = playedBesides(t, test.bug, m, cases)
		}
		d := newDiagnoser(t.Context(), pacifist, results)
		d.single = few(d.single)
		got, err := d.explain()
		if err != nil || got == nil || !got.Exact {
			t.Errorf("%s %s: %+v, %v", test.bug, test.misreading, got, err)
			continue
		}
		var faults, readings []string
		for _, f := range got.Faults {
			faults = append(faults, f.Name)
			faults = append(faults, f.Or...)
		}
		for _, r := range got.Readings {
			readings = append(readings, r.Name)
		}
		if (test.bug != "") != slices.Contains(faults, test.bug) || len(got.Faults) > 1 ||
			(test.misreading != "") != slices.Contains(readings, test.misreading) {
			t.Errorf("%q beside %q is told as %q beside %q", test.bug, test.misreading, faults, readings)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if got, err := newDiagnoser(ctx, pacifist, playedBesides(t, "queens are never converted",
		corpus.Misread(pacifist), cases)).explain(); err == nil {
		t.Errorf("after it was given up: %+v", got)
	}
}
