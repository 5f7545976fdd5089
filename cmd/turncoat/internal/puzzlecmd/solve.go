package puzzlecmd

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/internal/command"
	"turncoat/cmd/turncoat/internal/share"
	"turncoat/internal/puzzle/analysis"
	"turncoat/internal/puzzle/solution"
	"turncoat/internal/status"
	"turncoat/puzzle"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
)

type puzzleCall struct {
	variant *rules.Variant
	p       board.Position
	stipulation
	format  string
	options solve.Options
	wanted  solve.Wanted
	shape   analysis.Shape
	other   *board.Position // of a duplex, with the other side to begin
	duplex  bool            // it is that position which is being solved
	anyKey  *solve.Result   // of a search without --key, where none with it did what was asked for
	s       *command.Session
	o       *solveOptions
	file    string // of --problems: where the problem begins, and which twin of it this is
	line    int
	twin    string
	form    solution.PopeyeForm
}

type solveOptions struct {
	rules         string
	goal          goalOptions
	anyLength     bool
	allLengths    bool
	keysOnly      bool
	tries         int
	setPlay       bool
	allVariations bool
	key           string
	final         string
	duplex        bool
	solutions     int
	format        string
	prove         string
	refute        bool
	time          time.Duration
	nodes         uint64
	memory        command.Size
	tables        string
	jobs          int
	stats         bool
	batch         string
	problems      string
	journal       string
	queue         share.Queue
}

// Solve returns the command that finds forced wins.
func Solve(s *command.Session) *cli.Command {
	o := solveOptions{format: "text"}
	return &cli.Command{
		Name:      "solve",
		Usage:     "find the shortest forced win and all of its keys",
		ArgsUsage: "FEN [MOVE…]",
		Flags: slices.Concat([]cli.Flag{command.RulesFlag(&o.rules)}, o.goal.flags(), []cli.Flag{
			&cli.BoolFlag{
				Name: "any-length",
				Usage: "find and prove a win of any length, up to the N of --win-in and the " +
					"like (60), then close in on the shortest",
				Destination: &o.anyLength,
			},
			&cli.BoolFlag{
				Name: "all-lengths",
				Usage: "find the solutions of a help-win or a series in all numbers of turns up " +
					"to N, not only the shortest",
				Destination: &o.allLengths,
			},
		}, o.shown(s), o.limits(), o.queue.Flags()),
		Action: command.Action(s, &o, puzzleSolve),
	}
}

// shown returns the flags that say what of the solution is shown, and how.
func (o *solveOptions) shown(s *command.Session) []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{
			Name:        "keys-only",
			Usage:       "find the keys and leave out the rest of the solution",
			Destination: &o.keysOnly,
		},
		&cli.IntFlag{
			Name:        "tries",
			Usage:       "show first turns that fail to at most `N` defences, too",
			Destination: &o.tries,
		},
		&cli.BoolFlag{
			Name:        "set-play",
			Usage:       "show what would follow if the enemy were to move",
			Destination: &o.setPlay,
		},
		&cli.BoolFlag{
			Name:        "all-variations",
			Usage:       "show defences that do not parry the threat, too",
			Destination: &o.allVariations,
		},
		&cli.StringFlag{
			Name:        "key",
			Usage:       "look only at first turns of this `PIECE[@SQUARE]`, going there",
			Destination: &o.key,
		},
		&cli.StringFlag{
			Name: "final",
			Usage: "keep only solutions whose main line ends with a turn of this " +
				"`PIECE@SQUARE`",
			Destination: &o.final,
		},
		&cli.BoolFlag{
			Name:        "duplex",
			Usage:       "then solve it with the other side to begin, too",
			Destination: &o.duplex,
		},
		&cli.IntFlag{
			Name:        "solutions",
			Usage:       "a help-win must have exactly `N` lines, or the exit status is 1",
			Destination: &o.solutions, Action: command.Between(1, 1000),
		},
		command.ChoiceFlag(&o.format, "format", "`FORM` of the solution",
			"text", "json", "pgn", "popeye"),
		s.JSONFlag(),
		&cli.StringFlag{
			Name:        "prove",
			Usage:       "write the proof to `FILE`, for turncoat puzzle verify",
			Destination: &o.prove,
		},
		&cli.BoolFlag{
			Name: "refute",
			Usage: "with --prove: prove also that nothing shorter and no other first turn " +
				"does it",
			Destination: &o.refute,
		},
	}
}

// limits returns the flags that limit a search.
func (o *solveOptions) limits() []cli.Flag {
	return []cli.Flag{
		&cli.DurationFlag{
			Name:        "time",
			Usage:       "give up after `DURATION`, such as 60s",
			Destination: &o.time,
		},
		&cli.Uint64Flag{
			Name:        "nodes",
			Usage:       "give up after searching `N` turns",
			Destination: &o.nodes,
		},
		command.SizeFlag(&o.memory, "memory",
			"`SIZE` of the transposition table, such as 512M; by default at most 64M, and less for "+
				"short searches"),
		command.TablesFlag(&o.tables),
		command.JobsFlag(&o.jobs, 0, "run `N` searches"),
		&cli.BoolFlag{
			Name:        "stats",
			Usage:       "print search statistics on standard error",
			Destination: &o.stats,
		},
		command.InputsFlag(&o.batch, "batch",
			"solve the positions of `FILE`, one a line: FEN, EPD, or JSON with a \"fen\""),
		command.InputsFlag(&o.problems, "problems",
			"solve the problems of `FILE`: Popeye's input, PGN, or EPD"),
		share.JournalFlag(&o.journal),
	}
}

