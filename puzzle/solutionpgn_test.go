package puzzle

import (
	"bytes"
	"context"
	"testing"

	"turncoat/puzzle/solve"
	"turncoat/rules"
)

// King and rook against king, worked out by hand: two keys, each with one reply, and a key that is the only one.
func TestSolutionAsPGN(t *testing.T) {
	game, err := rules.Named("chess")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		fen, want string
	}{
		{"7k/8/5K2/8/8/8/8/R7 w - - 0 1", `[Event "win in 2"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "1-0"]
[FEN "7k/8/5K2/8/8/8/8/R7 w - - 0 1"]
[SetUp "1"]

1. Kf7 (1. Kg6 Kg8 2. Ra8#) 1... Kh7 2. Rh1# 1-0

`},
		{"7k/8/6K1/8/8/8/8/R7 w - - 0 1", `[Event "win in 1"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "1-0"]
[FEN "7k/8/6K1/8/8/8/8/R7 w - - 0 1"]
[SetUp "1"]

1. Ra8# $1 1-0

`},
	} {
		p, err := game.ParseFEN(test.fen)
		if err != nil {
			t.Fatal(err)
		}
		s := solve.New(game, solve.Options{Memory: 1 << 20})
		result, err := s.Solve(context.Background(), p, solve.Win, 2)
		if err != nil {
			t.Fatal(err)
		}
		solution, err := s.Solution(context.Background(), p, solve.Win, result, solve.Wanted{})
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := WriteSolution(&b, game, solution); err != nil {
			t.Fatal(err)
		}
		if b.String() != test.want {
			t.Errorf("got\n%swant\n%s", b.String(), test.want)
		}
	}
}
