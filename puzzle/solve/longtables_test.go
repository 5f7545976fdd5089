package solve_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"turncoat/internal/longtest"
	"turncoat/puzzle/internal/puzzletest"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
	"turncoat/tablebase"
)

// threePieces returns a random position of two kings and a third piece.
func threePieces(game *rules.Variant, random *rand.Rand) (board.Position, bool) {
	rows := [8][8]byte{}
	third, kings := "QRq"[random.IntN(3)], "Kk"
	if game.Set().Family == ruleset.Pacifist {
		third = "QRBNPqrbnp"[random.IntN(10)]
		if random.IntN(3) == 0 {
			kings = "KK"
		}
	}
	for i, s := range random.Perm(64)[:3] {
		rows[s/8][s%8] = []byte{kings[0], kings[1], third}[i]
	}
	fen := ""
	for i, row := range rows {
		if i > 0 {
			fen += "/"
		}
		for _, piece := range row {
			if piece == 0 {
				piece = '1'
			}
			fen += string(piece)
		}
	}
	p, err := game.ParseFEN(fen + " w - - 0 1")
	return p, err == nil
}

// The bounds hold what the tablebase says of positions of three pieces, whatever the work, and with any number
// of jobs; where the answer is settled it is the tablebase's. One solver asks for all, so that what is
// remembered of one position serves the next.
func TestAnyLengthThreePieces(t *testing.T) {
	count := 60
	if !longtest.Enabled() {
		count = 20
	}
	for _, name := range ruleset.BuiltinNames() {
		game := puzzletest.Named(t, name)
		tables, err := tablebase.Open(game.Set(), "")
		if err != nil {
			t.Fatal(err)
		}
		defer tables.Close()
		random := rand.New(rand.NewPCG(3, 8))
		solvers := []*solve.Solver{
			solve.New(game, solve.Options{Jobs: 1, Nodes: 100_000, Memory: 1 << 20}),
			solve.New(game, solve.Options{Jobs: 2, Nodes: 20_000, Memory: 1 << 16}),
		}
		won, settled, none := 0, 0, 0
		for i := range count {
			p, ok := threePieces(game, random)
			if !ok || game.Outcome(&p).Result != board.Ongoing {
				continue
			}
			value, err := tables.Probe(&p)
			if err != nil {
				continue
			}
			turns := (value.Plies() + 1) / 2
			r, err := solvers[i%2].AnyLength(context.Background(), p, solve.Win, 60, nil)
			if err != nil {
				t.Fatal(err)
			}
			fen := game.FEN(&p)
			switch {
			case !value.Wins():
				none++
				if r.AtMost > 0 || r.Status == solve.Won {
					t.Errorf("%s: %s: %+v, but it is not won", name, fen, r)
				}
				continue
			case r.Status == solve.None || r.AtLeast > turns || r.AtMost > 0 && r.AtMost < turns:
				t.Errorf("%s: %s: %+v, but it is won in %d", name, fen, r, turns)
			case r.Status == solve.Won:
				settled++
			}
			won++
		}
		t.Log(name, won, settled, none)
		if won == 0 || settled == 0 || none == 0 {
			t.Errorf("%s: %d won, %d settled, %d not won: the test shows little", name, won, settled, none)
		}
	}
}

// What the tables hold is answered from them: king and knight beat the king in 13, no sooner (docs/tablebases.md),
// which the search alone does not find within these limits. Of what is not won they know that it never is.
func TestAnyLengthAsksTheTables(t *testing.T) {
	game := puzzletest.Named(t, "pacifist1")
	tables, err := tablebase.Open(game.Set(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer tables.Close()
	s := solve.New(game, solve.Options{Jobs: 1, Nodes: 100_000, Tables: tables})
	p := puzzletest.Position(t, game, "n7/8/8/4K3/8/8/8/7k w - - 0 1")
	r, err := s.AnyLength(t.Context(), p, solve.Win, 60, nil)
	if err != nil || r.Status != solve.Won || r.AtMost != 13 || r.AtLeast != 13 || len(r.Keys) == 0 || !r.Complete {
		t.Errorf("%+v, %v", r, err)
	}
	if r, err = s.AnyLength(t.Context(), p, solve.Win, 12, nil); err != nil || r.Status != solve.None || r.Never {
		t.Errorf("in 12: %+v, %v", r, err)
	}
	chess := puzzletest.Named(t, "chess")
	rooks, err := tablebase.Open(chess.Set(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer rooks.Close()
	s = solve.New(chess, solve.Options{Jobs: 1, Nodes: 100_000, Tables: rooks})
	p = puzzletest.Position(t, chess, "7k/8/8/8/8/8/R7/K7 b - - 0 1")
	if r, err = s.AnyLength(t.Context(), p, solve.Win, 60, nil); err != nil || r.Status != solve.None || !r.Never {
		t.Errorf("the bare king: %+v, %v", r, err)
	}
}
