package puzzlecmd

import (
	"context"
	"encoding/json"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/cmd/turncoat/internal/share"
	"turncoat/internal/plural"
	"turncoat/internal/puzzle/grade"
	"turncoat/puzzle"
)

// GradeArgs are what all puzzles of a batch have in common.
type GradeArgs struct {
	Seed    uint64 `json:"seed"`
	Missing bool   `json:"missing,omitempty"`
}

// Graded is the result of a unit of "puzzle grade".
type Graded struct {
	Puzzle json.RawMessage `json:"puzzle"`
	Fault  string          `json:"fault,omitempty"` // why it is as it was
}

func puzzleGrade(s *command.Session) error {
	out, err := s.Output()
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
	conn, end, err := share.Connect(s)
	if err != nil {
		return err
	}
	defer end()
	b := &share.Batch[Graded]{Kind: "puzzle grade", What: "puzzles", Inputs: inputs, Check: (*Graded).Check,
		Unit: GradeUnit, Args: GradeArgs{s.Uint64("seed"), s.Bool("missing")}}
	err = b.Do(s, s.Jobs(), conn, func(unit int, graded *Graded, failed error) error {
		if failed != nil {
			graded.Fault = failed.Error()
		}
		if graded.Puzzle == nil {
			graded.Puzzle = inputs[unit]
		}
		if graded.Fault != "" {
			at := &puzzles[unit]
			s.Report(command.Found("%s:%d: %s: not graded: %s", at.file, at.Line, at.ID, graded.Fault))
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
	if file := s.String("output"); !command.ToStdout(file) {
		s.Printf("%s: %s\n", file, plural.Count(len(inputs), "puzzle"))
	}
	return nil
}

// GradeUnit grades one puzzle.
var GradeUnit = share.Unit(func(ctx context.Context, args GradeArgs, text []byte) (graded Graded, err error) {
	p, err := puzzle.Parse(text)
	if err != nil {
		return graded, err
	}
	if before := p.Grade; before == nil || !args.Missing {
		if err := grade.One(ctx, &p, args.Seed, nil); err != nil {
			graded.Fault, p.Grade = err.Error(), before
		}
	}
	graded.Puzzle, err = json.Marshal(&p)
	return graded, err
})

// Check holds what comes from elsewhere to be a puzzle, or to say why there is none.
func (g *Graded) Check() error {
	if g.Fault != "" && g.Puzzle == nil {
		return nil
	}
	_, err := puzzle.Parse(g.Puzzle)
	return err
}
