package store_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"iter"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"turncoat/internal/filetest"
	"turncoat/internal/rulestest"
	"turncoat/puzzle"
	"turncoat/puzzle/internal/puzzletest"
	"turncoat/puzzle/store"
	"turncoat/rules"
)

// collection returns the lines of the collection's puzzles of a rule set.
func collection(t testing.TB, names ...string) []store.Line {
	t.Helper()
	var lines []store.Line
	for _, name := range names {
		file := filepath.Join("..", "collection", name+".jsonl")
		text := filetest.Read(t, file)
		number := 0
		for line := range bytes.Lines(text) {
			number++
			lines = append(lines, store.Line{Text: bytes.TrimSuffix(line, []byte("\n")), File: file, Number: number})
		}
	}
	return lines
}

func all(lines []store.Line) iter.Seq2[store.Line, error] {
	return func(yield func(store.Line, error) bool) {
		for _, l := range lines {
			if !yield(l, nil) {
				return
			}
		}
	}
}

// opened opens a store.
func opened(t testing.TB, path string, o store.Options) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), path, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func open(t testing.TB) (*store.Store, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a b?#%.db")
	s := opened(t, path, store.Options{Create: true})
	t.Cleanup(func() { s.Close() })
	return s, path
}

func filled(t testing.TB, names ...string) (*store.Store, []store.Line) {
	t.Helper()
	s, _ := open(t)
	lines := collection(t, names...)
	added, err := s.Add(t.Context(), all(lines), store.AddOptions{KeepSameIdea: true})
	if err != nil || added.Stored != len(lines) {
		t.Fatalf("stored %d of %d: %+v, %v", added.Stored, len(lines), added, err)
	}
	return s, lines
}

// find returns the lines that a query finds.
func find(t testing.TB, s *store.Store, q store.Query) []string {
	t.Helper()
	var lines []string
	for f, err := range s.Find(t.Context(), q) {
		if err != nil {
			t.Fatalf("%+v: %v", q, err)
		}
		lines = append(lines, string(f.Line))
	}
	return lines
}

// What comes out is what went in, byte for byte and in the same order.
func TestLinesComeBackAsTheyWere(t *testing.T) {
	s, lines := filled(t, "pacifist1", "chess", "conversion", "pacifist-average")
	got := find(t, s, store.Query{})
	if len(got) != len(lines) {
		t.Fatalf("%d lines, want %d", len(got), len(lines))
	}
	for i := range lines {
		if got[i] != string(lines[i].Text) {
			t.Errorf("line %d:\n%s\nwant\n%s", i, got[i], lines[i].Text)
		}
	}
	looked, err := s.Check(t.Context(), func(fault string) { t.Error(fault) })
	if err != nil || looked != len(lines) {
		t.Errorf("checked %d of %d: %v", looked, len(lines), err)
	}
}

