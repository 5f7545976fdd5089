package prooftree

import (
	"bytes"
	"slices"
	"testing"

	"turncoat/internal/testing/puzzletest"
	"turncoat/puzzle/proof"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
)

// A claim is a turn from a position.
type claim struct {
	variant *rules.Variant
	before  board.Position
	move    board.Move
	after   board.Position
}

// claimed returns the claim that the last of some moves wins.
func claimed(t *testing.T, name, fen string, moves ...string) claim {
	t.Helper()
	c := claim{variant: puzzletest.Named(t, name)}
	var err error
	c.after, err = c.variant.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range moves {
		turn, err := c.variant.Parse(&c.after, text)
		if err != nil {
			t.Fatal(err)
		}
		c.before, c.move, c.after = c.after, turn.Move, turn.After
	}
	return c
}

// grow has a tree of small searches answer a claim, and returns how many rounds that took.
func (c *claim) grow(t *testing.T, turns int, limit uint64) (tree *Tree, rounds int) {
	t.Helper()
	tree = New(c.variant, &c.after, turns, limit)
	tree.budgets = []uint64{300, 3000}
	for round := tree.Next(); len(round) > 0; round = tree.Next() {
		rounds++
		for i := range round {
			s := &round[i]
			solver := solve.New(c.variant, solve.Options{Jobs: 1, Nodes: s.Budget, Memory: 1 << 20})
			r, err := solver.Strategy(t.Context(), &s.At, s.Left, nil)
			if err != nil {
				t.Fatal(err)
			}
			tree.Learn(s, &r)
		}
	}
	return tree, rounds
}

// statuses counts the answers after the replies to a claim.
func statuses(tree *Tree) (count [3]int) {
	for _, p := range tree.Replies() {
		count[p.Status]++
	}
	return count
}

// Claims whose replies take many searches are proved, and the whole strategy wins by the reference
// rules. The wins are among those of the kept proof of 1.e3.
func TestClaimsAreProved(t *testing.T) {
	for _, moves := range [][]string{
		{"e3", "c5", "Qf3", "Qa5", "Qd5"},
		{"e3", "g6", "Nc3", "e6", "Ne4"},
	} {
		c := claimed(t, "benedict-king", board.StartFEN, moves...)
		tree, rounds := c.grow(t, 13, 0)
		if count := statuses(tree); count[solve.Won] != len(tree.Replies()) || rounds < 3 {
			t.Errorf("%v: %v after %d rounds", moves, count, rounds)
			continue
		}

		var out bytes.Buffer
		if err := tree.Strategy().WriteProof(&out, c.variant, &c.before, c.move); err != nil {
			t.Fatal(err)
		}
		r, err := proof.Verify(t.Context(), &out, "", 1)
		if err != nil || r.In > 14 || !slices.Equal(r.Keys, []string{c.move.UCI(&c.before)}) {
			t.Errorf("%v: %+v, %v", moves, r, err)
		}
	}
}

// A turn that does not win in time is not proved: the two rooks need two turns more after the first
// has cut the king off.
func TestClaimsThatFail(t *testing.T) {
	c := claimed(t, "chess", "8/7k/8/8/8/8/R7/1R4K1 w - - 0 1", "Rb6")
	for turns := 1; turns < 4; turns++ {
		tree, _ := c.grow(t, turns, 0)
		count := statuses(tree)
		won := count[solve.Won] == len(tree.Replies())
		if won != (turns >= 2) || !won && count[solve.None] == 0 {
			t.Errorf("in %d more: %v", turns, count)
		}
	}
}

// A limit ends the work, and what is settled by then is known.
func TestLimit(t *testing.T) {
	c := claimed(t, "benedict-king", board.StartFEN, "e3")
	tree, _ := c.grow(t, 14, 20_000)
	if count := statuses(tree); count[solve.Won] < 4 || count[solve.Unknown] == 0 || count[solve.None] > 0 ||
		tree.Nodes() < 20_000 || tree.Nodes() > 80_000 {
		t.Errorf("%v after %d positions", count, tree.Nodes())
	}
}
