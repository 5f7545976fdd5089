package endgame

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"turncoat/internal/puzzle/analysis"
	"turncoat/internal/tablebase"
	"turncoat/internal/workers"
	"turncoat/puzzle"
	"turncoat/rules"
	"turncoat/rules/board"
)

// Wanted says which puzzles [Puzzles] makes.
type Wanted struct {
	Least, Most int // turns of the winner
	Count       int // of each class and length
	// Looked is how many wins of each class and length are looked at, drawn from all of them; 0
	// means 100,000.
	Looked  int
	MaxSize int // turns of the winner in the solution, each different continuation once
	Strict  bool
	Seed    uint64
	Jobs    int
	// Progress, when set, is called after each class and length that is done.
	Progress func(c tablebase.Class, in int, found int)
}

// Puzzles makes puzzles of the wins in the tables of classes: those with one key, more than one
// legal move, no dual in the main line, an enemy with a choice that matters, both sides owning a
// king, and a turn that can have led to the position. Of each class and length those with the
// fewest duals are taken, then those that come first in the drawing. No two have the same idea
// ([puzzle.Idea]). They stand in the order of the classes, then of their lengths. The same wanted
// gives the same puzzles with any number of jobs.
func Puzzles(ctx context.Context, tables *tablebase.Tables, classes []tablebase.Class, w Wanted) ([]puzzle.Puzzle,
	error) {
	if w.Looked <= 0 {
		w.Looked = 100_000
	}
	q := quarry{tables: tables, wanted: w, variant: rules.New(tables.Set()),
		demands: analysis.Fine(),
		seen:    puzzle.Seen{}, met: map[string]bool{}}
	q.demands.Strict, q.demands.MaxSize = w.Strict, w.MaxSize
	for range max(1, w.Jobs) {
		q.analysts = append(q.analysts, analysis.New(q.variant, analysis.Options{Tables: tables}))
	}
	var all []puzzle.Puzzle
	for _, c := range classes {
		table := tables.Table(c)
		if table == nil {
			return all, fmt.Errorf("%w of %s for %s", tablebase.ErrMissing, c, tables.Set().Name)
		}
		for in := w.Least; in <= w.Most; in++ {
			list, err := q.of(ctx, table, in)
			if err != nil {
				return all, err
			}
			all = append(all, list...)
			if w.Progress != nil {
				w.Progress(c, in, len(all))
			}
		}
	}

	return all, nil
}

// A quarry is where puzzles are looked for.
type quarry struct {
	tables   *tablebase.Tables
	wanted   Wanted
	variant  *rules.Variant
	analysts []*analysis.Analyst // by worker
	demands  analysis.Demands
	seen     puzzle.Seen
	met      map[string]bool // positions of main lines
}

// A prospect is a won position that may make a puzzle.
type prospect struct {
	position board.Position
	duals    int
	good     bool
}

// of makes the puzzles of one class and length.
func (q *quarry) of(ctx context.Context, table *tablebase.Table, in int) ([]puzzle.Puzzle, error) {
	drawn, err := table.Sample(ctx, tablebase.DecidedIn(2*in-1), q.wanted.Looked, q.wanted.Seed)
	if err != nil {
		return nil, err
	}
	prospects := make([]prospect, len(drawn))
	err = q.each(ctx, len(drawn), func(a *analysis.Analyst, i int) error {
		prospects[i].position = drawn[i].Position
		return q.judge(ctx, a, &prospects[i], in)
	})
	if err != nil {
		return nil, err
	}
	prospects = slices.DeleteFunc(prospects, func(p prospect) bool { return !p.good })
	slices.SortStableFunc(prospects, func(a, b prospect) int { return cmp.Compare(a.duals, b.duals) })
	return q.make(ctx, prospects, in)
}

// judge finds out whether a position may make a puzzle.
func (q *quarry) judge(ctx context.Context, a *analysis.Analyst, p *prospect, in int) error {
	at := &p.position
	if at.Kingless(board.White) || at.Kingless(board.Black) {
		return nil
	}
	keys, err := quickest(q.tables, at, in)
	if err != nil || len(keys) != 1 {
		return err
	}
	if _, _, reached := analysis.LastTurn(q.variant, at); !reached {
		return nil
	}
	found, err := a.Solution(ctx, at, in, keys, q.bounds())
	if errors.Is(err, rules.ErrLimit) {
		return nil
	}
	if err == nil {
		p.duals, p.good = found.Claims.Duals, q.demands.Meets(&found) == ""
	}
	return err
}

// bounds are those of solutions that are wanted.
func (q *quarry) bounds() analysis.Bounds {
	b := analysis.Bounds{Duals: -1, Turns: repliesPerTurn * q.wanted.MaxSize}
	if q.wanted.Strict {
		b.Duals = 0
	}
	return b
}

// make makes puzzles of prospects, until there are enough.
func (q *quarry) make(ctx context.Context, prospects []prospect, in int) ([]puzzle.Puzzle, error) {
	var list []puzzle.Puzzle
	a := q.analysts[0]
	for i := range prospects {
		if len(list) == q.wanted.Count {
			break
		}
		at := &prospects[i].position
		found, err := a.Analyse(ctx, at, in)
		if err != nil {
			return nil, err
		}
		if !q.isNew(&found) {
			continue
		}
		made, err := a.Make(ctx, at, &found)
		if err != nil {
			return nil, err
		}
		made.Source = puzzle.Source{From: "tablebase"}
		if q.seen.Add(&made) {
			list = append(list, made)
		}
	}

	return list, nil
}

// each does some things with the analysts, and returns the error of the first that failed.
func (q *quarry) each(ctx context.Context, n int, do func(a *analysis.Analyst, i int) error) error {
	errs := make([]error, n)
	if err := workers.Each(ctx, len(q.analysts), n, func(worker, i int) { errs[i] = do(q.analysts[worker], i) }); err != nil {
		return err
	}
	return cmp.Or(errs...)
}

// isNew reports whether the main line of a solution shares no position with that of a puzzle before
// it, where the winner has more than its last two turns to find; and if so remembers its positions.
func (q *quarry) isNew(found *analysis.Analysis) bool {
	line := found.Key().Line()
	places := []string{puzzle.Canonical(q.variant.Set(), &found.Tree.Position)}
	for i := 1; i+4 < len(line); i += 2 {
		places = append(places, puzzle.Canonical(q.variant.Set(), &line[i].After))
	}
	if slices.ContainsFunc(places, func(at string) bool { return q.met[at] }) {
		return false
	}
	for _, at := range places {
		q.met[at] = true
	}
	return true
}
