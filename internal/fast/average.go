package fast

import "turncoat/rules/board"

// average finds theirs and, by average value, over, with and without where the enemy bears or has a
// piece.
func (n *node) average() {
	var sums [2][64]int32 // of the mover and the enemy: 64 times the value, and how many
	for side, men := range [2]bits{n.own, n.enemy} {
		a, h := pawnReach(n.p.Pawns&men, n.us^board.Colour(side))
		add(&sums[side], a, 1)
		add(&sums[side], h, 1)
		n.theirs = a | h // the enemy comes last
		for on := men &^ n.p.Pawns; on != 0; on &= on - 1 {
			s := on.First() & 63
			add(&sums[side], n.reach[s], worth(&n.p, s))
			n.theirs |= n.reach[s]
		}
	}

	on := n.enemy | n.theirs
	n.over = ^on
	// with[k]: one more of the k greatest values will do; without[k]: one fewer of all but the k
	// greatest will.
	var with, without [8]bits
	for on := on; on != 0; on &= on - 1 {
		s := on.First() & 63
		b := bit(s)
		ours, theirs := int(sums[0][s]), int(sums[1][s])
		ourCount, theirCount := ours&63, theirs&63
		ours, theirs = ours>>6, theirs>>6
		// Above zero is what the mover outweighs, and what is its own and not outweighed.
		d := ours*theirCount - theirs*ourCount
		if n.enemy&b == 0 || theirCount == 0 {
			d++
		}
		if ourCount > 0 && d > 0 {
			n.over |= b
		}
		with[exceeding(theirCount, theirs-d)&7] |= b
		if ourCount > 1 {
			without[exceeding(theirCount, theirs+d-1)&7] |= b
		}
	}

	for i := 5; i > 0; i-- {
		with[i-1] |= with[i]
		without[6-i] |= without[5-i]
	}

	for kind, i := range [6]int{5, 4, 4, 3, 2, 1} {
		n.with[kind], n.without[kind] = with[i]|^on, without[i-1]|^on
	}
}

// exceeding returns how many of the five values, times a count, are above a limit: the king's, and
// four at once, each in 16 bits.
func exceeding(count, limit int) int {
	const lanes = 1<<48 | 1<<32 | 1<<16 | 1
	four := uint64(9<<48|5<<32|3<<16|1)*uint64(count) + uint64(0x7fff-min(max(limit, -1),
		0x7fff))*lanes
	return int(four>>15&lanes*lanes>>48) + int(uint64(limit-1000*count)>>63)
}

// worth returns the value of the piece on a square: 1 if a pawn, 3 if not, and what a rook, queen
// or king has more.
func worth(p *pos, s square) bits {
	s &= 63
	return 3 - 2*(p.Pawns>>s&1) + 2*(p.Rooks>>s&1) + 4*((p.Rooks&p.Bishops)>>s&1) + (kingValue-3)*(p.Kings>>s&1)
}

// add adds a piece of a value to the sums where it bears.
func add(sums *[64]int32, reach, value bits) {
	for ; reach != 0; reach &= reach - 1 {
		sums[reach.First()&63] += int32(value<<6 + 1)
	}
}
