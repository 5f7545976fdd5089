package tablebase

import (
	"os"
	"testing"

	"turncoat/internal/testing/rulestest"
	"turncoat/rules/board"
)

// opened returns the tables of up to three pieces, and those of a directory unless that is "".
func opened(t testing.TB, name, dir string) *Tables {
	t.Helper()
	tables, err := New(rulestest.Builtin(t, name))
	if err != nil {
		t.Fatal(err)
	}
	for _, from := range []string{"embedded", dir} {
		if from == "" {
			continue
		}
		if err := tables.AddDir(from); err != nil {
			t.Fatal(err)
		}
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

// The figures of pacifist1 are from an independent implementation; those of chess are the published
// ones: 462 placements of two kings, mate in 10 with the queen, in 16 with the rook, in 28 with the
// pawn, never with a bishop or a knight.
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
		got.LongestLoss = 0
		if got != want {
			t.Errorf("%s, %s: got %+v, want %+v", fact.rules, fact.class, got, want)
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

// embedded returns the content of a table that comes with the program.
func embedded(t testing.TB, rules, class string) []byte {
	t.Helper()
	content, err := os.ReadFile("embedded/" + rules + "/" + class + Extension)
	if err != nil {
		t.Fatal(err)
	}
	return content
}
