package engine

import (
	"math"
	"time"

	"turncoat/rules/board"
)

// Levels is the number of strengths, from 1, which loses to a beginner. Without a level the engine plays still better.
const Levels = 8

// A level looks so deep or at so many positions, and misjudges them by so much.
var levels = [Levels]struct {
	depth int
	nodes uint64
	noise float64 // the standard deviation of a judgement's error, in hundredths of a pawn
}{
	{depth: 1, noise: 500},
	{depth: 1, noise: 200},
	{depth: 2, noise: 210},
	{depth: 3, noise: 320},
	{nodes: 1_500, noise: 120},
	{nodes: 2_500, noise: 100},
	{nodes: 5_000, noise: 70},
	{nodes: 11_000, noise: 45},
}

// Level returns the limits of a strength from 1 to [Levels]. The seed decides on its mistakes: the same position and
// seed give the same turn.
func Level(level int, seed uint64) Limits {
	one := levels[max(1, min(level, Levels))-1]
	return Limits{Depth: one.depth, Nodes: one.nodes, noise: one.noise, seed: seed, plain: one.depth > 0}
}

// mistake returns the error of a judgement: normally distributed, and always the same for a position and seed.
func mistake(p *board.Position, seed uint64, deviation float64) int {
	key := (p.Key ^ seed*0x9e3779b97f4a7c15) * 0xbf58476d1ce4e5b9
	key = (key ^ key>>31) * 0x94d049bb133111eb
	key ^= key >> 29
	radius := math.Sqrt(-2 * math.Log((float64(key>>32)+1)/(1<<32+1)))
	return int(deviation * radius * math.Cos(2*math.Pi*float64(uint32(key))/(1<<32)))
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
