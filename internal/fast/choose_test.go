package fast

import (
	"math/rand/v2"
	"testing"

	"turncoat/rules/board"
)

// Choose finds every choice that is listed, and no other set of the same pieces.
func TestChooseIsWhatIsListed(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 8))
	found, others := 0, 0
	for _, row := range perftRows(t, "perft.jsonl") {
		r, _, p := parse(t, row.Rules, row.FEN)
		if !r.Reclaims() {
			continue
		}
		for _, m := range r.AppendMoves(nil, &p) {
			listed := map[board.Bitboard]bool{}
			var all board.Bitboard
			var choices Choices
			for choices.Start(r, &p, m); choices.Next() && len(listed) < 300; {
				listed[choices.Turn().Reclaimed] = true
				all |= choices.Turn().Reclaimed
			}

			if len(listed) == 300 {
				continue
			}
			for set := range listed {
				if turn, ok := r.Choose(&p, m, set); !ok || turn.Reclaimed != set ||
					turn.Move != m {
					t.Fatalf("%s %s %v: %v cannot be chosen", row.Rules, row.FEN, m, set.Names())
				}

				found++
			}

			for range 4 {
				set := all & board.Bitboard(random.Uint64())
				if _, ok := r.Choose(&p, m, set); ok != listed[set] {
					t.Fatalf("%s %s %v: %v chosen %v, listed %v", row.Rules, row.FEN, m,
						set.Names(), ok, listed[set])
				}

				if !listed[set] {
					others++
				}
			}
		}
	}

	if found < 500 || others < 20 {
		t.Errorf("only %d choices and %d other sets", found, others)
	}
}