// Each query is held against the same question asked of every line of JSON.
func TestFind(t *testing.T) {
	s, lines := filled(t, "pacifist1", "pacifist2", "conversion")
	for name, test := range map[string]struct {
		query store.Query
		wants func(p *puzzle.Puzzle) bool
	}{
		"rules": {store.Query{Rules: []string{"pacifist2"}},
			func(p *puzzle.Puzzle) bool { return p.Rules.Name == "pacifist2" }},
		"length": {store.Query{Length: store.Range{From: 2, To: 2}},
			func(p *puzzle.Puzzle) bool { return p.In == 2 }},
		"from length": {store.Query{Length: store.Range{From: 3}}, func(p *puzzle.Puzzle) bool { return p.In >= 3 }},
		"theme": {store.Query{Themes: []string{"quiet-key"}},
			func(p *puzzle.Puzzle) bool { return has(p, "quiet-key") }},
		"two themes": {store.Query{Themes: []string{"needs-moved-piece", "waves-2"}},
			func(p *puzzle.Puzzle) bool { return has(p, "needs-moved-piece") && has(p, "waves-2") }},
		"any theme": {store.Query{Themes: []string{"switchback", "quiet-key"}, AnyTheme: true},
			func(p *puzzle.Puzzle) bool { return has(p, "switchback") || has(p, "quiet-key") }},
		"not": {store.Query{NotThemes: []string{"quiet-key"}}, func(p *puzzle.Puzzle) bool {
			return !has(p,
				"quiet-key")
		}},
		"with and not": {store.Query{Themes: []string{"waves-2"}, NotThemes: []string{"counter-claim"}},
			func(p *puzzle.Puzzle) bool { return has(p, "waves-2") && !has(p, "counter-claim") }},
		"grade": {store.Query{Grade: store.Range{From: 1200, To: 1500}},
			func(p *puzzle.Puzzle) bool { return p.Grade != nil && p.Grade.Rating >= 1200 && p.Grade.Rating <= 1500 }},
		"themes and grade": {store.Query{Themes: []string{"waves-2", "needs-second-wave"},
			Grade: store.Range{To: 1400}},
			func(p *puzzle.Puzzle) bool {
				return has(p, "waves-2") && has(p, "needs-second-wave") && p.Grade != nil && p.Grade.Rating <= 1400
			}},
		"pieces": {store.Query{Pieces: store.Range{From: 5, To: 8}}, func(p *puzzle.Puzzle) bool {
			letters := 0
			for _, r := range strings.Fields(p.FEN)[0] {
				if r >= 'A' {
					letters++
				}
			}
			return letters >= 5 && letters <= 8
		}},
		"strict": {store.Query{Strict: true}, func(p *puzzle.Puzzle) bool {
			return len(p.Keys) == 1 &&
				p.Claims.Duals == 0
		}},
	} {
		t.Run(name, func(t *testing.T) {
			var want []string
			for _, l := range lines {
				p, err := puzzle.Parse(l.Text)
				if err != nil {
					t.Fatal(err)
				}
				if test.wants(&p) {
					want = append(want, string(l.Text))
				}
			}
			if len(want) == 0 || name != "strict" && len(want) == len(lines) {
				t.Fatalf("%d of %d puzzles fit: the question says nothing", len(want), len(lines))
			}
			got := find(t, s, test.query)
			if !slices.Equal(got, want) {
				t.Errorf("%d puzzles, want %d", len(got), len(want))
			}
			test.query.Limit = 3
			if got := find(t, s, test.query); !slices.Equal(got, want[:min(3, len(want))]) {
				t.Errorf("with a limit: %d puzzles", len(got))
			}
		})
	}
	if _, err := s.Get(t.Context(), "nothing"); !errors.Is(err, store.ErrUnknown) {
		t.Errorf("an id that is not there: %v", err)
	}
	for _, err := range s.Find(t.Context(), store.Query{Themes: []string{"nothing"}}) {
		if !errors.Is(err, store.ErrUnknown) {
			t.Errorf("a theme that is not there: %v", err)
		}
	}
}

// By grade, the puzzles with some themes in a range of grades come from easy to hard, those of one grade as they
// were added.
func TestThemesByGrade(t *testing.T) {
	s, lines := filled(t, "pacifist1", "pacifist2", "conversion")
	for _, themes := range [][]string{{"waves-2"}, {"needs-moved-piece", "waves-2"}} {
		type graded struct {
			rating int
			text   string
		}
		var puzzles []graded
		for _, l := range lines {
			p, err := puzzle.Parse(l.Text)
			if err != nil {
				t.Fatal(err)
			}
			if p.Grade != nil && p.Grade.Rating >= 1300 && p.Grade.Rating <= 1900 && !slices.ContainsFunc(themes,
				func(theme string) bool { return !has(&p, theme) }) {
				puzzles = append(puzzles, graded{p.Grade.Rating, string(l.Text)})
			}
		}
		slices.SortStableFunc(puzzles, func(a, b graded) int { return a.rating - b.rating })
		var want []string
		for _, p := range puzzles {
			want = append(want, p.text)
		}
		if len(want) < 4 {
			t.Fatalf("%v: %d puzzles say nothing", themes, len(want))
		}
		q := store.Query{Themes: themes, Grade: store.Range{From: 1300, To: 1900}, Sort: store.ByGrade}
		if got := find(t, s, q); !slices.Equal(got, want) {
			t.Errorf("%v: %d puzzles, or another order; want %d", themes, len(got), len(want))
		}
		q.Limit = 3
		if got := find(t, s, q); !slices.Equal(got, want[:3]) {
			t.Errorf("%v: with a limit: %d puzzles, or others", themes, len(got))
		}
	}
}

func has(p *puzzle.Puzzle, theme string) bool { return slices.Contains(p.Themes, theme) }

func TestOrders(t *testing.T) {
	s, lines := filled(t, "pacifist1")
	grades := func(lines []string) (g []int) {
		for _, l := range lines {
			p, err := puzzle.Parse([]byte(l))
			if err != nil {
				t.Fatal(err)
			}
			g = append(g, p.Grade.Rating)
		}
		return g
	}
	if got := grades(find(t, s, store.Query{Sort: store.ByGrade})); !slices.IsSorted(got) || len(got) != len(lines) {
		t.Errorf("by grade: %v", got)
	}
	one, again := find(t, s, store.Query{Random: true, Seed: 1}), find(t, s, store.Query{Random: true, Seed: 1})
	other := find(t, s, store.Query{Random: true, Seed: 2})
	if !slices.Equal(one, again) || slices.Equal(one, other) || slices.Equal(one, find(t, s, store.Query{})) {
		t.Error("the random order is not decided by the seed")
	}
	slices.Sort(one)
	slices.Sort(other)
	if !slices.Equal(one, other) {
		t.Error("the random order loses puzzles")
	}
}

