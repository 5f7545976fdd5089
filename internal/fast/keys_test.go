package fast

import (
	"testing"

	"turncoat/rules/board"
)

// The key kept from turn to turn is always the one computed from nothing.
func TestKeys(t *testing.T) {
	var walk func(r Rules, p *board.Position, depth int)
	walk = func(r Rules, p *board.Position, depth int) {
		if p.Key != p.Hash() {
			t.Fatalf("the key of %+v is not its hash", *p)
		}
		if depth == 0 {
			return
		}
		var c Choices
		var after board.Position
		for _, m := range r.AppendMoves(nil, p) {
			for c.Start(r, p, m); c.Next(); {
				r.Apply(p, c.Turn(), &after)
				walk(r, &after, depth-1)
			}
		}
	}
	for _, row := range perftRows(t, "perft.jsonl") {
		r, _, p := parse(t, row.Rules, row.FEN)
		depth := 1
		if row.Perft[1] < 3000 {
			depth = 2
		}
		walk(r, &p, depth)
	}
}
