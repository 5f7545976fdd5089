package puzzlecmd

import (
	"context"
	"encoding/json"

	"turncoat/cluster"
	"turncoat/cmd/turncoat/internal/command"
	"turncoat/cmd/turncoat/internal/share"
	"turncoat/internal/work"
	"turncoat/puzzle/mine"
)

// MineClient returns a client that has the units of a mine done by workers.
func MineClient(s *command.Session, conn *cluster.Conn, m *mine.Mine) (work.Client, error) {
	args, err := json.Marshal(m)
	span := 1
	if m.Most <= 2 { // units of some milliseconds
		span = 8
	}
	return share.Client(s, conn, cluster.Coordinator{Input: m.Input},
		cluster.Work{Kind: "puzzle mine", Args: args, Span: span}), err
}

// MineUnit does one unit of a mine.
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
