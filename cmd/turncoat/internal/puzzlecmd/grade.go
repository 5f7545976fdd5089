package puzzlecmd

import (
	"context"
	"encoding/json"

	"turncoat/cluster"
	"turncoat/cmd/turncoat/internal/command"
	"turncoat/cmd/turncoat/internal/share"
	"turncoat/internal/jsonline"
	"turncoat/internal/plural"
	"turncoat/puzzle"
	"turncoat/puzzle/grade"
)

// GradeArgs are what all puzzles of a batch have in common.
type GradeArgs struct {
	Seed    uint64 `json:"seed"`
	Missing bool   `json:"missing,omitempty"`
}

// A gradedPuzzle is the result of a unit of "puzzle grade".
type gradedPuzzle struct {
	Puzzle json.RawMessage `json:"puzzle"`
	Fault  string          `json:"fault,omitempty"` // why it is as it was
}

func puzzleGrade(s *command.Session) error {
	files := s.Args()
	jobs := s.Jobs()
	out, err := s.Output()
	if err != nil {
		return err
	}
	defer out.Discard()
	command.CollectGarbageLater()
	puzzles := readPuzzles(s, files...)
	inputs, err := puzzleInputs(puzzles)
	if err != nil {
		return err
	}
	if len(inputs) == 0 {
		return nil // said already
	}
	conn, end, err := share.ConnectIf(s)
	if err != nil {
		return err
	}
	defer end()
	b := &share.Batch{Kind: "puzzle grade", What: "puzzles", Inputs: inputs, Check: CheckGraded, Unit: GradeUnit,
		Args: GradeArgs{s.Uint64("seed"), s.Bool("missing")}}
	err = share.Do(s, b, jobs, conn, func(unit int, result []byte, failed error) error {
		graded := gradedPuzzle{Puzzle: inputs[unit]}
		if failed != nil {
			graded.Fault = failed.Error()
		} else if err := json.Unmarshal(result, &graded); err != nil {
			return err
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
func GradeUnit(ctx context.Context, u cluster.Unit) ([]byte, error) {
	var args GradeArgs
	if err := share.DecodeArgs(u, &args); err != nil {
		return nil, err
	}
	p, err := puzzle.Parse(u.Input)
	if err != nil {
		return nil, err
	}
	graded := gradedPuzzle{}
	if p.Grade == nil || !args.Missing {
		before := p.Grade
		if err := grade.One(ctx, &p, args.Seed); ctx.Err() != nil {
			return nil, ctx.Err()
		} else if err != nil {
			graded.Fault, p.Grade = err.Error(), before
		}
	}
	if graded.Puzzle, err = json.Marshal(&p); err != nil {
		return nil, err
	}
	return jsonline.Encode(graded)
}

// CheckGraded holds what comes from elsewhere to be a puzzle, or to say why there is none.
func CheckGraded(result []byte) error {
	var graded gradedPuzzle
	if err := json.Unmarshal(result, &graded); err != nil || graded.Fault != "" && graded.Puzzle == nil {
		return err
	}
	_, err := puzzle.Parse(graded.Puzzle)
	return err
}
