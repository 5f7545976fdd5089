package solution_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"turncoat/internal/rulestest"
	"turncoat/puzzle/internal/puzzletest"
	"turncoat/puzzle/solution"
	"turncoat/puzzle/solve"
	"turncoat/rules"
)

// solved returns a variant and the whole solution of a position.
func solved(t *testing.T, set, fen string, goal solve.Goal, n int, wanted solve.Wanted) (*rules.Variant,
	*solution.Tree) {
	t.Helper()
	game := rules.New(rulestest.Builtin(t, set))
	p := puzzletest.Position(t, game, fen)
	s := solve.New(game, solve.Options{Memory: 1 << 20})
	result, err := s.Solve(context.Background(), p, goal, n)
	if err != nil || result.Status != solve.Won {
		t.Fatalf("%s: %v, %v", fen, result.Status, err)
	}
	tree, err := s.Solution(context.Background(), result, wanted)
	if err != nil {
		t.Fatal(err)
	}
	return game, tree
}

// King and rook against king, worked out by hand. Both keys threaten the mate that follows the only
// reply, so that the reply is no defence.
func TestSolutionAsText(t *testing.T) {
	game, s := solved(t, "chess", "7k/8/5K2/8/8/8/8/R7 w - - 0 1", solve.Win, 2, solve.Wanted{})
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

// The pieces that change colour stand in brackets: those of the diagram in the rules text, section 8,
// example 3, that are black before Qb6 and white after it.
func TestPopeyeConversions(t *testing.T) {
	game, s := solved(t, "pacifist1", "1rknn1br/p1pp1p1p/3bp1p1/1p1q2n1/5p2/2P4B/pP1PP1PP/B1RKR1QN w - - 0 1",
		solve.Win, 1, solve.Wanted{})
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
