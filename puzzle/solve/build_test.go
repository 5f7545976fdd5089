package solve

import (
	"bufio"
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"turncoat/internal/hashtable"
	"turncoat/internal/testing/puzzletest"
	"turncoat/puzzle"
	"turncoat/puzzle/proof"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// solved returns a game, a position and its whole solution.
func solved(t *testing.T, set, fen string, goal Goal, n int, wanted Wanted) (*rules.Variant, board.Position,
	*puzzle.Tree) {
	t.Helper()
	variant := puzzletest.Named(t, set)
	p := puzzletest.Position(t, variant, fen)
	s := New(variant, Options{Memory: 1 << 20})
	result, err := s.Solve(context.Background(), &p, goal, n)
	if err != nil || result.Status != Won {
		t.Fatalf("%s: %v, %v", fen, result.Status, err)
	}
	tree, err := s.Solution(context.Background(), result, wanted)
	if err != nil {
		t.Fatal(err)
	}
	return variant, p, tree
}

// A solution has all defences, all continuations, the tries with what refutes them, and the set
// play: the same as a plain exhaustive search finds.
func TestSolutionsAreWhole(t *testing.T) {
	type problem struct{ set, fen string }
	var problems []problem
	for _, line := range fileLines(t, "testdata/mates.epd") {
		if fen, rest, _ := strings.Cut(line, " bm #"); strings.HasPrefix(rest, "2") {
			problems = append(problems, problem{"chess", fen})
		}
	}

	for _, win := range knownWins(t) {
		if win.N == 2 {
			problems = append(problems, problem{win.Variant.Set().Name, win.FEN})
		}
	}

	if len(problems) != 14 {
		t.Fatalf("%d problems", len(problems))
	}
	if *exhaust < 100 {
		problems = []problem{problems[1], problems[9], problems[12]}
	}
	tries, sets := 0, 0
	for _, problem := range problems {
		variant, p, s := solved(t, problem.set, problem.fen, Win, 2,
			Wanted{Refutations: 1, SetPlay: true})
		e := puzzletest.Exhausting(variant, Win, p.Turn)
		byMove := map[board.Move]*puzzle.Play{}
		for i := range s.Keys {
			byMove[s.Keys[i].Turn.Move] = &s.Keys[i]
		}
		for i := range s.Tries {
			byMove[s.Tries[i].Turn.Move] = &s.Tries[i]
		}
		tries += len(s.Tries)
		sets += compareSet(t, problem.fen, &e, s)
		for _, m := range e.Moves(&p) {
			after := e.Play(&p, m).After
			want := map[board.Move][]board.Move{}
			var refutations []board.Move
			for _, reply := range e.Moves(&after) {
				next := e.Play(&after, reply).After
				for _, last := range e.Moves(&next) {
					if e.Wins(&next, last, 1) {
						want[reply] = append(want[reply], last)
					}
				}

				if want[reply] == nil {
					refutations = append(refutations, reply)
				}
			}

			told := byMove[m]
			replies := len(want) + len(refutations)
			if worth := len(refutations) <= 1 && replies > 0; worth != (told != nil) {
				t.Errorf("%s: %s is told: %v, refuted by %v", problem.fen, m.UCI(&p), told != nil,
					refutations)
			}
			if told != nil {
				compare(t, problem.fen+" "+m.UCI(&p), told, want, refutations)
			}
		}
	}

	if sets == 0 {
		t.Error("there was no set play among the problems")
	}
	if tries == 0 {
		t.Error("there was no try among the problems")
	}
}

func compare(t *testing.T, where string, told *puzzle.Play, want map[board.Move][]board.Move,
	refutations []board.Move) {
	t.Helper()
	b := told
	if len(b.Defences) != len(want) || len(b.Refutations) != len(refutations) {
		t.Errorf("%s: %d defences and %d refutations, want %d and %d", where, len(b.Defences),
			len(b.Refutations), len(want), len(refutations))
	}

	for _, d := range b.Defences {
		var got []board.Move
		for _, c := range d.Continuations {
			got = append(got, c.Turn.Move)
		}
		slices.SortFunc(got, byNumber)
		slices.SortFunc(want[d.Turn.Move], byNumber)
		if d.In != 1 || !slices.Equal(got, want[d.Turn.Move]) {
			t.Errorf("%s: after %v %v in %d, want %v in 1", where, d.Turn.Move, got, d.In,
				want[d.Turn.Move])
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

func byNumber(a, b board.Move) int {
	return int(hashtable.PackMove(a)) - int(hashtable.PackMove(b))
}

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

// compareSet holds the set play against the plain search and returns how many of the enemy's turns
// are met in it.
func compareSet(t *testing.T, where string, e *puzzletest.Exhaustive, s *puzzle.Tree) int {
	t.Helper()
	enemy := puzzle.NullMove(&s.Position)
	told := map[board.Move]bool{}
	for _, d := range s.Set {
		told[d.Turn.Move] = true
	}
	mayPass := !e.InCheck(&s.Position)
	if e.Set().Family == ruleset.Pacifist {
		mayPass = !s.Position.Kingless(s.Position.Turn)
	}
	for _, m := range e.Moves(&enemy) {
		if want := mayPass && e.StillWins(&enemy, m, 1); want != told[m] {
			t.Errorf("%s: that %s is met in the set play is %t, want %t", where, m.UCI(&enemy),
				told[m], want)
		}
	}

	if s.NoSet != (len(s.Set) == 0) {
		t.Errorf("%s: that there is no set play is %t", where, s.NoSet)
	}
	return len(s.Set)
}

// However a solution is made, whole or place by place, it is the same; its compact form is played
// again to the same; and it proves the win. Under the rules with reclaims, where the same position
// follows after different choices.
func TestSolutionsReadBack(t *testing.T) {
	chosen := 0
	for _, name := range []string{"pacifist-number", "pacifist-value", "pacifist-average",
		"pacifist1", "conversion"} {
		variant := puzzletest.Named(t, name)
		s := New(variant, Options{Jobs: 1, Memory: 1 << 20})
		random := rand.New(rand.NewPCG(18, 4))
		for met := 0; met < 12; {
			p := scattered(variant, random, 0)
			result, err := s.Solve(context.Background(), &p, Win, 2)
			if err != nil {
				t.Fatal(err)
			}
			if result.In != 2 {
				continue
			}
			met++
			whole, err := s.Solution(context.Background(), result, Wanted{})
			if err != nil {
				t.Fatal(err)
			}
			parts, err := s.Solution(context.Background(), result, Wanted{EachSearch: true})
			if err != nil {
				t.Fatal(err)
			}
			for i := range whole.Keys {
				text := whole.Keys[i].Text()
				if other := parts.Keys[i].Text(); text != other ||
					whole.Keys[i].Duals != parts.Keys[i].Duals {
					t.Errorf("%s %s: %s and %s", name, variant.FEN(&p), text, other)
				}
				again, err := text.Tree(variant, &p, Win)
				if err != nil {
					t.Fatalf("%s %s: %s: %v", name, variant.FEN(&p), text, err)
				}
				again.Keys[0].Finish(&p, nil)
				if got := again.Keys[0].Text(); len(got) != len(text) {
					t.Errorf("%s %s: %s is read as %s", name, variant.FEN(&p), text, got)
				}
				chosen += strings.Count(string(text), "~")
				prove(t, variant, again)
			}
		}
	}

	if chosen < 20 {
		t.Errorf("only %d reclaims were chosen", chosen)
	}
}

// prove has the reference rules check what a solution alone shows.
func prove(t *testing.T, variant *rules.Variant, tree *puzzle.Tree) {
	t.Helper()
	var text bytes.Buffer
	w, err := proof.NewWriter(&text, proof.Header{Rules: variant.Set(),
		FEN:         variant.FEN(&tree.Position),
		Stipulation: proof.Win, In: tree.In})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range tree.Steps(variant) {
		if err := w.Step(s); err != nil {
			t.Fatal(err)
		}
	}

	if _, err := proof.Verify(context.Background(), &text, "", 1); err != nil {
		t.Errorf("%s: %v", variant.FEN(&tree.Position), err)
	}
}

// scattered returns a legal position of so many pieces, or of 5 to 7 if that is 0, a king of each
// side among them.
func scattered(variant *rules.Variant, random *rand.Rand, pieces int) board.Position {
	for {
		p := board.Position{EnPassant: board.NoSquare, Number: 1,
			Turn: board.Colour(random.IntN(2))}
		if pieces == 0 {
			pieces = 5 + random.IntN(3)
		}
		for i := range pieces {
			piece := board.Piece{Kind: board.King, Colour: board.Colour(i)}
			if i > 1 {
				piece = board.Piece{Kind: board.Kind(random.IntN(int(board.King))),
					Colour: board.Colour(random.IntN(2))}
			}

			p.Put(board.Square(random.IntN(64)), piece)
		}

		p.Rekey()
		if q, err := variant.ParseFEN(variant.FEN(&p)); err == nil {
			return q
		}
	}
}

// Set play of a self-win has the replies that win at once only if there are no others: with the pawn
// on a6 the mate on g2 comes a turn too early.
func TestSetPlayOfSelfWins(t *testing.T) {
	variant := puzzletest.Named(t, "chess")
	for fen, want := range map[string]string{
		"8/8/8/8/R7/6pk/2P5/6BK w - - 0 1":  "g3g2",
		"8/8/p7/8/R7/6pk/2P5/6BK w - - 0 1": "a6a5",
	} {
		p := puzzletest.Position(t, variant, fen)
		s := New(variant, Options{Jobs: 1})
		result, err := s.Solve(t.Context(), &p, SelfWin, 2)
		if err != nil {
			t.Fatal(err)
		}
		tree, err := s.Solution(t.Context(), result, Wanted{SetPlay: true})
		if err != nil {
			t.Fatal(err)
		}
		var replies []string
		for _, d := range tree.Set {
			replies = append(replies, d.Turn.Move.UCI(&result.Position))
		}
		if got := strings.Join(replies, " "); got != want {
			t.Errorf("%s: set play after %q, want %q", fen, got, want)
		}
		s.Close()
	}
}
