package puzzlecmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/internal/puzzle/analysis"
	"turncoat/internal/puzzle/solution"
	"turncoat/puzzle"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
)

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
	call, err := newPuzzleCall(s)
	if err != nil {
		return err
	}
	proof, err := s.Optional("prove")
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
		return call.solveLong(ctx, proof)
	}
	err = call.solveAndPrint(ctx, proof)
	if call.other == nil || s.Context.Err() != nil {
		return err
	}
	if err != nil {
		s.Report(err)
	}
	return call.solveDuplex(ctx)
}

func newPuzzleCall(s *command.Session) (*puzzleCall, error) {
	format, err := s.Format()
	if err != nil {
		return nil, err
	}
	call := &puzzleCall{format: format, s: s, options: searchOptions(s)}
	if err := call.ask(); err != nil {
		return nil, s.UsageError("%w", err)
	}
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
	if s.IsSet("key") {
		call.options.First = call.shape.Key.Matches
	}
	call.wanted = solve.Wanted{Refutations: s.Int("tries"), SetPlay: s.Bool("set-play"),
		RealOnly: !s.Bool("all-variations")}
	return call, nil
}

// searchOptions reads the flags of a search, and has its progress shown.
func searchOptions(s *command.Session) solve.Options {
	o := solve.Options{Jobs: s.Jobs(), Nodes: s.Uint64("nodes"), Memory: s.Memory()}
	if s.Line != nil {
		o.Progress = func(p solve.Progress) {
			s.Draw(fmt.Sprintf("%d of %d first turns in %d, %d turns, %.0f a second, table %.0f %% used, %.0f s",
				p.Settled, p.Turns, p.Depth, p.Nodes, float64(p.Nodes)/p.Elapsed.Seconds(), 100*p.TableUse,
				p.Elapsed.Seconds()))
		}
	}
	return o
}

// defaultAnyLength is the greatest number of turns of a win of any length, when none is given.
const defaultAnyLength = 60

func (call *puzzleCall) ask() (err error) {
	s := call.s
	if err := s.Refuse("--%s is for --batch", "journal", "cluster"); err != nil {
		return err
	}
	if call.stipulation, err = stipulationOf(s); err != nil {
		return err
	}
	most := solve.MaxTurns
	if s.Bool("any-length") {
		most = solve.MaxAnyLength
		if call.flag == "" {
			call.flag, call.n = "win-in", defaultAnyLength
		}
	}
	if err := call.check(most); err != nil {
		return err
	}
	record := call.format == "pgn" || call.format == "popeye"
	if s.Bool("keys-only") && record {
		return fmt.Errorf("--format %s cannot be combined with --keys-only", call.format)
	}
	if call.shape, err = analysis.ParseShape(s.String("key"), s.String("final")); err != nil {
		return err
	}
	if s.Bool("refute") && (s.IsSet("key") || s.IsSet("final")) {
		return errors.New("--refute cannot be combined with --key or --final")
	}
	if err := call.checkSolutions(); err != nil || !s.Bool("any-length") {
		return err
	}
	switch {
	case call.goal.HasLines():
		return errors.New("--any-length cannot be combined with a help-win or a series: nothing is forced there")
	case record:
		return fmt.Errorf("--any-length and --format %s cannot be combined", call.format)
	}
	return s.Refuse("--any-length and --%s cannot be combined", "tries", "set-play", "refute", "key", "final")
}

// checkSolutions checks the flags that not every stipulation has a meaning for.
func (call *puzzleCall) checkSolutions() (err error) {
	s, lines := call.s, call.goal.HasLines()
	if s.Bool("duplex") && (s.IsSet("prove") || s.Bool("any-length")) {
		return errors.New("--duplex cannot be combined with --prove or --any-length")
	}
	if err = refuseForced(s, call.goal, "tries", "all-variations"); err == nil && s.Bool("keys-only") {
		err = s.Refuse("--%s and --keys-only cannot be combined", "tries", "set-play", "all-variations")
	}
	switch {
	case err != nil:
		return err
	case call.goal&puzzle.Series != 0 && call.format == "pgn":
		return errors.New("a series cannot be written as PGN")
	case s.Bool("set-play") && lines && call.format == "pgn":
		return errors.New("--set-play of a help-win cannot be written as PGN")
	case s.Bool("refute") && !s.IsSet("prove"):
		return errors.New("--refute is for --prove")
	}
	return nil
}

