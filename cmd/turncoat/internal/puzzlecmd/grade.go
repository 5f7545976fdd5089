package puzzlecmd

import (
	"context"
	"encoding/json"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/internal/command"
	"turncoat/cmd/turncoat/internal/share"
	"turncoat/internal/plural"
	"turncoat/internal/puzzle/grade"
	"turncoat/puzzle"
)

// GradeArgs are the arguments that all units of a batch have in common.
type GradeArgs struct {
	Seed    uint64 `json:"seed"`
	Missing bool   `json:"missing,omitempty"`
}

// Graded is the result of a unit of "puzzle grade".
type Graded struct {
	Puzzle json.RawMessage `json:"puzzle"`
	Fault  string          `json:"fault,omitempty"` // why it is as it was
}

type gradeOptions struct {
	output  string
	missing bool
	seed    uint64
	jobs    int
	journal string
	queue   share.Queue
}

// Grade returns the command that grades puzzles.
func Grade(s *command.Session) *cli.Command {
	var o gradeOptions
	return &cli.Command{
		Name:      "grade",
		Usage:     "say how hard puzzles are",
		ArgsUsage: "FILE…",
		Flags: append([]cli.Flag{
			command.OutputFlag(&o.output),
			&cli.BoolFlag{
				Name:        "missing",
				Usage:       "grade only puzzles without a grade",
				Destination: &o.missing,
			},
			command.SeedFlag(&o.seed, "random `SEED` of the players' mistakes"),
			command.JobsFlag(&o.jobs, 0, "grade `N` puzzles"),
			share.JournalFlag(&o.journal),
		}, o.queue.Flags()...),
		Action: command.Action(s, &o, puzzleGrade),
	}
}

func puzzleGrade(s *command.Session, o *gradeOptions) error {
	if err := share.CheckJournal(o.journal, "--output", o.output); err != nil {
		return err
	}
	out, err := s.Create("--output", o.output)
	if err != nil {
		return err
	}
	defer out.Discard()
	command.CollectGarbageLater()
	puzzles := readPuzzles(s, s.Args()...)
	inputs, err := puzzleInputs(puzzles)
	if err != nil {
		return err
	}
	if len(inputs) == 0 {
		return nil // said already
	}
	conn, end, err := o.queue.Connect(s)
	if err != nil {
		return err
	}
	defer end()
	b := &share.Batch[Graded]{
		Kind:    "puzzle grade",
		What:    "puzzles",
		Inputs:  inputs,
		Check:   func(_ int, graded *Graded) error { return graded.Check() },
		Unit:    GradeUnit,
		Args:    GradeArgs{o.seed, o.missing},
		Journal: o.journal,
	}
	err = b.Do(s, command.Jobs(o.jobs), conn, func(unit int, graded *Graded, failed error) error {
		if failed != nil {
			graded.Fault = failed.Error()
		}
		if graded.Puzzle == nil {
			graded.Puzzle = inputs[unit]
		}
		if graded.Fault != "" {
			p := &puzzles[unit]
			s.Report(command.Found("%s:%d: %s: not graded: %s", p.file, p.Line, p.ID, graded.Fault))
		}

		p, err := puzzle.Parse(graded.Puzzle)
		if err != nil {
			return err
		}
		return puzzle.Write(out, []puzzle.Puzzle{p})
	})
	if err != nil {
		return err
	}
	if err := out.Commit(); err != nil {
		return err
	}
	if !command.ToStdout(o.output) {
		s.Printf("%s: %s\n", o.output, plural.Count(len(inputs), "puzzle"))
	}
	return nil
}

// GradeUnit grades one puzzle.
var GradeUnit = share.Unit(
	func(ctx context.Context, args GradeArgs, text []byte) (graded Graded, err error) {
		p, err := puzzle.Parse(text)
		if err != nil {
			return graded, err
		}
		before := p.Grade
		if before == nil || !args.Missing {
			if err := grade.One(ctx, &p, args.Seed, nil); err != nil {
				graded.Fault, p.Grade = err.Error(), before
			}
		}

		graded.Puzzle, err = json.Marshal(&p)
		return graded, err
	},
)

// Check checks that a result from another machine is a puzzle, or says why there is none.
func (g *Graded) Check() error {
	if g.Fault != "" && g.Puzzle == nil {
		return nil
	}
	_, err := puzzle.Parse(g.Puzzle)
	return err
}
