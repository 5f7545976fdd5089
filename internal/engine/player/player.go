// Package player is a player of the games who plays sensibly and makes mistakes. [New] makes one of a strength, and
// [Player.Choose] chooses its turn.
//
// Such players play the games in which puzzles are looked for, attempt the puzzles that are graded, and are the
// opponent on the board in the browser.
package player

import (
	"math"
	"math/rand/v2"

	"turncoat/rules"
	"turncoat/rules/board"
)

// Scores of positions, in hundredths of a pawn.
const (
	Win       = 100_000 // of a position that is won, less the plies to its end
	scoreKing = 2_000   // for each king owned (PAC-9)
)

var kindScore = [...]int{board.Pawn: 100, board.Knight: 300, board.Bishop: 320, board.Rook: 500, board.Queen: 900,
	board.King: scoreKing}

// A Player plays sensibly and makes mistakes: it looks a few plies ahead, counts what stands on the
// board, and misjudges. The same seed plays the same game. It takes every reclaim in full (PAC-8).
type Player struct {
	Depth int // plies looked ahead, at least 1
	// Noise is the standard deviation of the misjudgement of a turn, in hundredths of a pawn. A turn
	// with conversions is misjudged the more, the more waves it has: see [Player.Perceive].
	Noise float64
	// Nodes, if it is not 0, is how many turns may be looked at for one choice. A player that comes to it goes by
	// what it saw one ply less deep.
	Nodes int

	nodes    int
	game     *rules.Variant
	pacifist bool
	levels   [][]board.Turn
}

// New returns a player of a game.
func New(game *rules.Variant, depth int, noise float64) *Player {
	return &Player{Depth: max(1, depth), Noise: noise, game: game, pacifist: game.Set().Family.KingsConvert()}
}

// A Look is a legal move and what a player thinks of it before misjudging.
type Look struct {
	Move  board.Move
	Score int // for the mover, in hundredths of a pawn
	Waves int // of the conversions that a person has to see
}

// Looks judges every legal move, in the order of the rules.
func (l *Player) Looks(p *board.Position) []Look {
	var looks []Look
	for t := range l.game.FullTurns(p) {
		looks = append(looks, Look{t.Move, -l.search(&t.After, l.Depth-1, -Win, Win, 1), len(t.Waves)})
	}
	return looks
}

// looks judges every legal move as deeply as the limit of nodes allows.
func (l *Player) looks(p *board.Position) []Look {
	if l.Nodes <= 0 {
		return l.Looks(p)
	}
	l.nodes = 0
	shallower := *l
	shallower.Depth, shallower.Nodes = 1, 0
	looks := shallower.Looks(p)
	for shallower.Nodes = l.Nodes; shallower.Depth < l.Depth; {
		shallower.Depth++
		deeper := shallower.Looks(p)
		if shallower.nodes > l.Nodes {
			break
		}
		looks = deeper
	}
	return looks
}

// search returns the worth of a position for the side to move.
func (l *Player) search(p *board.Position, depth, alpha, beta, ply int) int {
	if l.nodes++; l.Nodes > 0 && l.nodes > l.Nodes {
		return 0 // nobody asks
	}
	if depth > 0 || l.mayBeOver(p) {
		for len(l.levels) <= ply {
			l.levels = append(l.levels, nil)
		}
		l.levels[ply] = l.turns(l.levels[ply][:0], p)
		if len(l.levels[ply]) == 0 {
			switch l.game.Outcome(p).Result {
			case board.Draw:
				return 0
			default:
				return -Win + ply
			}
		}
	}
	if depth <= 0 {
		return l.count(p)
	}
	best := -Win
	var after board.Position
	for i := range l.levels[ply] {
		l.game.Apply(p, l.levels[ply][i], &after)
		best = max(best, -l.search(&after, depth-1, -beta, -alpha, ply+1))
		if alpha = max(alpha, best); alpha >= beta {
			break
		}
	}
	return best
}

// mayBeOver is a cheap test that every lost side to move passes.
func (l *Player) mayBeOver(p *board.Position) bool {
	if l.pacifist {
		return p.Kingless(p.Turn)
	}
	return l.game.InCheck(p)
}

// turns appends the turn of each move, those first that convert most.
func (l *Player) turns(turns []board.Turn, p *board.Position) []board.Turn {
	turns = l.game.AppendTurns(turns, p)
	front := 0
	for i := range turns {
		if turns[i].Converted != 0 || p.Occupied().Has(turns[i].To) {
			turns[front], turns[i] = turns[i], turns[front]
			front++
		}
	}
	return turns
}

// count is what stands on the board, for the side to move: pieces, and a little for their squares.
func (l *Player) count(p *board.Position) int {
	score := 0
	for kind := board.Pawn; kind <= board.King; kind++ {
		all := p.Pieces(kind)
		score += kindScore[kind] * ((all & p.Colours[board.White]).Count() - (all & p.Colours[board.Black]).Count())
	}
	score += 4 * ((centre & p.Colours[board.White]).Count() - (centre & p.Colours[board.Black]).Count())
	if p.Turn == board.Black {
		return -score
	}
	return score
}

const centre board.Bitboard = 0x0000_3c3c_3c3c_0000

// Perceive returns the score that a player believes in. Every wave after the first doubles the ways to
// misjudge: a person has to see the board after each.
func (l *Player) Perceive(look Look, random *rand.Rand) float64 {
	blur := l.Noise * math.Sqrt(1+float64(max(0, look.Waves-1)))
	return float64(look.Score) + blur*random.NormFloat64()
}

// Choose picks a turn; the error of its judgement comes from random. It tells whether there is a turn.
func (l *Player) Choose(p *board.Position, random *rand.Rand) (board.Move, bool) {
	best, found := board.Move{}, false
	top := math.Inf(-1)
	for _, look := range l.looks(p) {
		if s := l.Perceive(look, random); s > top {
			best, top, found = look.Move, s, true
		}
	}
	return best, found
}
