package puzzlecmd

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/puzzle/solve"
)

// defaultAnyLength is the greatest number of turns of a win of any length, when none is given.
const defaultAnyLength = 60

// puzzleLong answers puzzle solve --any-length: a forced win is found and proved, and the shortest approached
// from both sides.
func puzzleLong(
	ctx context.Context,
	s *command.Session,
	call *puzzleCall,
	solver *solve.Solver,
	proof command.Output,
) error {
	report := func(solve.Bounds) {}
	if s.Line != nil {
		report = func(b solve.Bounds) { s.Draw(b.String()) }
	}
	result, err := solver.AnyLength(ctx, call.p, call.goal, call.n, report)
	s.Draw("")
	if err != nil && ctx.Err() == nil {
		return s.UsageError("%w", err)
	}
	if call.s.Bool("stats") {
		s.Say(fmt.Sprintf("%d turns in %.3f s, %.0f a second", result.Nodes, result.Elapsed.Seconds(),
			float64(result.Nodes)/result.Elapsed.Seconds()))
	}
	err = puzzleLongAnswer(s, call, result)
	if call.s.String("prove") == "" || result.AtMost == 0 || s.Context.Err() != nil {
		return err
	}
	if err != nil {
		s.Report(err)
	}
	s.Out.Flush() // the answer is there, whatever becomes of the proof
	if err := solver.WriteLongProof(s.Context, proof, result); err != nil {
		return unproved(s, call.s.String("prove"), err)
	}
	if kept := proof.Commit(); kept != nil {
		return kept
	}
	return err
}

// puzzleLongAnswer prints what was found.
func puzzleLongAnswer(s *command.Session, call *puzzleCall, r solve.LongResult) error {
	names := strings.Join(call.names(r.Keys), ", ")
	switch {
	case call.format == "json":
		if err := s.JSON(call.longAnswer(r)); err != nil {
			return err
		}
	case r.Status == solve.Won && r.Complete:
		s.Printf("%s in %d: %s\n", call.goal, r.AtMost, names)
	case r.Status == solve.Won:
		s.Printf("%s in %d: %s, and perhaps other turns\n", call.goal, r.AtMost, names)
	case r.AtMost > 0:
		s.Printf("%s in at most %d, at least %d: %s\n", call.goal, r.AtMost, r.AtLeast, names)
	case r.Status == solve.None && r.Never:
		s.Printf("no %s in any number of turns\n", call.goal)
	case r.Status == solve.None:
		s.Printf("no %s in %d\n", call.goal, call.n)
	default:
		s.Printf("unknown: no %s in %d\n", call.goal, r.AtLeast-1)
	}
	switch {
	case s.Context.Err() != nil:
		return command.Interrupted("what is proved so far has been printed")
	case r.Status == solve.Unknown && r.AtMost > 0:
		return command.Limited("limit reached before the shortest %s was known", call.goal)
	case r.Status == solve.Unknown:
		return command.Limited("limit reached before a %s was found", call.goal)
	case r.Status == solve.None:
		s.Raise(command.StatusFound)
	case !r.Complete:
		return command.Limited("limit reached before all first turns were settled")
	}
	return nil
}

func (call *puzzleCall) longAnswer(r solve.LongResult) AnswerJSON {
	a := AnswerJSON{Status: r.Status.String(), Goal: call.goal.String(), Keys: call.uci(r.Keys),
		Excluded: r.AtLeast - 1, Nodes: r.Nodes, AtMost: r.AtMost, AtLeast: r.AtLeast, Never: r.Never}
	if won := r.AtMost > 0; won || r.Status == solve.None {
		a.Win = &won
	}
	switch {
	case r.Status == solve.Won:
		a.In = r.AtMost
	case r.Status == solve.None:
		a.Excluded, a.AtLeast = call.n, 0
	}
	return a
}

// anyLength checks what goes with --any-length.
func (call *puzzleCall) anyLength() error {
	switch {
	case call.goal.HasLines():
		return errors.New("--any-length cannot be combined with a help-win or a series: nothing is forced there")
	case call.format == "pgn" || call.format == "popeye":
		return fmt.Errorf("--any-length and --format %s cannot be combined", call.format)
	}
	for _, flag := range []string{"tries", "set-play", "refute", "key", "final"} {
		if call.s.IsSet(flag) {
			return fmt.Errorf("--any-length and --%s cannot be combined", flag)
		}
	}
	return nil
}
