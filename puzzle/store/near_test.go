package store

import (
	"slices"
	"strings"
	"testing"

	"turncoat/internal/rulestest"
	"turncoat/puzzle"
	"turncoat/puzzle/internal/puzzletest"
	"turncoat/rules"
)

// letters returns the pieces of a FEN by square, in upper case, "." where there is none.
func letters(fen string) string {
	text := ""
	for _, r := range strings.Fields(fen)[0] {
		switch {
		case r >= '1' && r <= '8':
			text += strings.Repeat(".", int(r-'0'))
		case r != '/':
			text += strings.ToUpper(string(r))
		}
	}
	return text
}

// alike counts the squares with a piece of the same kind in two positions, and in one and the mirrored other.
func alike(a, b string) int {
	plain, mirrored := 0, 0
	for i := range 64 {
		if b[i] != '.' && a[i] == b[i] {
			plain++
		}
		if b[i] != '.' && a[i^7] == b[i] {
			mirrored++
		}
	}
	return max(plain, mirrored)
}

// All puzzles come in order of their likeness, those that are as like as each other as they were added; a limit cuts
// that order, and the other conditions hold.
func TestNearOrder(t *testing.T) {
	s, lines := filled(t, "pacifist1", "pacifist2")
	variant := rules.New(rulestest.Builtin(t, "pacifist1"))
	const fen = "4b3/8/4B3/1p1N4/5P2/2KP4/8/5q1k w"
	p := puzzletest.Position(t, variant, fen)
	sorted := func(fen string) string {
		l := strings.Split(strings.ReplaceAll(letters(fen), ".", ""), "")
		slices.Sort(l)
		return strings.Join(l, "")
	}
	for _, test := range []struct {
		how   Nearness
		query Query
		wants func(p *puzzle.Puzzle) bool
	}{
		{NearPlacement, Query{}, func(p *puzzle.Puzzle) bool { return true }},
		{NearPlacement, Query{Limit: 5, Sort: ByGrade}, func(p *puzzle.Puzzle) bool { return true }},
		{NearPlacement, Query{Limit: 1, Random: true, Seed: 3},
			func(p *puzzle.Puzzle) bool { return true }},
		{NearPlacement, Query{Limit: 1000, Rules: []string{"pacifist2"}},
			func(p *puzzle.Puzzle) bool { return p.Rules.Name == "pacifist2" }},
		{NearMaterial, Query{}, func(p *puzzle.Puzzle) bool { return sorted(p.FEN) == sorted(fen) }},
		{NearMaterial, Query{Limit: 1},
			func(p *puzzle.Puzzle) bool { return sorted(p.FEN) == sorted(fen) }},
	} {
		var puzzles []puzzle.Puzzle
		for _, l := range lines {
			p, err := puzzle.Parse(l.Text)
			if err != nil {
				t.Fatal(err)
			}
			if test.wants(&p) {
				puzzles = append(puzzles, p)
			}
		}
		slices.SortStableFunc(puzzles, func(a, b puzzle.Puzzle) int {
			return alike(letters(fen), letters(b.FEN)) - alike(letters(fen), letters(a.FEN))
		})
		var want, got []string
		for _, p := range puzzles {
			want = append(want, p.ID)
		}
		if n := test.query.Limit; n > 0 && n < len(want) {
			want = want[:n]
		}
		for f, err := range s.Near(t.Context(), &p, test.how, test.query) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, f.ID)
		}
		if len(want) == 0 || !slices.Equal(got, want) {
			t.Errorf("%s, %+v:\n%q\nwant\n%q", test.how, test.query, got, want)
		}
	}
	for f, err := range s.Near(t.Context(), &p, NearPlacement, Query{Themes: []string{"nothing"}}) {
		if err == nil {
			t.Errorf("%s has a theme that is not there", f.ID)
		}
	}
	for range s.Near(t.Context(), &p, NearPlacement, Query{}) {
		break // no more is asked for
	}
}
