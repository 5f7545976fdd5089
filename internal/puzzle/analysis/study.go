package analysis

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"turncoat/internal/tablebase"
	"turncoat/puzzle"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
)

// Study makes a study of a position that the tables hold and that is won: the line of best play,
// and beside each of the attacker's turns the other moves that win. A whole solution of a long win
// would have too many turns for a reader.
func (a *Analyst) Study(ctx context.Context, at *board.Position) (Analysis, puzzle.Study, error) {
	if a.tables == nil || a.goal != solve.Win {
		return Analysis{}, nil, fmt.Errorf("%w: a study needs tables that hold the position",
			rules.ErrLimit)
	}

	line, err := a.tables.Line(at)
	if err != nil {
		return Analysis{}, nil, fmt.Errorf("%w: a study needs tables: %w", rules.ErrLimit, err)
	}
	if len(line)%2 == 0 {
		return Analysis{}, nil, nil // not a win of the side to move
	}
	var played []board.Played
	var study puzzle.Study
	found := Analysis{In: (len(line) + 1) / 2}
	p := *at
	for i := range line {
		if err := ctx.Err(); err != nil {
			return Analysis{}, nil, err
		}
		if i%2 == 0 {
			winning, err := WinningMoves(a.tables, &p)
			if err != nil {
				return Analysis{}, nil, err
			}
			delete(winning, line[i].Move)
			others := map[string]int{}
			for m, in := range winning {
				others[m.UCI(&p)] = in
				if i == 0 && in == found.In {
					found.Keys = append(found.Keys, m)
				}
			}

			study = append(study, others)
		}

		t, err := a.variant.TryPlay(&p, line[i].Move, &line[i].Reclaimed)
		if err != nil {
			return Analysis{}, nil, err
		}
		played = append(played, t)
		p = t.After
	}

	puzzle.QueensFirst(at, found.Keys)
	found.Keys = slices.Insert(found.Keys, 0, played[0].Move)
	found.Tree = puzzle.HelpTree(at, solve.Win, found.In, false, [][]board.Played{played})
	found.Claims.FirstTurns = len(a.variant.Moves(at))
	for _, after := range a.turns.Choices(at, played[0].Move) {
		found.Claims.Defences += len(a.variant.Moves(&after))
	}
	for i := 1; i < len(study); i++ {
		found.Claims.Duals += min(1, len(study.AsFast(i)))
	}
	found.Claims.LineDuals = found.Claims.Duals
	return found, study, nil
}

// Holds reports whether the tables say of a position that its side to move wins.
func (a *Analyst) Holds(at *board.Position) bool {
	if a.tables == nil || a.goal != solve.Win {
		return false
	}
	value, err := a.tables.Probe(at)
	return err == nil && value.Wins()
}

// WinningMoves returns the moves that win by the tables whatever the enemy takes back, each with
// the turns that it takes.
func WinningMoves(tables *tablebase.Tables, p *board.Position) (map[board.Move]int, error) {
	list, err := tables.Turns(p)
	moves := map[board.Move]int{}
	for i, t := range list {
		// The first turn of a move has the enemy's best choice.
		if first := i == 0 || list[i-1].Move != t.Move; first && t.Value.Loses() {
			moves[t.Move] = t.Value.Plies()/2 + 1
		}
	}

	return moves, err
}

// CritiqueStudy returns the objections to a study: other keys, and other moves that win as fast.
func (a *Analyst) CritiqueStudy(at *board.Position, found *Analysis, study puzzle.Study,
	demands Demands) []Remark {
	c := critic{analyst: a, at: at, found: found}
	line := found.Key().Line()
	p := at
	for i := range study {
		for _, text := range study.AsFast(i) {
			m, _ := board.ParseUCI(p, text)
			name := fmt.Sprintf("%d.%s instead of %s", i+1, a.variant.SAN(p, a.variant.Play(p, m)),
				a.variant.InputSAN(p, line[2*i]))
			if i == 0 {
				c.remark(true, "keys", "another key: %s", name)
			} else {
				c.blemish("dual: %s", name)
			}
		}

		if 2*i+1 < len(line) {
			p = &line[2*i+1].After
		}
	}

	c.reached(demands)
	return c.remarks
}

// study compares a study with what the tables say.
func (v *verifier) study(ctx context.Context) error {
	p := v.puzzle
	tree, err := p.Tree()
	if err != nil {
		v.faults = append(v.faults, err)
		return nil
	}

	v.line = tree.Keys[0].Line()
	found, study, err := v.analyst.Study(ctx, &v.at)
	switch {
	case err != nil:
		return err
	case found.In != p.In:
		v.fault("there is no %s in %s, or a shorter one", p.Goal(), p.Length())
		return nil
	}

	if keys := puzzle.UCI(&v.at, found.Keys); !slices.Equal(keys, p.Keys) {
		v.fault("the keys are %v, not %v", keys, p.Keys)
	}
	for i, others := range study {
		if !maps.Equal(others, p.Study[i]) {
			v.fault("at turn %d the other moves that win are %v, not %v", i+1, others, p.Study[i])
		}
	}

	if p.Only != nil {
		if err := v.only(ctx); err != nil {
			return err
		}
	}

	return v.claims(ctx, &found)
}
