package solve_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"math/rand/v2"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"turncoat/puzzle/internal/puzzletest"
	"turncoat/puzzle/proof"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// proveAndVerify proves a result and has the reference rules check the proof.
func proveAndVerify(t *testing.T, s *solve.Solver, p board.Position, goal solve.Goal, result solve.Result, n int,
	complete bool) proof.Report {
	t.Helper()
	var text bytes.Buffer
	if err := s.WriteProof(context.Background(), &text, result, complete); err != nil {
		t.Fatalf("%s: %v", s.Variant().FEN(&p), err)
	}
	report, err := proof.Verify(context.Background(), &text, "", runtime.NumCPU())
	if err != nil {
		t.Fatalf("%s: %s: %v", s.Variant().Set().Name, s.Variant().FEN(&p), err)
	}
	return report
}

// Every known win is proved; in one or two turns with the refutation of all else.
func TestKnownWinsAreProved(t *testing.T) {
	for _, want := range puzzletest.Wins(t, "testdata/wins.jsonl") {
		game, p := want.Game, want.Position
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

// A proof that is changed anywhere no longer proves what it says.
func TestChangedProofsAreRefused(t *testing.T) {
	game := puzzletest.Named(t, "pacifist1")
	// of wins.jsonl: in 2 by d1a4
	p, err := game.ParseFEN("rnb1kbnr/pp2pppp/3q4/2Pp4/1PpP4/P7/4PPPP/RNBQKBNR w HAha - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	s := solve.New(game, solve.Options{})
	result, err := s.Solve(context.Background(), p, solve.Win, 2)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := s.WriteProof(context.Background(), &text, result, true); err != nil {
		t.Fatal(err)
	}
	lines := bytes.Split(bytes.TrimSpace(text.Bytes()), []byte("\n"))
	check := func(lines [][]byte) error {
		_, err := proof.Verify(context.Background(), bytes.NewReader(bytes.Join(lines, []byte("\n"))), "", 1)
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
			if check(append(append(append([][]byte(nil), lines[:i]...), other), lines[i+1:]...)) == nil {
				t.Errorf("with another move in line %d: %s", i+1, other)
			}
		}
	}
}

// Whatever is found or excluded in random games, under any rule set and stipulation, can be proved.
func TestAnswersAreProved(t *testing.T) {
	for _, name := range ruleset.BuiltinNames() {
		game := puzzletest.Named(t, name)
		s := solve.New(game, solve.Options{Memory: 1 << 20})
		random := rand.New(rand.NewPCG(2, 0))
		tally := map[solve.Status]int{}
		for range 5 {
			p := nearTheEnd(game, random)
			for _, goal := range []solve.Goal{solve.Win, solve.Claim, solve.SelfWin} {
				if goal == solve.Claim && game.Set().Family != ruleset.Pacifist {
					continue
				}
				result, err := s.Solve(context.Background(), p, goal, 1)
				if err != nil {
					t.Fatal(err)
				}
				tally[result.Status]++
				report := proveAndVerify(t, s, p, goal, result, 1, true)
				if want := result.Status == solve.None; report.None != want || !want &&
					len(report.Keys) != len(result.Keys) {
					t.Errorf("%s %s: the proof shows %+v of %+v", name, game.FEN(&p), report.Header, result)
				}
			}
		}
		if tally[solve.Won] == 0 || tally[solve.None] == 0 {
			t.Errorf("%s: %v", name, tally)
		}
	}
}

// nearTheEnd returns a position of a random game that one side wins, a turn or two before the end.
func nearTheEnd(game *rules.Variant, random *rand.Rand) board.Position {
	for {
		history := []board.Position{game.Start()}
		for len(history) < 250 {
			p := &history[len(history)-1]
			moves := game.Moves(p)
			if len(moves) == 0 {
				break
			}
			history = append(history, game.Full(p, moves[random.IntN(len(moves))]).After)
		}
		last := len(history) - 1
		if r := game.Outcome(&history[last]).Result; r == board.WhiteWins || r == board.BlackWins {
			return history[last-1-random.IntN(2)]
		}
	}
}

var matesIn = flag.Int("mates-in", 2, "the length of the orthodox mates to prove, up to 4, which takes minutes")

// Of the orthodox mates in 2, with -mates-in 3 or 4 of the longer ones too, each key is proved, and each
// other first move refuted.
func TestOrthodoxMatesAreProved(t *testing.T) {
	game := puzzletest.Named(t, "chess")
	file, err := os.Open("testdata/mates.epd")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	s := solve.New(game, solve.Options{})
	proved := 0
	for lines := bufio.NewScanner(file); lines.Scan(); {
		fen, rest, _ := strings.Cut(lines.Text(), " bm #")
		n := int(rest[0] - '0')
		if n > *matesIn {
			continue
		}
		p := puzzletest.Position(t, game, fen)
		result, err := s.Solve(context.Background(), p, solve.Win, n)
		if err != nil || result.In != n {
			t.Fatalf("%s: %+v, %v", fen, result, err)
		}
		began := time.Now()
		report := proveAndVerify(t, s, p, solve.Win, result, n, true)
		if !report.Complete || !report.Shortest || len(report.Keys) != len(result.Keys) {
			t.Errorf("%s: %+v", fen, report)
		}
		t.Logf("%s: %d keys in %d, %d wins and %d holds, %v", fen, len(result.Keys), n, report.Wins, report.Holds,
			time.Since(began))
		proved++
	}
	if proved < 9 {
		t.Errorf("only %d mates", proved)
	}
}
