package engine_test

import (
	"math/rand/v2"
	"testing"

	"turncoat/engine"
	"turncoat/internal/answer/probing"
	"turncoat/internal/tablebase"
	"turncoat/internal/tablebase/embedded"
	"turncoat/rules/board"
)

// With tables the engine plays every decided position of three pieces to its end in as many plies
// as they say, and knows the drawn ones.
func TestTables(t *testing.T) {
	set := probing.NewTableSet(embedded.Opener(""))
	defer set.Close()
	for _, name := range builtin {
		variant := named(t, name)
		tables, err := set.Tables(variant.Set())
		if err != nil {
			t.Fatal(err)
		}
		e := engine.New(variant, engine.Options{Memory: 1 << 20, Probe: set.Prober(variant.Set())})
		random := rand.New(rand.NewPCG(5, 5))
		seen := [2]int{}
		for tries := 0; tries < 5000 && (seen[0] < 3 || seen[1] < 3); tries++ {
			p := fewPieces(random)
			value, err := tables.Probe(&p)
			if err != nil || value.Plies() == 0 && value != tablebase.Drawn {
				continue
			}
			decided := 0
			if value != tablebase.Drawn {
				decided = 1
			}
			seen[decided]++
			if seen[decided] > 3 {
				continue
			}
			r, err := e.Search(t.Context(), engine.At(p), engine.Limits{Nodes: 5000})
			if err != nil || len(r.Lines) == 0 && value == tablebase.Drawn {
				continue // stalemate
			}
			want := engine.Score(0)
			if decided == 1 {
				want = engine.Decided(value.Plies())
			}
			if got := r.Lines[0]; got.Score != want ||
				decided == 1 && len(got.Turns) != value.Plies() {
				t.Errorf("%s, %s: %v with %d plies; the tables say %v", name, variant.FEN(&p),
					got.Score, len(got.Turns), value)
			}
			end := p
			for _, turn := range r.Lines[0].Turns {
				played, err := variant.TryPlay(&end, turn.Move, &turn.Reclaimed)
				if err != nil {
					t.Errorf("%s, %s: %v: %v", name, variant.FEN(&end), turn, err)
					break
				}

				end = played.After
			}

			if decided == 1 && variant.Outcome(&end).Result == board.Ongoing {
				t.Errorf("%s, %s: the game goes on after %v", name, variant.FEN(&p),
					r.Lines[0].Turns)
			}
		}

		if seen[1] < 3 {
			t.Errorf("%s: %v positions", name, seen)
		}
	}
}

// fewPieces returns a position with the kings and a piece.
func fewPieces(random *rand.Rand) board.Position {
	p := board.Position{EnPassant: board.NoSquare, Number: 1, Turn: board.Colour(random.IntN(2))}
	squares := random.Perm(64)
	p.Put(board.Square(squares[0]), board.Piece{Kind: board.King, Colour: board.White})
	p.Put(board.Square(squares[1]), board.Piece{Kind: board.King, Colour: board.Black})
	kinds := []board.Kind{board.Knight, board.Rook, board.Queen}
	p.Put(board.Square(squares[2]),
		board.Piece{Kind: kinds[random.IntN(3)], Colour: board.Colour(random.IntN(2))})
	return p
}
