package puzzlecmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"turncoat/cmd/internal/command"
	"turncoat/puzzle/solve"
	"turncoat/rules/board"
)

// solveAndPrint answers a call and writes the proof that it wants.
func (call *puzzleCall) solveAndPrint(ctx context.Context, proof command.Output) error {
	s := call.s
	solver := solve.New(call.variant, call.options)
	result, err := call.solve(ctx, solver)
	other := solver // that knows of all first turns
	if err == nil && result.Status == solve.None && call.o.key != "" {
		other, err = call.others(ctx)
	}
	s.Draw("")
	if errors.Is(err, solve.ErrUnsupported) {
		return s.UsageError("%w", err)
	}
	if command.StatusOf(err) == command.StatusFound {
		return err
	}
	call.stats(result.Nodes, result.Elapsed)
	err = call.print(ctx, solver, result)
	return call.prove(err, result.Status == solve.Unknown, proof, func(w io.Writer) error {
		if call.anyKey != nil && call.anyKey.Status != solve.None {
			return command.Found("cannot write a proof restricted to --key")
		}
		return other.WriteProof(ctx, w, result, call.o.refute)
	})
}

func (call *puzzleCall) solveDuplex(ctx context.Context) error {
	second := *call
	second.p, second.other, second.duplex, second.anyKey = *call.other, nil, true, nil
	if second.format == "text" || second.format == "popeye" {
		call.s.Printf("\nduplex, %s begins\n", second.p.Turn.Title())
	}
	return second.solveAndPrint(ctx, command.Printed{Writer: io.Discard})
}

// solveLong answers puzzle solve --any-length: a forced win is found and proved, and the shortest
// approached from both sides.
func (call *puzzleCall) solveLong(ctx context.Context, proof command.Output) error {
	s := call.s
	if call.o.prove != "" {
		call.options.Tables = nil // what they say is no proof
	}
	if call.options.Memory == 0 {
		call.options.Memory = solve.DefaultMemory
	}
	solver := solve.New(call.variant, call.options)
	report := func(b solve.Bounds) { s.Draw(b.String()) }
	result, err := solver.AnyLength(ctx, &call.p, call.goal, call.n, report)
	s.Draw("")
	if err != nil && ctx.Err() == nil {
		return s.UsageError("%w", err)
	}
	call.stats(result.Nodes, result.Elapsed)
	var line []board.Played
	if !call.o.keysOnly {
		line = solver.LongLine(s.Context, result)
	}
	return call.prove(call.printLong(result, line), result.AtMost == 0, proof, func(w io.Writer) error {
		return solver.WriteLongProof(s.Context, w, result)
	})
}

// stats says how long a search took, where that is wanted.
func (call *puzzleCall) stats(nodes uint64, elapsed time.Duration) {
	if call.o.stats {
		call.s.Say(fmt.Sprintf("%d turns in %.3f s, %.0f a second", nodes, elapsed.Seconds(),
			float64(nodes)/elapsed.Seconds()))
	}
}

// prove writes the proof of an answer that has been printed, if one is wanted and there is anything
// to prove.
func (call *puzzleCall) prove(
	printed error,
	nothing bool,
	proof command.Output,
	write func(io.Writer) error,
) error {
	s, o := call.s, call.o
	if o.prove == "" || nothing || s.Context.Err() != nil {
		return printed
	}
	if printed != nil {
		s.Report(printed)
	}
	s.Out.Flush() // the answer is there, whatever becomes of the proof
	err := write(proof)
	kept := "--prove " + o.prove + ": nothing was written"
	switch {
	case err == nil:
		return proof.Commit()
	case s.Context.Err() != nil:
		return command.Interrupted("the answer has been printed; " + kept)
	case errors.Is(err, solve.ErrUnsupported):
		return command.Found("%s: %w", kept, err)
	case command.StatusOf(err) == command.StatusLimit:
		return command.Limited("%s: limit reached before the proof was complete", kept)
	}

	return fmt.Errorf("%s: %w", kept, err)
}

func (call *puzzleCall) solve(ctx context.Context, solver *solve.Solver) (solve.Result, error) {
	result, err := call.find(ctx, solver)
	if err != nil || result.Status != solve.Won || call.o.final == "" {
		return result, err
	}
	return call.ending(ctx, solver, result)
}

// find looks for it, whatever the last turn.
func (call *puzzleCall) find(ctx context.Context, solver *solve.Solver) (solve.Result, error) {
	return solver.SolveHalf(ctx, &call.p, call.goal, call.n, call.half)
}

// ending keeps of an answer what ends as --final says. Longer ways are not looked for.
func (call *puzzleCall) ending(
	ctx context.Context,
	solver *solve.Solver,
	result solve.Result,
) (solve.Result, error) {
	if call.goal.HasLines() {
		result.Lines = slices.DeleteFunc(result.Lines,
			func(line []board.Played) bool { return !call.shape.Ends(&call.p, line) })
		result.LineCount = uint64(len(result.Lines))
		result.Keys = slices.DeleteFunc(result.Keys, func(m board.Move) bool {
			return !slices.ContainsFunc(
				result.Lines,
				func(line []board.Played) bool { return line[0].Move == m },
			)
		})
	} else {
		tree, err := solver.Solution(ctx, result, solve.Wanted{})
		if err != nil {
			return result, err
		}
		result.Keys = nil
		for i := range tree.Keys {
			if call.shape.Ends(&call.p, tree.Keys[i].Line()) {
				result.Keys = append(result.Keys, tree.Keys[i].Turn.Move)
			}
		}
	}

	if len(result.Keys) > 0 {
		return result, nil
	}
	with := ""
	if call.o.key != "" {
		with = " with a key " + call.o.key
	}
	return result, command.Found(
		"there is a %s in %s%s, but none that ends with %s",
		call.goal,
		call.length(result.In),
		with,
		call.o.final,
	)
}

// others looks, where no key that was asked for does it, for what any first turn does. It returns
// the solver, too, that knows.
func (call *puzzleCall) others(ctx context.Context) (*solve.Solver, error) {
	options := call.options
	options.First = nil
	solver := solve.New(call.variant, options)
	result, err := call.find(ctx, solver)
	call.anyKey = &result
	return solver, err
}
