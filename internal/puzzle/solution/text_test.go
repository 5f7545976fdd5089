package solution_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"turncoat/internal/puzzle/solution"
	"turncoat/internal/testing/puzzletest"
	"turncoat/internal/testing/rulestest"
	"turncoat/puzzle"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
)

// solved returns a variant and the whole solution of a position.
func solved(t *testing.T, set, fen string, goal solve.Goal, n int,
	wanted solve.Wanted) (*rules.Variant,
	*puzzle.Tree) {
	t.Helper()
	variant := rules.New(rulestest.Builtin(t, set))
	p := puzzletest.Position(t, variant, fen)
	s := solve.New(variant, solve.Options{Memory: 1 << 20})
	result, err := s.Solve(context.Background(), &p, goal, n)
	if err != nil || result.Status != solve.Won {
		t.Fatalf("%s: %v, %v", fen, result.Status, err)
	}
	tree, err := s.Solution(context.Background(), result, wanted)
	if err != nil {
		t.Fatal(err)
	}
	return variant, tree
}

// A capture en passant is marked "e.p." before its check sign. Both mates here are such captures.
func TestPassingIsPrinted(t *testing.T) {
	for fen, want := range map[string]string{
		"6bk/7p/8/3pP3/8/8/8/B1K5 w - d6 0 1": "1.exd6 e.p.#!",
		"b1k5/8/8/8/3Pp3/8/7P/6BK b - d3 0 1": "1.exd3 e.p.#!",
	} {
		variant, s := solved(t, "chess", fen, solve.Win, 1, solve.Wanted{})
		var text bytes.Buffer
		if err := solution.WriteText(&text, variant, s); err != nil ||
			!strings.Contains(text.String(), want) {
			t.Errorf("%v: %s", err, text.String())
		}

		if line := solution.PrintedLine(variant, &s.Position,
			s.Keys[0].Line()); "1."+line[0]+"!" != want {
			t.Errorf("%s: %s", fen, line)
		}
	}
}

// Without a key the first try is the line of the record. Castling parries 1.Ke6, after which 2.Rd8
// would mate.
func TestTriesWithoutKey(t *testing.T) {
	variant := rules.New(rulestest.Builtin(t, "chess"))
	p := puzzletest.Position(t, variant, "4k2r/8/5B1P/3R1KpP/8/8/8/8 w k - 0 1")
	for only, want := range map[board.Kind]string{
		board.King: "1. Ke6 $2 {threat 2.Rd8#} (1. Kg6 $2", board.Bishop: "[SetUp \"1\"]\n\n*\n",
	} {
		s := solve.New(variant, solve.Options{First: func(p *board.Position, m board.Move) bool {
			return p.KindAt(m.From) == only
		}})
		result, err := s.Solve(t.Context(), &p, solve.Win, 2)
		if err != nil || result.Status != solve.None {
			t.Fatalf("%v, %v", result.Status, err)
		}
		tree, err := s.Solution(t.Context(), result, solve.Wanted{Refutations: 2})
		if err != nil {
			t.Fatal(err)
		}
		var text bytes.Buffer
		if err := solution.WritePGN(&text, variant, tree, nil); err != nil ||
			!strings.Contains(text.String(), want) {
			t.Errorf("%v: %s, want %q", err, text.String(), want)
		}
	}
}

// King and rook against king, worked out by hand. Both keys threaten the mate that follows the only
// reply, so that the reply is no defence.
func TestSolutionAsText(t *testing.T) {
	variant, s := solved(t, "chess", "7k/8/5K2/8/8/8/8/R7 w - - 0 1", solve.Win, 2, solve.Wanted{})
	for _, test := range []struct {
		name, want string
		write      func(*bytes.Buffer) error
	}{
		{"text", `chess, white to move: win in 2
1.Kf7! (threat 2.Rh1#)
  1...Kh7 2.Rh1#  {mere delay}
1.Kg6! (threat 2.Ra8#)
  1...Kg8 2.Ra8#  {mere delay}
2 keys, 0 duals
`, func(b *bytes.Buffer) error { return solution.WriteText(b, variant, s) }},
		{"popeye", `   1.Kf6-f7 ! threat:
          2.Ra1-h1 #

   1.Kf6-g6 ! threat:
          2.Ra1-a8 #

`, func(b *bytes.Buffer) error {
			return solution.WritePopeye(b, variant, s, solution.PopeyeForm{})
		}},
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

// The pieces that change colour stand in brackets: those of the diagram in the rules text, section
// 8, example 3, that are black before Qb6 and white after it.
func TestPopeyeConversions(t *testing.T) {
	variant, s := solved(t, "pacifist1",
		"1rknn1br/p1pp1p1p/3bp1p1/1p1q2n1/5p2/2P4B/pP1PP1PP/B1RKR1QN w - - 0 1",
		solve.Win, 1, solve.Wanted{})
	var b bytes.Buffer
	if err := solution.WritePopeye(&b, variant, s, solution.PopeyeForm{}); err != nil {
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

// A whole solution has what follows every threat and every dual: all replies, up to the mate. Here
// 1.Ke5 threatens 2.Kd4, which threatens mate in its turn.
func TestWholeSolution(t *testing.T) {
	const fen = "4N2k/1n2N2p/5Kpp/5p2/8/1b6/1B4n1/8 w - - 0 1"
	variant, tree := solved(t, "chess", fen, solve.Win, 3, solve.Wanted{Whole: true})
	asides := 0
	walker := puzzle.Walker{Visit: func(n *puzzle.Node, follow func()) {
		follow()
		if n.Role == puzzle.RoleDefence {
			return
		}
		if n.Role == puzzle.RoleThreat || n.Role == puzzle.RoleContinuation && n.Index > 0 {
			asides++
		}
		mate := n.Play.Choices[0].Reached
		if replies := len(variant.Moves(&n.Turn.After)); replies != len(n.Play.Defences) ||
			mate != (replies == 0) {
			t.Errorf("%s: %d of %d replies", n.Turn.Move, len(n.Play.Defences), replies)
		}
	}}
	walker.Keys(tree)
	if asides == 0 {
		t.Error("there are no threats and no duals")
	}

	var b bytes.Buffer
	if err := solution.WritePopeye(&b, variant, tree, solution.PopeyeForm{}); err != nil {
		t.Fatal(err)
	}
	const want = `   1.Kf6-e5 ! threat:
          2.Ke5-d4 threat:
                  3.Kd4-d3 #
              2...Bb3-c2
`
	if !strings.HasPrefix(b.String(), want) {
		t.Errorf("%s", b.String())
	}
}
