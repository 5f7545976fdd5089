package engine

import (
	"sync/atomic"

	"turncoat/rules/board"
)

// A history holds which moves were refutations before, by side, origin and target. All threads
// share it.
type history [2][64][64]atomic.Int32

const maxHistory = 1 << 14

// note moves the value of a move towards the bonus, which may be negative.
func (h *history) note(side board.Colour, m board.Move, bonus int) {
	v := &h[side&1][m.From&63][m.To&63]
	old := int(v.Load())
	v.Store(int32(old + bonus - old*abs(bonus)/maxHistory))
}

func abs(x int) int {
	if x < 0 {
		return -x
	}
	return x
}

// gain returns what a turn gains at once for the mover, in hundredths of a pawn. Conversions count
// twice, captures and promotions once.
func gain(p *board.Position, t *board.Turn) int {
	g := 0
	if t.Converted != 0 {
		g = 2 * (worthOf(p, t.Converted) - worthOf(p, t.Reclaimed))
	} else if t.Reclaimed != 0 {
		g = -2 * worthOf(p, t.Reclaimed)
	}

	if p.Colours[p.Turn&1^1].Has(t.To) {
		g += kindWorth[p.KindAt(t.To)%6]
	}
	if t.Promotion < board.NoKind {
		g += kindWorth[t.Promotion] - kindWorth[board.Pawn]
	}
	return g
}

func worthOf(p *board.Position, on board.Bitboard) int {
	return kindWorth[board.Pawn]*(p.Pawns&on).Count() + kindWorth[board.Knight]*(p.Knights&on).Count() +
		kindWorth[board.Bishop]*(p.Bishops&^p.Rooks&on).Count() + kindWorth[board.Rook]*(p.Rooks&^p.Bishops&on).Count() +
		kindWorth[board.Queen]*(p.Rooks&p.Bishops&on).Count() + kindWorth[board.King]*(p.Kings&on).Count()
}

// The bands of the order in which turns are searched.
const (
	bandHash   = 1 << 28
	bandGain   = 1 << 20 // turns that gain, by how much
	bandKiller = 1 << 18
)

// rate gives each turn of a frame its score in the order of search: the move from the table, turns
// that gain, killers, moves that were refutations before, turns that lose. What was a refutation
// before also counts among turns that gain or lose.
func (w *worker) rate(p *board.Position, f *frame, hash board.Move) {
	f.scores = f.scores[:0]
	h := &w.history[p.Turn&1]
	enemy := p.Colours[p.Turn&1^1]
	for i := range f.turns {
		t := &f.turns[i]
		score := int32(0)
		switch {
		case t.Move == hash:
			score = bandHash
		case t.Converted|t.Reclaimed != 0 || enemy.Has(t.To) || t.Promotion < board.NoKind:
			g := gain(p, t)
			score = int32(8*g) + h[t.From&63][t.To&63].Load()/4
			if g > 0 {
				score += bandGain + maxHistory/4 // so that history takes no turn out of the band
				if !w.pacifist && enemy.Has(t.To) {
					score -= int32(kindWorth[p.KindAt(t.From)%6]) // the least valuable attacker first
				}
			} else if t.Move == f.killers[0] || t.Move == f.killers[1] {
				score = bandKiller
			} else if g < 0 {
				score -= bandKiller
			}
		case t.Move == f.killers[0]:
			score = bandKiller + 1
		case t.Move == f.killers[1]:
			score = bandKiller
		default:
			score = h[t.From&63][t.To&63].Load()
		}

		f.scores = append(f.scores, score)
	}
}

// next moves the best of the turns from i on to place i. Among equals it takes the first, so that
// the order is deterministic.
func (f *frame) next(i int) (*board.Turn, int32) {
	best := i
	for j := i + 1; j < len(f.turns); j++ {
		if f.scores[j] > f.scores[best] {
			best = j
		}
	}

	f.turns[i], f.turns[best] = f.turns[best], f.turns[i]
	f.scores[i], f.scores[best] = f.scores[best], f.scores[i]
	if f.afters != nil {
		f.afters[i], f.afters[best] = f.afters[best], f.afters[i]
	}
	return &f.turns[i], f.scores[i]
}
