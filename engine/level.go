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

// Levels is the number of playing strengths. Level 1 loses to a player that always takes the
// greediest turn. Without a level the engine plays better than at any of them.
const Levels = 8

// A strength is how a level plays. It glances at every first turn, which shows what the turn does
// at once, looks deeper into the few that seem best, and plays the best of these. It misjudges a
// little both times. The level of depth 1 only glances, and counts nothing but pieces.
type strength struct {
	width int // how many first turns are looked into
	depth int // plies seen when looking into a turn; a glance sees one
}

// strengths are fitted by internal/engine/ladder, as are the noises; docs/player.md has the
// result.
var strengths = [Levels]strength{
	{width: 1, depth: 1},
	{width: 2, depth: 2},
	{width: 3, depth: 2},
	{width: 4, depth: 3},
	{width: 7, depth: 3},
	{width: 8, depth: 4},
	{width: 12, depth: 4},
	{width: 16, depth: 5},
}

// A noise is the standard deviation of misjudgements in hundredths of a pawn.
type noise struct {
	glancing    float64 // at level 1, which only counts pieces
	most, least float64 // at level 2 and at the last level
}

// The noises by family of rules: scores vary more where pieces change sides.
var (
	persuasionNoise = noise{glancing: 800, most: 900, least: 110}
	attackNoise     = noise{glancing: 550, most: 700, least: 12}
	coSquareNoise   = noise{glancing: 190, most: 380, least: 70}
	chessNoise      = noise{glancing: 95, most: 280, least: 140}
)

// noiseOf returns the noise in a rule set.
func noiseOf(set ruleset.Set) noise {
	switch {
	case set.Family.HasWeights():
		return persuasionNoise
	case set.Family.ConvertsByAttack():
		return attackNoise
	case set.Family.Converts(): // a piece here and there
		return coSquareNoise
	}

	return chessNoise
}

// at returns the standard deviation at a level. From level 2 on it falls by the same factor from
// each level to the next.
func (n noise) at(level int) float64 {
	if level <= 1 {
		return n.glancing
	}

	share := float64(level-2) / (Levels - 2)
	return n.most * math.Pow(n.least/n.most, share)
}

const (
	// levelNodes bounds the positions that a level searches for one turn.
	levelNodes = 60_000

	// impression is the highest score that a turn gets at a glance, even if it wins the game. It is
	// about the worth of a king and a queen.
	impression = 3_000

	// maxDeviations bounds a misjudgement, in standard deviations.
	maxDeviations = 2
)

func strengthOf(level int) strength { return strengths[max(1, min(level, Levels))-1] }

// Level returns the limits of a strength from 1 to [Levels]. The seed determines its misjudgements:
// the same game and seed give the same turn.
func Level(level int, seed uint64) Limits {
	return Limits{Nodes: levelNodes, level: max(1, min(level, Levels)), seed: seed}
}

// LevelDepth returns how many plies a level looks ahead.
func LevelDepth(level int) int { return strengthOf(level).depth }

// A Look is a first turn and its value to a player who misjudges nothing.
type Look struct {
	Turn board.Turn
	// Gain is the worth of the pieces that the turn wins at once, in hundredths of a pawn. It is
	// more than that of all pieces if the turn wins the game.
	Gain  int
	Score Score // for the side that makes it
	Waves int   // of its conversions: a person has to imagine the board after each
}

