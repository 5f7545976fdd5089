package puzzle

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"os"
	"runtime"
	"testing"
	"time"

	"turncoat/puzzle/proof"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
)

// proveAndVerify proves a result and has the slow rules check the proof.
func proveAndVerify(t *testing.T, s *solve.Solver, p board.Position, goal solve.Goal, result solve.Result, n int, complete bool) proof.Report {
	t.Helper()
	var text bytes.Buffer
	if err := Prove(context.Background(), &text, s, p, goal, result, n, complete); err != nil {
		t.Fatalf("%s: %v", s.Game().FEN(&p), err)
	}
	report, err := proof.Verify(context.Background(), &text, "", runtime.NumCPU())
	if err != nil {
		t.Fatalf("%s: %s: %v", s.Game().Set().Name, s.Game().FEN(&p), err)
	}
	return report
}

// Every known win is proved; in one or two turns with the refutation of all else.
func TestKnownWinsAreProved(t *testing.T) {
	file, err := os.Open("solve/testdata/wins.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var want struct {
			Rules, FEN string
			N          int
		}
		if err := json.Unmarshal(lines.Bytes(), &want); err != nil {
			t.Fatal(err)
		}
		game, err := rules.Named(want.Rules)
		if err != nil {
			t.Fatal(err)
		}
		p, err := game.ParseFEN(want.FEN)
		if err != nil {
			t.Fatal(err)
		}
		s := solve.New(game, solve.Options{})
		result, err := s.Solve(context.Background(), p, solve.Win, want.N)
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		report := proveAndVerify(t, s, p, solve.Win, result, want.N, want.N <= 2)
		t.Logf("%d: %d wins and %d holds in %v", want.N, report.Wins, report.Holds, time.Since(began))
	}
}
