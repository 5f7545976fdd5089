package generate

import (
	"testing"

	"turncoat/internal/rulestest"
	"turncoat/rules"
	"turncoat/rules/ruleset"
)

func TestPassed(t *testing.T) {
	const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	checkShown(t, passed, []showing{
		{"pacifist1", start, "e2e4 a7a6 e4e5 d7d5", "White's pawn passed by a two-step"},
		{"pacifist1", start, "e2e4 a7a6 e4e5 f7f5", "White's pawn passed by a two-step"},
		{"pacifist-number", start, "a2a3 d7d5 a3a4 d5d4 e2e4", "Black's pawn passed by a two-step"},
		{"pacifist1", start, "e2e4 a7a6 e4e5 d7d6", ""},           // a single step
		{"pacifist1", start, "e2e4 a7a6 e4e5 h7h5", ""},           // too far away
		{"pacifist1", start, "e2e4 a7a6 e4e5 d7d5 b2b3 h7h6", ""}, // a turn later
		{"pacifist1", "7k/8/8/3pP3/8/8/8/7K w - - 0 1", "", ""},   // not played here
		// Black's king has come over to White, and there is none to claim (PAC-12).
		{"pacifist1", "1K6/2k5/8/8/2p5/8/2PP4/8 w - - 0 1", "d2d4", ""},
		// With the pawn gone from c4 the rook would bear on c6.
		{"pacifist1", "8/8/2k5/1p6/2p5/8/3PP3/2R4K w - - 0 1", "d2d4", ""},
		{"pacifist1", "8/8/2k5/1p6/2p5/8/3PP3/R6K w - - 0 1", "d2d4", "Black's pawn passed by a two-step"},
		{"chess", start, "e2e4 a7a6 e4e5 d7d5", ""}, // where it is a move as any other
	})
}

// Most positions that are composed show a pawn that was passed by, of either side.
func TestPassedBy(t *testing.T) {
	for _, name := range ruleset.BuiltinNames() {
		set := rulestest.Builtin(t, name)
		c := composer{variant: rules.New(set), family: set.Family}
		shown := shownAmong(&c, 300, c.passedBy, passed)
		for _, side := range []string{"White", "Black"} {
			if n := shown[side+"'s pawn passed by a two-step"]; (n > 50) != (set.Family == ruleset.Pacifist) {
				t.Errorf("%s: %d of 300 positions with a pawn of %s that was passed by", name, n, side)
			}
		}
	}
}
