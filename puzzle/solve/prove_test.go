package solve

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"math/rand/v2"
	"runtime"
	"testing"

	"turncoat/internal/testing/puzzletest"
	"turncoat/internal/testing/rulestest"
	"turncoat/puzzle/proof"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// proveAndVerify proves a result and has the reference rules check the proof.
func proveAndVerify(t *testing.T, s *Solver, result Result, complete bool) proof.Report {
	t.Helper()
	var text bytes.Buffer
	if err := s.WriteProof(t.Context(), &text, result, complete); err != nil {
		t.Fatalf("%v: %v", result, err)
	}
	report, err := proof.Verify(t.Context(), &text, "", runtime.NumCPU())
	if err != nil {
		t.Fatalf("%s: %s: %v", s.variant.Set().Name, s.variant.FEN(&result.Position), err)
	}
	return report
}

// A proof that is changed anywhere is refused.
func TestChangedProofsAreRefused(t *testing.T) {
	variant := puzzletest.Named(t, "pacifist1")
	// of wins.jsonl: in 2 by d1a4
	p, err := variant.ParseFEN("rnb1kbnr/pp2pppp/3q4/2Pp4/1PpP4/P7/4PPPP/RNBQKBNR w HAha - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	s := New(variant, Options{Memory: 1 << 20})
	result, err := s.Solve(context.Background(), &p, Win, 2)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := s.WriteProof(context.Background(), &text, result, true); err != nil {
		t.Fatal(err)
	}
	lines := bytes.Split(bytes.TrimSpace(text.Bytes()), []byte("\n"))
	check := func(lines [][]byte) error {
		_, err := proof.Verify(context.Background(),
			bytes.NewReader(bytes.Join(lines, []byte("\n"))), "", 1)
		return err
	}
	if err := check(lines); err != nil {
		t.Fatal(err)
	}
	for i := 1; i < len(lines); i++ {
		var step proof.Step
		if err := json.Unmarshal(lines[i], &step); err != nil {
			t.Fatal(err)
		}
		if i%3 == 0 { // every step is needed
			if check(append(append([][]byte(nil), lines[:i]...), lines[i+1:]...)) == nil {
				t.Errorf("without line %d: %s", i+1, lines[i])
			}
		}

		if step.Win > 0 { // another move does not win
			other := bytes.Replace(lines[i], []byte(step.Play[0]), []byte("a3a4"), 1)
			if check(append(append(append([][]byte(nil), lines[:i]...), other), lines[i+
				1:]...)) == nil {
				t.Errorf("with another move in line %d: %s", i+1, other)
			}
		}
	}
}

// Whatever is found or excluded in random games, under any rule set and stipulation, can be proved.
func TestAnswersAreProved(t *testing.T) {
	tally := map[Status]int{}
	for _, name := range rulestest.Representative() {
		variant := puzzletest.Named(t, name)
		s := New(variant, Options{Memory: 1 << 20})
		someGames(variant, rand.New(rand.NewPCG(2, 0)), 5, func(p *board.Position) {
			for _, goal := range []Goal{Win, Claim, SelfWin} {
				if goal == Claim && variant.Set().Family != ruleset.Pacifist {
					continue
				}
				result, err := s.Solve(t.Context(), p, goal, 1)
				if err != nil {
					t.Fatal(err)
				}
				tally[result.Status]++
				report := proveAndVerify(t, s, result, true)
				if want := result.Status == None; report.None != want ||
					!want && len(report.Keys) != len(result.Keys) {
					t.Errorf("%s %s: the proof shows %+v of %+v", name, variant.FEN(p),
						report.Header, result)
				}
			}
		})
	}

	if tally[Won] < 5 || tally[None] < 5 {
		t.Errorf("%v: the test shows little", tally)
	}
}

var matesIn = flag.Int("mates-in", 2,
	"the length of the orthodox mates to prove, up to 4, which takes minutes")

// Of the orthodox mates in 2, with -mates-in 3 or 4 of the longer ones too, each key is proved, and
// each other first move refuted.
func TestOrthodoxMatesAreProved(t *testing.T) {
	list := mates(t, 2, *matesIn)
	s := New(puzzletest.Named(t, "chess"), Options{Memory: 1 << 20})
	for _, m := range list {
		result, err := s.Solve(t.Context(), &m.Position, Win, m.N)
		if err != nil || result.In != m.N {
			t.Fatalf("%s: %+v, %v", m.FEN, result, err)
		}
		report := proveAndVerify(t, s, result, true)
		if !report.Complete || !report.Shortest || len(report.Keys) != len(result.Keys) {
			t.Errorf("%s: %+v", m.FEN, report)
		}
		t.Logf("%s: %d keys in %d, %d wins and %d holds", m.FEN, len(result.Keys), m.N, report.Wins,
			report.Holds)
	}

	if len(list) < 9 {
		t.Errorf("only %d mates", len(list))
	}
}
