package solve

import (
	"bufio"
	"context"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"turncoat/puzzle/solution"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/reference"
)

// solved returns a game, a position and its whole solution.
func solved(t *testing.T, set, fen string, goal Goal, n int, wanted Wanted) (*rules.Variant, board.Position, *solution.Tree) {
	t.Helper()
	game, err := rules.Named(set)
	if err != nil {
		t.Fatal(err)
	}
	p, err := game.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	s := New(game, Options{Memory: 1 << 20})
	result, err := s.Solve(context.Background(), p, goal, n)
	if err != nil || result.Status != Won {
		t.Fatalf("%s: %v, %v", fen, result.Status, err)
	}
	tree, err := s.Solution(context.Background(), p, goal, result, wanted)
	if err != nil {
		t.Fatal(err)
	}
	return game, p, tree
}

// A solution tells everything there is, held against the plain exhaustive search: all defences, all
// continuations, which first turns are tries and what refutes them, and the set play.
func TestSolutionsAreWhole(t *testing.T) {
	type problem struct{ set, fen string }
	var problems []problem
	for _, line := range fileLines(t, "testdata/mates.epd") {
		if fen, rest, _ := strings.Cut(line, " bm #"); strings.HasPrefix(rest, "2") {
			problems = append(problems, problem{"chess", fen})
		}
	}
	for _, line := range fileLines(t, "testdata/wins.jsonl") {
		var win struct {
			Rules, FEN string
			N          int
		}
		if err := json.Unmarshal([]byte(line), &win); err != nil {
			t.Fatal(err)
		}
		if win.N == 2 {
			problems = append(problems, problem{win.Rules, win.FEN})
		}
	}
	if len(problems) != 14 {
		t.Fatalf("%d problems", len(problems))
	}
	if *exhaust < 100 {
		problems = []problem{problems[1], problems[5], problems[9], problems[12]}
	}
	tries := 0
	for _, problem := range problems {
		game, p, s := solved(t, problem.set, problem.fen, Win, 2, Wanted{Refutations: 1, SetPlay: true})
		e := exhaustive{game.Set(), Win, p.Turn}
		byMove := map[board.Move]*solution.Play{}
		for i := range s.Keys {
			byMove[s.Keys[i].Turn.Move] = &s.Keys[i]
		}
		for i := range s.Tries {
			byMove[s.Tries[i].Turn.Move] = &s.Tries[i]
		}
		tries += len(s.Tries)
		for _, m := range reference.Moves(e.set, p) {
			after := reference.Full(e.set, p, m).After
			want := map[board.Move][]board.Move{}
			var refutations []board.Move
			for _, reply := range reference.Moves(e.set, after) {
				next := reference.Full(e.set, after, reply).After
				for _, last := range reference.Moves(e.set, next) {
					if e.turn(next, last, 1) {
						want[reply] = append(want[reply], last)
					}
				}
				if want[reply] == nil {
					refutations = append(refutations, reply)
				}
			}
			told := byMove[m]
			if worth := len(refutations) <= 1 && len(want) > 0; worth != (told != nil) {
				t.Errorf("%s: %s is told: %v, refuted by %v", problem.fen, m.UCI(&p), told != nil, refutations)
			}
			if told != nil {
				compare(t, problem.fen+" "+m.UCI(&p), told, want, refutations)
			}
		}
	}
	if tries == 0 {
		t.Error("there was no try among the problems")
	}
}

func compare(t *testing.T, where string, told *solution.Play, want map[board.Move][]board.Move, refutations []board.Move) {
	t.Helper()
	b := told
	if len(b.Defences) != len(want) || len(b.Refutations) != len(refutations) {
		t.Errorf("%s: %d defences and %d refutations, want %d and %d", where, len(b.Defences), len(b.Refutations), len(want), len(refutations))
	}
	for _, d := range b.Defences {
		var got []board.Move
		for _, c := range d.Continuations {
			got = append(got, c.Turn.Move)
		}
		slices.SortFunc(got, byNumber)
		slices.SortFunc(want[d.Turn.Move], byNumber)
		if d.In != 1 || !slices.Equal(got, want[d.Turn.Move]) {
			t.Errorf("%s: after %v %v in %d, want %v in 1", where, d.Turn.Move, got, d.In, want[d.Turn.Move])
		}
	}
	if len(told.Choices) != 1 {
		t.Errorf("%s: %d choices", where, len(told.Choices))
	}
	for i, d := range b.Refutations {
		if d.Turn.Move != refutations[i] {
			t.Errorf("%s: refuted by %v, want %v", where, d.Turn.Move, refutations[i])
		}
	}
}

func byNumber(a, b board.Move) int { return int(pack(a)) - int(pack(b)) }

func fileLines(t testing.TB, name string) []string {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var list []string
	for s := bufio.NewScanner(file); s.Scan(); {
		list = append(list, s.Text())
	}
	return list
}
