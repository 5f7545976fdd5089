package collection_test

import (
	"strings"
	"testing"

	"turncoat/internal/files"
	"turncoat/internal/puzzle/analysis"
	"turncoat/internal/testing/longtest"
	"turncoat/puzzle"
	"turncoat/rules/ruleset"
)

// readBook reads the book, which is committed compressed.
func readBook(t *testing.T) []puzzle.Numbered {
	t.Helper()
	file, err := files.Open("book.jsonl.zst")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	book, err := puzzle.Read(file, "book.jsonl.zst")
	if err != nil {
		t.Fatal(err)
	}
	return book
}

// The book has as many wins as it promises. Every puzzle of it is strict, its grade between 500 and
// 2600, no position and no idea stands in it twice, and no theme is in more than three tenths of
// the puzzles of a rule set and length.
func TestBook(t *testing.T) {
	type part struct {
		rules string
		in    int
	}
	seen, counts, themes := puzzle.Seen{}, map[part]int{}, map[part]map[string]int{}
	for _, p := range readBook(t) {
		if !p.Strict() || p.Stipulation != "" || p.Unsound != nil {
			t.Errorf("%s is not a strict win", p.ID)
		}
		if p.Grade == nil || p.Grade.Rating < 400 || p.Grade.Rating > 2600 {
			t.Errorf("%s: grade %v", p.ID, p.Grade)
		}
		if !seen.Add(&p.Puzzle) {
			t.Errorf("%s: its position or its idea stands in the book twice", p.ID)
		}
		at := part{p.Rules.Name, p.In}
		counts[at]++
		if themes[at] == nil {
			themes[at] = map[string]int{}
		}
		for _, theme := range p.Themes {
			themes[at][theme]++
		}
	}

	for _, rules := range ruleset.BuiltinNames() {
		want := map[int]int{2: 400, 3: 200}
		if rules == "pacifist1" {
			want = map[int]int{2: 1500, 3: 1200, 4: 300}
		}
		for in, n := range want {
			if counts[part{rules, in}] < n {
				t.Errorf("%d wins of %s in %d, not %d", counts[part{rules, in}], rules, in, n)
			}
		}
	}

	for at, count := range counts {
		for theme, n := range themes[at] {
			// which say what a puzzle tells apart
			if n > count*3/10 && !strings.HasPrefix(theme, "needs-") {
				t.Errorf("%s in %d: %d of %d have the theme %s", at.rules, at.in, n, count, theme)
			}
		}

		t.Logf("%s in %d: %d", at.rules, at.in, count)
	}
}

// A few of the book, each time the same, are proved again here; `turncoat puzzle verify
// puzzle/collection/book.jsonl.zst` does it for all.
func TestBookIsProved(t *testing.T) {
	step := 2100
	if longtest.Enabled() {
		step = 100
	}
	for i, p := range readBook(t) {
		if i%step == 0 {
			if _, err := analysis.Verify(t.Context(), &p.Puzzle, 1, nil); err != nil {
				t.Errorf("%s: %v", p.ID, err)
			}
		}
	}
}