// A puzzle is refused that is there already, under whatever name.
func TestDuplicates(t *testing.T) {
	s, lines := filled(t, "pacifist1")
	first := string(lines[0].Text)
	// The same position under another identifier.
	if !strings.Contains(first, "3b4/8/3B4/4N1p1/2P5/4PK2/8/k1q5") {
		t.Fatal("the collection has changed: rename another puzzle")
	}
	renamed := strings.Replace(first, "pacifist1-2-721d7642", "pacifist1-2-00000000", 1)
	var refused []store.Refusal
	added, err := s.Add(t.Context(), all([]store.Line{{Text: []byte(first)}, {Text: []byte(renamed)},
		{Text: []byte("{")}}),
		store.AddOptions{Refused: func(r store.Refusal) { refused = append(refused, r) }})
	if err != nil || added != (store.Added{Already: 1, SamePosition: 1, Unreadable: 1}) {
		t.Fatalf("%+v, %v", added, err)
	}
	if refused[0].Why != store.Already || refused[1].Why != store.SamePosition ||
		refused[1].Same != "pacifist1-2-721d7642" ||
		!errors.Is(refused[2].Err, puzzle.ErrSyntax) {
		t.Errorf("%+v", refused)
	}
}

func TestNear(t *testing.T) {
	s, lines := filled(t, "pacifist1")
	variant := rules.New(rulestest.Builtin(t, "pacifist1"))
	// The position of the first puzzle, mirrored and with the pawn on another square.
	p := puzzletest.Position(t, variant, "4b3/8/4B3/1p1N4/5P2/2KP4/8/5q1k w")
	for _, how := range []store.Nearness{store.NearMaterial, store.NearPlacement} {
		for f, err := range s.Near(t.Context(), &p, how, store.Query{Limit: 1}) {
			if err != nil || string(f.Line) != string(lines[0].Text) {
				t.Errorf("%s: %s, %v", how, f.ID, err)
			}
		}
	}
}

// What is not a store is refused with a reason.
func TestOpenRefuses(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		filetest.Write(t, path, []byte(text))
		return path
	}
	for name, test := range map[string]struct {
		path string
		want error
	}{
		"missing":   {filepath.Join(dir, "none.db"), fs.ErrNotExist},
		"a text":    {file("text.db", strings.Repeat("no database\n", 1000)), store.ErrNotStore},
		"a folder":  {dir, store.ErrNotStore},
		"newer":     {altered(t, "PRAGMA user_version = 99"), store.ErrNewer},
		"foreign":   {altered(t, "PRAGMA application_id = 7"), store.ErrNotStore},
		"cut short": {cut(t), store.ErrDamaged},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := store.Open(t.Context(), test.path, store.Options{})
			if err == nil {
				_, err = s.Check(t.Context(), func(string) {})
				s.Close()
			}
			if !errors.Is(err, test.want) {
				t.Errorf("got %v, want %v", err, test.want)
			}
		})
	}
}

func TestReadOnly(t *testing.T) {
	s, path := open(t)
	s.Close()
	s = opened(t, path, store.Options{ReadOnly: true})
	defer s.Close()
	if _, err := s.Add(t.Context(), all(collection(t, "chess")), store.AddOptions{}); !errors.Is(err,
		store.ErrReadOnly) {
		t.Errorf("adding to a store that may only be read: %v", err)
	}
}

// A call that is cancelled keeps what was reported, and nothing of what was not.
func TestCancel(t *testing.T) {
	s, _ := open(t)
	ctx, cancel := context.WithCancel(t.Context())
	lines := collection(t, "pacifist1")
	endless := func(yield func(store.Line, error) bool) {
		for i := 0; ; i++ {
			if i == len(lines)/2 {
				cancel()
			}
			if !yield(lines[i%len(lines)], nil) {
				return
			}
		}
	}
	added, err := s.Add(ctx, endless, store.AddOptions{})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("%v", err)
	}
	stats, err := s.Stats(t.Context())
	if err != nil || stats.Puzzles != added.Stored {
		t.Errorf("%d puzzles in the store, %d reported: %v", stats.Puzzles, added.Stored, err)
	}
}
