package puzzlecmd

import (
	"context"
	"io"
	"strings"

	"turncoat/cmd/internal/command"
	"turncoat/internal/puzzle/solution"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
)

// A longAnswer is what a search for a win of any length has found.
type longAnswer struct {
	*request
	result solve.LongResult
	line   []board.Played // of the win
}

// proveWin proves that the side to move reaches the goal, in whatever number of turns, and closes
// in on the fewest.
func proveWin(s *command.Session, o *proveOptions, variant *rules.Variant, p board.Position) error {
	asked, err := o.goal.read(s)
	if err == nil {
		err = asked.checkAnyLength()
	}
	if err == nil {
		err = s.Refuse("--%s and a position without a MOVE cannot be combined: only the replies to a claimed "+
			"MOVE are shared out; leave it out, or add the MOVE", "journal", "cluster")
	}
	if err != nil {
		return s.UsageError("%w", err)
	}
	out, err := s.Optional("--output", o.output)
	if err != nil {
		return err
	}
	defer out.Discard()
	memory := int64(solve.DefaultMemory)
	if s.IsSet("memory") {
		memory = int64(o.memory)
	}

	command.LimitMemory(memory)
	ctx, cancel := s.Context, context.CancelFunc(func() {})
	if o.time > 0 {
		ctx, cancel = context.WithTimeout(s.Context, o.time)
	}
	defer cancel()
	solver := solve.New(variant, solve.Options{Jobs: command.Jobs(o.jobs), Nodes: o.nodes,
		Memory: memory})
	report := func(b solve.Bounds) { s.Draw(b.String()) }
	result, err := solver.AnyLength(ctx, &p, asked.goal, asked.n, report)
	s.Draw("")
	if err != nil && ctx.Err() == nil {
		return s.UsageError("%w", err)
	}

	a := &longAnswer{&request{stipulation: asked, variant: variant, position: p}, result,
		solver.LongLine(s.Context, result)}
	ended := a.print(s)
	if o.output == "" || result.AtMost == 0 {
		return ended
	}
	return writeProof(s, "--output "+o.output, ended, out, func(out io.Writer) error {
		return writePacked(out, o.output, func(out io.Writer) error {
			return solver.WriteLongProof(s.Context, out, result)
		})
	})
}

// print prints the answer. The error is how the call ends.
func (a *longAnswer) print(s *command.Session) error {
	if s.AsJSON {
		if err := s.JSON(solution.LongAnswerOf(a.variant, &a.result, a.line)); err != nil {
			return err
		}
	} else {
		s.Printf("%s\n", a.sentence())
		if len(a.line) > 0 {
			s.Printf("%s\n", strings.Join(solution.NumberedTurns(a.variant, &a.position, a.line),
				" "))
		}
	}

	switch r := &a.result; {
	case s.Context.Err() != nil:
		return command.Interrupted("what is proved so far has been printed")
	case r.Status == solve.Unknown && r.AtMost > 0:
		return command.Limited("limit reached before the shortest %s was known", a.goal)
	case r.Status == solve.Unknown:
		return command.Limited("limit reached before a %s was found", a.goal)
	case r.Status == solve.None:
		s.Raise(command.StatusFound)
	case !r.Complete:
		return command.Limited("limit reached before all first turns were settled")
	}
	return nil
}

// sentence returns the answer in one line.
func (a *longAnswer) sentence() string {
	r := &a.result
	text := r.String()
	if r.AtMost == 0 {
		return text
	}
	text += ": " + a.names(r.Keys)
	if r.Status == solve.Won && !r.Complete {
		text += ", and perhaps other turns"
	}
	return text
}