func puzzleSolve(s *command.Session, o *solveOptions) error {
	switch {
	case o.batch != "":
		return solveBatch(s, o)
	case o.problems != "":
		return solveProblems(s, o)
	}

	call, err := newPuzzleCall(s, o)
	if err != nil {
		return err
	}
	proof, err := s.Optional("--prove", o.prove)
	if err != nil {
		return err
	}
	defer proof.Discard()
	ctx, cancel := s.Context, context.CancelFunc(func() {})
	if o.time > 0 {
		ctx, cancel = context.WithTimeout(s.Context, o.time)
	}
	defer cancel()
	tables, err := s.TablesOrBuiltin(o.tables, call.variant, &call.p)
	if err != nil {
		return err
	}
	defer command.CloseTables(tables)
	call.options.Tables = tables
	if o.anyLength {
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

func newPuzzleCall(s *command.Session, o *solveOptions) (*puzzleCall, error) {
	format, err := s.Format(o.format)
	if err != nil {
		return nil, err
	}
	call := &puzzleCall{format: format, s: s, o: o, options: o.search(s)}
	if err := call.ask(); err != nil {
		return nil, s.UsageError("%w", err)
	}
	call.variant, err = call.stipulation.variant(s, o.rules)
	if err != nil {
		return nil, err
	}
	call.p, err = s.PositionAfter(call.variant, s.Args())
	if err != nil {
		return nil, err
	}
	if o.duplex {
		other, err := puzzle.Duplex(call.variant, &call.p)
		if err != nil {
			return nil, command.Unusable("--duplex: %w", err)
		}
		call.other = &other
	}

	if o.key != "" {
		call.options.First = call.shape.Key.Matches
	}
	call.wanted = solve.Wanted{Refutations: o.tries, SetPlay: o.setPlay,
		RealOnly: !o.allVariations, Whole: call.format == "popeye"}
	return call, nil
}

// search returns the options of a search, which has its progress shown.
func (o *solveOptions) search(s *command.Session) solve.Options {
	options := solve.Options{
		Jobs:       command.Jobs(o.jobs),
		Nodes:      o.nodes,
		Memory:     int64(o.memory),
		AllLengths: o.allLengths,
	}
	if s.Line != nil {
		options.Progress = func(p solve.Progress) { s.Draw(progressText(p)) }
	}
	return options
}

// progressText says how far a search is. The times come first, since a narrow terminal cuts the
// end.
func progressText(p solve.Progress) string {
	return timed(
		fmt.Sprintf("in %d: %d of %d first turns", p.Depth, p.Settled, p.Turns),
		p.Elapsed,
		float64(p.Settled),
		float64(p.Turns),
		fmt.Sprintf("%d turns, %.0f a second, table %.0f %%", p.Nodes,
			float64(p.Nodes)/p.Elapsed.Seconds(), 100*p.TableUse),
	)
}

// timed puts the time that work has taken, and an estimate of what it still takes, between what is
// done and what else there is to say.
func timed(done string, elapsed time.Duration, n, total float64, more string) string {
	parts := []string{done, status.Duration(elapsed), status.Left(elapsed, n, total), more}
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), ", ")
}

func (call *puzzleCall) ask() (err error) {
	s, o := call.s, call.o
	if err := s.Refuse("--%s is for --batch", "journal", "cluster"); err != nil {
		return err
	}
	call.stipulation, err = o.goal.read(s)
	if err != nil {
		return err
	}
	if err := call.checkAnyLength(o.anyLength); err != nil {
		return err
	}
	record := call.format == "pgn" || call.format == "popeye"
	if o.keysOnly && record {
		return fmt.Errorf("--format %s cannot be combined with --keys-only", call.format)
	}
	call.shape, err = analysis.ParseShape(o.key, o.final)
	if err != nil {
		return err
	}
	if o.refute && (o.key != "" || o.final != "") {
		return errors.New("--refute cannot be combined with --key or --final")
	}
	if err := call.checkSolutions(); err != nil || !o.anyLength {
		return err
	}
	if record {
		return fmt.Errorf("--any-length and --format %s cannot be combined", call.format)
	}
	return s.Refuse(
		"--any-length and --%s cannot be combined",
		"tries",
		"set-play",
		"refute",
		"key",
		"final",
	)
}

// checkSolutions checks the flags that not every stipulation has a meaning for.
func (call *puzzleCall) checkSolutions() error {
	s, o, lines := call.s, call.o, call.goal.HasLines()
	if o.duplex && (o.prove != "" || o.anyLength) {
		return errors.New("--duplex cannot be combined with --prove or --any-length")
	}
	if err := refuseForced(s, call.goal, "tries"); err != nil {
		return err
	}
	if o.allVariations && lines {
		s.Say("--all-variations is ignored: the solutions of a help-win or a series are lines")
	}
	if o.allLengths {
		err := s.Refuse("--all-lengths and --%s cannot be combined", "any-length", "prove", "final")
		if err != nil {
			return err
		}
	}

	if o.keysOnly {
		err := s.Refuse(
			"--%s and --keys-only cannot be combined",
			"tries",
			"set-play",
			"all-variations",
		)
		if err != nil {
			return err
		}
	}

	switch {
	case o.allLengths && !lines:
		return errors.New("--all-lengths is for --help-win and series")
	case o.allLengths && call.format == "pgn":
		return errors.New("--all-lengths and --format pgn cannot be combined")
	case call.goal&puzzle.Series != 0 && call.format == "pgn":
		return errors.New("a series cannot be written as PGN")
	case o.setPlay && lines && call.format == "pgn":
		return errors.New("--set-play of a help-win cannot be written as PGN")
	case o.refute && o.prove == "":
		return errors.New("--refute is for --prove")
	}

	return nil
}
