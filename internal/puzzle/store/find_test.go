package store

import (
	"cmp"
	"errors"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"turncoat/puzzle"
)

// queried is a store of puzzles of several kinds, every third without a grade, four with words, and
// the puzzles as they were added.
func queried(t *testing.T) (*Store, []puzzle.Puzzle) {
	t.Helper()
	s, _ := copied(t, "queried", func(s *Store) { asked = fillQueried(t, s) })
	return s, asked
}

var asked []puzzle.Puzzle // of the store that queried returns

func fillQueried(t *testing.T, s *Store) (puzzles []puzzle.Puzzle) {
	t.Helper()
	grade := regexp.MustCompile(`"grade":\{[^}]*\},`)
	rating := regexp.MustCompile(`"grade":\{"rating":\d+`)
	words := []string{
		`,"title":"The turncoat","authors":["Ann Lee","Bob"],"comments":["a quiet key","and no dual"]}`,
		`,"title":"Quiet","authors":["BOB"]}`,
		`,"comments":["made by Bob"]}`,
		`,"authors":["Cleo"]}`,
	}
	var lines []Line
	for _, name := range []string{"../../../puzzle/collection/pacifist1.jsonl",
		"../../../puzzle/collection/conversion.jsonl",
		"../../../puzzle/collection/more/help-wins.jsonl",
		"../../../puzzle/collection/more/self-wins.jsonl"} {
		file, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		for l, err := range puzzle.Lines(file, name) {
			if err != nil {
				t.Fatal(err)
			}
			i := len(lines)
			if i%3 == 2 {
				l.Text = grade.ReplaceAll(l.Text, nil)
			}
			switch i % 12 { // no grade is as low, but one might be
			case 4:
				l.Text = rating.ReplaceAll(l.Text, []byte(`"grade":{"rating":0`))
			case 7:
				l.Text = rating.ReplaceAll(l.Text, []byte(`"grade":{"rating":-40`))
			}

			if i%5 == 1 && i/5 < len(words) {
				l.Text = append(l.Text[:len(l.Text)-1:len(l.Text)-1], words[i/5]...)
			}
			p, err := puzzle.Parse(l.Text)
			if err != nil {
				t.Fatal(err)
			}
			lines, puzzles = append(lines, l), append(puzzles, p)
		}
	}

	if added, err := s.Add(t.Context(), sequence(lines), AddOptions{KeepSameIdea: true}); err != nil ||
		added != (Added{Stored: len(lines)}) {
		t.Fatalf("%+v, %v", added, err)
	}

	return puzzles
}

// ids returns the identifiers of what a query finds, and holds the numbers to be those of the
// puzzles.
func ids(t *testing.T, s *Store, puzzles []puzzle.Puzzle, q Query) []string {
	t.Helper()
	got := []string{}
	for f, err := range s.Find(t.Context(), q) {
		if err != nil {
			t.Fatalf("%+v: %v", q, err)
		}
		if i := int(f.N) - 1; i < 0 || i >= len(puzzles) || puzzles[i].ID != f.ID {
			t.Fatalf("%+v: %s has the number %d", q, f.ID, f.N)
		}
		got = append(got, f.ID)
	}

	return got
}

func turnsOf(p *puzzle.Puzzle) float64 {
	if p.Half {
		return float64(p.In) + 0.5
	}
	return float64(p.In)
}

func piecesOf(p *puzzle.Puzzle) int {
	return len(regexp.MustCompile(`[A-Za-z]`).FindAllString(strings.Fields(p.FEN)[0], -1))
}

func keyOf(p *puzzle.Puzzle) string {
	rank := strings.Split(p.FEN, "/")[8-int(p.Keys[0][1]-'0')]
	file := int(p.Keys[0][0] - 'a')
	for _, r := range rank {
		if r >= '1' && r <= '8' {
			file -= int(r - '0')
		} else {
			file--
		}

		if file < 0 {
			return strings.ToUpper(string(r))
		}
	}

	return ""
}

func graded(p *puzzle.Puzzle, from, to int) bool {
	return p.Grade != nil && p.Grade.Rating >= from && p.Grade.Rating <= to
}

