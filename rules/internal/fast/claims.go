package fast

import "turncoat/rules/board"

// claims reports whether a mover without a king has a legal turn, one that converts a king (PAC-10, PAC-11).
// That none has is what a "#" in a record says. Most moves of so poor a side convert nothing at all, and that is
// seen from what bears on the few pieces that a move touches.
func (x *Replay) claims() (found bool) {
	standing := x.judge(x.p.Colours[x.p.Turn&1^1], 0)
	x.rules.boardMoves(&x.p, func(m move) bool {
		found = x.claimsBy(m, standing)
		return !found
	})
	return found
}

// claimsBy reports whether a move that the board allows, no castling, is legal for a mover without a king.
// standing are the enemy's pieces that are over-persuaded already.
func (x *Replay) claimsBy(m move, standing bits) bool {
	q := x.p
	us := q.Turn & 1
	from, to := m.From&63, m.To&63
	lines := (x.from[from] | x.from[to]) & (q.Rooks | q.Bishops) &^ bit(from)
	pacifistMake(&q, m)
	left, found := x.reach[from], bearsFrom(&q, to)
	var seen bits // where lines have opened or closed
	for ; lines != 0; lines &= lines - 1 {
		s := lines.First() & 63
		seen |= bearsFrom(&q, s) ^ x.reach[s]
	}
	discount := bits(0)
	if x.rules == pacifistAverage && x.rules.overpersuaded(&q, to, us, 0) { // PAC-7, which otherwise can only hinder
		discount, found = bit(to), 0
	}
	enemy := q.Colours[us^1]
	wave := x.rules.judge(&q, seen&enemy, us^1, discount)
	// The moved piece alone makes the difference on the other squares. By average value it can do so by leaving.
	near := (left | found | standing) & enemy &^ seen
	gone, here := x.pieces[from], x.rules.controlOf(&q, to)
	for ; near != 0 && wave == 0; near &= near - 1 {
		s := near.First() & 63
		lead := x.rules.lead(x.controls[s] - gone*control(left>>s&1) + here*control(found>>s&1))
		if us == board.White && lead < 0 || us == board.Black && lead > 0 {
			wave = near & -near
		}
	}
	if wave == 0 {
		return false
	}
	trial := *x
	_, legal := trial.play(m)
	return legal
}
