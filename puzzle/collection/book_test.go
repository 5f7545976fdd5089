package collection_test

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	"turncoat/internal/files"
	"turncoat/internal/puzzle/analysis"
	"turncoat/internal/testing/longtest"
	"turncoat/internal/testing/puzzletest"
	"turncoat/internal/testing/rulestest"
	"turncoat/puzzle"
)

// readBook reads the book, which is committed compressed, in two files.
func readBook(t *testing.T) (book []puzzle.Numbered) {
	t.Helper()
	for _, name := range []string{"book-2.jsonl.zst", "book-3-4.jsonl.zst"} {
		file, err := files.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		part, err := puzzle.Read(file, name)
		if err != nil {
			t.Fatal(err)
		}
		book = append(book, part...)
	}

	return book
}

// The book has as many wins as it promises. Every puzzle of it is strict and has its phases, its
// grade is between 400 and 2600, no position and no idea stands in it twice, and no theme is in more
// than three tenths of the puzzles of a rule set and length.
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
		if p.Phases == nil {
			t.Errorf("%s has neither threats nor set play nor tries", p.ID)
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

	for _, rules := range rulestest.WithBook() {
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
			// Puzzles were chosen by the themes of their solutions, not by what they tell apart.
			if strings.HasPrefix(theme, "needs-") || analysis.PhaseTheme(theme) {
				continue
			}
			if n > count*3/10 {
				t.Errorf("%s in %d: %d of %d have the theme %s", at.rules, at.in, n, count, theme)
			}
		}

		t.Logf("%s in %d: %d", at.rules, at.in, count)
	}
}

// A few of the book, each time the same, are proved again here; `turncoat puzzle verify
// puzzle/collection/book-*.jsonl.zst` does it for all.
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

// A win whose solution leaves out one of several duals is found out.
func TestMissingDual(t *testing.T) {
	several := regexp.MustCompile(`\],"[a-h][1-8][a-h][1-8]","`)
	for _, p := range puzzletest.File(t, "more/themes.jsonl") {
		text := string(p.Solution)
		first := several.FindString(text)
		if first == "" || p.Stipulation != "" {
			continue
		}
		if _, err := analysis.Verify(t.Context(), &p, 1, nil); err != nil {
			t.Fatal(err)
		}

		p.Solution = puzzle.Solution(strings.Replace(text, first, `],"`, 1))
		_, err := analysis.Verify(t.Context(), &p, 1, nil)
		if !errors.Is(err, puzzle.ErrUnsound) {
			t.Errorf("%s: %v", p.ID, err)
		}
		return
	}

	t.Fatal("no win of the collection has two duals")
}