// Each condition, and some together, is held against the same question asked of each puzzle,
// without a limit and with limits of one and of many.
func TestConditions(t *testing.T) {
	s, puzzles := queried(t)
	theme := func(p *puzzle.Puzzle, name string) bool { return slices.Contains(p.Themes, name) }
	for _, test := range []struct {
		query Query
		wants func(p *puzzle.Puzzle) bool
	}{
		{Query{}, func(*puzzle.Puzzle) bool { return true }},
		{Query{ID: puzzles[7].ID}, func(p *puzzle.Puzzle) bool { return p.ID == puzzles[7].ID }},
		{Query{Rules: []string{"conversion", "chess"}},
			func(p *puzzle.Puzzle) bool {
				return p.Rules.Name == "conversion" || p.Rules.Name == "chess"
			}},
		{Query{Stipulation: "win"}, func(p *puzzle.Puzzle) bool { return p.Stipulation == "" }},
		{Query{Stipulation: "self-win", Rules: []string{"conversion"}},
			func(p *puzzle.Puzzle) bool {
				return p.Stipulation == "self-win" && p.Rules.Name == "conversion"
			}},
		{Query{Length: Range{From: 1.5, To: 1.5}},
			func(p *puzzle.Puzzle) bool { return p.In == 1 && p.Half }},
		{Query{Length: Range{To: 2}}, func(p *puzzle.Puzzle) bool { return turnsOf(p) <= 2 }},
		{Query{Length: Range{From: 2.5}}, func(p *puzzle.Puzzle) bool { return turnsOf(p) >= 2.5 }},
		{Query{Pieces: Range{From: 7, To: 7}},
			func(p *puzzle.Puzzle) bool { return piecesOf(p) == 7 }},
		{Query{Grade: Range{From: 1400}},
			func(p *puzzle.Puzzle) bool { return graded(p, 1400, 9999) }},
		{Query{Grade: Range{To: 1400}},
			func(p *puzzle.Puzzle) bool { return graded(p, -99, 1400) }},
		{Query{Grade: Range{From: -50, To: 600}, Themes: [][]string{{"waves-2"}}},
			func(p *puzzle.Puzzle) bool { return graded(p, -50, 600) && theme(p, "waves-2") }},
		{Query{Grade: Range{To: -1}, Themes: [][]string{{"waves-2"}}}, func(p *puzzle.Puzzle) bool {
			return graded(p, -50,
				-1) && theme(p, "waves-2")
		}},
		{Query{Grade: Range{From: -39}, Themes: [][]string{{"waves-2", "switchback"}}},
			func(p *puzzle.Puzzle) bool {
				return graded(p, -39, 9999) && (theme(p, "waves-2") || theme(p, "switchback"))
			}},
		{Query{Themes: [][]string{{"waves-2"}}},
			func(p *puzzle.Puzzle) bool { return theme(p, "waves-2") }},
		{Query{Themes: [][]string{{"waves-2"}, {"quiet-key"}}}, func(p *puzzle.Puzzle) bool {
			return theme(p, "waves-2") &&
				theme(p, "quiet-key")
		}},
		{Query{Themes: [][]string{{"waves-2", "quiet-key"}}},
			func(p *puzzle.Puzzle) bool { return theme(p, "waves-2") || theme(p, "quiet-key") }},
		{Query{Themes: [][]string{{"waves-2", "quiet-key"}}, Grade: Range{From: 1500}},
			func(p *puzzle.Puzzle) bool {
				return (theme(p, "waves-2") || theme(p, "quiet-key")) && graded(p, 1500, 9999)
			}},
		{Query{Themes: [][]string{{"waves-2"}, {"needs-moved-piece"}, {"needs-claim-duty"}}},
			func(p *puzzle.Puzzle) bool {
				return theme(p, "waves-2") && theme(p, "needs-moved-piece") &&
					theme(p, "needs-claim-duty")
			}},
		{Query{NotThemes: []string{"waves-2", "quiet-key"}}, func(p *puzzle.Puzzle) bool {
			return !theme(p,
				"waves-2") && !theme(p, "quiet-key")
		}},
		{Query{Author: "bob"},
			func(p *puzzle.Puzzle) bool { return p.ID == puzzles[1].ID || p.ID == puzzles[6].ID }},
		{Query{Author: "CLEO", Text: "cleo"},
			func(p *puzzle.Puzzle) bool { return p.ID == puzzles[16].ID }},
		{Query{Text: "bob"}, func(p *puzzle.Puzzle) bool {
			return p.ID == puzzles[1].ID || p.ID == puzzles[6].ID || p.ID == puzzles[11].ID
		}},
		{Query{Text: "title: quiet"}, func(p *puzzle.Puzzle) bool { return p.ID == puzzles[6].ID }},
		{Query{Text: `"no dual" turncoat`},
			func(p *puzzle.Puzzle) bool { return p.ID == puzzles[1].ID }},
		{Query{KeyPieces: []string{"N", "K", "R"}}, func(p *puzzle.Puzzle) bool {
			return strings.Contains("NKR",
				keyOf(p))
		}},
		{Query{Strict: true, Stipulation: "win"}, func(p *puzzle.Puzzle) bool {
			return p.Stipulation == "" &&
				p.Strict()
		}},
		{Query{Strict: true, Stipulation: "help-win"},
			func(p *puzzle.Puzzle) bool { return p.Stipulation == "help-win" && p.Strict() }},
	} {
		want := []string{}
		for i := range puzzles {
			if test.wants(&puzzles[i]) {
				want = append(want, puzzles[i].ID)
			}
		}

		if len(want) == 0 {
			t.Fatalf("%+v: nothing fits", test.query)
		}
		if got := ids(t, s, puzzles, test.query); !slices.Equal(got, want) {
			t.Errorf("%+v:\n%q\nwant\n%q", test.query, got, want)
		}
		for _, limit := range []int{1, 2, 1000} {
			test.query.Limit = limit
			if got := ids(t, s, puzzles, test.query); !slices.Equal(got, want[:min(limit, len(want))]) {
				t.Errorf("%+v:\n%q", test.query, got)
			}
		}
	}

	for _, q := range []Query{{Length: Range{To: 1}}, {ID: "none"}, {Author: "Bo"},
		{Text: "nothing"}, {Length: Range{From: 99}}} {
		if got := ids(t, s, puzzles, q); len(got) > 0 {
			t.Errorf("%+v: %q", q, got)
		}
	}
}

