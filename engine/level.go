package engine

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Levels is the number of strengths, from 1, which loses to whoever takes the greediest turn.
// Without a level the engine plays still better.
const Levels = 8

// A strength is how a level plays. It glances at every first turn and sees what that does at once,
// looks deeper into the few that seem best, and takes the one that then seems best. Both times it
// misjudges a little. A level that only glances counts nothing but pieces.
type strength struct {
	width int // first turns looked into
	depth int // plies seen when looking into one; a glance sees one
	noise noise
}

// A noise is the standard deviation of a misjudgement, in hundredths of a pawn, by family of rules:
// scores swing more where pieces change sides.
type noise struct{ persuasion, conversion, chess float64 }

// strengths are fitted by "turncoat engine ladder"; docs/player.md has the result.
var strengths = [Levels]strength{
	{width: 1, depth: 1, noise: noise{1000, 280, 110}},
	{width: 2, depth: 2, noise: noise{900, 350, 250}},
	{width: 3, depth: 2, noise: noise{480, 230, 220}},
	{width: 4, depth: 3, noise: noise{320, 200, 170}},
	{width: 5, depth: 3, noise: noise{180, 95, 120}},
	{width: 8, depth: 4, noise: noise{140, 75, 110}},
	{width: 10, depth: 4, noise: noise{100, 40, 80}},
	{width: 14, depth: 5, noise: noise{140, 25, 65}},
}

const (
	// levelNodes bounds the positions that a level looks at for one turn.
	levelNodes = 60_000

	// impression is the greatest score that a turn makes at a glance, about a king and a queen:
	// even a win is no more than a strong impression.
	impression = 3_000

	// maxDeviations bounds a misjudgement, in standard deviations, so that nothing is misjudged
	// beyond all measure.
	maxDeviations = 2
)

func strengthOf(level int) strength { return strengths[max(1, min(level, Levels))-1] }

// Level returns the limits of a strength from 1 to [Levels]. The seed decides on its misjudgements:
// the same game and seed give the same turn.
func Level(level int, seed uint64) Limits {
	return Limits{Nodes: levelNodes, level: max(1, min(level, Levels)), seed: seed}
}

// LevelDepth returns how many plies a level looks ahead.
func LevelDepth(level int) int { return strengthOf(level).depth }

// A Look is a first turn and what it seems worth to somebody who misjudges nothing.
type Look struct {
	Turn  board.Turn
	Gain  int   // what the turn wins in pieces at once, in hundredths of a pawn; more than all pieces if it wins the game
	Score Score // for the side that makes it
	Waves int   // of its conversions: a person has to see the board after each
}

// Choose returns which first turns a level looks into after a glance at each, in the order in which
// it then likes them. Deeper looks into the turns with the given numbers, as far ahead as the level
// does; random decides on misjudgements.
func Choose(set ruleset.Set, level int, glances []Look, deeper func(turns []int) []Score, random *rand.Rand) []int {
	s := strengthOf(level)
	deviation := s.noise.in(set)
	seen := make([]float64, len(glances))
	turns := make([]int, len(glances))
	likedFirst := func(a, b int) int { return cmp.Compare(seen[b], seen[a]) }

	for i, glance := range glances {
		score := int(glance.Score)
		if s.depth == 1 {
			score = glance.Gain
		}
		turns[i] = i
		seen[i] = float64(min(score, impression)) + misjudgement(glance.Waves, deviation, random)
	}
	slices.SortStableFunc(turns, likedFirst)
	turns = turns[:min(s.width, len(turns))]
	if s.depth == 1 {
		return turns
	}

	for i, score := range deeper(turns) {
		turn := turns[i]
		seen[turn] = float64(score)
		if _, known := score.Mate(); !known {
			seen[turn] += misjudgement(glances[turn].Waves, deviation, random)
		}
	}
	slices.SortStableFunc(turns, likedFirst)
	return turns
}

// misjudgement returns a random error. Every wave of conversions after the first is one more thing
// to misjudge.
func misjudgement(waves int, deviation float64, random *rand.Rand) float64 {
	normal := max(-maxDeviations, min(maxDeviations, random.NormFloat64()))
	return normal * deviation * math.Sqrt(float64(max(1, waves)))
}

// in returns the noise in a rule set.
func (n noise) in(set ruleset.Set) float64 {
	switch set.Family {
	case ruleset.Pacifist:
		return n.persuasion
	case ruleset.Chess:
		return n.chess
	}
	return n.conversion
}

// weakened answers a search at a level.
func (e *Engine) weakened(ctx context.Context, g Game, l Limits) (Result, error) {
	s := e.newSight(ctx, g, l)
	if len(s.roots) == 0 {
		return Result{}, ctx.Err()
	}

	plies := LevelDepth(l.level)
	if l.Depth > 0 {
		plies = l.Depth
	}
	set := e.variant.Set()
	reach := int(2 * maxDeviations * 2 * strengthOf(l.level).noise.in(set))
	deeper := func(turns []int) []Score { return s.deeper(turns, plies, reach) }
	chosen := Choose(set, l.level, s.impressions(), deeper, rand.New(rand.NewPCG(l.seed, g.Position.Key)))

	w := e.workers[0]
	result := Result{Depth: plies, Deepest: max(w.deepest, plies), Nodes: w.nodes, Time: time.Since(w.run.begun)}
	for _, i := range chosen[:min(max(1, l.Lines), len(chosen))] {
		one := s.roots[i]
		score := max(one.score, -maxScore) // a level does not look at all turns, and cannot know that it has lost
		result.Lines = append(result.Lines, Line{slices.Clone(one.line), Score(score)})
	}
	if l.Report != nil {
		l.Report(result)
	}
	return result, ctx.Err()
}

