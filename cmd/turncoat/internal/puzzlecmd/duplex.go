package puzzlecmd

import (
	"context"
	"errors"
	"fmt"
	"io"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/internal/plural"
	"turncoat/pgn"
	"turncoat/puzzle"
	"turncoat/puzzle/solution"
	"turncoat/puzzle/solve"
)

// checkSolutions checks the flags that not every stipulation has a meaning for.
func (call *puzzleCall) checkSolutions() error {
	s := call.s
	if s.Bool("duplex") && (s.IsSet("prove") || s.Bool("any-length")) {
		return errors.New("--duplex cannot be combined with --prove or --any-length")
	}
	if s.IsSet("solutions") && !call.goal.HasLines() {
		return errors.New("--solutions is for --help-win and series")
	}
	for _, flag := range []string{"tries", "all-variations"} {
		if s.IsSet(flag) && call.goal.HasLines() {
			return fmt.Errorf("--%s cannot be combined with a help-win or a series: nothing is forced there", flag)
		}
	}
	for _, flag := range []string{"tries", "set-play", "all-variations"} {
		if s.IsSet(flag) && s.Bool("keys-only") {
			return fmt.Errorf("--%s and --keys-only cannot be combined", flag)
		}
	}
	switch {
	case call.goal&solution.Series != 0 && call.format == "pgn":
		return errors.New("a series cannot be written as PGN")
	case s.Bool("set-play") && call.goal.HasLines() && call.format == "pgn":
		return errors.New("--set-play of a help-win cannot be written as PGN")
	case s.Bool("refute") && !s.IsSet("prove"):
		return errors.New("--refute is for --prove")
	}
	return nil
}

// demand holds the lines of a help-win to the number that is demanded.
func (call *puzzleCall) demand(r *solve.Result) error {
	n := call.s.Int("solutions")
	if r.Status != solve.Won || n == 0 || r.LineCount == uint64(n) {
		return nil
	}
	return command.Found("%s, not %d", plural.Count(int(r.LineCount), "line"), n)
}

// tags returns the tags of a record of the answer; nil for the usual ones.
func (call *puzzleCall) tags(in int) []pgn.Tag {
	if !call.duplex {
		return nil
	}
	return []pgn.Tag{{Name: "Event", Value: fmt.Sprintf("%s in %s", call.goal, call.length(in))},
		{Name: "Twin", Value: puzzle.DuplexChange}}
}

// solveDuplex answers the second half of a duplex: the same with the other side to begin.
func solveDuplex(ctx context.Context, s *command.Session, call *puzzleCall) error {
	second := *call
	second.p, second.other, second.duplex, second.anyKey = *call.other, nil, true, nil
	if second.format == "text" || second.format == "popeye" {
		s.Printf("\nduplex, %s begins\n", second.p.Turn.Title())
	}
	return solveCall(ctx, s, &second, command.Printed{Writer: io.Discard})
}
