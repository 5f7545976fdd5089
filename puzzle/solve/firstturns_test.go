package solve

import (
	"slices"
	"testing"
)

// Each first move is won or not as the known wins say. Under a limit, no move has a wrong answer.
func TestEachFirstTurn(t *testing.T) {
	for _, want := range knownWins(t) {
		if want.N > 2 {
			continue
		}
		for _, limit := range []uint64{0, 50} {
			list, _, err := New(want.Variant,
				Options{Jobs: 1, Memory: 1 << 20, Nodes: limit}).FirstTurns(t.Context(),
				&want.Position, want.N)
			if err != nil {
				t.Fatal(err)
			}
			for _, first := range list {
				wins := slices.Contains(want.Keys, first.Move.UCI(&want.Position))
				known := first.Status == Won && wins || first.Status == None && !wins
				if !known && (limit == 0 || first.Status != Unknown) {
					t.Errorf("%s in %d, limit %d: %s is %s", want.FEN, want.N, limit,
						first.Move.UCI(&want.Position), first.Status)
				}
			}
		}
	}
}
