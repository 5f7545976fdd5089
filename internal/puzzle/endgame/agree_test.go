package endgame

import (
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"turncoat/internal/tablebase"
	"turncoat/internal/tablebase/embedded"
	"turncoat/internal/testing/longtest"
	"turncoat/internal/testing/rulestest"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

var (
	tablesDir = flag.String("tables", "",
		"hold the tables of this directory against the search, too")
	positions = flag.Int("positions", 60, "how many positions of each class are searched")
)

// Up to four turns the search, which knows no table, finds the wins that the tables have: as long,
// by the same keys.
func TestAgreesWithSearch(t *testing.T) {
	const most = 4
	for _, name := range rulestest.Representative() {
		set, err := ruleset.Builtin(name)
		if err != nil {
			t.Fatal(err)
		}
		tables, err := embedded.Open(set, *tablesDir)
		if err != nil {
			t.Fatal(err)
		}
		defer tables.Close()
		variant := rules.New(set)
		solver := solve.New(variant, solve.Options{Jobs: 1})
		for _, c := range tables.Classes() {
			random := rand.New(rand.NewPCG(7, uint64(c.Pieces())))
			wins, found := 0, 0
			wanted := *positions
			if !longtest.Enabled() {
				wanted = min(wanted, 20)
			}
			for found < wanted {
				p := anyPosition(random, c)
				v, err := tables.Probe(&p)
				if err != nil {
					continue // not a position
				}
				found++
				result, err := solver.Solve(t.Context(), &p, solve.Win, most)
				if err != nil {
					t.Fatal(err)
				}
				if !v.Wins() || turns(v) > most {
					if result.Status != solve.None {
						t.Errorf("%s: %s: the table has %v, the search a win in %d", name,
							variant.FEN(&p), v, result.In)
					}
					continue
				}

				wins++
				keys, err := quickest(tables, &p, turns(v))
				if err != nil {
					t.Fatal(err)
				}
				if result.Status != solve.Won || result.In != turns(v) ||
					!slices.Equal(keys, result.Keys) {
					t.Errorf("%s: %s: the table has %v by %v, the search %v in %d by %v", name,
						variant.FEN(&p), v, keys, result.Status, result.In, result.Keys)
				}
			}

			t.Logf("%s, %s: %d wins in up to %d turns among %d positions agree", name, c, wins,
				most, found)
		}
	}
}

// anyPosition returns pieces of a class thrown on the board, which need not be a position.
func anyPosition(random *rand.Rand, c tablebase.Class) board.Position {
	p := board.Position{EnPassant: board.NoSquare, Number: 1, Turn: board.Colour(random.IntN(2))}
	for kind := board.Pawn; kind <= board.King; kind++ {
		for range c.Count(kind) {
			for {
				s := board.Square(random.IntN(64))
				if !p.Occupied().Has(s) {
					p.Put(s, board.Piece{Kind: kind, Colour: board.Colour(random.IntN(2))})
					break
				}
			}
		}
	}

	p.Rekey()
	return p
}
