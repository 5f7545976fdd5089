package puzzlecmd

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/cmd/turncoat/internal/share"
	"turncoat/internal/plural"
	"turncoat/puzzle"
	"turncoat/puzzle/proof"
	"turncoat/rules"
)

// VerdictJSON is what puzzle verify prints of each file as JSON.
type VerdictJSON struct {
	File        string   `json:"file"`
	OK          bool     `json:"ok"`
	Rules       string   `json:"rules,omitempty"`
	FEN         string   `json:"fen,omitempty"`
	Stipulation string   `json:"stipulation,omitempty"`
	In          int      `json:"in,omitempty"`
	Half        bool     `json:"half,omitempty"`
	None        bool     `json:"none,omitempty"`
	Keys        []string `json:"keys,omitempty"`
	Shortest    bool     `json:"shortest,omitempty"`
	Complete    bool     `json:"complete,omitempty"`
	Wins        int      `json:"wins"`
	Holds       int      `json:"holds"`
	Faults      []string `json:"faults,omitempty"`
}

func puzzleVerify(s *command.Session) error {
	files := s.Args()
	jobs := s.Jobs()
	if s.String("journal") != "" && len(files) > 1 {
		return s.UsageError("--journal needs exactly one FILE")
	}
	conn, end, err := share.ConnectIf(s)
	if err != nil {
		return err
	}
	defer end()
	command.CollectGarbageLater()
	for _, name := range files {
		if holds, err := holdsPuzzles(s, name); err != nil {
			s.Report(command.Unreadable(err))
			continue
		} else if holds {
			if err := verifyPuzzles(s, name, jobs, conn); err != nil {
				return err
			}
			continue
		}
		report, err := verifyFile(s, name, jobs)
		if errors.Is(err, context.Canceled) {
			return command.Interrupted("the files before " + name + " were checked")
		}
		if err := reportVerdict(s, name, report, err); err != nil {
			return err
		}
	}
	return nil
}

func verifyFile(s *command.Session, name string, jobs int) (proof.Report, error) {
	in, err := s.Open(name)
	if err != nil {
		return proof.Report{}, err
	}
	defer in.Close()
	return proof.Verify(s.Context, in, name, jobs)
}

func reportVerdict(s *command.Session, name string, r proof.Report, err error) error {
	v := VerdictJSON{
		File:        name,
		OK:          err == nil,
		Rules:       r.Rules.String(),
		FEN:         r.FEN,
		Stipulation: string(r.Stipulation),
		In:          r.In,
		Half:        r.Half,
		None:        r.None,
		Keys:        r.Keys,
		Shortest:    r.Shortest,
		Complete:    r.Complete,
		Wins:        r.Wins,
		Holds:       r.Holds,
	}
	if err != nil {
		v.Faults = strings.Split(err.Error(), "\n")
	}
	if s.Bool("json") {
		if err := s.JSON(v); err != nil {
			return err
		}
	}
	switch {
	case errors.Is(err, proof.ErrWrong):
		s.Report(command.WithStatus(command.StatusFound, err))
	case errors.Is(err, rules.ErrLimit):
		s.Report(command.WithStatus(command.StatusLimit, err))
	case err != nil:
		s.Report(command.WithStatus(command.StatusUnusable, err))
	case !s.Bool("json"):
		s.Printf("%s: right: %s\n", name, sentence(&r))
	}
	return nil
}

// sentence says what a proof proves. That there is nothing shorter it may leave open.
func sentence(r *proof.Report) string {
	if r.None {
		return fmt.Sprintf("%s, no %s in %d (%s)", r.Rules, r.Stipulation, r.In, plural.Count(r.Holds, "hold"))
	}
	text := fmt.Sprintf("%s, %s in ", r.Rules, r.Stipulation)
	if !r.Shortest && r.In > 1 && r.Lines == 0 {
		text += "at most "
	}
	text += puzzle.LengthText(r.In, r.Half)
	if len(r.Keys) > 0 {
		text += " by " + strings.Join(r.Keys, ", ")
	}
	if r.Shortest {
		text += ", in no fewer"
	}
	if r.Complete {
		text += ", by no other first turn"
	}
	if r.Lines > 0 {
		return fmt.Sprintf("%s (%s)", text, plural.Count(r.Lines, "line"))
	}
	return fmt.Sprintf("%s (%s, %s)", text, plural.Count(r.Wins, "win"), plural.Count(r.Holds, "hold"))
}
