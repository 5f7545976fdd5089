package analysis

import (
	"slices"
	"strings"
	"testing"

	"turncoat/internal/tablebase/embedded"
	"turncoat/internal/testing/longtest"
	"turncoat/internal/testing/puzzletest"
	"turncoat/puzzle"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
)

// A study has best play, and beside it just the moves that win in as many turns as it says, as the
// search finds that knows no tables; and it is proved again. In KKN no win takes longer than 13
// turns, as others have found as well.
func TestStudy(t *testing.T) {
	variant, err := rules.Named("pacifist1")
	if err != nil {
		t.Fatal(err)
	}
	tables, err := embedded.Open(variant.Set(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer tables.Close()
	at, err := variant.ParseFEN("n7/8/8/4K3/8/8/8/7k w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	a := New(variant, Options{Tables: tables})
	found, study, err := a.Study(t.Context(), &at)
	if err != nil || found.In != 13 || len(study) != 13 {
		t.Fatalf("won in %d, %d turns, %v", found.In, len(study), err)
	}
	line := found.Key().Line()
	plain := solve.New(variant, solve.Options{Jobs: 1})
	near := 3 // turns from the end
	if longtest.Enabled() {
		near = 4
	}
	for i := len(study) - near; i < len(study); i++ {
		p := line[2*i-1].After
		for _, m := range variant.Moves(&p) {
			only := solve.New(variant, solve.Options{Jobs: 1,
				First: func(_ *board.Position, first board.Move) bool { return first == m }})
			r, err := only.Solve(t.Context(), &p, solve.Win, near)
			if in := study[i][m.UCI(&p)]; err != nil ||
				m != line[2*i].Move && r.In != in && (r.In > 0 || in <= near) {
				t.Errorf("turn %d, %s: in %d by the tables, %v, %v", i+1, m.UCI(&p), in, r, err)
			}
		}

		if r, err := plain.Solve(t.Context(), &p, solve.Win, near); err != nil ||
			r.In != len(study)-i {
			t.Errorf("turn %d: %v, %v", i+1, r, err)
		}
	}

	made, err := a.Make(t.Context(), &at, &found)
	if err != nil {
		t.Fatal(err)
	}
	made.Study = study
	made.Source = puzzle.Source{From: "given"}
	if _, err := Verify(t.Context(), &made, 1, tables); err != nil {
		t.Error(err)
	}
	for name, spoil := range map[string]func(p *puzzle.Puzzle){
		"a shorter defence": func(p *puzzle.Puzzle) { p.In-- },
		"another move":      func(p *puzzle.Puzzle) { p.Study[1] = map[string]int{} },
		"another key": func(p *puzzle.Puzzle) {
			p.Keys = append(slices.Clone(p.Keys),
				"e5d5")
		},
		"worse play": func(p *puzzle.Puzzle) {
			p.Solution = puzzle.Solution(strings.Replace(string(p.Solution), "e3f4", "e3f3", 1))
			p.Line[0] = "Ke4"
		},
	} {
		spoiled := made
		spoiled.Study, spoiled.Line = slices.Clone(study), slices.Clone(made.Line)
		spoil(&spoiled)
		if _, err := Verify(t.Context(), &spoiled, 1, tables); !Unverified(err) {
			t.Errorf("%s: %v", name, err)
		}
	}

	if remarks := a.CritiqueStudy(&at, &found, study, Sound()); len(remarks) == 0 ||
		slices.ContainsFunc(remarks, func(r Remark) bool { return r.Demand != "" }) {
		t.Errorf("remarks: %v", remarks)
	}
}

// With all pieces on a diagonal, moves that win have their mirror images, so that the key is not
// the only one.
func TestStudyWithKeys(t *testing.T) {
	variant := puzzletest.Named(t, "chess")
	tables, err := embedded.Open(variant.Set(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer tables.Close()
	at := puzzletest.Position(t, variant, "8/8/8/8/3k4/8/1R6/K7 w - - 0 1")
	a := New(variant, Options{Tables: tables})
	found, study, err := a.Study(t.Context(), &at)
	if err != nil || len(found.Keys)%2 != 0 || len(study.AsFast(0)) != len(found.Keys)-1 {
		t.Fatalf("keys %v, %v as fast, %v", found.Keys, study.AsFast(0), err)
	}
	mirrored := func(s board.Square) board.Square { return board.At(s.Rank(), s.File()) }
	for _, m := range found.Keys {
		if !slices.Contains(found.Keys, board.NewMove(mirrored(m.From), mirrored(m.To))) {
			t.Errorf("%s is a key, and its mirror image is none", m)
		}
	}

	duals := 0
	for i := range study[1:] {
		if len(study.AsFast(i+1)) > 0 {
			duals++
		}
	}

	keys := 0
	for _, r := range a.CritiqueStudy(&at, &found, study, Sound()) {
		if r.Demand == "keys" {
			keys++
		}
	}

	if found.Claims.Duals != duals || duals == len(study)-1 || keys != len(found.Keys)-1 {
		t.Errorf("%d duals, want %d; %d remarks on keys, want %d", found.Claims.Duals, duals, keys,
			len(found.Keys)-1)
	}
}
