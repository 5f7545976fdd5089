package main

import (
	"slices"
	"strings"
	"testing"

	"turncoat/puzzle"
)

// named makes a win in two of an identifier, a rating and themes.
func named(id string, rating int, themes ...string) puzzle.Puzzle {
	return puzzle.Puzzle{ID: id, In: 2, Keys: []string{"a1a2"}, Grade: &puzzle.Grade{Rating: rating}, Themes: themes}
}

// names joins the identifiers of puzzles.
func names(list []puzzle.Puzzle) string {
	var ids []string
	for _, p := range list {
		ids = append(ids, p.ID)
	}
	return strings.Join(ids, " ")
}

// The book is 1,500 wins in two, 1,200 in three and 300 longer ones of pacifist1, 400 and 200 of each other rule set.
func TestParts(t *testing.T) {
	if got := parts("pacifist1"); !slices.Equal(got, []part{{2, 2, 1500}, {3, 3, 1200}, {4, 99, 300}}) {
		t.Errorf("%v", got)
	}
	for _, name := range []string{"pacifist2", "chess"} {
		if got := parts(name); !slices.Equal(got, []part{{2, 2, 400}, {3, 99, 200}}) {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// How many a puzzle stands among is the mean over its hundred of ratings and its themes; what a puzzle needs is
// no theme.
func TestCrowd(t *testing.T) {
	grades, themes := map[int]int{10: 4, 11: 7}, map[string]int{"a": 2, "b": 5, "needs-x": 9}
	for _, test := range []struct {
		p    puzzle.Puzzle
		most int
		mean float64
		ok   bool
	}{
		{named("", 1000), 0, 4, true}, {named("", 1099), 0, 4, true}, {named("", 1100), 0, 7, true},
		{named("", 999), 0, 0, true}, {named("", 1000, "needs-x"), 1, 4, true},
		{named("", 1000, "a"), 3, 3, true}, {named("", 1000, "a"), 2, 0, false},
		{named("", 1000, "a", "b", "needs-x"), 6, 11. / 3, true}, {named("", 1000, "a", "b"), 5, 0, false},
		{named("", 1000, "c"), 1, 2, true}, {named("", 1000, "c"), 0, 0, false},
	} {
		if mean, ok := crowd(&test.p, grades, themes, test.most); mean != test.mean || ok != test.ok {
			t.Errorf("%d %q up to %d: %v, %t, want %v, %t", test.p.Grade.Rating, test.p.Themes, test.most, mean, ok,
				test.mean, test.ok)
		}
	}
	if p := named("", 1000, "a", "needs-x"); !slices.Equal(themesOf(&p), []string{"a"}) || len(p.Themes) != 2 {
		t.Errorf("of %q the themes are %q", p.Themes, themesOf(&p))
	}
}

// Each time the first of those is taken that stand among the fewest, and no theme more often than in a quarter.
func TestPick(t *testing.T) {
	for _, test := range []struct {
		from  []puzzle.Puzzle
		count int
		want  string
	}{
		{nil, 4, ""},
		{[]puzzle.Puzzle{named("a", 1000)}, 0, ""},
		// After a, the rating of c is new; then b and d are alike.
		{[]puzzle.Puzzle{named("a", 1000), named("b", 1050), named("c", 1100), named("d", 1099)}, 4, "a c b d"},
		{[]puzzle.Puzzle{named("a", 1000), named("b", 1050), named("c", 1100), named("d", 1099)}, 3, "a c b"},
		// A new theme halves the crowd of a rating; one theme is in one of four, and no more.
		{[]puzzle.Puzzle{named("a", 1000), named("b", 1000), named("c", 1000, "x"), named("d", 1000, "x")}, 4, "a c b"},
		{[]puzzle.Puzzle{named("a", 1000, "x"), named("b", 1000, "x"), named("c", 1000, "x")}, 8, "a b"},
		{[]puzzle.Puzzle{named("a", 1000, "x")}, 3, ""}, // a quarter of three is none
	} {
		before := names(test.from)
		if got := names(pick(test.from, test.count)); got != test.want {
			t.Errorf("%d of %s: %q, want %q", test.count, before, got, test.want)
		}
		if names(test.from) != before {
			t.Errorf("%s has become %s", before, names(test.from))
		}
	}
}

// A part is sorted by length, rating and identifier, and holds no puzzle twice.
func TestChosenInOrder(t *testing.T) {
	long := named("b", 700)
	long.In = 3
	list := []puzzle.Puzzle{named("d", 900), long, named("c", 900), named("a", 1000), named("d", 900),
		named("e", 2600), named("f", 600)}
	if got := names(choose(list, part{2, 3, 10})); got != "f c d a e b" {
		t.Errorf("%s", got)
	}
	if got := names(choose(list, part{3, 3, 10})); got != "b" {
		t.Errorf("%s", got)
	}
	// By identifier a is the first that is taken, and of those with another rating c.
	if got := names(choose(list, part{2, 2, 2})); got != "c a" {
		t.Errorf("%s", got)
	}
	// Of twelve with one theme and two without, two quarters of what is left are none: the theme goes altogether.
	few := []puzzle.Puzzle{named("a", 1000), named("b", 1000)}
	for _, id := range strings.Fields("c d e f g h i j k l m n") {
		few = append(few, named(id, 1000, "x"))
	}
	if got := names(choose(few, part{2, 2, 14})); got != "a b" {
		t.Errorf("%s", got)
	}
	// With three more without a theme one of those with it stays, the first: it is one of six, and a quarter of six
	// is one.
	few = append(few, named("o", 1000), named("p", 1000), named("q", 1000))
	if got := names(choose(few, part{2, 2, 14})); got != "a b c o p q" {
		t.Errorf("%s", got)
	}
}