// solveAndPrint answers a call and writes the proof that it wants.
func (call *puzzleCall) solveAndPrint(ctx context.Context, proof command.Output) error {
	s := call.s
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
	call.stats(result.Nodes, result.Elapsed)
	err = call.print(ctx, solver, result)
	return call.prove(err, result.Status == solve.Unknown, proof, func(w io.Writer) error {
		if call.anyKey != nil && call.anyKey.Status != solve.None {
			return command.Found("cannot write a proof restricted to --key")
		}
		return other.WriteProof(ctx, w, result, s.Bool("refute"))
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

// solveLong answers puzzle solve --any-length: a forced win is found and proved, and the shortest approached
// from both sides.
func (call *puzzleCall) solveLong(ctx context.Context, proof command.Output) error {
	s := call.s
	if s.IsSet("prove") {
		call.options.Tables = nil // what they say is no proof
	}
	solver := solve.New(call.game, call.options)
	report := func(b solve.Bounds) { s.Draw(b.String()) }
	result, err := solver.AnyLength(ctx, &call.p, call.goal, call.n, report)
	s.Draw("")
	if err != nil && ctx.Err() == nil {
		return s.UsageError("%w", err)
	}
	call.stats(result.Nodes, result.Elapsed)
	return call.prove(call.printLong(result), result.AtMost == 0, proof, func(w io.Writer) error {
		return solver.WriteLongProof(s.Context, w, result)
	})
}

// stats says how long a search took, where that is wanted.
func (call *puzzleCall) stats(nodes uint64, elapsed time.Duration) {
	if call.s.Bool("stats") {
		call.s.Say(fmt.Sprintf("%d turns in %.3f s, %.0f a second", nodes, elapsed.Seconds(),
			float64(nodes)/elapsed.Seconds()))
	}
}

// prove writes the proof of an answer that has been printed, if one is wanted and there is anything to prove.
func (call *puzzleCall) prove(printed error, nothing bool, proof command.Output, write func(io.Writer) error) error {
	s := call.s
	if s.String("prove") == "" || nothing || s.Context.Err() != nil {
		return printed
	}
	if printed != nil {
		s.Report(printed)
	}
	s.Out.Flush() // the answer is there, whatever becomes of the proof
	err := write(proof)
	kept := "--prove " + s.String("prove") + ": nothing was written"
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
	if err != nil || result.Status != solve.Won || call.s == nil || !call.s.IsSet("final") {
		return result, err
	}
	return call.ending(ctx, solver, result)
}

// find looks for it, whatever the last turn.
func (call *puzzleCall) find(ctx context.Context, solver *solve.Solver) (solve.Result, error) {
	return solver.SolveHalf(ctx, &call.p, call.goal, call.n, call.half)
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
	if len(result.Keys) > 0 {
		return result, nil
	}
	with := ""
	if call.s.IsSet("key") {
		with = " with a key " + call.s.String("key")
	}
	return result, command.Found("there is a %s in %s%s, but none that ends with %s", call.goal, call.length(result.In),
		with, call.s.String("final"))
}

// others looks, where no key that was asked for does it, for what any first turn does. It returns the solver,
// too, that knows.
func (call *puzzleCall) others(ctx context.Context) (*solve.Solver, error) {
	options := call.options
	options.First = nil
	solver := solve.New(call.game, options)
	result, err := call.find(ctx, solver)
	call.anyKey = &result
	return solver, err
}
