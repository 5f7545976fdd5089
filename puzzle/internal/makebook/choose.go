package main

import (
	"cmp"
	"slices"
	"strings"

	"turncoat/puzzle"
)

// A part of the book holds so many strict wins of one rule set, from the least length to the most.
type part struct {
	least, most int // turns
	count       int
}

// parts returns what the book wants of a rule set.
func parts(rules string) []part {
	if rules == "pacifist1" {
		return []part{{2, 2, 1500}, {3, 3, 1200}, {4, 99, 300}}
	}
	return []part{{2, 2, 400}, {3, 99, 200}}
}

// The grades that the book spreads over, in steps that it tries to fill alike.
const (
	leastGrade = 600
	mostGrade  = 2600
	gradeStep  = 100
)

// choose returns the puzzles of a part: no position and no idea twice, no theme in more than a quarter
// of them, the rare themes and grades first. A "needs-…" says which reading of the rules a puzzle
// tells apart, and nearly every puzzle needs some; it is no theme here.
func choose(found []puzzle.Puzzle, want part) []puzzle.Puzzle {
	left := slices.DeleteFunc(slices.Clone(found), func(p puzzle.Puzzle) bool {
		return p.In < want.least || p.In > want.most || !p.Strict() || p.Stipulation != "" ||
			p.Grade == nil || p.Grade.Rating < leastGrade || p.Grade.Rating > mostGrade
	})
	slices.SortFunc(left, func(a, b puzzle.Puzzle) int { return strings.Compare(a.ID, b.ID) })
	seen := puzzle.Seen{}
	left = slices.DeleteFunc(left, func(p puzzle.Puzzle) bool { return !seen.Add(&p) })

	// Where the quarters of so many leave too few, the quarters are those of fewer.
	count := min(want.count, len(left))
	chosen := pick(left, count)
	for len(chosen) < count {
		count = len(chosen)
		chosen = pick(left, count)
	}
	slices.SortStableFunc(chosen, func(a, b puzzle.Puzzle) int {
		return cmp.Or(cmp.Compare(a.In, b.In), cmp.Compare(a.Grade.Rating, b.Grade.Rating), strings.Compare(a.ID, b.ID))
	})
	return chosen
}

// pick takes up to count puzzles, each time one that stands among the fewest, and no theme more often
// than in a quarter of count.
func pick(from []puzzle.Puzzle, count int) []puzzle.Puzzle {
	left := slices.Clone(from)
	themes, grades := map[string]int{}, map[int]int{}
	var chosen []puzzle.Puzzle
	for len(chosen) < count {
		best, least := -1, 0.0
		for i := range left {
			if crowd, ok := crowd(&left[i], grades, themes, count/4); ok && (best < 0 || crowd < least) {
				best, least = i, crowd
			}
		}
		if best < 0 {
			break
		}
		p := left[best]
		chosen = append(chosen, p)
		left = slices.Delete(left, best, best+1)
		grades[p.Grade.Rating/gradeStep]++
		for _, theme := range themesOf(&p) {
			themes[theme]++
		}
	}
	return chosen
}

// crowd returns how many of the chosen a puzzle would stand among: the mean over its grade and its
// themes. It is not ok where a theme is in as many as may have it.
func crowd(p *puzzle.Puzzle, grades map[int]int, themes map[string]int, most int) (mean float64, ok bool) {
	sum, n := grades[p.Grade.Rating/gradeStep], 1
	for _, theme := range themesOf(p) {
		if themes[theme] >= most {
			return 0, false
		}
		sum, n = sum+themes[theme], n+1
	}
	return float64(sum) / float64(n), true
}

// themesOf returns the themes of a puzzle without what only says which readings it tells apart.
func themesOf(p *puzzle.Puzzle) []string {
	return slices.DeleteFunc(slices.Clone(p.Themes), func(theme string) bool {
		return strings.HasPrefix(theme,
			"needs-")
	})
}