// Choose returns the first turns that a level looks into after a glance at each, best first. deeper
// returns the scores of the turns with the given numbers, searched as deeply as the level sees;
// random determines the misjudgements.
func Choose(set ruleset.Set, level int, glances []Look, deeper func(turns []int) []Score, random *rand.Rand) []int {
	s := strengthOf(level)
	deviation := noiseOf(set).at(level)
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

// misjudgement returns a random error. Every wave of conversions after the first adds to it.
func misjudgement(waves int, deviation float64, random *rand.Rand) float64 {
	normal := max(-maxDeviations, min(maxDeviations, random.NormFloat64()))
	return normal * deviation * math.Sqrt(float64(max(1, waves)))
}

// weakened searches at a level.
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
	reach := int(2 * maxDeviations * 2 * noiseOf(set).at(l.level))
	deeper := func(turns []int) []Score { return s.deeper(turns, plies, reach) }
	chosen := Choose(set, l.level, s.impressions(), deeper, rand.New(rand.NewPCG(l.seed, g.Position.Key)))

	w := e.workers[0]
	result := Result{Depth: plies, Deepest: max(w.deepest, plies), Nodes: w.nodes, Time: time.Since(w.run.begun)}
	for _, i := range chosen[:min(max(1, l.Lines), len(chosen))] {
		one := s.roots[i]
		// A level does not search all turns, so it cannot know that it has lost.
		score := max(one.score, -maxScore)
		result.Lines = append(result.Lines, Line{slices.Clone(one.line), Score(score)})
	}

	if l.Report != nil {
		l.Report(result)
	}
	return result, ctx.Err()
}

// Looks evaluates every first turn of a game by searching 1 to plies plies. Element 0 of the result
// is a glance, which shows what a turn does at once. The turns have the same order in every
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

// A sight is the first turns of a game and what has been seen of them so far.
type sight struct {
	engine *Engine
	worker *worker
	at     *board.Position
	roots  []*root
}

// looks returns the values of the first turns as far as they are known.
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
			list[i].Waves = len(s.engine.variant.Play(s.at, one.turn.Move).Waves)
		}
	}

	return list
}

// impressions returns the values of the first turns at a glance. A turn seems good if it wins
// pieces at once, or if the position after it looks good.
func (s *sight) impressions() []Look {
	now := Score(s.worker.static(s.at))
	list := s.looks()
	for i := range list {
		list[i].Score = max(list[i].Score, min(now+Score(list[i].Gain), impression))
	}
	return list
}

// newSight glances at every first turn. It forgets earlier searches, so that the same game always
// gives the same result.
func (e *Engine) newSight(ctx context.Context, g Game, l Limits) *sight {
	e.Clear()
	w := e.workers[0]
	r := &run{ctx: ctx, limits: l, begun: time.Now(), params: e.params}
	if l.Time > 0 {
		r.deadline = r.begun.Add(l.Time)
	}
	s := &sight{engine: e, worker: w, at: &g.Position, roots: w.rootTurns(&g.Position, l.Only)}
	w.start(r, g)

	r.params.quiet = 0 // a glance searches no further turns
	for i, one := range s.roots {
		one.score = 0 // in case there is no time for the glance
		s.look(i, 1, -infinite)
	}

	r.params = e.params
	return s
}

// look evaluates a first turn by searching a number of plies, and reports whether there was time
// for it. A score that is not better than alpha is only a bound.
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

// deeper searches some turns, all to the same depth, and returns their scores. A score that is
// worse than the best by more than reach is only a bound.
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

// balance returns the worth of a side's pieces minus that of the other's.
func balance(p *board.Position, side board.Colour) int {
	return worthOf(p, p.Colours[side&1]) - worthOf(p, p.Colours[side&1^1])
}

// Clock is the time that a player has left.
type Clock struct {
	Left      time.Duration
	Increment time.Duration // a turn
	Turns     int           // to the next control; 0 if there is none
}

// overhead is the time lost between a program and the clock.
const overhead = 20 * time.Millisecond

// Limits returns how long to think about a turn: a share of the time left and part of the
// increment.
func (c Clock) Limits() Limits {
	turns := 28
	if c.Turns > 0 {
		turns = min(turns, c.Turns+1)
	}
	left := max(c.Left-overhead, time.Millisecond)
	share := left/time.Duration(turns) + c.Increment*3/4
	return Limits{Time: min(3*share, left*7/10), Soft: min(share*6/10, left/2)}
}
