// Package grade says how hard puzzles are: a ladder of players attempts each of them, and players and puzzles
// are rated together. [All] grades puzzles against each other, [One] a single puzzle on the scale of the collection.
package grade

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"turncoat/internal/engine/player"
	"turncoat/internal/glicko"
	"turncoat/internal/puzzle/analysis"
	"turncoat/internal/puzzle/chance"
	"turncoat/internal/workers"
	"turncoat/puzzle"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
)

// A rung is one player of the ladder. It looks at the few turns that seem best at first sight,
// looks deeper into these, and takes what it then believes to be the best.
type rung struct {
	width int     // turns looked into
	depth int     // plies seen when looking into one
	noise float64 // hundredths of a pawn; grows with waves
}

// ladder are the players that puzzles are rated by, from the weakest to the strongest.
var ladder = []rung{
	{2, 1, 300}, {3, 1, 200}, {3, 2, 250}, {4, 2, 150}, {4, 3, 200}, {6, 3, 150},
	{8, 3, 100}, {8, 4, 150}, {10, 5, 150}, {14, 5, 100}, {20, 6, 100}, {30, 7, 80},
}

// attempts is how often each player of the ladder attempts each puzzle, in as many rating periods.
const attempts = 24

// AttemptsOfAll is how often a puzzle is attempted by all the players together.
var AttemptsOfAll = attempts * len(ladder)

// glance is the depth in plies of a first sight, deepest the greatest depth that is searched by
// counting material; a player that sees further knows a forced win when it sees one.
const (
	glance  = 1
	deepest = 3
)

// A decision is a place in the main line where the attacker has to find a turn.
type decision struct {
	looks [deepest + 1][]player.Look // by depth; the same moves in the same order
	wins  []bool                     // by move: wins as fast as can be
	left  int                        // turns to the win
}

// All grades puzzles of one rule set, or of several: every player of the ladder attempts every
// puzzle, many times, and players and puzzles are rated together, each attempt a game that the player wins by
// finding every turn of the main line. The same seed gives the same grades, with any number of jobs.
func All(ctx context.Context, puzzles []puzzle.Puzzle, seed uint64, jobs int) error {
	tests, errs := make([][]decision, len(puzzles)), make([]error, len(puzzles))
	err := workers.Each(ctx, jobs, len(puzzles), func(_, i int) {
		var grade puzzle.Grade
		if grade, tests[i], errs[i] = measure(ctx, &puzzles[i], nil); errs[i] == nil {
			puzzles[i].Grade = &grade
		}
	})
	for i, err := range errs {
		if err != nil {
			return fmt.Errorf("%s: %w", puzzles[i].ID, err)
		}
	}
	if err != nil {
		return err
	}
	ratings, _ := compete(tests, seed, false)
	for i := range puzzles {
		setRating(puzzles[i].Grade, ratings[i])
	}
	return ctx.Err()
}

// compete has the ladder attempt the tests and returns their ratings, and those of the players. Players that are settled
// keep the ratings that they have got in the collection.
func compete(tests [][]decision, seed uint64, areSettled bool) (tasks, players []glicko.Rating) {
	players, tasks = make([]glicko.Rating, len(ladder)), make([]glicko.Rating, len(tests))
	for i := range players {
		if players[i] = glicko.New(); areSettled {
			players[i].Value, players[i].Deviation = settled[i], settledDeviation
		}
	}
	for i := range tasks {
		tasks[i] = glicko.New()
	}
	for period := range attempts {
		random := chance.For(seed, "grade", period)
		byPlayer, byTask := make([][]glicko.Result, len(players)), make([][]glicko.Result, len(tasks))
		for i := range tests {
			for j, r := range ladder {
				score := 0.0
				if r.solves(tests[i], random) {
					score = 1
				}
				byPlayer[j] = append(byPlayer[j], glicko.Result{Opponent: tasks[i], Score: score})
				byTask[i] = append(byTask[i], glicko.Result{Opponent: players[j], Score: 1 - score})
			}
		}
		for j := range players {
			if !areSettled {
				players[j] = players[j].After(byPlayer[j])
			}
		}
		for i := range tasks {
			tasks[i] = tasks[i].After(byTask[i])
		}
	}
	if areSettled {
		return tasks, players
	}
	mean := 0.0
	for _, p := range players {
		mean += p.Value / float64(len(players))
	}
	for _, list := range [][]glicko.Rating{tasks, players} {
		for i := range list {
			list[i].Value += 1500 - mean
		}
	}
	return tasks, players
}

// One grades a puzzle by itself, on the scale of the collection: the players have the ratings that they got
// there. The same seed gives the same grade. A goal that is not plain has none. What is won and how fast it takes from
// the tables of the puzzle's rules, if these are not nil: the same grade, where a win is long much sooner.
func One(ctx context.Context, p *puzzle.Puzzle, seed uint64, tables *solve.Tables) error {
	if !p.Goal().IsPlain() {
		p.Grade = nil
		return nil
	}
	g, test, err := measure(ctx, p, tables)
	if err != nil {
		return err
	}
	ratings, _ := compete([][]decision{test}, seed, true)
	setRating(&g, ratings[0])
	p.Grade = &g
	return ctx.Err()
}

