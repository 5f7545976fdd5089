package solve

import (
	"context"

	"turncoat/puzzle/solve/internal/dfpn"
	"turncoat/rules/board"
)

// A FirstTurn is a first move, and whether it forces a win.
type FirstTurn struct {
	Move   board.Move
	Status Status
}

// FirstTurns asks, by proof-number search, which moves of a position force a win in at most a number
// of turns, the most promising first. Those that are not settled within [Options.Nodes] are Unknown.
// nodes is how many positions were looked at. The error is the context's.
func (s *Solver) FirstTurns(ctx context.Context, p *board.Position, turns int) (list []FirstTurn, nodes uint64,
	err error) {
	if err := s.check(Win, turns); err != nil {
		return nil, 0, err
	}
	long := dfpn.New(s.variant, dfpn.Options{Jobs: 1, Memory: s.options.Memory})
	defer long.Close()
	moves, answers, nodes, err := long.FirstTurns(ctx, p, Win, turns, s.options.Nodes)
	for i := range moves {
		list = append(list, FirstTurn{moves[i], answers[i]})
	}
	return list, nodes, err
}
