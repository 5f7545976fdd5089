package puzzlecmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/puzzle"
	"turncoat/puzzle/analysis"
	"turncoat/puzzle/solution"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
)

// A puzzleCall is what a call of puzzle solve asks for.
type puzzleCall struct {
	game *rules.Variant
	p    board.Position
	stipulation
	format  string
	options solve.Options
	wanted  solve.Wanted
	shape   analysis.Shape
	other   *board.Position // of a duplex, with the other side to begin
	duplex  bool            // it is that position which is being solved
	anyKey  *solve.Result   // of a search without --key, where none with it did what was asked for
	s       *command.Session
	file    string // of --problems: where the problem begins, and which twin of it this is
	line    int
	twin    string
	form    solution.PopeyeForm
}

func puzzleSolve(s *command.Session) error {
	if s.IsSet("batch") {
		return solveBatch(s)
	}
	if s.IsSet("problems") {
		return solveProblems(s)
	}
	for _, flag := range []string{"journal", "cluster"} {
		if s.IsSet(flag) {
			return s.UsageError("--%s is for --batch", flag)
		}
	}
	call, err := newPuzzleCall(s)
	if err != nil {
		return err
	}
	proof, err := call.openProof(s)
	if err != nil {
		return err
	}
	defer proof.Discard()
	ctx, cancel := s.Context, context.CancelFunc(func() {})
	if limit := s.Duration("time"); limit > 0 {
		ctx, cancel = context.WithTimeout(s.Context, limit)
	}
	defer cancel()
	tables, err := s.TablesFor(call.game, &call.p, true)
	if err != nil {
		return err
	}
	defer command.CloseTables(tables)
	call.options.Tables = tables
	if s.Bool("any-length") {
		if s.IsSet("prove") {
			call.options.Tables = nil // what they say is no proof
		}
		return puzzleLong(ctx, s, call, solve.New(call.game, call.options), proof)
	}
	err = solveCall(ctx, s, call, proof)
	if call.other == nil || s.Context.Err() != nil {
		return err
	}
	if err != nil {
		s.Report(err)
	}
	return solveDuplex(ctx, s, call)
}

// solveCall answers a call and writes the proof that it wants.
func solveCall(ctx context.Context, s *command.Session, call *puzzleCall, proof command.Output) error {
	solver := solve.New(call.game, call.options)
	result, err := call.solve(ctx, solver)
	other := solver // that knows of all first turns
	if err == nil && result.Status == solve.None && s.IsSet("key") {
		other, err = call.others(ctx)
	}
	s.Draw("")
	if errors.Is(err, solve.ErrUnsupported) {
		return s.UsageError("%w", err)
	}
	if command.StatusOf(err) == command.StatusFound {
		return err
	}
	if s.Bool("stats") {
		s.Say(fmt.Sprintf("%d turns in %.3f s, %.0f a second", result.Nodes, result.Elapsed.Seconds(),
			float64(result.Nodes)/result.Elapsed.Seconds()))
	}
	err = printAnswer(ctx, s, call, solver, result)
	if s.String("prove") == "" || result.Status == solve.Unknown || s.Context.Err() != nil {
		return err
	}
	if err != nil {
		s.Report(err)
	}
	return prove(ctx, s, call, other, proof, result)
}

// prove writes the proof of an answer that has been printed.
func prove(ctx context.Context, s *command.Session, call *puzzleCall, solver *solve.Solver, proof command.Output,
	result solve.Result) error {
	s.Out.Flush() // the answer is there, whatever becomes of the proof
	file := call.s.String("prove")
	if call.anyKey != nil && call.anyKey.Status != solve.None {
		return command.Found("--prove %s: nothing was written: cannot write a proof restricted to --key", file)
	}
	if err := solver.WriteProof(ctx, proof, result, call.s.Bool("refute")); err != nil {
		return unproved(s, file, err)
	}
	return proof.Commit()
}

// solve looks for what is asked for.
func (call *puzzleCall) solve(ctx context.Context, solver *solve.Solver) (solve.Result, error) {
	result, err := call.find(ctx, solver)
	if err != nil || result.Status != solve.Won || call.s == nil || !call.s.IsSet("final") {
		return result, err
	}
	return call.ending(ctx, solver, result)
}

// find looks for it, whatever the last turn.
func (call *puzzleCall) find(ctx context.Context, solver *solve.Solver) (solve.Result, error) {
	if call.goal.HasLines() {
		return solver.Lines(ctx, call.p, call.goal, call.goal.Plies(call.n, call.half))
	}
	return solver.Solve(ctx, call.p, call.goal, call.n)
}

