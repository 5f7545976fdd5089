package check

import (
	"strings"
	"testing"

	"turncoat/corpus"
	"turncoat/internal/rulestest"
	"turncoat/rules"
)

// The outcome of positions, as programs with bugs in how games end have it: worked out by hand from the names of
// the bugs and PAC-12. 1 is a win of White's, 0 one of Black's, = a draw, * none.
func TestOutcomesOfBugs(t *testing.T) {
	positions := []string{
		"k6k/8/8/8/8/8/8/7R w - - 0 1",        // White has no king, and can claim one
		"8/8/8/8/8/8/p7/K6K w - - 0 1",        // Black has none, and is not to move
		"k6k/8/8/8/8/8/P7/8 w - - 0 1",        // White has none, and can claim none: 0
		"k7/8/8/8/8/8/8/K7 w - - 0 1",         // two kings alone
		"k7/8/8/8/8/8/8/KN6 w - - 0 1",        // and a knight
		"k7/8/8/8/8/8/8/KBB5 w - - 0 1",       // and two bishops
		"1r6/8/8/8/8/8/7r/K6k w - - 0 1",      // the king can move, but not safely, and is not attacked: =
		"rr6/8/8/8/8/8/7r/K6k w - - 0 1",      // and is attacked: =
		"rr5k/8/8/8/8/8/K1p3rr/1B6 w - - 0 1", // and is attacked, but supported: =
		"7k/8/8/8/8/8/rq6/Kr6 w - - 0 1",      // the king is attacked and cannot move at all: =
		"k7/8/8/8/8/8/8/K7 w - - 100 80",      // fifty moves
		"1r6/8/8/8/8/8/7r/K6k b - - 0 1",      // as above, but Black is to move
		"k6k/8/8/8/8/8/P7/8 b - - 0 1",        // as above, but Black is to move
	}
	bugs := map[string]string{
		"": "* * 0 * * * = = = = * * *",
		"a side to move without a king has lost, even if it can claim one":                                "0 * 0 * * * = = = = * * *",
		"a side to move has won once the enemy is without a king":                                         "* 1 0 * * * = = = = * * 0",
		"whoever is without a king has lost, even if it can claim one":                                    "0 1 0 * * * = = = = * * 0",
		"two kings alone are a draw":                                                                      "* * 0 = * * = = = = = * *",
		"a king alone on each side, or one with a minor piece, is a draw":                                 "* * 0 = = * = = = = = * *",
		"fifty moves are a draw":                                                                          "* * 0 * * * = = = = = * *",
		"the game goes on where there are movements but no legal turn":                                    "* * * * * * * * * = * * *",
		"whoever has no turn, kings or not, draws":                                                        "* * = * * * = = = = * * *",
		"a side without a turn has lost if its king is over-persuaded":                                    "* * 0 * * * = 0 = 0 * * *",
		"a side without a turn has lost if its king is attacked":                                          "* * 0 * * * = 0 0 0 * * *",
		"the wrong side has won":                                                                          "* * 1 * * * = = = = * * *",
		"White is said to have won, whoever has":                                                          "* * 1 * * * = = = = * * *",
		"Black is said to have won, whoever has":                                                          "* * 0 * * * = = = = * * *",
		"it is asked whether the side that has moved has a turn":                                          "* 1 * * * * * * * * * = 0",
		"it is asked whether the side that has moved has a turn, but whether the side to move has a king": "* = * * * * * * * * * = =",
		"a side without a turn has won if it has a king":                                                  "* * 0 * * * 1 1 1 1 * * *",
		"lost and drawn are mixed up":                                                                     "* * = * * * 0 0 0 0 * * *",
		"the game goes on for a side that has a king but no turn":                                         "* * 0 * * * * * * * * * *",
		"the game goes on for a side that has neither a king nor a turn":                                  "* * * * * * = = = = * * *",
		"the game always goes on":                                                                         "* * * * * * * * * * * * *",
	}
	set := rulestest.Builtin(t, "pacifist1")
	ways := waysByName()
	for bug, outcomes := range bugs {
		way := &wrongWay{}
		if bug != "" {
			list := ways["outcome: "+bug]
			if len(list) == 0 {
				t.Errorf("%q is no bug", bug)
				continue
			}
			way = &list[0]
		}
		for i, want := range strings.Fields(outcomes) {
			c := corpus.Case{Rules: set, FEN: positions[i]}
			got, ok := (&wrongJudge{set: set, way: way}).answer(rules.New(set), &sample{result: &Result{Case: &c}},
				false)
			if want = map[string]string{"1": "1-0", "0": "0-1", "=": "1/2-1/2", "*": "*"}[want]; !ok ||
				got.Outcome != want {
				t.Errorf("%s: %s in %s, want %s", bug, got.Outcome, c.FEN, want)
			}
		}
	}
	if n := len(outcomeWays()); n != len(bugs)-1 {
		t.Errorf("there are %d bugs in how games end, of which %d are held", n, len(bugs)-1)
	}
}
