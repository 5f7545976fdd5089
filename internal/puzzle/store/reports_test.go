package store

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"turncoat/internal/testing/filetest"
	"turncoat/internal/testing/longtest"
	"turncoat/puzzle"
)

// What is counted is what the puzzles say: all of them, or those that a query finds.
func TestStats(t *testing.T) {
	s, puzzles := queried(t)
	type kind struct {
		rules, stipulation string
		length             float64
	}
	for _, test := range []struct {
		query Query
		fits  func(p *puzzle.Puzzle) bool
	}{
		{Query{}, func(p *puzzle.Puzzle) bool { return true }},
		{Query{Stipulation: "help-win"},
			func(p *puzzle.Puzzle) bool { return p.Goal() == puzzle.HelpWin }},
		{Query{Themes: [][]string{{"waves-2"}}, Strict: true},
			func(p *puzzle.Puzzle) bool {
				return slices.Contains(p.Themes, "waves-2") && p.Strict()
			}},
	} {
		count, ratings, themes := 0, map[kind][]int{}, map[string]int{}
		groups := map[kind]int{}
		for i := range puzzles {
			p := &puzzles[i]
			if !test.fits(p) {
				continue
			}
			count++
			of := kind{p.Rules.Name, p.Goal().String(), turnsOf(p)}
			groups[of]++
			if p.Grade != nil {
				ratings[of] = append(ratings[of], p.Grade.Rating)
			}
			for _, theme := range p.Themes {
				themes[theme]++
			}
		}

		got, err := s.Stats(t.Context(), test.query)
		if err != nil || got.Puzzles != count || len(got.Groups) != len(groups) ||
			len(got.Themes) != len(themes) {
			t.Errorf("%+v: %+v, %v", test.query, got, err)
		}
		for _, g := range got.Groups {
			of := kind{g.Rules, g.Stipulation, g.Length}
			graded := ratings[of]
			extremes := len(graded) == 0 && g.Easiest == nil && g.Hardest == nil ||
				len(graded) > 0 && *g.Easiest == slices.Min(graded) &&
					*g.Hardest == slices.Max(graded)
			if g.Puzzles != groups[of] || !extremes {
				t.Errorf("%+v: %+v, want %d with the grades %v", test.query, g, groups[of], graded)
			}
		}
		for _, c := range got.Themes {
			if c.Puzzles != themes[c.Theme] {
				t.Errorf("%+v: %+v, want %d", test.query, c, themes[c.Theme])
			}
		}
		inOrder := slices.IsSortedFunc(got.Themes,
			func(a, b Counts) int { return b.Puzzles - a.Puzzles })
		if !inOrder {
			t.Errorf("%+v: the most frequent theme is not the first", test.query)
		}
	}
}

// Each column that does not say what the puzzle says is a fault of this puzzle alone, and the
// others are looked at.
func TestCheckColumns(t *testing.T) {
	const id = "pacifist1-2-be9fe1d5"
	text, err := pack([]byte("{}"))
	if err != nil {
		t.Fatal(err)
	}
	const differ = id + ": columns do not match the puzzle"
	for change, want := range map[string]string{
		"rules = 'chess'":        differ,
		"stipulation = 'claim'":  differ,
		"length = 2.5":           differ,
		"rating = 732":           differ,
		"rating = NULL":          differ,
		"pieces = 8":             differ,
		"key_piece = 'K'":        differ,
		"strict = 0":             differ,
		"fen = ''":               differ,
		"material = 'KK'":        differ,
		"position = 1":           differ,
		"idea = 1":               differ,
		"line = x'00'":           id + ": the store is damaged: cannot decompress a puzzle: ",
		"line = ?1":              id + ": not a puzzle: ",
		"n = n":                  "",
		"id = 'another'":         "another: columns do not match the puzzle",
		"rating = 731, n = n":    "",
		"length = 2.0, pieces=7": "",
	} {
		s, _ := filledWithKinds(t)
		var args []any
		if strings.Contains(change, "?1") {
			args = append(args, text)
		}
		if _, err := s.db.Exec("UPDATE puzzle SET "+change+" WHERE id = '"+id+"'", args...); err != nil {
			t.Fatal(err)
		}
		var faults []string
		looked, err := s.Check(t.Context(), func(fault string) { faults = append(faults, fault) })
		if err != nil || looked != 4 {
			t.Errorf("%s: %d looked at, %v", change, looked, err)
		}
		if want == "" && len(faults) > 0 ||
			want != "" && (len(faults) != 1 || !strings.HasPrefix(faults[0], want)) {
			t.Errorf("%s: %q, want %q", change, faults, want)
		}
	}

	s, _ := filledWithKinds(t)
	if _, err := s.db.Exec("DELETE FROM puzzle_theme WHERE theme = (SELECT theme FROM theme WHERE name = 'promotion')"); err != nil {
		t.Fatal(err)
	}
	var faults []string
	if _, err := s.Check(t.Context(), func(fault string) {
		faults = append(faults, fault)
	}); err != nil || !slices.Contains(faults, differ) {
		t.Errorf("a theme that is missing: %q, %v", faults, err)
	}
}

