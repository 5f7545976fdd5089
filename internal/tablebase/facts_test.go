package tablebase

import (
	"slices"
	"testing"

	"turncoat/internal/testing/longtest"
	"turncoat/internal/testing/rulestest"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

func opened(t testing.TB, name, dir string) *Tables {
	t.Helper()
	tables, err := Open(rulestest.Builtin(t, name), dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tables.Close() })
	return tables
}

func class(t testing.TB, name string) Class {
	t.Helper()
	c, err := ParseClass(name)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// The figures of pacifist1 are from an independent implementation; those of chess are the published ones: 462
// placements of two kings, mate in 10 with the queen, in 16 with the rook, in 28 with the pawn, never with a
// bishop or a knight.
func TestFacts(t *testing.T) {
	for _, fact := range []struct {
		rules, class string
		want         Stats // longest losses apart; zero fields are not known
	}{
		{"pacifist1", "KKN", Stats{Positions: 125_552, Won: 81_987, Lost: 43_553, Drawn: 12, Longest: 25}},
		{"pacifist1", "KKQ", Stats{Positions: 125_552, Longest: 3}},
		{"pacifist1", "KKR", Stats{Positions: 125_552, Longest: 3}},
		{"pacifist1", "KKB", Stats{Positions: 125_552, Longest: 17}},
		{"chess", "KK", Stats{Positions: 462, Drawn: 462}},
		{"chess", "KKQ", Stats{Longest: 2*10 - 1}},
		{"chess", "KKR", Stats{Longest: 2*16 - 1}},
		{"chess", "KKP", Stats{Longest: 2*28 - 1}},
		{"chess", "KKB", Stats{}},
		{"chess", "KKN", Stats{}},
	} {
		table := opened(t, fact.rules, "").Table(class(t, fact.class))
		got, want := table.Stats, fact.want
		if want.Positions == 0 {
			got.Positions = 0
		}
		if want.Won == 0 && want.Longest > 0 {
			got.Won, got.Lost, got.Drawn = 0, 0, 0
		}
		if want.Drawn == 0 && want.Longest == 0 {
			got.Drawn = 0
		}
		if got.LongestLoss = 0; got != want {
			t.Errorf("%s, %s: got %+v, want %+v", fact.rules, fact.class, got, want)
		}
	}
}

// The tables that come with the program are those that it builds, value by value, with any number of jobs and
// with edges kept or not.
func TestEmbeddedIsBuilt(t *testing.T) {
	names := ruleset.BuiltinNames()
	if longtest.Short() {
		names = names[:1]
	}
	for i, name := range names {
		dir := t.TempDir()
		options := Options{Jobs: 1 + i%3}
		if i%2 == 0 {
			options.Memory = 950_000 // too little to keep all edges
		}
		classes := append(Classes(2), Classes(3)...)
		if longtest.Short() {
			classes = classes[:2] // of three pieces that with the queen
		}
		if err := Build(t.Context(), rulestest.Builtin(t, name), dir, classes, options, nil); err != nil {
			t.Fatal(err)
		}
		built, embedded := opened(t, name, dir), opened(t, name, "")
		for _, c := range classes {
			got, err1 := built.Table(c).values()
			want, err2 := embedded.Table(c).values()
			if err1 != nil || err2 != nil || !slices.Equal(got, want) {
				t.Errorf("%s, %s differs: %v, %v", name, c, err1, err2)
			}
			if got, want := built.Table(c).Header.Stats, embedded.Table(c).Header.Stats; got != want {
				t.Errorf("%s, %s: %+v, want %+v", name, c, got, want)
			}
		}
	}
}

func position(t testing.TB, rules, fen string) board.Position {
	t.Helper()
	p, err := board.ParseFEN(fen, rulestest.Builtin(t, rules))
	if err != nil {
		t.Fatal(err)
	}
	return p
}
