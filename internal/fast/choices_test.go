package fast

import (
	"testing"

	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// By average value any set of pieces may be taken back at once, so that one move can have tens of
// thousands of turns (PAC-8). Each is made when it is asked for: whoever asks for a hundred waits
// for those alone, and nothing else is held.
func TestChoicesAreMadeOneByOne(t *testing.T) {
	set, err := ruleset.Builtin("pacifist-average")
	if err != nil {
		t.Fatal(err)
	}
	r, _ := For(set)
	p, err := board.ParseFEN("rrrrrRRR/pPPPPPKR/2QQQ1QQ/8/8/2Q4N/BRrpppPP/rnbqkb2 w - - 0 71", set)
	if err != nil {
		t.Fatal(err)
	}
	var c Choices
	wild, err := board.ParseFEN("K6k/PPPPPPPP/qqqqqqqq/PPPPPPPP/PPPPPPPP/qqqqqqqq/PPPPPPPP/8 w - - 0 1", set)
	if err != nil {
		t.Fatal(err)
	}
	// Kb8, with 2^40 reclaims and more
	c.Start(r, &wild, board.Move{From: board.At(0, 7), To: board.At(1, 7)})
	for range 100_000 {
		c.Next()
	}
	c.Start(r, &p, board.Move{From: board.At(2, 5), To: board.At(4, 3)}) // Qe4
	for i := range 100 {
		if !c.Next() {
			t.Fatalf("Qe4 has %d turns", i)
		}
		if len(c.open) > 100 || len(c.seen.held) > 100 {
			t.Fatalf("after %d turns %d are open and %d are kept", i+1, len(c.open),
				len(c.seen.held))
		}
	}
}
