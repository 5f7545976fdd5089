package generate

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"turncoat/internal/fingerprint"
)

// of returns candidates that answer as given: 1 is the answer of the rules.
func of(answers ...[]fingerprint.Key) []*candidate {
	var list []*candidate
	for i, keys := range answers {
		list = append(list, &candidate{Question: fingerprint.Question{FEN: fmt.Sprint(i)},
			Answers: fingerprint.Answers{Base: 1, Keys: keys}, size: i})
	}

	return list
}

// The elements of a cover are the misreadings, then every two of them; what is needed is what is
// wished for, or what there is if that is less.
func TestCover(t *testing.T) {
	list := of([]fingerprint.Key{2, 2, 1, 1}, []fingerprint.Key{2, 3, 1, 1},
		[]fingerprint.Key{2, 1, 1, 2})
	c := newCover(list, 4, 2, goal{single: 2, pair: 3, parting: 1})
	elements := func(s set) string {
		var names []string
		s.each(func(e int) {
			if e < 4 {
				names = append(names, fmt.Sprint(e))
				return
			}

			a, b := c.pair(e)
			names = append(names, fmt.Sprintf("%d/%d", a, b))
		})
		return strings.Join(names, " ")
	}
	for i, want := range []string{"0 1 0/2 0/3 1/2 1/3", "0 1 0/1 0/2 0/3 1/2 1/3",
		"0 3 0/1 0/2 1/3 2/3"} {
		if got := elements(c.sets[i]); got != want {
			t.Errorf("candidate %d tells %s, want %s", i, got, want)
		}
	}

	// 0 and 1 are single misreadings, 2 and 3 change two settings; 2 is told by none and 3 by one.
	if want := []int{2, 2, 0, 1, 1, 1, 1, 1, 1, 1}; c.elements != 10 ||
		!slices.Equal(c.need, want) {
		t.Errorf("%d elements need %v, want %v", c.elements, c.need, want)
	}

	price := func(i int) int { return []int{10, 10, 10}[i] }
	chosen, counts := c.choose(nil, price)
	// The second tells most; the third all that is missing but one more of 1.
	if !slices.Equal(chosen, []int{1, 2, 0}) ||
		!slices.Equal(counts, []int{3, 2, 0, 1, 2, 3, 2, 2, 3, 1}) {
		t.Errorf("chosen %v, told %v", chosen, counts)
	}

	if got := c.duties(0, counts); !slices.Equal(got, []int{1}) {
		t.Errorf("without the first too seldom are told %v", got)
	}
	if got := c.duties(2, counts); !slices.Equal(got, []int{3, 9}) {
		t.Errorf("without the third too seldom are told %v", got)
	}
	// Told once each, the dear one is not needed; what is fixed stays, whatever it costs.
	c = newCover(list, 4, 2, goal{single: 1, pair: 1, parting: 1})
	if chosen, _ := c.choose(nil, price); !slices.Equal(chosen, []int{1, 2}) {
		t.Errorf("chosen %v", chosen)
	}
	if chosen, counts := c.choose([]int{0}, func(i int) int {
		return []int{100, 10, 10}[i]
	}); !slices.Equal(chosen,
		[]int{0, 2, 1}) && !slices.Equal(chosen, []int{0, 2}) || counts[0] < 2 {
		t.Errorf("beside the first: chosen %v, told %v", chosen, counts)
	}

	if a, b := c.pair(4); a != 0 || b != 1 {
		t.Errorf("the first pair is %d, %d", a, b)
	}
}

