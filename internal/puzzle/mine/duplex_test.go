package mine

import (
	"context"
	"testing"

	"turncoat/internal/puzzle/analysis"
	"turncoat/internal/testing/longtest"
	"turncoat/internal/testing/puzzletest"
	"turncoat/puzzle"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
)

// Mined duplexes have one solution whichever side begins, by the reference rules, and with any
// number of jobs the same.
func TestDuplexesAreMined(t *testing.T) {
	for i, name := range []string{"chess", "pacifist1", "conversion", "pacifist-value"} {
		if longtest.Short() && i > 0 {
			break
		}
		m := &Mine{
			Rules: puzzletest.Named(t, name).Set(), From: Composed, Pieces: "4-6",
			Goal: solve.HelpWin, Half: true,
			Duplex: true, Least: 1, Most: 1,
			Count: 1, Pool: 1, Seed: 1, Demands: analysis.Fine(), Improve: 150, Nodes: 600_000,
		}
		if name == "chess" {
			m.Seed = 11 // finds one soon
		}
		m.Demands.Lines = 1
		one, err := m.Run(context.Background(), Options{Jobs: 1})
		if err != nil || len(one) != 1 || len(one[0].Twins) != 1 ||
			one[0].Twins[0].Change != "duplex" {
			t.Errorf("%s: %+v, %v", name, one, err)
			continue
		}

		p := &one[0]
		twin, err := p.Twin(0)
		if err != nil {
			t.Fatal(err)
		}
		slow := rules.NewReference(m.Rules)
		for _, half := range []*puzzle.Puzzle{p, &twin} {
			at, err := half.Position()
			if err != nil {
				t.Fatal(err)
			}
			if n := countLines(slow, &at, 3, at.Turn); n != 1 {
				t.Errorf("%s: %s has %d solutions", name, half.FEN, n)
			}
		}
	}

	m := &Mine{Rules: puzzletest.Named(t, "chess").Set(), From: Composed, Pieces: "4-6",
		Duplex: true, Least: 2, Most: 2, Count: 1, Pool: 1}
	if err := m.Check(); err == nil {
		t.Error("a duplex of forced wins is mined")
	}
}

// countLines counts the lines of so many plies at whose end a side has won, but for those that end
// before.
func countLines(variant *rules.Variant, at *board.Position, plies int, winner board.Colour) int {
	if plies == 0 {
		if variant.Outcome(at).Result == board.Win(winner) {
			return 1
		}
		return 0
	}

	n := 0
	for _, m := range variant.Moves(at) {
		for t := range variant.TurnsOf(at, m) {
			n += countLines(variant, &t.After, plies-1, winner)
		}
	}

	return n
}