// settled are the ratings of the ladder's players after they have attempted the puzzles of the collection, as a test
// holds them to it; their deviations lie about settledDeviation.
var settled = [...]float64{1019, 1076, 1039, 1049, 1387, 1482, 1563, 1542, 1690, 1861, 2023, 2269}

const settledDeviation = 15

func setRating(g *puzzle.Grade, r glicko.Rating) {
	g.Rating, g.Deviation = int(math.Round(r.Value)), int(math.Round(r.Deviation))
	g.Level = puzzle.LevelOf(g.Rating)
}

// solves reports whether a player finds every turn.
func (r rung) solves(test []decision, random *rand.Rand) bool {
	for i := range test {
		if !r.finds(&test[i], random) {
			return false
		}
	}
	return true
}

// finds reports whether a player finds a turn that wins as fast as can be. It glances at every turn, where
// even a win is no more than a strong impression, and looks into those that seem best. There it knows
// a forced win that it can see to its end, and judges the rest with its noise.
func (r rung) finds(d *decision, random *rand.Rand) bool {
	eye := player.Player{Noise: r.noise}
	type idea struct {
		index int
		score float64
	}
	ideas := make([]idea, len(d.wins))
	for i := range ideas {
		look := d.looks[glance][i]
		look.Score = min(look.Score, impression)
		ideas[i] = idea{i, eye.Perceive(look, random)}
	}
	slices.SortStableFunc(ideas, func(a, b idea) int { return cmp.Compare(b.score, a.score) })
	best, top := -1, math.Inf(-1)
	for _, it := range ideas[:min(r.width, len(ideas))] {
		look := d.looks[min(r.depth, deepest)][it.index]
		score := eye.Perceive(look, random)
		switch {
		case d.wins[it.index] && r.depth >= 2*d.left-1:
			score = 2 * player.Win
		case look.Score > player.Win/2:
			score = float64(look.Score) // a slower win
		}
		if score > top {
			best, top = it.index, score
		}
	}
	return best >= 0 && d.wins[best]
}

// impression is the greatest score that a turn makes at a glance, about a king and a queen.
const impression = 3_000

// measure takes the measures of a puzzle, and what the players of the ladder see of it. Who solves a help-win has to
// find the turns of both sides, of any of the solutions; a turn of the side that is to lose looks the better, the worse
// it is for that side.
func measure(ctx context.Context, p *puzzle.Puzzle, tables *solve.Tables) (puzzle.Grade, []decision, error) {
	var g puzzle.Grade
	tree, err := p.Tree()
	if err != nil {
		return g, nil, err
	}
	at, turns, game := tree.Position, tree.Keys[0].Line(), p.Variant()
	g.Quiet = slices.Contains(p.Themes, analysis.QuietKey)
	analyst := analysis.ForPuzzle(p, tables)
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
		var d decision
		var keys []board.Move
		plies := len(turns) - i
		if help {
			d.left = (plies + 1) / 2
			var result solve.Result
			result, err = solve.New(game, solve.Options{Jobs: 1}).Lines(ctx, &at, solve.HelpWin, plies)
			keys = result.Keys
		} else {
			d.left, keys, err = analyst.Shortest(ctx, &at, p.In-i/2)
		}
		if err == nil {
			err = d.look(ctx, game, &at, keys, help && plies%2 == 0)
		}
		if err != nil {
			return g, nil, err
		}
		decisions = append(decisions, d)
	}
	g.Plausible, g.Lure = decisions[0].lures()
	return g, decisions, nil
}

// look fills in what players see of the moves, of which the keys are right; loses says that the mover is to lose.
func (d *decision) look(ctx context.Context, game *rules.Variant, at *board.Position, keys []board.Move,
	loses bool) error {
	for depth := 1; depth <= deepest; depth++ {
		d.looks[depth] = player.New(game, depth, 0).Looks(at)
		for i := range d.looks[depth] {
			if look := &d.looks[depth][i]; loses {
				look.Score = -look.Score
			}
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	for _, look := range d.looks[1] {
		d.wins = append(d.wins, slices.Contains(keys, look.Move))
	}
	return nil
}

// lures counts the wrong moves that look at least as good as the best right one to one who sees two
// plies, and says by how much the best wrong one looks better.
func (d *decision) lures() (plausible, lure int) {
	right, wrong := -player.Win, -player.Win
	for i, look := range d.looks[2] {
		if d.wins[i] {
			right = max(right, look.Score)
		} else {
			wrong = max(wrong, look.Score)
		}
	}
	for i, look := range d.looks[2] {
		if !d.wins[i] && look.Score >= right {
			plausible++
		}
	}
	return plausible, wrong - right
}
