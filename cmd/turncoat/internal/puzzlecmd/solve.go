package puzzlecmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/cmd/turncoat/internal/share"
	"turncoat/puzzle"
	"turncoat/puzzle/analysis"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
)

func puzzleSolveCommand(s *command.Session) *cli.Command {
	return &cli.Command{
		Name: "solve", Usage: "find the shortest forced win and all of its keys", ArgsUsage: "FEN [MOVE…]",
		Flags: solveFlags(), Action: func(c *cli.Context) error { return puzzleSolve(s, c) },
	}
}

func solveFlags() []cli.Flag {
	flags := append([]cli.Flag{command.RulesFlag()}, goalFlags()...)
	flags = append(flags,
		&cli.BoolFlag{Name: "any-length",
			Usage: "find and prove a win of any length, up to the N of --win-in and the like (60), then close in on the shortest"},
		&cli.BoolFlag{Name: "keys-only", Usage: "find the keys and leave out the rest of the solution"},
		&cli.IntFlag{Name: "tries", Usage: "show first turns that fail to at most `N` defences, too", DefaultText: "none"},
		&cli.BoolFlag{Name: "set-play", Usage: "show what would follow if the enemy were to move"},
		&cli.StringFlag{Name: "key", Usage: "look only at first turns of this `PIECE[@SQUARE]`, going there"},
		&cli.StringFlag{Name: "final", Usage: "keep only what ends, in the main line, with a turn of this `PIECE@SQUARE`"},
		&cli.BoolFlag{Name: "duplex", Usage: "then solve it with the other side to begin, too"},
		solutionsFlag("a help-win must have exactly `N` lines, or the exit status is 1", 0),
		command.OneOf("format", "`FORM` of the solution", "text", "text", "json", "pgn", "popeye"),
		command.JSONFlag(),
		&cli.StringFlag{Name: "prove", Usage: "write the proof to `FILE`, for turncoat puzzle verify"},
		&cli.BoolFlag{Name: "refute",
			Usage: "with --prove: prove also that nothing shorter and no other first turn does it"},
		&cli.DurationFlag{Name: "time", Usage: "give up after `DURATION`, such as 60s", DefaultText: "none"},
		&cli.Uint64Flag{Name: "nodes", Usage: "give up after searching `N` turns", DefaultText: "none"},
		command.MemoryFlag("`SIZE` of the transposition table, such as 512M", "64M"),
		command.TablesFlag(),
		command.JobsFlag("run `N` searches at a time"),
		&cli.BoolFlag{Name: "stats", Usage: "print search statistics on standard error"},
		&cli.StringFlag{Name: "batch", Usage: "solve the positions of `FILE`, one a line: FEN, EPD, or JSON with a \"fen\""},
		share.JournalFlag(),
	)
	return append(flags, share.ClusterFlags()...)
}

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
	c       *cli.Context
}