// Tables, indexes and triggers are those of a store, and rows are what the puzzles say.
func TestCheckFindsChanges(t *testing.T) {
	for _, change := range []string{
		"DROP INDEX puzzle_idea", "CREATE TABLE more (n)",
		"CREATE TRIGGER later AFTER INSERT ON puzzle BEGIN DELETE FROM puzzle; END",
		"INSERT INTO author VALUES ('Nobody', 1)", "UPDATE theme SET uses = uses + 1", "UPDATE theme SET name = name || '2'",
		"INSERT INTO words (rowid, title) VALUES (1, 'more')",
		"DELETE FROM words WHERE rowid IN (SELECT n FROM puzzle)",
		"PRAGMA foreign_keys = off; INSERT INTO puzzle_theme VALUES (77, 0, 1)",
	} {
		s, _ := filledWithKinds(t)
		if _, err := s.db.Exec(change); err != nil {
			t.Fatal(change, err)
		}
		for range 2 {
			faults := 0
			if _, err := s.Check(t.Context(), func(string) { faults++ }); err != nil ||
				faults == 0 {
				t.Errorf("%s: %d faults, %v", change, faults, err)
			}
		}
	}
}

// Whatever bit of a store is changed, it is found, or every puzzle comes out as it was.
func TestCheckFindsFlippedBits(t *testing.T) {
	s, path := filledWithKinds(t)
	puzzles := func(s *Store) (text []string) {
		for f, err := range s.Find(t.Context(), Query{}) {
			if err != nil {
				return []string{err.Error()}
			}
			text = append(text, string(f.Line))
		}

		return text
	}
	want := puzzles(s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	whole := filetest.Read(t, path)
	r := rand.New(rand.NewPCG(1, 1))
	found, flips := 0, 60
	if longtest.Short() {
		flips = 25
	}
	for range flips {
		at, bit := r.IntN(len(whole)), byte(1)<<r.IntN(8)
		text := slices.Clone(whole)
		text[at] ^= bit
		filetest.Write(t, path, text)
		s, err := Open(t.Context(), path, Options{ReadOnly: true})
		if err != nil {
			found++
			continue
		}

		faults := 0
		if _, err := s.Check(t.Context(), func(string) { faults++ }); err != nil || faults > 0 {
			found++
		} else if got := puzzles(s); !slices.Equal(got, want) {
			t.Errorf("bit %08b of byte %d is not found", bit, at)
		}

		s.Close()
	}

	if found == 0 {
		t.Error("nothing is found")
	}
}

// What SQLite finds wrong with its file is reported before the puzzles are looked at.
func TestCheckFile(t *testing.T) {
	s, weird := filledWithKinds(t)
	s.Close()
	path := filepath.Join(t.TempDir(), "store.db")
	if err := os.Rename(weird, path); err != nil {
		t.Fatal(err)
	}
	if err := statement(t, path, `PRAGMA writable_schema = on;
		UPDATE sqlite_schema SET sql = 'CREATE INDEX puzzle_rating ON puzzle (pieces)' WHERE name = 'puzzle_rating'`); err != nil {
		t.Fatal(err)
	}

	s = opened(t, path, Options{ReadOnly: true})
	defer s.Close()
	var faults []string
	checked, err := s.Check(t.Context(), func(fault string) { faults = append(faults, fault) })
	if err != nil || checked != 4 || len(faults) == 0 {
		t.Errorf("%d checked, %q, %v", checked, faults, err)
	}
}

// After each call, whether it came to its end or not, the connection to the file is free for the
// next.
func TestNothingIsHeld(t *testing.T) {
	s, _ := filledWithKinds(t)
	at := positionOf(t, "8/5K1k/R7/8/8/8/8/8 w")
	found := func(seq func(func(Found, error) bool)) error {
		for _, err := range seq {
			return err // the first will do
		}
		return nil
	}
	for i, call := range []func() error{
		func() error { _, err := s.Stats(t.Context(), Query{}); return err },
		func() error { _, err := s.Check(t.Context(), func(string) {}); return err },
		func() error { return found(s.Find(t.Context(), Query{})) },
		func() error { return found(s.Find(t.Context(), Query{Themes: [][]string{{"nothing"}}})) },
		func() error { return found(s.Like(t.Context(), &at, Query{})) },
		func() error { _, err := s.Get(t.Context(), "chess-2-356d9eb8"); return err },
		func() error { _, err := s.Get(t.Context(), "none"); return err },
	} {
		if err := call(); err != nil && !errors.Is(err, ErrUnknown) {
			t.Errorf("call %d: %v", i, err)
		}
		if n := s.db.Stats().InUse; n != 0 {
			t.Fatalf("after call %d, %d connections are in use", i, n)
		}
	}
}