// Looks judges every first turn of a game by looking 1 to so many plies ahead: element 0 of the
// result is a glance, which sees what a turn does at once. The turns are in the same order in every
// element.
func (e *Engine) Looks(ctx context.Context, g Game, plies int) ([][]Look, error) {
	s := e.newSight(ctx, g, Limits{})
	all := [][]Look{s.impressions()}
	for depth := 2; depth <= plies; depth++ {
		for i := range s.roots {
			s.look(i, depth, -infinite)
		}
		all = append(all, s.looks())
	}
	return all, ctx.Err()
}

// A sight is the first turns of a game and what has been seen of them.
type sight struct {
	engine *Engine
	worker *worker
	at     *board.Position
	roots  []*root
}

// looks returns what has been seen.
func (s *sight) looks() []Look {
	list := make([]Look, len(s.roots))
	side := s.at.Turn
	before := balance(s.at, side)
	for i, one := range s.roots {
		list[i] = Look{Turn: one.turn, Gain: balance(&one.after, side) - before, Score: Score(one.score)}
		if one.score >= winScore {
			list[i].Gain = one.score
		}
		if one.turn.Converted != 0 {
			list[i].Waves = len(s.engine.variant.Full(s.at, one.turn.Move).Waves)
		}
	}
	return list
}

// impressions returns what first turns look like at a glance: a turn seems good that wins pieces at
// once, and one after which the position looks good.
func (s *sight) impressions() []Look {
	now := Score(s.worker.static(s.at))
	list := s.looks()
	for i := range list {
		list[i].Score = max(list[i].Score, min(now+Score(list[i].Gain), impression))
	}
	return list
}

// newSight glances at every first turn. It forgets earlier searches, so that the same game always
// looks the same.
func (e *Engine) newSight(ctx context.Context, g Game, l Limits) *sight {
	e.Clear()
	w := e.workers[0]
	r := &run{ctx: ctx, limits: l, begun: time.Now(), params: e.params}
	if l.Time > 0 {
		r.deadline = r.begun.Add(l.Time)
	}
	s := &sight{engine: e, worker: w, at: &g.Position, roots: w.rootTurns(&g.Position, l.Only)}
	w.start(r, g)

	r.params.quiet = 0 // a glance looks at no further turns
	for i, one := range s.roots {
		one.score = 0 // in case there is no time for a glance
		s.look(i, 1, -infinite)
	}
	r.params = e.params
	return s
}

// look judges a first turn by looking some plies ahead, and reports whether there was the time. Of
// a score that is no better than alpha only that much is known.
func (s *sight) look(i, plies, alpha int) bool {
	w, one := s.worker, s.roots[i]
	f := &w.frames[0]
	f.turns = append(f.turns[:0], one.turn)
	f.afters = f.afters[:0]
	if !w.quick {
		f.afters = append(f.afters, one.after)
	}

	w.depth = plies
	score := infinite
	if alpha > -infinite {
		score = w.turn(s.at, f, 0, plies-1, alpha, alpha+1, 0)
	}
	if score > alpha {
		score = w.turn(s.at, f, 0, plies-1, alpha, infinite, 0)
	}
	if w.run.stop.Load() {
		return false
	}

	one.score, one.turn = score, f.turns[0]
	if !w.quick {
		one.after = f.afters[0]
	}
	one.line = append(append(one.line[:0], one.turn), w.frames[1].pv...)
	return true
}

// deeper looks into some turns, all equally far, and returns their scores. Those that are worse
// than the best by more than reach may be worse still.
func (s *sight) deeper(turns []int, plies, reach int) []Score {
	scores := make([]Score, len(turns))
	for i, turn := range turns {
		scores[i] = Score(s.roots[turn].score)
	}
	for depth := 2; depth <= plies; depth++ {
		best := -infinite
		for _, turn := range s.bestFirst(turns) {
			if !s.look(turn, depth, max(-infinite, best-reach)) {
				return scores
			}
			best = max(best, s.roots[turn].score)
		}
		for i, turn := range turns {
			scores[i] = Score(s.roots[turn].score)
		}
	}
	return scores
}

func (s *sight) bestFirst(turns []int) []int {
	turns = slices.Clone(turns)
	slices.SortStableFunc(turns, func(a, b int) int { return cmp.Compare(s.roots[b].score, s.roots[a].score) })
	return turns
}

// balance returns what a side's pieces are worth more than those of the other.
func balance(p *board.Position, side board.Colour) int {
	return worthOf(p, p.Colours[side&1]) - worthOf(p, p.Colours[side&1^1])
}

// Clock is the time that a player has left.
type Clock struct {
	Left      time.Duration
	Increment time.Duration // a turn
	Turns     int           // to the next control; 0 if there is none
}

// overhead is what goes by between a program and the clock.
const overhead = 20 * time.Millisecond

// Limits returns how long to think on a turn: a share of what is left, and some of the increment.
func (c Clock) Limits() Limits {
	turns := 28
	if c.Turns > 0 {
		turns = min(turns, c.Turns+1)
	}
	left := max(c.Left-overhead, time.Millisecond)
	share := left/time.Duration(turns) + c.Increment*3/4
	return Limits{Time: min(3*share, left*7/10), Soft: min(share*6/10, left/2)}
}