func puzzleSolve(s *command.Session, c *cli.Context) error {
	if c.IsSet("batch") {
		return solveBatch(s, c)
	}
	for _, flag := range []string{"journal", "cluster"} {
		if c.IsSet(flag) {
			return command.UsageError(c, "--%s is for --batch", flag)
		}
	}
	call, err := newPuzzleCall(s, c)
	if err != nil {
		return err
	}
	proof, err := call.openProof(s)
	if err != nil {
		return err
	}
	defer proof.Discard()
	ctx, cancel := s.Context, context.CancelFunc(func() {})
	if limit := c.Duration("time"); limit > 0 {
		ctx, cancel = context.WithTimeout(s.Context, limit)
	}
	defer cancel()
	tables, err := s.TablesFor(c, call.game, &call.p, true)
	if err != nil {
		return err
	}
	defer command.CloseTables(tables)
	call.options.Tables = tables
	if c.Bool("any-length") {
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
	c := call.c
	solver := solve.New(call.game, call.options)
	result, err := call.solve(ctx, solver)
	if err == nil && result.Status == solve.None && c.IsSet("key") {
		solver, err = call.others(ctx)
	}
	s.Draw("")
	if errors.Is(err, solve.ErrUnsupported) {
		return command.UsageError(c, "%w", err)
	}
	if command.StatusOf(err) == command.StatusFound {
		return err
	}
	if c.Bool("stats") {
		s.Say(fmt.Sprintf("%d turns in %.3f s, %.0f a second", result.Nodes, result.Elapsed.Seconds(),
			float64(result.Nodes)/result.Elapsed.Seconds()))
	}
	err = printAnswer(ctx, s, call, solver, result)
	if c.String("prove") == "" || result.Status == solve.Unknown || s.Context.Err() != nil {
		return err
	}
	if err != nil {
		s.Report(err)
	}
	return prove(ctx, s, call, solver, proof, result)
}

// prove writes the proof of an answer that has been printed.
func prove(ctx context.Context, s *command.Session, call *puzzleCall, solver *solve.Solver, proof command.Output,
	result solve.Result) error {
	s.Out.Flush() // the answer is there, whatever becomes of the proof
	file := call.c.String("prove")
	if call.anyKey != nil && call.anyKey.Status != solve.None {
		return command.Found("--prove %s: nothing was written: cannot write a proof restricted to --key", file)
	}
	if err := solver.WriteProof(ctx, proof, result, call.c.Bool("refute")); err != nil {
		return unproved(s, file, err)
	}
	return proof.Commit()
}

// solve looks for what is asked for.
func (call *puzzleCall) solve(ctx context.Context, solver *solve.Solver) (solve.Result, error) {
	result, err := call.find(ctx, solver)
	if err != nil || result.Status != solve.Won || call.c == nil || !call.c.IsSet("final") {
		return result, err
	}
	return call.ending(ctx, solver, result)
}

// find looks for it, whatever the last turn.
func (call *puzzleCall) find(ctx context.Context, solver *solve.Solver) (solve.Result, error) {
	if call.goal == solve.HelpWin {
		return solver.Help(ctx, call.p, call.plies())
	}
	return solver.Solve(ctx, call.p, call.goal, call.n)
}

// ending keeps of an answer what ends as --final says. Longer ways are not looked for.
func (call *puzzleCall) ending(ctx context.Context, solver *solve.Solver, result solve.Result) (solve.Result, error) {
	if call.goal == solve.HelpWin {
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
		if call.c.IsSet("key") {
			with = " with a key " + call.c.String("key")
		}
		return result, command.Found("there is a %s in %s%s, but none that ends with %s", call.goal, call.length(result.In), with,
			call.c.String("final"))
	}
	return result, nil
}

// length writes a number of turns with the half that was asked for.
func (call *puzzleCall) length(n int) string { return puzzle.LengthText(n, call.half) }

// openProof opens the file of the proof, if one is wanted.
func (call *puzzleCall) openProof(s *command.Session) (command.Output, error) {
	if file := call.c.String("prove"); file != "" {
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
	if call.c.Bool("keys-only") && (call.format == "pgn" || call.format == "popeye") {
		return fmt.Errorf("--format %s cannot be combined with --keys-only", call.format)
	}
	return nil
}

// puzzleCall reads flags and arguments.
func newPuzzleCall(s *command.Session, c *cli.Context) (*puzzleCall, error) {
	if err := command.CountArguments(c); err != nil {
		return nil, err
	}
	format, err := command.Format(c)
	if err != nil {
		return nil, err
	}
	call := &puzzleCall{format: format, c: c}
	if err := call.ask(); err != nil {
		return nil, command.UsageError(c, "%w", err)
	}
	jobs, err := command.Jobs(c)
	if err != nil {
		return nil, err
	}
	memory, err := command.Memory(c)
	if err != nil {
		return nil, err
	}
	if call.game, call.p, err = s.GameAfter(c, c.Args().Slice()); err != nil {
		return nil, err
	}
	if c.Bool("duplex") {
		other, err := puzzle.Duplex(call.game, &call.p)
		if err != nil {
			return nil, command.Unusable("--duplex: %w", err)
		}
		call.other = &other
	}
	call.options = solve.Options{Jobs: jobs, Nodes: c.Uint64("nodes"), Memory: memory}
	if c.IsSet("key") {
		call.options.First = call.shape.Key.Matches
	}
	if s.Line != nil {
		call.options.Progress = func(p solve.Progress) { drawSearch(s, p) }
	}
	call.wanted = solve.Wanted{Refutations: c.Int("tries"), SetPlay: c.Bool("set-play"), Threats: true}
	return call, nil
}

// ask reads what is asked for from the flags, and looks whether these go together.
func (call *puzzleCall) ask() (err error) {
	c := call.c
	if call.stipulation, err = stipulationOf(c); err != nil {
		return err
	}
	anyLength, most := c.Bool("any-length"), solve.MaxTurns
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
	if call.shape, err = analysis.ParseShape(c.String("key"), c.String("final")); err != nil {
		return err
	}
	if c.Bool("refute") && (c.IsSet("key") || c.IsSet("final")) {
		return errors.New("--refute cannot be combined with --key or --final")
	}
	if err := call.checkSolutions(); err != nil || !anyLength {
		return err
	}
	return call.anyLength()
}

// drawSearch draws how far a search has come.
func drawSearch(s *command.Session, p solve.Progress) { s.Draw(searchLine(p)) }

// searchLine says how far a search has come.
func searchLine(p solve.Progress) string {
	return fmt.Sprintf("%d of %d first turns in %d, %d turns, %.0f a second, table %.0f %% used, %.0f s",
		p.Settled, p.Turns, p.Depth, p.Nodes, float64(p.Nodes)/p.Elapsed.Seconds(), 100*p.TableUse, p.Elapsed.Seconds())
}
