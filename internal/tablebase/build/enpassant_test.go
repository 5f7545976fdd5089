package build

import (
	"testing"

	"turncoat/internal/tablebase"
	"turncoat/internal/testing/rulestest"
	"turncoat/rules"
)

// While a class is solved, what a pawn's two-step allows is worth what the enemy gets by taking en
// passant, from the pass on in which that is known; before, and by any other turn of which nothing
// is known yet, it is a draw. Here Black takes on e3, goes with the king to d2, and promotes.
func TestPassingValue(t *testing.T) {
	set := rulestest.Builtin(t, "chess")
	tables := opened(t, "chess", "")
	variant := rules.New(set)
	p, err := variant.ParseFEN("8/8/8/8/3pP3/2k5/8/7K b - e3 0 1")
	if err != nil {
		t.Fatal(err)
	}
	taken, err := variant.ParseFEN("8/8/8/8/8/2k1p3/8/7K w - - 0 2")
	if err != nil {
		t.Fatal(err)
	}
	lost, err := tables.Probe(&taken)
	if err != nil || !lost.Loses() {
		t.Fatalf("after the capture: %v, %v", lost, err)
	}
	known := tables.Table(class(t, "KKP"))
	values, err := known.Values()
	if err != nil {
		t.Fatal(err)
	}
	lower := map[tablebase.Class]*solved{known.Class: {known.Index(), values,
		max(known.Longest, known.LongestLoss)}}
	c := class(t, "KKPP")
	e := newExpander(newSolution(tables.Rules(), set.Family, tablebase.NewIndex(c, set), lower,
		make([]tablebase.Value, tablebase.NewIndex(c, set).Size+extraValues), 0))
	e.enPassant = append(e.enPassant, p)
	n := lost.Plies()
	for pass, want := range map[int]tablebase.Value{n: tablebase.Drawn, n + 1: tablebase.Drawn,
		n + 2: tablebase.DecidedIn(n + 1), n + 3: tablebase.DecidedIn(n + 1),
		tablebase.MaxPlies: tablebase.DecidedIn(n + 1)} {
		if got := e.enPassantValue(&p, pass); got != want {
			t.Errorf("pass %d: %v, want %v", pass, got, want)
		}
		if got := e.winsEnPassant(pass); got != want.Wins() {
			t.Errorf("pass %d: Black has won: %t", pass, got)
		}
		if e.losesEnPassant(pass) {
			t.Errorf("pass %d: Black has lost", pass)
		}
	}
}

// A two-step that mates has won, and one that stalemates has not, whatever could be taken en
// passant.
func TestPassingValueAtTheEnd(t *testing.T) {
	e := newExpander(unsolved(t, "chess", "KK"))
	for fen, want := range map[string]tablebase.Value{"8/8/5Q2/7k/6P1/7P/8/4K3 b - - 0 1": tablebase.DecidedIn(0),
		"k7/2Q5/1K6/8/8/8/8/8 b - - 0 1": tablebase.Drawn} {
		p := position(t, "chess", fen)
		drawn := position(t, "chess", "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1")
		e.enPassant = append(e.enPassant[:0], drawn, p)
		if got := e.enPassantValue(&p, 1); got != want {
			t.Errorf("%s: %v, want %v", fen, got, want)
		}
		if e.losesEnPassant(1) != want.Loses() || e.winsEnPassant(1) {
			t.Errorf("%s: Black has lost: %t, won: %t", fen, e.losesEnPassant(1),
				e.winsEnPassant(1))
		}
	}

	e.enPassant = nil
	if e.losesEnPassant(1) || !e.winsEnPassant(1) {
		t.Error("where nothing can be taken en passant there is neither a way to win by it nor one to escape")
	}
}
