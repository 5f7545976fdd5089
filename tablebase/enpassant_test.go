package tablebase

import (
	"testing"

	"turncoat/internal/rulestest"
	"turncoat/rules"
)

// While a class is solved, what a pawn's two-step allows is worth what the enemy gets by taking en passant, from the pass on in which that is known; before,
// and by any other turn of which nothing is known yet, it is a draw. Here Black takes on e3, goes with the king to d2, and promotes.
func TestPassingValue(t *testing.T) {
	set := rulestest.Builtin(t, "chess")
	tables, err := Open(set, "")
	if err != nil {
		t.Fatal(err)
	}
	g := rules.New(set)
	p, err := g.ParseFEN("8/8/8/8/3pP3/2k5/8/7K b - e3 0 1")
	if err != nil {
		t.Fatal(err)
	}
	taken, err := g.ParseFEN("8/8/8/8/8/2k1p3/8/7K w - - 0 2")
	if err != nil {
		t.Fatal(err)
	}
	lost, err := tables.Probe(&taken)
	if err != nil || !lost.Loses() {
		t.Fatalf("after the capture: %v, %v", lost, err)
	}
	known := tables.Table(class(t, "KKP"))
	values, err := known.values()
	if err != nil {
		t.Fatal(err)
	}
	lower := map[Class]*solved{known.Class: {known.x, values, max(known.Longest, known.LongestLoss)}}
	c := class(t, "KKPP")
	e := newExpander(newSolution(tables.rules, set.Family, c, lower, make([]Value, newIndexing(c, set.Family).size+extraValues), 0))
	e.passing = append(e.passing, p)
	n := lost.Plies()
	for pass, want := range map[int]Value{n: Drawn, n + 1: Drawn, n + 2: In(n + 1), n + 3: In(n + 1), MaxPlies: In(n + 1)} {
		if got := e.passingValue(&p, pass); got != want {
			t.Errorf("pass %d: %v, want %v", pass, got, want)
		}
		if got := e.passesAgainst(pass); got != want.Wins() {
			t.Errorf("pass %d: Black has won: %t", pass, got)
		}
		if e.passesFor(pass) {
			t.Errorf("pass %d: Black has lost", pass)
		}
	}
}
