package puzzlecmd

import (
	"context"
	"encoding/json"
	"errors"

	"turncoat/cluster"
	"turncoat/cmd/turncoat/internal/command"
	"turncoat/puzzle"
	"turncoat/puzzle/analysis"
	"turncoat/rules/ruleset"
	"turncoat/tablebase"
)

// A sharedVerdict is the result of a unit of "puzzle verify".
type sharedVerdict struct {
	Wins   int           `json:"wins"`
	Holds  int           `json:"holds"`
	Faults []sharedFault `json:"faults,omitempty"`
}

type sharedFault struct {
	Text       string `json:"text"`
	Unverified bool   `json:"unverified"` // the puzzle is not what it says; otherwise it could not be checked
}

// verifyUnit proves one puzzle again, at so many steps at a time, with the tables of its rules where there are any.
func verifyUnit(ctx context.Context, u cluster.Unit, jobs int, tables map[string]*tablebase.Tables) ([]byte, error) {
	p, err := puzzle.Parse(u.Input)
	if err != nil {
		return nil, err
	}
	builtin, _ := ruleset.IsBuiltin(p.Rules)
	checked, err := analysis.VerifyWithTables(ctx, &p, jobs, tables[builtin.Name])
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	v := sharedVerdict{Wins: checked.Wins, Holds: checked.Holds}
	for _, fault := range command.Unjoined(err) {
		v.Faults = append(v.Faults, sharedFault{fault.Error(), analysis.Unverified(fault)})
	}
	return json.Marshal(v)
}

func (v *sharedVerdict) verdict() verdict {
	var faults []error
	for _, f := range v.Faults {
		err := errors.New(f.Text)
		if f.Unverified {
			err = &unverified{f.Text}
		}
		faults = append(faults, err)
	}
	return verdict{analysis.Checked{Wins: v.Wins, Holds: v.Holds}, errors.Join(faults...)}
}

// unverified is a fault of a puzzle that was found elsewhere.
type unverified struct{ text string }

func (u *unverified) Error() string { return u.text }
func (u *unverified) Unwrap() error { return puzzle.ErrUnsound }