// What has been chosen and turns out not to be needed goes again, the dearest first.
func TestChooseDrops(t *testing.T) {
	// The first tells 0 and 1 and is chosen first; then 2 takes one that tells 1 and 2, and 3 one
	// that tells 0 and 3.
	list := of([]fingerprint.Key{2, 2, 1, 1}, []fingerprint.Key{1, 2, 2, 1},
		[]fingerprint.Key{2, 1, 1, 2})
	c := newCover(list, 4, 4, goal{single: 1})
	chosen, counts := c.choose(nil, func(i int) int { return []int{9, 10, 10}[i] })
	if !slices.Equal(chosen, []int{1, 2}) || !slices.Equal(counts[:4], []int{1, 1, 1, 1}) {
		t.Errorf("chosen %v, told %v", chosen, counts)
	}
	chosen, _ = c.choose([]int{0}, func(i int) int { return []int{9, 10, 10}[i] })
	if !slices.Equal(chosen, []int{0, 1, 2}) {
		t.Errorf("beside the first: chosen %v", chosen)
	}
}

// Of two of which either can go, but not both, the dearer goes, though it was chosen last.
func TestChooseDropsTheDearest(t *testing.T) {
	list := of(
		[]fingerprint.Key{2, 2, 2, 1, 1, 1, 1}, // 0, and what the third tells, too
		[]fingerprint.Key{2, 1, 1, 2, 2, 1, 1}, // 0, and what the fourth tells, too
		[]fingerprint.Key{1, 2, 2, 1, 1, 2, 1}, []fingerprint.Key{1, 1, 1, 2, 2, 1, 2})
	c := newCover(list, 7, 7, goal{single: 1})
	if chosen, _ := c.choose(nil, func(i int) int {
		return []int{10, 12, 100, 100}[i]
	}); !slices.Equal(chosen,
		[]int{0, 2, 3}) {
		t.Errorf("chosen %v", chosen)
	}
}

// Of what tells the same the smallest are kept, and of those with the same pieces two.
func TestOffer(t *testing.T) {
	p := &pool{known: map[string]bool{}, best: map[[2]int][]*candidate{}}
	what := [2]int{3, -1}
	offer := func(name string, size int, material string) {
		p.offer(what, &candidate{Question: fingerprint.Question{FEN: name}, size: size,
			material: material}, 3)
	}
	kept := func() string {
		var names []string
		for _, c := range p.best[what] {
			names = append(names, c.FEN)
		}
		return strings.Join(names, " ")
	}
	for _, step := range []struct {
		name     string
		size     int
		material string
		want     string
	}{
		{"c", 30, "Kk", "c"}, {"a", 10, "Kk", "a c"}, {"a", 10, "Kk", "a c"}, {"b", 20, "Kk",
			"a b"},
		{"d", 40, "KQk", "a b d"}, {"e", 50, "KRk", "a b d"}, {"f", 35, "KRk", "a b f"}, {"g", 10,
			"KBk", "a g b"},
	} {
		offer(step.name, step.size, step.material)
		if kept() != step.want {
			t.Errorf("after %s: %s, want %s", step.name, kept(), step.want)
		}
	}

	for name, want := range map[string]bool{"a": true, "b": true, "c": true, "d": true, "e": false,
		"f": true,
		"g": true} {
		if p.known[fingerprint.Name(fingerprint.Question{FEN: name})] != want {
			t.Errorf("that %s is known is %t", name, !want)
		}
	}

	other := &candidate{Question: fingerprint.Question{FEN: "h"}, size: 5}
	p.kept = []*candidate{other, p.best[what][0]}
	p.best[[2]int{1, 2}] = p.best[what][:2]
	var names string
	for _, c := range p.gather() {
		names += c.FEN
	}
	if names != "hagb" || len(p.good()) != 4 || p.good()[0].FEN != "h" {
		t.Errorf("gathered: %s", names)
	}
	for fen, want := range map[string]string{"4k3/8/8/8/8/8/8/RN2K2R w": "KNRRk", "8/8 b": "",
		"x": ""} {
		if got := materialOf(fen); got != want {
			t.Errorf("the pieces of %s are %q, want %q", fen, got, want)
		}
	}
}

func TestSortedRules(t *testing.T) {
	got := sortedRules([]string{"PAC-10", "PAC-2", "CON-3", "PAC-2", "NOT-1", "CON-11"})
	if want := []string{"CON-3", "CON-11", "NOT-1", "PAC-2", "PAC-10"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