// ending keeps of an answer what ends as --final says. Longer ways are not looked for.
func (call *puzzleCall) ending(ctx context.Context, solver *solve.Solver, result solve.Result) (solve.Result, error) {
	if call.goal.HasLines() {
		result.Lines = slices.DeleteFunc(result.Lines,
			func(line []board.Played) bool { return !call.shape.Ends(&call.p, line) })
		result.LineCount = uint64(len(result.Lines))
		result.Keys = slices.DeleteFunc(result.Keys, func(m board.Move) bool {
			return !slices.ContainsFunc(result.Lines, func(line []board.Played) bool { return line[0].Move == m })
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
	if len(result.Keys) == 0 {
		with := ""
		if call.s.IsSet("key") {
			with = " with a key " + call.s.String("key")
		}
		return result, command.Found(
			"there is a %s in %s%s, but none that ends with %s",
			call.goal,
			call.length(result.In),
			with,
			call.s.String("final"),
		)
	}
	return result, nil
}

// length writes a number of turns with the half that was asked for.
func (call *puzzleCall) length(n int) string { return puzzle.LengthText(n, call.half) }

// openProof opens the file of the proof, if one is wanted.
func (call *puzzleCall) openProof(s *command.Session) (command.Output, error) {
	if file := call.s.String("prove"); file != "" {
		return s.Create("--prove", file)
	}
	return command.Printed{Writer: io.Discard}, nil
}

// unproved says why there is no proof of an answer that has been printed.
func unproved(s *command.Session, file string, err error) error {
	kept := "--prove " + file + ": nothing was written"
	switch {
	case s.Context.Err() != nil:
		return command.Interrupted("the answer has been printed; " + kept)
	case errors.Is(err, solve.ErrUnsupported):
		return command.Found("%s: %w", kept, err)
	case command.StatusOf(err) == command.StatusLimit:
		return command.Limited("%s: limit reached before the proof was complete", kept)
	}
	return fmt.Errorf("%s: %w", kept, err)
}

// checkFormat checks what goes with --format.
func (call *puzzleCall) checkFormat() error {
	if call.s.Bool("keys-only") && (call.format == "pgn" || call.format == "popeye") {
		return fmt.Errorf("--format %s cannot be combined with --keys-only", call.format)
	}
	return nil
}

// puzzleCall reads flags and arguments.
func newPuzzleCall(s *command.Session) (*puzzleCall, error) {
	format, err := s.Format()
	if err != nil {
		return nil, err
	}
	call := &puzzleCall{format: format, s: s}
	if err := call.ask(); err != nil {
		return nil, s.UsageError("%w", err)
	}
	jobs := s.Jobs()
	memory := s.Memory()
	if call.game, call.p, err = s.GameAfter(s.Args()); err != nil {
		return nil, err
	}
	if s.Bool("duplex") {
		other, err := puzzle.Duplex(call.game, &call.p)
		if err != nil {
			return nil, command.Unusable("--duplex: %w", err)
		}
		call.other = &other
	}
	call.options = solve.Options{Jobs: jobs, Nodes: s.Uint64("nodes"), Memory: memory}
	if s.IsSet("key") {
		call.options.First = call.shape.Key.Matches
	}
	if s.Line != nil {
		call.options.Progress = func(p solve.Progress) { s.Draw(searchLine(p)) }
	}
	call.wanted = solve.Wanted{Refutations: s.Int("tries"), SetPlay: s.Bool("set-play"),
		RealOnly: !s.Bool("all-variations")}
	return call, nil
}

// ask reads what is asked for from the flags, and looks whether these go together.
func (call *puzzleCall) ask() (err error) {
	s := call.s
	if call.stipulation, err = stipulationOf(s); err != nil {
		return err
	}
	anyLength, most := s.Bool("any-length"), solve.MaxTurns
	if anyLength {
		most = solve.MaxAnyLength
		if call.flag == "" {
			call.flag, call.n = "win-in", defaultAnyLength
		}
	}
	if err := call.check(most); err != nil {
		return err
	}
	if err := call.checkFormat(); err != nil {
		return err
	}
	if call.shape, err = analysis.ParseShape(s.String("key"), s.String("final")); err != nil {
		return err
	}
	if s.Bool("refute") && (s.IsSet("key") || s.IsSet("final")) {
		return errors.New("--refute cannot be combined with --key or --final")
	}
	if err := call.checkSolutions(); err != nil || !anyLength {
		return err
	}
	return call.anyLength()
}

// searchLine says how far a search has come.
func searchLine(p solve.Progress) string {
	return fmt.Sprintf("%d of %d first turns in %d, %d turns, %.0f a second, table %.0f %% used, %.0f s",
		p.Settled, p.Turns, p.Depth, p.Nodes, float64(p.Nodes)/p.Elapsed.Seconds(), 100*p.TableUse, p.Elapsed.Seconds())
}
