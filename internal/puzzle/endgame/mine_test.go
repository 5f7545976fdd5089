package endgame

import (
	"errors"
	"testing"

	"turncoat/internal/puzzle/analysis"
	"turncoat/internal/tablebase"
	"turncoat/internal/testing/longtest"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

func class(t testing.TB, name string) tablebase.Class {
	t.Helper()
	c, err := tablebase.ParseClass(name)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// What is found is what it is called: told from the tables' answers for the positions before and
// after it.
func TestMine(t *testing.T) {
	names := ruleset.BuiltinNames()
	if !longtest.Enabled() {
		names = []string{"pacifist1", "pacifist-number", "chess"}
	}
	for _, name := range names {
		tables := opened(t, name)
		for _, c := range []string{"KKN", "KKP", "KKR"} {
			for _, kind := range []Kind{OnlyMoves, Zugzwang, Weaker} {
				finds, err := Mine(t.Context(), tables, class(t, c), kind,
					MineOptions{Count: 3, Looked: 300})
				if err != nil {
					t.Fatal(err)
				}
				for _, f := range finds {
					checkFind(t, tables, &f)
				}
			}
		}
	}
}

func checkFind(t *testing.T, tables *tablebase.Tables, f *Find) {
	t.Helper()
	v, err := tables.Probe(&f.Position)
	if err != nil || v != f.Value || f.Kind == "" || len(f.Line) != v.Plies() {
		t.Errorf("%s: %+v: %v, %v", tables.Set().Name, f, v, err)
	}
	white, black := f.Position.Colours[board.White]&^f.Position.Kings, f.Position.Colours[board.Black]&^f.Position.Kings
	switch f.Kind {
	case Zugzwang:
		q := f.Position
		q.Turn = board.Black
		if other, err := tables.Probe(&q); err != nil || !v.Loses() || !other.Loses() ||
			other != f.Other || v.Plies()*other.Plies() == 0 {
			t.Errorf("no mutual zugzwang: %+v", f)
		}
	case Weaker:
		if !v.Wins() || white != 0 || black.Count() != 1 || f.Less <= 0 {
			t.Errorf("not won by the weaker side: %+v", f)
		}
	case OnlyMoves:
		list, err := tables.Turns(&f.Position)
		if err != nil || !v.Wins() || f.Turns < 1 {
			t.Fatalf("%+v: %v", f, err)
		}
		for _, turn := range list {
			if turn.Move != list[0].Move && turn.Value.Loses() &&
				tables.Set().Reclaim == ruleset.NoReclaim {
				t.Errorf("%+v: another move wins", f)
			}
		}
	}
}

// The independent implementation says of the knight: the longest win, in 25 plies, is the bare
// king's.
func TestMineBareKing(t *testing.T) {
	finds, err := Mine(t.Context(), opened(t, "pacifist1"), class(t, "KKN"), Weaker,
		MineOptions{Count: 1})
	if err != nil || len(finds) != 1 || finds[0].Value != tablebase.DecidedIn(25) ||
		finds[0].Less != 3 {
		t.Errorf("got %+v, %v", finds, err)
	}
}

// A find becomes a puzzle that the verifier, which knows no table, finds right; however long it is,
// if its solution is not.
func TestPuzzle(t *testing.T) {
	tables := opened(t, "pacifist1")
	list, err := tables.Table(class(t, "KKB")).WithValue(t.Context(), tablebase.DecidedIn(7), 1)
	if err != nil {
		t.Fatal(err)
	}
	p, err := Puzzle(t.Context(), tables, &list[0].Position, 1000)
	if err != nil || p.In != 4 {
		t.Fatalf("got %+v, %v", p, err)
	}
	if _, err := analysis.Verify(t.Context(), &p, 1, nil); err != nil {
		t.Error(err)
	}
	if _, err := Puzzle(t.Context(), tables, &list[0].Position, 3); !errors.Is(err, rules.ErrLimit) {
		t.Errorf("a solution of at most 3 turns: %v", err)
	}
	list, err = tables.Table(class(t, "KKN")).WithValue(t.Context(), tablebase.DecidedIn(25), 1)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Puzzle(t.Context(), tables, &list[0].Position, 1000); !errors.Is(err, rules.ErrLimit) {
		t.Errorf("a win in 13: %v", err)
	}
}