// An end that is 0 is open, for grades below 0 as well; one of 1 is not.
func TestOpenEnds(t *testing.T) {
	s, puzzles := queried(t)
	if _, err := s.db.Exec("UPDATE puzzle SET rating = CASE n WHEN 1 THEN -5 WHEN 2 THEN 0 WHEN 3 THEN 1 WHEN 4 THEN 2 END"); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		grade    Range
		from, to int // of those found
	}{
		{Range{To: 1}, 0, 3}, {Range{From: 1}, 2, 4}, {Range{From: 1, To: 1}, 2, 3},
		{Range{From: -4, To: 1}, 1, 3},
		{Range{From: 2}, 3, 4}, {Range{From: -6, To: -1}, 0, 1},
	} {
		var want []string
		for _, p := range puzzles[test.from:test.to] {
			want = append(want, p.ID)
		}
		if got := ids(t, s, puzzles, Query{Grade: test.grade}); !slices.Equal(got, want) {
			t.Errorf("%+v: %q, want %q", test.grade, got, want)
		}
	}
}

// Each order is that of a stable sort of what was added, whatever the limit, and with a theme as
// well.
func TestSorts(t *testing.T) {
	s, puzzles := queried(t)
	rating := func(p *puzzle.Puzzle) int {
		if p.Grade == nil {
			return 1 << 30
		}
		return p.Grade.Rating
	}
	orders := map[Sort]func(a, b *puzzle.Puzzle) int{
		"":       func(a, b *puzzle.Puzzle) int { return 0 },
		ByAge:    func(a, b *puzzle.Puzzle) int { return 0 },
		ByGrade:  func(a, b *puzzle.Puzzle) int { return cmp.Compare(rating(a), rating(b)) },
		ByLength: func(a, b *puzzle.Puzzle) int { return cmp.Compare(turnsOf(a), turnsOf(b)) },
		ByPieces: func(a, b *puzzle.Puzzle) int { return cmp.Compare(piecesOf(a), piecesOf(b)) },
	}
	for by, order := range orders {
		for _, q := range []Query{{}, {Themes: [][]string{{"waves-2"}}},
			{Themes: [][]string{{"waves-2"}}, Grade: Range{From: 1200}},
			{Grade: Range{From: 1200}}} {
			var fitting []puzzle.Puzzle
			for _, p := range puzzles {
				if (q.Themes == nil || slices.Contains(p.Themes, "waves-2")) &&
					(q.Grade.From == 0 || graded(&p, 1200, 9999)) {
					fitting = append(fitting, p)
				}
			}

			slices.SortStableFunc(fitting, func(a, b puzzle.Puzzle) int { return order(&a, &b) })
			var want []string
			for _, p := range fitting {
				want = append(want, p.ID)
			}
			for _, limit := range []int{0, 1, 7} {
				q.Sort, q.Limit = by, limit
				if got := ids(t, s, puzzles, q); limit == 0 && !slices.Equal(got, want) ||
					limit > 0 && !slices.Equal(got, want[:limit]) {
					t.Errorf("%+v:\n%q\nwant\n%q", q, got, want)
				}
			}
		}
	}
}

