// Package grade says how hard puzzles are: the levels of the engine attempt each of them, and a
// puzzle is rated by which levels solve it. [One] grades a puzzle, [Each] a list of them.
package grade

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"turncoat/engine"
	"turncoat/internal/glicko"
	"turncoat/internal/puzzle/analysis"
	"turncoat/internal/puzzle/chance"
	"turncoat/internal/tablebase"
	"turncoat/internal/workers"
	"turncoat/puzzle"
	"turncoat/puzzle/solve"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

const (
	// attempts is how often each level attempts each puzzle, in as many rating periods.
	attempts = 24

	// AttemptsOfAll is how often a puzzle is attempted by all the levels together.
	AttemptsOfAll = attempts * engine.Levels

	// deepest is the greatest depth, in plies, in which turns that do not win are judged. A level
	// that sees further knows a forced win when it sees one.
	deepest = 3

	memory = 1 << 18 // bytes of an engine's table
)

// A decision is a place in the main line where the solver has to find a turn.
type decision struct {
	rules ruleset.Set
	looks [][]engine.Look // by depth, from one ply; the same turns in the same order
	wins  []bool          // by turn: wins as fast as can be
	left  int             // turns to the win
}

// rate has the levels attempt a puzzle and returns its rating. Each attempt is a game, which a level
// wins by finding every turn of the main line. The levels keep the ratings that they have.
func rate(test []decision, seed uint64) glicko.Rating {
	rating := glicko.New()
	for period := range attempts {
		random := chance.For(seed, "grade", period)
		var results []glicko.Result
		for i, value := range levels {
			score := 1.0
			if solves(i+1, test, random) {
				score = 0
			}
			level := glicko.New()
			level.Value, level.Deviation = value, levelDeviation
			results = append(results, glicko.Result{Opponent: level, Score: score})
		}
		rating = rating.After(results)
	}

	return rating
}

// Each grades puzzles as [One] does, each by itself.
func Each(ctx context.Context, puzzles []puzzle.Puzzle, seed uint64, jobs int) error {
	errs := make([]error, len(puzzles))
	err := workers.Each(ctx, jobs, len(puzzles), func(_, i int) {
		errs[i] = One(ctx, &puzzles[i], seed, nil)
	})
	return errors.Join(append(errs, err)...)
}

// One grades a puzzle. The same seed gives the same grade. A goal that is not plain has none. Tables of
// the puzzle's rules, if they are not nil, say what is won and how fast: the grade is the same, and
// comes much sooner where a win is long.
func One(ctx context.Context, p *puzzle.Puzzle, seed uint64, tables *tablebase.Tables) error {
	if !p.Goal().IsPlain() {
		p.Grade = nil
		return nil
	}

	g, test, err := measure(ctx, p, tables)
	if err != nil {
		return err
	}
	setRating(&g, rate(test, seed))
	p.Grade = &g
	return ctx.Err()
}

// levels are the ratings of the engine's levels, as they came out when levels and the puzzles of the
// collection were rated together, which a test repeats. Their deviations are about levelDeviation. A
// puzzle of average difficulty in the collection has about 1500.
var levels = [engine.Levels]float64{845, 931, 1144, 1287, 1455, 1514, 1648, 1896}

const levelDeviation = 15

func setRating(g *puzzle.Grade, r glicko.Rating) {
	g.Rating, g.Deviation = int(math.Round(r.Value)), int(math.Round(r.Deviation))
	g.Level = puzzle.LevelOf(g.Rating)
}

// solves reports whether a level finds every turn.
func solves(level int, test []decision, random *rand.Rand) bool {
	for i := range test {
		if !test[i].foundBy(level, random) {
			return false
		}
	}

	return true
}

// foundBy reports whether a level finds a turn that wins as fast as can be.
func (d *decision) foundBy(level int, random *rand.Rand) bool {
	plies, toWin := engine.LevelDepth(level), 2*d.left-1
	deeper := func(turns []int) []engine.Score {
		scores := make([]engine.Score, len(turns))
		for i, turn := range turns {
			scores[i] = d.looks[min(plies, len(d.looks))-1][turn].Score
			if d.wins[turn] && plies >= toWin {
				scores[i] = engine.Decided(1)
			}
		}

		return scores
	}
	chosen := engine.Choose(d.rules, level, d.looks[0], deeper, random)
	return len(chosen) > 0 && d.wins[chosen[0]]
}

// measure takes the measures of a puzzle, and what the levels see of it. Who solves a help-win has
// to find the turns of both sides, of any of the solutions; a turn of the side that is to lose
// looks the better, the worse it is for that side.
func measure(ctx context.Context, p *puzzle.Puzzle, tables *tablebase.Tables) (puzzle.Grade, []decision, error) {
	var g puzzle.Grade
	tree, err := p.Tree()
	if err != nil {
		return g, nil, err
	}
	at, turns, variant := tree.Position, tree.Keys[0].Line(), p.Variant()
	g.Quiet = slices.Contains(p.Themes, analysis.QuietKey)
	analyst := analysis.ForPuzzle(p, tables)
	eye := engine.New(variant, engine.Options{Memory: memory})
	help, step := p.Goal() == puzzle.HelpWin, 2
	if help {
		step = 1
	}
	var decisions []decision
	for i := 0; i < len(turns); i += step {
		if i > 0 {
			at = turns[i-1].After
		}
		g.Waves = max(g.Waves, len(turns[i].Waves))
		d := decision{rules: variant.Set()}
		var keys []board.Move
		plies := len(turns) - i
		if help {
			d.left = (plies + 1) / 2
			var result solve.Result
			solver := solve.New(variant, solve.Options{Jobs: 1})
			result, err = solver.Lines(ctx, &at, solve.HelpWin, plies)
			solver.Close()
			keys = result.Keys
		} else {
			d.left, keys, err = analyst.Shortest(ctx, &at, p.In-i/2)
		}

		if err != nil {
			return g, nil, err
		}

		depth := min(deepest, 2*d.left-2) // from there on a level knows the win
		if err := d.look(ctx, eye, at, keys, depth); err != nil {
			return g, nil, err
		}
		if isLoser := help && plies%2 == 0; isLoser {
			d.turnAround()
		}
		decisions = append(decisions, d)
	}

	g.Plausible, g.Lure = decisions[0].lures()
	return g, decisions, nil
}

// look fills in what levels see of the turns of a position, of which the keys are right.
func (d *decision) look(ctx context.Context, eye *engine.Engine, at board.Position, keys []board.Move, depth int) error {
	var err error
	d.looks, err = eye.Looks(ctx, engine.At(at), depth)
	for _, look := range d.looks[0] {
		d.wins = append(d.wins, slices.Contains(keys, look.Turn.Move))
	}
	return err
}

// turnAround makes a turn look the better, the worse it is for the side that makes it.
func (d *decision) turnAround() {
	for _, looks := range d.looks {
		for i := range looks {
			looks[i].Score, looks[i].Gain = -looks[i].Score, -looks[i].Gain
		}
	}
}

// lures counts the wrong turns that look at least as good as the best right one at a glance, and
// says by how much the best wrong one looks better.
func (d *decision) lures() (plausible, lure int) {
	right, wrong := engine.Lost, engine.Lost
	looks := d.looks[0]
	for i, look := range looks {
		if d.wins[i] {
			right = max(right, look.Score)
		} else {
			wrong = max(wrong, look.Score)
		}
	}

	for i, look := range looks {
		if !d.wins[i] && look.Score >= right {
			plausible++
		}
	}

	return plausible, int(wrong - right)
}
