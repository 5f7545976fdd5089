package corpus

import (
	"bytes"
	"strings"
	"testing"
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
	var text bytes.Buffer
	want := `~ pacifist1-4d060f1a: turns, cite, tells
    - a1b1 (Kb1) to 8/8/8/8/8/k7/8/1K6 b
    no longer tells king-bears=no
    now tells lines=blocked
0 added, 0 dropped, 1 changed, 0 the same
`
	if err := d.WriteText(&text); err != nil || text.String() != want {
		t.Errorf("%v\n%swant\n%s", err, text.String(), want)
	}
	text.Reset()
	if err := Diff([]Case{*old}, nil).WriteText(&text); err != nil ||
		text.String() != "- pacifist1-4d060f1a\n0 added, 1 dropped, 0 changed, 0 the same\n" {
		t.Errorf("%v\n%s", err, text.String())
	}

	text.Reset()
	if err := Diff(nil, []Case{*old}).WriteText(&text); err != nil ||
		text.String() != "+ pacifist1-4d060f1a\n1 added, 0 dropped, 0 changed, 0 the same\n" {
		t.Errorf("%v\n%s", err, text.String())
	}
}

func TestSentences(t *testing.T) {
	s := &Score{}
	names := []string{"a", "b", "c", "d", "e", "f"}
	for _, test := range []struct {
		alike AlikeScore
		found int
		want  string
	}{
		{AlikeScore{Alike: Alike{Misreadings: names[:2]}}, 0,
			"a, b answer every case alike; whether they can differ was not searched"},
		{AlikeScore{Alike: Alike{Misreadings: names[:4]}}, 0,
			"a, b, c, d answer every case alike; whether they can differ was not searched"},
		{AlikeScore{Alike: Alike{Misreadings: names}}, 7,
			"a, b, c, d and 2 more answer every case alike; never seen to differ in 7 positions"},
		{AlikeScore{Alike: Alike{Misreadings: names[:1], Rules: true}}, 1,
			"a answers every case as the rules do; never seen to differ in 1 position"},
		{AlikeScore{Alike: Alike{Misreadings: names[:2], Proof: "so it is"}}, 7,
			"a, b answer every case alike, and must: so it is"},
		{AlikeScore{Alike: Alike{Misreadings: names[:1], Rules: true}, Position: &Seed{FEN: "x"}},
			7, "a answers every case as the rules do; this would tell: x"},
		{AlikeScore{Alike: Alike{Misreadings: names[:1], Rules: true}, Position: &Seed{FEN: "x",
			Moves: []string{"m", "n"}}}, 7, "a answers every case as the rules do; this would tell: x after m n"},
	} {
		s.Searched = test.found
		if got := s.sentence(test.alike); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}