// The order of a seed is the same in every version of the program: what somebody has printed can be
// printed again.
func TestRandomOrder(t *testing.T) {
	s, puzzles := queried(t)
	for _, seed := range []uint64{0, 1, 7, 999982, 999983, 1 << 63} {
		mixed := func(i int) int64 {
			n, k := int64(i+1), int64(seed%999983+1)
			return ((n+k)*2654435 + k) % 1000003 * 7919 % 999961
		}
		places := make([]int, len(puzzles))
		for i := range places {
			places[i] = i
		}
		slices.SortStableFunc(places, func(a, b int) int { return cmp.Compare(mixed(a), mixed(b)) })
		var want []string
		for _, i := range places {
			want = append(want, puzzles[i].ID)
		}
		if got := ids(t, s, puzzles, Query{Random: true, Seed: seed, Sort: ByGrade}); !slices.Equal(got, want) {
			t.Errorf("seed %d:\n%q\nwant\n%q", seed, got, want)
		}
		if got := ids(t, s, puzzles, Query{Random: true, Seed: seed, Limit: 2}); !slices.Equal(got, want[:2]) {
			t.Errorf("seed %d with a limit: %q", seed, got)
		}
	}
}

// What cannot be asked or read is one error, and the last that is yielded.
func TestFindFails(t *testing.T) {
	s, puzzles := queried(t)
	if _, err := s.db.Exec("UPDATE puzzle SET line = x'00' WHERE n = 3"); err != nil {
		t.Fatal(err)
	}
	first := puzzles[0].ID
	for _, test := range []struct {
		query Query
		want  []string // what is found
		class error
	}{
		{Query{}, []string{first, puzzles[1].ID}, ErrDamaged},
		{Query{ID: puzzles[2].ID}, nil, ErrDamaged},
		{Query{Themes: [][]string{{"waves-2"}, {"nothing"}}}, nil, ErrUnknown},
		{Query{NotThemes: []string{"nothing"}}, nil, ErrUnknown},
		{Query{Rules: []string{"chess", "benedikt"}}, nil, ErrUnknown},
		{Query{Text: `"`}, nil, ErrText},
	} {
		var got []string
		var last error
		for f, err := range s.Find(t.Context(), test.query) {
			if last != nil {
				t.Fatalf("%+v goes on after %v", test.query, last)
			}
			last = err
			if err == nil {
				got = append(got, f.ID)
			}
		}

		if !errors.Is(last, test.class) || !slices.Equal(got, test.want) {
			t.Errorf("%+v: %q, %v", test.query, got, last)
		}
	}

	if _, err := s.Get(t.Context(), "none"); !errors.Is(err, ErrUnknown) {
		t.Errorf("%v", err)
	}
	if f, err := s.Get(t.Context(), first); err != nil || f.ID != first || f.N != 1 ||
		!strings.Contains(string(f.Line), first) {
		t.Errorf("%+v, %v", f, err)
	}

	at := positionOf(t, puzzles[2].FEN)
	var near []error
	for _, err := range s.Like(t.Context(), &at, Query{}) {
		near = append(near, err) // the damaged one is the most alike
	}
	if len(near) != 1 || !errors.Is(near[0], ErrDamaged) {
		t.Errorf("near: %v", near)
	}
}
