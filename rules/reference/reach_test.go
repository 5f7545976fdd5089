package reference

import (
	"path/filepath"
	"testing"

	"turncoat/internal/rulestest"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// What pieces bear on is the same whether it is worked out from nothing or from the board before the move, right after it and
// after every wave, whatever sliders bear through.
func TestReachFromTheBoardBefore(t *testing.T) {
	waves := 0
	eachLine(t, filepath.Join("..", "testdata", "perft.jsonl"), func(_ int, fact perftFact) {
		set := rulestest.Builtin(t, fact.Rules)
		if set.Family != ruleset.Pacifist {
			return
		}
		p := mustFEN(t, set, fact.FEN)
		for _, set.Lines = range []ruleset.Lines{ruleset.Batteries, ruleset.Blocked, ruleset.AnyFriend, ruleset.BothColours, ruleset.Attackers} {
			before := newReach(&set, &p, nil)
			check := func(m board.Move, p *board.Position) {
				if got, want := newReach(&set, p, &before).on, newReach(&set, p, nil).on; got != want {
					t.Errorf("%s, lines %d: %v: %s: other squares from the board before", fact.FEN, set.Lines, m, p.FEN(set))
				}
			}
			for _, m := range newTable(set, p).movements() {
				c := Begin(set, p, m)
				check(m, &c.Board)
				for wave := c.Next(); wave != 0; wave = c.Next() {
					c.Convert(wave)
					check(m, &c.Board)
					waves++
				}
			}
		}
	})
	if waves < 1000 {
		t.Errorf("%d waves", waves)
	}
}
