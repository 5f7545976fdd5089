package puzzle

import (
	"math"
	"math/rand/v2"

	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Scores of positions, in hundredths of a pawn.
const (
	scoreWin  = 100_000
	scoreKing = 2_000 // for each king owned (PAC-9)
)

var kindScore = [...]int{board.Pawn: 100, board.Knight: 300, board.Bishop: 320, board.Rook: 500, board.Queen: 900, board.King: scoreKing}

// A Player plays sensibly and makes mistakes: it looks a few plies ahead, counts what stands on the
// board, and misjudges. The same seed plays the same game. It takes every reclaim in full (PAC-8).
type Player struct {
	Depth int // plies looked ahead, at least 1
	// Noise is the standard deviation of the misjudgement of a turn, in hundredths of a pawn. A turn
	// with conversions is misjudged the more, the more waves it has: see [Player.Perceive].
	Noise float64

	play     play
	pacifist bool
	levels   [][]board.Turn
}

// NewPlayer gives a player of a game.
func NewPlayer(game *rules.Variant, depth int, noise float64) *Player {
	return &Player{Depth: max(1, depth), Noise: noise, play: newPlay(game), pacifist: game.Set().Family == ruleset.Pacifist}
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
	var after board.Position
	for _, m := range l.play.moves(nil, p) {
		t := l.play.to(p, m, &after)
		waves := 0
		if t.Converted != 0 {
			waves = len(l.play.waves(p, m))
		}
		looks = append(looks, Look{m, -l.search(&after, l.Depth-1, -scoreWin, scoreWin, 1), waves})
	}
	return looks
}

// search gives the worth of a position for the side to move.
func (l *Player) search(p *board.Position, depth, alpha, beta, ply int) int {
	if depth > 0 || l.mayBeOver(p) {
		for len(l.levels) <= ply {
			l.levels = append(l.levels, nil)
		}
		l.levels[ply] = l.turns(l.levels[ply][:0], p)
		if len(l.levels[ply]) == 0 {
			switch l.play.outcome(p).Result {
			case board.Draw:
				return 0
			default:
				return -scoreWin + ply
			}
		}
	}
	if depth <= 0 {
		return l.count(p)
	}
	best := -scoreWin
	var after board.Position
	for i := range l.levels[ply] {
		l.after(p, l.levels[ply][i], &after)
		best = max(best, -l.search(&after, depth-1, -beta, -alpha, ply+1))
		if alpha = max(alpha, best); alpha >= beta {
			break
		}
	}
	return best
}

// mayBeOver is a cheap test that every lost side to move passes.
func (l *Player) mayBeOver(p *board.Position) bool {
	switch {
	case l.pacifist:
		return p.Kingless(p.Turn)
	case l.play.quick:
		return l.play.fast.InCheck(p, p.Turn)
	}
	return l.play.game.InCheck(p)
}

// turns appends the turn of each move, those first that convert most.
func (l *Player) turns(turns []board.Turn, p *board.Position) []board.Turn {
	if l.play.quick {
		turns = l.play.fast.AppendTurns(turns, p)
	} else {
		for _, m := range l.play.game.Moves(p) {
			turns = append(turns, l.play.game.Full(p, m).Turn)
		}
	}
	front := 0
	for i := range turns {
		if turns[i].Converted != 0 || p.Occupied().Has(turns[i].To) {
			turns[front], turns[i] = turns[i], turns[front]
			front++
		}
	}
	return turns
}

func (l *Player) after(p *board.Position, t board.Turn, after *board.Position) {
	if l.play.quick {
		l.play.fast.Apply(p, t, after)
		return
	}
	l.play.to(p, t.Move, after)
}

// count is what stands on the board, for the side to move: pieces, and a little for their squares.
func (l *Player) count(p *board.Position) int {
	score := 0
	for kind := board.Pawn; kind <= board.King; kind++ {
		all := p.Of(kind)
		score += kindScore[kind] * ((all & p.Colours[board.White]).Count() - (all & p.Colours[board.Black]).Count())
	}
	score += 4 * ((centre & p.Colours[board.White]).Count() - (centre & p.Colours[board.Black]).Count())
	if p.Turn == board.Black {
		return -score
	}
	return score
}

const centre board.Bits = 0x0000_3c3c_3c3c_0000

// Perceive gives the score that a player believes in. Every wave after the first doubles the ways to
// misjudge: a person has to see the board after each.
func (l *Player) Perceive(look Look, random *rand.Rand) float64 {
	blur := l.Noise * math.Sqrt(1+float64(max(0, look.Waves-1)))
	return float64(look.Score) + blur*random.NormFloat64()
}

// Choose picks a turn; the error of its judgement comes from random. It tells whether there is a turn.
func (l *Player) Choose(p *board.Position, random *rand.Rand) (board.Move, bool) {
	return l.pick(l.Looks(p), random)
}

func (l *Player) pick(looks []Look, random *rand.Rand) (board.Move, bool) {
	best, found := board.Move{}, false
	top := math.Inf(-1)
	for _, look := range looks {
		if s := l.Perceive(look, random); s > top {
			best, top, found = look.Move, s, true
		}
	}
	return best, found
}

// random gives the source of chance of one numbered piece of work. Different work under the same
// seed, and the same work under different seeds, have nothing in common.
func random(seed uint64, work string, number int) *rand.Rand {
	h := uint64(14695981039346656037) // FNV-1a
	for i := range len(work) {
		h = (h ^ uint64(work[i])) * 1099511628211
	}
	return rand.New(rand.NewPCG(seed^h, uint64(number)*0x9e3779b97f4a7c15+h))
}
