package endgame

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"turncoat/internal/workers"
	"turncoat/puzzle"
	"turncoat/puzzle/analysis"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/tablebase"
)

// Wanted says which puzzles [Puzzles] makes.
type Wanted struct {
	Least, Most int // turns of the winner
	Count       int // of each class and length
	// Looked is how many wins of each class and length are looked at, drawn from all of them; 0 means 100,000.
	Looked  int
	MaxSize int // turns of the winner in the solution, each different continuation once
	Strict  bool
	Seed    uint64
	Jobs    int
	// Progress, when set, is called after each class and length that is done.
	Progress func(c tablebase.Class, in int, found int)
}

// Puzzles makes puzzles of the wins in the tables of classes: those with one key, more than one legal move, no
// dual in the main line, an enemy with a choice that matters, both sides owning a king, and a turn that can have
// led to the position. Of each class and length those with the fewest duals are taken, then those that come
// first in the drawing. No two have the same idea ([puzzle.Idea]). They stand in the order of the classes, then
// of their lengths. The same wanted gives the same puzzles with any number of jobs.
func Puzzles(ctx context.Context, tables *tablebase.Tables, classes []tablebase.Class, w Wanted) ([]puzzle.Puzzle,
	error) {
	if w.Looked <= 0 {
		w.Looked = 100_000
	}
	q := quarry{tables: tables, wanted: w, game: rules.New(tables.Set()), demands: analysis.Fine(),
		seen: puzzle.Seen{}, met: map[string]bool{}}
	q.demands.Strict, q.demands.MaxSize = w.Strict, w.MaxSize
	for range max(1, w.Jobs) {
		q.outliners = append(q.outliners, newOutliner(tables, w.MaxSize))
		q.analysts = append(q.analysts, analysis.New(q.game, analysis.Options{Tables: tables}))
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
	tables    *tablebase.Tables
	wanted    Wanted
	game      *rules.Variant
	outliners []*outliner // by worker
	analysts  []*analysis.Analyst
	demands   analysis.Demands
	seen      puzzle.Seen
	met       map[string]bool // positions of main lines
}

// A prospect is a won position that may make a puzzle.
type prospect struct {
	position board.Position
	outline  outline
	good     bool
	err      error
}

// of makes the puzzles of one class and length.
func (q *quarry) of(ctx context.Context, table *tablebase.Table, in int) ([]puzzle.Puzzle, error) {
	value := tablebase.In(2*in - 1)
	drawn, err := table.Sample(ctx, value, q.wanted.Looked, q.wanted.Seed)
	if err != nil {
		return nil, err
	}
	prospects := make([]prospect, len(drawn))
	err = workers.Each(ctx, len(q.outliners), len(drawn), func(worker, i int) {
		p := &prospects[i]
		p.position = drawn[i].Position
		p.err = q.judge(q.outliners[worker], p, value)
	})
	if err != nil {
		return nil, err
	}
	for i := range prospects {
		if prospects[i].err != nil {
			return nil, prospects[i].err
		}
	}
	prospects = slices.DeleteFunc(prospects, func(p prospect) bool { return !p.good })
	slices.SortStableFunc(prospects, func(a, b prospect) int { return cmp.Compare(a.outline.duals, b.outline.duals) })
	return q.make(ctx, prospects, in)
}

// judge finds out whether a position may make a puzzle.
func (q *quarry) judge(o *outliner, p *prospect, v tablebase.Value) error {
	at := &p.position
	if at.Kingless(board.White) || at.Kingless(board.Black) {
		return nil
	}
	keys, err := o.keys(at, v, 0, 2)
	if err != nil || len(keys) != 1 || len(o.frames[0].mine) < 2 {
		return err
	}
	if p.outline, err = o.outline(at, v, 0); err != nil {
		return err
	}
	if p.outline.size >= endless || p.outline.lineDuals > 0 || q.wanted.Strict && p.outline.duals > 0 {
		return nil
	}
	_, _, p.good = analysis.LastTurn(q.game, at)
	return nil
}

// make makes puzzles of prospects, until there are enough.
func (q *quarry) make(ctx context.Context, prospects []prospect, in int) ([]puzzle.Puzzle, error) {
	var list []puzzle.Puzzle
	const together = 64 // analysed at once, for the sake of the jobs
	for len(prospects) > 0 && len(list) < q.wanted.Count {
		some := prospects[:min(len(prospects), together)]
		found := make([]analysis.Analysis, len(some))
		if err := q.each(ctx, len(some), func(a *analysis.Analyst, i int) (err error) {
			found[i], err = a.Analyse(ctx, &some[i].position, in)
			return err
		}); err != nil {
			return nil, err
		}
		var taken []int
		next := 0 // those behind the last that is wanted get its place, should its idea have been met
		for ; next < len(some) && len(list)+len(taken) < q.wanted.Count; next++ {
			if q.demands.Meets(&found[next]) == "" && q.isNew(&found[next]) {
				taken = append(taken, next)
			}
		}
		prospects = prospects[next:]
		made := make([]puzzle.Puzzle, len(taken))
		if err := q.each(ctx, len(taken), func(a *analysis.Analyst, i int) (err error) {
			made[i], err = a.Make(ctx, &some[taken[i]].position, &found[taken[i]])
			made[i].Source = puzzle.Source{From: "tablebase"}
			return err
		}); err != nil {
			return nil, err
		}
		for i := range made {
			if q.seen.Add(&made[i]) {
				list = append(list, made[i])
			}
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

// isNew reports whether the main line of a solution shares no position with that of a puzzle before it, where
// the winner has more than its last two turns to find; and if so remembers its positions.
func (q *quarry) isNew(found *analysis.Analysis) bool {
	line := found.Key().Line()
	places := []string{puzzle.Canonical(&found.Tree.Position)}
	for i := 1; i+4 < len(line); i += 2 {
		places = append(places, puzzle.Canonical(&line[i].After))
	}
	if slices.ContainsFunc(places, func(at string) bool { return q.met[at] }) {
		return false
	}
	for _, at := range places {
		q.met[at] = true
	}
	return true
}
