package generate

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"turncoat/corpus/internal/probe"
	"turncoat/internal/rulestest"
)

// kingsOnly returns positions of two kings, Black's on the eighth rank and White's on the first.
func kingsOnly(n int) (list []probe.Question) {
	for i := range n {
		row := func(file int, king string) string {
			return strings.NewReplacer("0", "").Replace(fmt.Sprintf("%d%s%d", file, king, 7-file))
		}
		list = append(list, probe.Question{FEN: row(i%8, "k") + "/8/8/8/8/8/8/" + row(i/8, "K") + " w - - 0 1"})
	}
	return list
}

// candidatesOf returns questions as candidates.
func candidatesOf(t *testing.T, m *maker, list []probe.Question) (all []*candidate) {
	t.Helper()
	for _, q := range list {
		c, ok := m.look(q, 100)
		if !ok {
			t.Fatalf("%s makes no case", q.FEN)
		}
		all = append(all, c)
	}
	return all
}

// Of the positions that show a thing the eight smallest are kept, each once, the smallest first; of those of
// which a thing has few yet, others are made.
func TestSituateKeepsTheSmallest(t *testing.T) {
	m := &maker{pool: newPool(rulestest.Builtin(t, "chess"), 1, nil)}
	list := kingsOnly(24)
	all := candidatesOf(t, m, list)
	shows := map[string][]string{}
	for i, c := range all {
		if i%2 == 0 {
			shows[c.Name()] = append(shows[c.Name()], "even")
		}
		if i%12 == 0 {
			shows[c.Name()] = append(shows[c.Name()], "twelfth")
		}
	}
	smallest := func(n, every int) (names []string) {
		var some []*candidate
		for i := 0; i < len(all); i += every {
			some = append(some, all[i])
		}
		slices.SortFunc(some, compareCandidates)
		for _, c := range some[:n] {
			names = append(names, c.Name())
		}
		return names
	}
	want := map[string]bool{}
	for _, name := range append(smallest(8, 2), smallest(2, 12)...) {
		want[name] = true
	}
	// Each position is asked twice, one in three asks nothing, and one is no position.
	var kept []string
	var told []Progress
	m.stage, m.progress = "looking", func(p Progress) { told = append(told, p) }
	e := exhibition{
		shows: func(c *candidate) []string { return shows[c.Name()] },
		question: func(_ *rand.Rand, i int) (probe.Question, bool) {
			if i == 72 {
				return probe.Question{FEN: "x"}, true
			}
			return list[i/3], i%3 != 2
		},
		keep: func(q *probe.Question) { kept = append(kept, q.Name()) },
	}
	m.searched = 5
	got, err := m.situate(t.Context(), 73, &e)
	if err != nil || m.searched != 78 || !slices.Equal(told, []Progress{{"looking", 73, 73}}) {
		t.Errorf("%d are looked at, %v, %v", m.searched, told, err)
	}
	for i, s := range got {
		if !want[s.Name()] || !slices.Equal(s.shows, shows[s.Name()]) || i > 0 &&
			compareCandidates(got[i-1].candidate, s.candidate) >= 0 {
			t.Errorf("%d: %s shows %q", i, s.Name(), s.shows)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d are kept, want %d", len(got), len(want))
	}
	// The first shows both things, and is told of twice; the second of those that show "twelfth" comes when there
	// are more than four of the others.
	if want := []string{all[0].Name(), all[0].Name(), all[2].Name(), all[4].Name(), all[6].Name(),
		all[12].Name()}; !slices.Equal(kept, want) {
		t.Errorf("others are made of %q, want %q", kept, want)
	}
	if e.keep = nil; true { // what is not told of is kept as well
		if again, err := m.situate(t.Context(), 73, &e); err != nil || len(again) != len(got) {
			t.Errorf("%d, %v", len(again), err)
		}
	}
	// Another stage, another stream of random numbers; the same one, the same.
	drawn := func(stream uint64) (numbers []uint64) {
		e := exhibition{stream: stream, shows: e.shows, question: func(r *rand.Rand, i int) (probe.Question, bool) {
			numbers = append(numbers, r.Uint64())
			return probe.Question{}, false
		}}
		if _, err := m.situate(t.Context(), 1, &e); err != nil {
			t.Fatal(err)
		}
		return numbers
	}
	if a, b, c := drawn(7), drawn(7), drawn(8); !slices.Equal(a, b) || slices.Equal(a, c) {
		t.Errorf("%v, %v, %v", a, b, c)
	}
}

// Cases are added until everything is shown so often as is wanted, or as there are positions: first by what
// shows most of what is missing; what is chosen already, or has been added, counts, and is not added again.
func TestShowAddsWhatIsMissing(t *testing.T) {
	for _, test := range []struct {
		what  string
		least int
		want  string
	}{
		{"nothing is wanted", 0, "0"},
		{"once", 1, "0 4"},      // 4 shows c and d; a and b are shown by what has been added and by the chosen one
		{"twice", 2, "0 3 4 2"}, // a and b by 3, c and d by 4, and c by 2; nothing more shows d
		{"more often than can be", 9, "0 3 4 2"},
	} {
		m := &maker{pool: newPool(rulestest.Builtin(t, "chess"), 1, nil)}
		list := candidatesOf(t, m, kingsOnly(5))
		m.list = list[1:2]
		things := map[string][]string{}
		for i, names := range []string{"a", "b", "c", "a b", "c d"} {
			things[list[i].Name()] = strings.Fields(names)
		}
		e := exhibition{shows: func(c *candidate) []string { return things[c.Name()] }}
		var all []shower
		for _, c := range list {
			all = append(all, shower{c, things[c.Name()]})
		}
		added, err := m.show(t.Context(), &e, all, []int{0}, list[:1:1], test.least)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, c := range added {
			got = append(got, fmt.Sprint(slices.Index(list, c)))
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%s: %v, want %s", test.what, got, test.want)
		}
		for _, c := range added[1:] {
			if slices.Contains(c.Keys, 0) {
				t.Errorf("%s: a misreading has not been asked about %s", test.what, c.Name())
			}
		}
	}
}
