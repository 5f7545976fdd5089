package puzzlecmd

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"turncoat/cluster"
	"turncoat/cmd/turncoat/internal/command"
	"turncoat/cmd/turncoat/internal/share"
	"turncoat/puzzle/mine"
)

// askMine shares out the units of a mine. The puzzles are taken in the order of the units, so that it ends when
// one is set aside: without that unit they would be others.
func AskMine(s *command.Session, conn *cluster.Conn, m *mine.Mine) func(context.Context, mine.Asked) error {
	return func(ctx context.Context, a mine.Asked) error {
		args, err := json.Marshal(m)
		if err != nil {
			return err
		}
		span := 1
		if m.Most <= 2 { // units of some milliseconds
			span = 8
		}
		asker := cluster.Asker{
			Have:   a.Have,
			Window: 1024,
			Keep: func(unit int, record []byte) error {
				enough, err := a.Keep(unit, record)
				switch {
				case errors.Is(err, mine.ErrRecord):
					err = fmt.Errorf("%w: %w", cluster.ErrBadResult, err)
				case err == nil && enough:
					err = cluster.ErrEnough
				}
				return err
			},
			Sync:  a.Sync,
			Input: func(unit int) ([]byte, error) { return m.Input(unit) },
			Failed: func(unit int, reason string) error {
				return command.Unusable("--cluster: unit %d was set aside: %s", unit, reason)
			},
		}
		return share.Ask(s, ctx, conn, &asker, cluster.Work{Kind: "puzzle mine", Version: share.BuildVersion(), Args: args,
			Units: a.Limit, Span: span})
	}
}

// mineUnit does one unit of a mine.
func MineUnit(ctx context.Context, u cluster.Unit) ([]byte, error) {
	var m mine.Mine
	if err := json.Unmarshal(u.Args, &m); err != nil {
		return nil, err
	}
	if err := m.Check(); err != nil {
		return nil, err
	}
	return m.Unit(ctx, u.Number, u.Input)
}
