package analysis

import (
	"slices"
	"strings"
	"testing"

	"turncoat/internal/tablebase"
	"turncoat/internal/tablebase/build"
	"turncoat/internal/tablebase/embedded"
	"turncoat/internal/testing/longtest"
	"turncoat/internal/testing/puzzletest"
	"turncoat/puzzle"
	"turncoat/rules"
	"turncoat/rules/board"
)

// studied makes a study of what keeps the win and verifies it.
func studied(t *testing.T, variant *rules.Variant, tables *tablebase.Tables, fen string) *puzzle.Puzzle {
	t.Helper()
	at := puzzletest.Position(t, variant, fen)
	a := New(variant, Options{Tables: tables})
	found, study, err := a.Study(t.Context(), &at)
	if err != nil {
		t.Fatal(err)
	}
	p, err := a.Make(t.Context(), &at, &found)
	if err != nil {
		t.Fatal(err)
	}
	p.Study, p.Source = study, puzzle.Source{From: "given"}
	var others []board.Move
	p.Only, others, err = a.OnlyMoves(t.Context(), &at)
	if err != nil || len(others) > 0 {
		t.Fatalf("%s: %v keep the win, too; %v", fen, puzzle.UCI(&at, others), err)
	}
	if _, err := Verify(t.Context(), &p, 1, tables); err != nil {
		t.Error(err)
	}
	return &p
}

func hasAside(only *puzzle.OnlyMoves, ply int, line string) bool {
	return slices.ContainsFunc(only.Asides, func(a puzzle.Aside) bool {
		return a.Ply == ply && strings.HasPrefix(strings.Join(a.Line, " "), line)
	})
}

// King and pawn against king: only taking the opposition wins, by every textbook.
func TestOnlyMovesOfOpposition(t *testing.T) {
	variant := puzzletest.Named(t, "chess")
	tables, err := embedded.Open(variant.Set(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer tables.Close()
	made := studied(t, variant, tables, "8/8/8/4k3/8/8/3KP3/8 w - - 0 1")
	if made.Only.Line[0] != "d2e3" || !hasAside(made.Only, 0, "d2d3 e5d5") ||
		!hasAside(made.Only, 1, "e5f5 e3d4") {
		t.Errorf("%+v", made.Only)
	}

	for name, spoil := range map[string]func(only *puzzle.OnlyMoves){
		"a shorter line": func(only *puzzle.OnlyMoves) { only.Line = only.Line[:3] },
		"another aside": func(only *puzzle.OnlyMoves) {
			only.Asides[0].Line = []string{"d2c2", "e5e4"}
		},
		"a missing aside": func(only *puzzle.OnlyMoves) { only.Asides = only.Asides[1:] },
	} {
		spoiled := *made
		only := *made.Only
		only.Asides = slices.Clone(only.Asides)
		spoil(&only)
		spoiled.Only = &only
		if _, err := Verify(t.Context(), &spoiled, 1, tables); !Unverified(err) {
			t.Errorf("%s: %v", name, err)
		}
	}

	// A queen wins by many turns.
	at := puzzletest.Position(t, variant, "8/8/8/4k3/8/8/3K4/7Q w - - 0 1")
	a := New(variant, Options{Tables: tables})
	found, _, err := a.Study(t.Context(), &at)
	if err != nil {
		t.Fatal(err)
	}
	only, others, err := a.OnlyMoves(t.Context(), &at)
	remarks := a.CritiqueOnly(&at, &found, others, Sound())
	if err != nil || only != nil || len(others) < 5 || len(remarks) != len(others) {
		t.Errorf("%v, %d others, %d remarks, %v", only, len(others), len(remarks), err)
	}
}

// Saavedra and Barbier, 1895: the pawn becomes a rook, for a queen is stalemate.
func TestSaavedra(t *testing.T) {
	if longtest.Short() {
		t.Skip("builds the tables of king and pawn against king and rook")
	}
	variant := puzzletest.Named(t, "chess")
	class, err := tablebase.ParseClass("KKRP")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	err = build.Tables(t.Context(), variant.Set(), dir, []tablebase.Class{class}, build.Options{},
		nil)
	if err != nil {
		t.Fatal(err)
	}
	tables, err := embedded.Open(variant.Set(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer tables.Close()
	only := studied(t, variant, tables, "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1").Only
	line := strings.Join(only.Line, " ")
	const want = "c6c7 d5d6 b6b5 d6d5 b5b4 d5d4 b4b3 d4d3 b3c2 d3d4 c7c8r d4a4 c2b3"
	if !strings.HasPrefix(line, want) || !hasAside(only, 10, "c7c8q d4c4") {
		t.Errorf("%s, %+v", line, only.Asides)
	}
}
