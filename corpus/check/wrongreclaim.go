package check

import (
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// reclaims yields the turns that the enemy makes of one by what it takes back (PAC-8), and returns false as soon
// as yield does.
func (j *wrongJudge) reclaims(t *wrongTurn, yield func(wrongTurn) bool) bool {
	switch j.set.Reclaim {
	case ruleset.FullReclaim:
		b, taken := t.after, board.Bitboard(0)
		for round := j.reclaimable(&b, t.mover()); round != 0; round = j.reclaimable(&b, t.mover()) {
			flip(&b, round)
			taken |= round
		}
		return yield(t.reclaimed(&j.set, &b, taken))
	case ruleset.OptionalReclaim:
		seen := map[board.Bitboard]bool{}
		var from func(b board.Position, taken board.Bitboard) bool
		from = func(b board.Position, taken board.Bitboard) bool {
			seen[taken] = true
			if !yield(t.reclaimed(&j.set, &b, taken)) {
				return false
			}
			for s := range j.reclaimable(&b, t.mover()).All {
				next := b
				flip(&next, s.Bit())
				if !seen[taken|s.Bit()] && !from(next, taken|s.Bit()) {
					return false
				}
			}
			return true
		}
		return from(t.after, 0)
	}
	return yield(*t)
}

// reclaimable returns the mover's pieces that are over-persuaded and can be converted.
func (j *wrongJudge) reclaimable(b *board.Position, mover board.Colour) board.Bitboard {
	return j.wave(b, mover.Other())
}

// reclaimed returns the turn after which the board is another, since the enemy has taken pieces back.
func (t *wrongTurn) reclaimed(set *ruleset.Set, b *board.Position, taken board.Bitboard) wrongTurn {
	if taken == 0 {
		return *t
	}
	other := *t
	other.end(set, b, taken)
	return other
}
