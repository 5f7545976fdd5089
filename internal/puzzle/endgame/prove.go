package endgame

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"turncoat/internal/puzzle/analysis"
	"turncoat/internal/tablebase"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
)

// ErrNoWin is the class of errors about positions that the side to move does not win.
var ErrNoWin = errors.New("not a win")

// ErrSize is the class of errors about proofs that have more steps than was allowed.
var ErrSize = errors.New("the proof is too long")

// Prove writes a proof that the side to move wins in as many turns as the tables say: a winning
// move for each position that the enemy can bring about, not that there is no shorter win. It
// returns the number of steps, of which there are at most a given number.
func Prove(ctx context.Context, w io.Writer, t *tablebase.Tables, p *board.Position, most int) (steps int, err error) {
	v, err := t.Probe(p)
	if err != nil {
		return 0, err
	}
	if !v.Wins() {
		return 0, fmt.Errorf("%w: it is a %s", ErrNoWin, v)
	}
	keys, err := quickest(t, p, turns(v))
	if err != nil {
		return 0, err
	}
	solver := solve.New(rules.New(t.Set()), solve.Options{Jobs: 1, Tables: t})
	out := &counter{Writer: w, most: most, lines: -1}
	err = solver.WriteProof(ctx, out, solve.Result{Position: *p, Status: solve.Won, In: turns(v), Keys: keys[:1]}, false)
	return out.lines, err
}

// quickest returns the moves that win in so many turns whatever the enemy takes back, sorted as UCI
// text.
func quickest(t *tablebase.Tables, p *board.Position, in int) ([]board.Move, error) {
	winning, err := analysis.WinningMoves(t, p)
	maps.DeleteFunc(winning, func(_ board.Move, n int) bool { return n != in })
	return slices.SortedFunc(maps.Keys(winning), func(a, b board.Move) int {
		return strings.Compare(a.UCI(p), b.UCI(p))
	}), err
}

// turns returns in how many turns of the winner's a game is won that is won in some plies.
func turns(v tablebase.Value) int { return (v.Plies() + 1) / 2 }

// A counter counts the lines after the first, each of which is written at once.
type counter struct {
	io.Writer
	most, lines int
}

func (c *counter) Write(line []byte) (int, error) {
	if c.lines == c.most {
		return 0, fmt.Errorf("%w: it has more than %d steps", ErrSize, c.most)
	}
	n, err := c.Writer.Write(line)
	if err == nil {
		c.lines++
	}
	return n, err
}
