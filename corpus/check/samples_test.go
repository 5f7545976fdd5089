package check

import (
	"slices"
	"strings"
	"testing"

	"turncoat/corpus"
	"turncoat/internal/rulestest"
	"turncoat/rules/ruleset"
)

// Answers that are right or wrong are looked at, the smallest first; whoever gave no turns is expected to give
// one at the most.
func TestSamples(t *testing.T) {
	set := rulestest.Builtin(t, "pacifist1")
	large := "r6k/8/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"
	d := newDiagnoser(t.Context(), set, []Result{
		answered(t, "large wrong", large, Wrong), answered(t, "failed", apart, Failed), answered(t, "large right",
			large, Right),
		answered(t, "small wrong", nearA, Wrong, a2, b1), answered(t, "small right", nearH, Right, rightH...),
	})
	of := func(list []sample) string {
		var ids []string
		for _, s := range list {
			ids = append(ids, s.result.Case.ID)
		}
		return strings.Join(ids, ", ")
	}
	if of(d.wrong) != "small wrong, large wrong" || of(d.right) != "small right, large right" {
		t.Errorf("%s; %s", of(d.wrong), of(d.right))
	}
	if d.wrong[0].limit != 2 || d.wrong[1].limit != 1 || d.right[0].limit != 3 {
		t.Errorf("limits %d, %d, %d", d.wrong[0].limit, d.wrong[1].limit, d.right[0].limit)
	}
}

// Misreadings are in the order of how many answers they agree with: of these two answers, where kings that
// cannot be converted give both.
func TestScore(t *testing.T) {
	set := rulestest.Builtin(t, "pacifist1")
	d := newDiagnoser(t.Context(), set, []Result{answered(t, "away", nearA, Wrong, b1), answered(t, "step", apart,
		Right, steps...)})
	var list []corpus.Misreading
	for _, name := range []string{"king-bears=no", "king-converts=no"} {
		m, err := corpus.ParseMisreading(set, name)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, m)
	}
	got, err := d.score(list, slices.Concat(d.wrong, d.right))
	if err != nil || len(got) != 2 || got[0].m.Name != "king-converts=no" || got[0].agree != 2 ||
		got[1].m.Name != "king-bears=no" || got[1].agree != 1 {
		t.Errorf("%+v, %v", got, err)
	}
	d.single = list
	if near, err := d.nearest(); err != nil || len(near) != 2 || near[0].Name != "king-converts=no" {
		t.Errorf("%d are nearest, %v", len(near), err)
	}
	d.single = append(slices.Clone(list), list...)
	if near, err := d.nearest(); err != nil || len(near) != 3 || near[1].Name != "king-converts=no" ||
		near[2].Name != "king-bears=no" {
		t.Errorf("%d are nearest, %v", len(near), err)
	}
	if fits, err := d.fitting(list); err != nil || len(fits) != 1 || fits[0].Name != "king-converts=no" {
		t.Errorf("%d fit, %v", len(fits), err)
	}
}

// Rule sets of the family are tried that differ in more than three settings: pacifist2 differs from pacifist1 in
// one, those with a reclaim in five or six.
func TestOtherSets(t *testing.T) {
	for name, want := range map[string][]string{
		"pacifist1":  {"pacifist-average", "pacifist-number", "pacifist-value"},
		"conversion": nil,
	} {
		var got []string
		for _, m := range newDiagnoser(t.Context(), rulestest.Builtin(t, name), nil).builtin() {
			b, ok := ruleset.IsBuiltin(m.Set)
			if !ok {
				t.Errorf("%s is none that is built in", m.Name)
			}
			got = append(got, b.Name)
		}
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// A value that a rule set has is no other value.
func TestValuedOtherwise(t *testing.T) {
	set := rulestest.Builtin(t, "pacifist2")
	set.Values[ruleset.King] = 4
	for _, m := range valued(set) {
		if m.Name == "values.king=4" || m.Set == set {
			t.Errorf("%s is tried", m.Name)
		}
	}
}
