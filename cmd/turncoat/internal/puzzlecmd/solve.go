package puzzlecmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/internal/command"
	"turncoat/internal/status"
	"turncoat/puzzle"
	"turncoat/puzzle/solve"
)

type solveOptions struct {
	rules      string
	goal       goalFlags
	allLengths bool
	view       view
	key        string
	duplex     bool
	prove      string
	refute     bool
	limits     searchLimits
	tables     string
}

// Solve returns the command that finds the shortest forced win of a position.
func Solve(s *command.Session) *cli.Command {
	var o solveOptions
	own := []cli.Flag{
		&cli.BoolFlag{
			Name:        "all-lengths",
			Usage:       "find the solutions in all numbers of turns up to N, not only the shortest",
			Destination: &o.allLengths,
		},
		&cli.StringFlag{
			Name:        "key",
			Usage:       "look only at first turns of this `PIECE[@SQUARE]`, going there",
			Destination: &o.key,
		},
		&cli.BoolFlag{
			Name:        "duplex",
			Usage:       "then solve it with the other side to begin, too",
			Destination: &o.duplex,
		},
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
		command.TablesFlag(&o.tables),
	}
	return &cli.Command{
		Name:      "solve",
		Usage:     "find the shortest forced win and all of its keys",
		ArgsUsage: "FEN [MOVE…]",
		Flags: slices.Concat([]cli.Flag{command.RulesFlag(&o.rules)}, o.goal.flags(), own,
			o.view.flags(s), o.limits.flags("", "run `N` searches")),
		Action: command.Action(s, &o, puzzleSolve),
	}
}

func puzzleSolve(s *command.Session, o *solveOptions) error {
	r, err := o.request(s)
	if err != nil {
		return err
	}
	proof, err := s.Optional("--prove", o.prove)
	if err != nil {
		return err
	}
	defer proof.Discard()
	tables, err := s.TablesOrBuiltin(o.tables, r.variant, &r.position)
	if err != nil {
		return err
	}
	defer command.CloseTables(tables)
	options := r.options(&o.limits, progress(s))
	command.LimitMemory(cmp.Or(options.Memory, solve.DefaultMemory))
	options.Tables = tables
	ctx, cancel := o.limits.context(s.Context)
	defer cancel()

	if !r.duplex {
		return solveOne(ctx, s, o, r, options, proof)
	}
	return solveBoth(ctx, s, o, r, options)
}

// request reads and checks what a call asks.
func (o *solveOptions) request(s *command.Session) (*request, error) {
	format, err := s.Format(o.view.Format)
	if err != nil {
		return nil, err
	}
	asked, err := o.goal.read(s)
	if err != nil {
		return nil, s.UsageError("%w", err)
	}
	r := &request{
		stipulation: asked, view: o.view, allLengths: o.allLengths, key: o.key,
		prove: o.prove != "", refute: o.refute, duplex: o.duplex,
	}
	r.Format = format
	if err := r.check(); err != nil {
		return nil, s.UsageError("%w", err)
	}

	r.variant, err = asked.variant(s, o.rules)
	if err != nil {
		return nil, err
	}
	r.position, err = s.PositionAfter(r.variant, s.Args())
	return r, err
}

// solveOne answers a request and writes its proof if one is wanted.
func solveOne(ctx context.Context, s *command.Session, o *solveOptions, r *request, options solve.Options,
	proof command.Output) error {
	solver := solve.New(r.variant, options)
	defer solver.Close()
	a, err := r.solve(ctx, solver, options)
	s.Draw("")
	if err != nil {
		return s.UsageError("%w", err)
	}
	defer a.prover.Close()
	if err := a.write(s.Out); err != nil {
		return err
	}
	ended := a.end(s)
	if !r.prove || a.result.Status == solve.Unknown {
		return ended
	}
	return writeProof(s, "--prove "+o.prove, ended, proof, func(out io.Writer) error {
		if a.others != nil && a.others.Status != solve.None {
			return command.Found("cannot write a proof restricted to --key")
		}
		return a.prover.WriteProof(ctx, out, a.result, r.refute)
	})
}

// end returns how the call ends with an answer, which has been printed.
func (a *answer) end(s *command.Session) error {
	if s.Context.Err() != nil {
		return command.Interrupted("what is proved so far has been printed")
	}
	status, message := a.verdict()
	if message != "" {
		return command.WithStatus(status, errors.New(message))
	}
	s.Raise(status)
	return nil
}

// solveBoth answers both halves of a duplex.
func solveBoth(ctx context.Context, s *command.Session, o *solveOptions, r *request, options solve.Options) error {
	other := *r
	var err error
	other.other = true
	other.position, err = puzzle.Duplex(r.variant, &r.position)
	if err != nil {
		return command.Unusable("--duplex: %w", err)
	}

	none := command.Printed{Writer: io.Discard}
	err = solveOne(ctx, s, o, r, options, none)
	if s.Context.Err() != nil {
		return err
	}
	if err != nil {
		s.Report(err)
	}
	if r.Format == "text" || r.Format == "popeye" {
		s.Printf("\n%s\n", other.duplexHeading())
	}
	return solveOne(ctx, s, o, &other, options, none)
}

// duplexHeading announces the answer to the other half of a duplex.
func (r *request) duplexHeading() string {
	return fmt.Sprintf("duplex, %s begins", r.position.Turn.Title())
}

// writeProof writes the proof of an answer that has been printed, and reports how the answer ended.
func writeProof(s *command.Session, place string, ended error, proof command.Output,
	write func(io.Writer) error) error {
	if s.Context.Err() != nil {
		return ended
	}
	if ended != nil {
		s.Report(ended)
	}
	s.Out.Flush() // the answer is there, whatever becomes of the proof

	err := write(proof)
	kept := place + ": nothing was written"
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

// progress returns a function that draws how far a search is, nil where nobody would see it.
func progress(s *command.Session) func(solve.Progress) {
	if s.Line == nil {
		return nil
	}
	return func(p solve.Progress) { s.Draw(progressText(p)) }
}

// progressText says how far a search is. The times come first, since a narrow terminal cuts the
// end.
func progressText(p solve.Progress) string {
	done := fmt.Sprintf("in %d: %d of %d first turns", p.Depth, p.Settled, p.Turns)
	more := fmt.Sprintf("%d turns, %.0f a second, table %.0f %%", p.Nodes,
		float64(p.Nodes)/p.Elapsed.Seconds(), 100*p.TableUse)
	return timed(done, p.Elapsed, float64(p.Settled), float64(p.Turns), more)
}

// timed puts the time that work has taken, and an estimate of what it still takes, between what is
// done and what else there is to say.
func timed(done string, elapsed time.Duration, n, total float64, more string) string {
	parts := []string{done, status.Duration(elapsed), status.Left(elapsed, n, total), more}
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }),
		", ")
}
