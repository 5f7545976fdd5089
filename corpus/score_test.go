package corpus

import (
	"bytes"
	"reflect"
	"slices"
	"strings"
	"testing"

	"turncoat/protocol"
)

// The case of two kings worked out by hand tells that kings persuade and are converted, and does
// not tell what needs other pieces.
func TestMeasureOneCase(t *testing.T) {
	scores, err := Measure(t.Context(), []Case{*goodCase(t)}, nil)
	if err != nil || len(scores) != 1 {
		t.Fatal(err)
	}
	s := scores[0]
	want := map[string]int{"king-bears=no": 1, "king-converts=no": 1, "lines=blocked": 0,
		"promotion=queen": 0, "two-step=free": 0, "castling-test=none": 0,
		"lines=blocked+king-bears=no": 1, "lines=blocked+promotion=queen": 0}
	for _, r := range s.Readings {
		if n, ok := want[r.Name]; ok && n != r.Count {
			t.Errorf("%s is told %d times, want %d", r.Name, r.Count, n)
		}
	}

	told, possible := s.Told()
	parted, partable := s.Parted()
	if possible != 416 || told == 0 || told == 416 || s.Percent() >= 100 || parted >= partable {
		t.Errorf("%d of %d told, %d of %d parted, %v %%", told, possible, parted, partable,
			s.Percent())
	}

	var text bytes.Buffer
	if err := s.WriteText(&text, true); err != nil || !strings.Contains(text.String(),
		"lines=blocked answers every case as the rules do; whether they can differ was not searched") {
		t.Errorf("%v\n%s", err, text.String())
	}
}

func TestDiff(t *testing.T) {
	old := goodCase(t)
	cases := func(edit ...string) []Case {
		read, err := Read(strings.NewReader(strings.NewReplacer(edit...).Replace(good)), "")
		if err != nil {
			t.Fatal(err)
		}
		return read
	}
	if d := Diff([]Case{*old}, cases()); !d.None() || d.Same != 1 {
		t.Errorf("%+v", d)
	}
	d := Diff(
		[]Case{*old},
		cases(
			`{"uci":"a1b1","san":"Kb1","waves":[],"reclaimed":[],"fen":"8/8/8/8/8/k7/8/1K6 b - - 1 1","outcome":"*"},`,
			"",
			`"cite":["PAC-5"]`,
			`"cite":["PAC-6"]`,
			`"king-bears=no",`,
			`"lines=blocked",`,
		),
	)
	want := Changed{ID: "pacifist1-4d060f1a", What: []string{"turns", "cite", "tells"},
		Missing: []protocol.TurnSummary{{UCI: "a1b1", SAN: "Kb1", FEN: "8/8/8/8/8/k7/8/1K6 b"}},
		Extra:   []protocol.TurnSummary{}, Untold: []string{"king-bears=no"},
		Told: []string{"lines=blocked"}}
	if len(d.Changed) != 1 || !reflect.DeepEqual(d.Changed[0], want) {
		t.Errorf("%+v, want %+v", d.Changed, want)
	}

	added, dropped := Diff(nil, []Case{*old}), Diff([]Case{*old}, nil)
	if !slices.Equal(added.Added, []string{old.ID}) ||
		!slices.Equal(dropped.Dropped, []string{old.ID}) {
		t.Errorf("added %+v, dropped %+v", added, dropped)
	}
}
