package mine_test

import (
	"context"
	"fmt"
	"strings"

	"turncoat/internal/puzzle/mine"
	"turncoat/rules/ruleset"
)

// A puzzle from one position, the third of the worked examples in docs/RULES.md. If it were none,
// its neighbours would be looked at.
func Example() {
	set, err := ruleset.Builtin("pacifist1")
	if err != nil {
		panic(err)
	}
	m := mine.Mine{
		Rules: set, From: mine.Given,
		Position: "1rknn1br/p1pp1p1p/3bp1p1/1p1q2n1/5p2/2P4B/pP1PP1PP/B1RKR1QN w - - 0 1",
		Least:    1, Most: 1, Count: 1, Pool: 1, Seed: 7,
	}
	m.Demands.OneKey = true
	puzzles, err := m.Run(context.Background(), mine.Options{Jobs: 1})
	if err != nil {
		panic(err)
	}
	for _, p := range puzzles {
		fmt.Println(p.Instruction()+":", strings.Join(p.Line, " "))
	}
	// Output: White to move wins in 1 turn: Qb6#
}
