package solve

import (
	"turncoat/internal/hashtable"
	"turncoat/rules/board"
)

// A history has the moves that refuted and that won in a search so far. It decides only which moves
// are tried first. There is one for each number of turns left, and one for all greater numbers.
type history struct {
	levels [8]moveStats
}

type moveStats struct {
	// The first killer stays until others have refuted more often than it did recently: trying the
	// same reply leads to the same positions by other ways. The second is the last refutation.
	killers [2]board.Move
	trust   int
	answers [4096]uint16 // the last refutation of an attacker's move, packed
	refuted [4096]uint32 // how often a move of the enemy's refuted
	won     [4096]uint32 // how often a move of the attacker's won
}

func (l *history) at(n int) *moveStats { return &l.levels[min(n, len(l.levels)-1)] }

// maxTrust is how many failures a first killer outlives.
const maxTrust = 4

func slot(m board.Move) int { return int(m.From&63)<<6 | int(m.To&63) }

// candidates returns the moves to try before all others against an attacker's move: the refutation
// of the table, the killers, and the last refutation of that move. Some may be zero.
func (l *moveStats) candidates(stored uint16, last board.Move) [4]board.Move {
	list := [4]board.Move{hashtable.UnpackMove(stored), l.killers[0], l.killers[1],
		hashtable.UnpackMove(l.answers[slot(last)])}
	for i := range list {
		for _, earlier := range list[:i] {
			if list[i] == earlier {
				list[i] = board.Move{}
			}
		}
	}

	return list
}

// refutes notes that a move refuted an attacker's.
func (l *moveStats) refutes(m, last board.Move) {
	switch {
	case l.killers[0] == m:
		l.trust = min(l.trust+1, maxTrust)
	case l.trust > 0:
		l.trust--
		l.killers[1] = m
	default:
		l.killers[0], l.killers[1] = m, l.killers[0]
	}

	l.answers[slot(last)] = hashtable.PackMove(m)
	l.refuted[slot(m)]++
}

// wins notes that a move of the attacker's won.
func (l *moveStats) wins(m board.Move) { l.won[slot(m)]++ }

// orderReplies puts first the turns whose moves have refuted most often.
func (l *moveStats) orderReplies(turns []board.Turn) {
	order(turns, func(t *board.Turn) uint32 { return l.refuted[slot(t.Move)] })
}

// orderAttacks puts first the turns that convert a king, then those that have won often or convert
// much.
func (l *moveStats) orderAttacks(turns []board.Turn, kings board.Bitboard) {
	order(turns, func(t *board.Turn) uint32 {
		score := l.won[slot(t.Move)] + 8*uint32(t.Converted.Count())
		if t.Converted&kings != 0 {
			score += 1 << 16
		}
		return score
	})
}

// order sorts a few turns by falling score; equals stay in their order.
func order(turns []board.Turn, score func(*board.Turn) uint32) {
	var scores [256]uint32
	if len(turns) > len(scores) {
		return
	}
	for i := range turns {
		scores[i] = score(&turns[i])
	}
	for i := 1; i < len(turns); i++ {
		if scores[i] <= scores[i-1] {
			continue
		}
		t, s := turns[i], scores[i]
		j := i
		for ; j > 0 && scores[j-1] < s; j-- {
			turns[j], scores[j] = turns[j-1], scores[j-1]
		}
		turns[j], scores[j] = t, s
	}
}
