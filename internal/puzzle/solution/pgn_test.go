package solution_test

import (
	"bytes"
	"testing"

	"turncoat/internal/puzzle/solution"
	"turncoat/puzzle/solve"
)

// King and rook against king, worked out by hand: two keys, each with one reply, and a key that is
// the only one.
func TestSolutionAsPGN(t *testing.T) {
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

1. Kf7 {threat 2.Rh1#} (1. Kg6 Kg8 2. Ra8#) 1... Kh7 2. Rh1# 1-0

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
		variant, tree := solved(t, "chess", test.fen, solve.Win, 2, solve.Wanted{})
		var b bytes.Buffer
		if err := solution.WritePGN(&b, variant, tree, nil); err != nil {
			t.Fatal(err)
		}
		if b.String() != test.want {
			t.Errorf("got\n%swant\n%s", b.String(), test.want)
		}
	}
}
