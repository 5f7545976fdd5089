package solve

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/reference"
)

// solved gives a game, a position and its whole solution.
func solved(t *testing.T, set, fen string, goal Goal, n int, wanted Wanted) (*rules.Variant, board.Position, *Solution) {
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
	solution, err := s.Solution(context.Background(), p, goal, result, wanted)
	if err != nil {
		t.Fatal(err)
	}
	return game, p, solution
}

// King and rook against king, worked out by hand. Both keys threaten the mate that follows the only
// reply, so that the reply is no defence.
func TestSolutionAsText(t *testing.T) {
	game, _, s := solved(t, "chess", "7k/8/5K2/8/8/8/8/R7 w - - 0 1", Win, 2, Wanted{Threats: true})
	for _, test := range []struct {
		name, want string
		write      func(*bytes.Buffer) error
	}{
		{"text", `chess, white to move: win in 2
1.Kf7! (threat 2.Rh1#)
  1...Kh7 2.Rh1#  {main line, mere delay}
1.Kg6! (threat 2.Ra8#)
  1...Kg8 2.Ra8#  {mere delay}
2 keys, 0 duals
`, func(b *bytes.Buffer) error { return s.WriteText(b, game) }},
		{"popeye", `   1.Kf6-f7 ! threat:
          2.Ra1-h1 #

   1.Kf6-g6 ! threat:
          2.Ra1-a8 #

`, func(b *bytes.Buffer) error { return s.WritePopeye(b, game) }},
	} {
		var b bytes.Buffer
		if err := test.write(&b); err != nil {
			t.Fatal(err)
		}
		if b.String() != test.want {
			t.Errorf("%s:\n%swant\n%s", test.name, b.String(), test.want)
		}
	}
}

// The pieces that change colour stand in brackets: those of the diagram in docs/RULES.md (Worked examples),
// example 3, that are black before Qb6 and white after it.
func TestPopeyeConversions(t *testing.T) {
	game, _, s := solved(t, "pacifist1", "1rknn1br/p1pp1p1p/3bp1p1/1p1q2n1/5p2/2P4B/pP1PP1PP/B1RKR1QN w - - 0 1", Win, 1, Wanted{})
	var b bytes.Buffer
	if err := s.WritePopeye(&b, game); err != nil {
		t.Fatal(err)
	}
	line := strings.TrimSpace(b.String())
	if !strings.HasPrefix(line, "1.Qg1-b6[") || !strings.HasSuffix(line, "] # !") {
		t.Errorf("got %q", line)
	}
	white := []string{"a7", "b5", "b8", "c7", "c8", "d6", "d7", "d8", "e8", "f4"}
	for _, square := range white {
		if !strings.Contains(line, "["+square+"=w]") {
			t.Errorf("%s does not convert in %q", square, line)
		}
	}
	if strings.Count(line, "=w]") != len(white) {
		t.Errorf("got %q, want just %v", line, white)
	}
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
		byMove := map[board.Move]*Play{}
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

func compare(t *testing.T, where string, told *Play, want map[board.Move][]board.Move, refutations []board.Move) {
	t.Helper()
	b := told.Branches[0]
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
