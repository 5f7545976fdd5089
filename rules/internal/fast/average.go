package fast

import "turncoat/rules/board"

// average finds over, with and without by average value, where the enemy bears or has a piece. Every line matters, for
// more support may weigh less.
func (n *node) average() {
	n.cutting, n.baring = n.closing, n.opening
	var sums [2][64]int32 // of the mover and the enemy: 64 times the value, and how many
	for side, men := range [2]bits{n.own, n.enemy} {
		n.faced = 0 // the enemy comes last
		for on := men; on != 0; on &= on - 1 {
			s := on.First() & 63
			kind := n.p.KindAt(s)
			reach := n.reach[s]
			if kind == board.Pawn {
				reach = pawnSteps[n.us^board.Colour(side)][s]
			}
			n.faced |= reach
			for ; reach != 0; reach &= reach - 1 {
				sums[side][reach.First()&63] += values[kind]<<6 + 1
			}
		}
	}
	on := n.enemy | n.faced
	n.over = ^on
	// with[k]: one more of the k strongest kinds will do; without[k]: one fewer of the k weakest will.
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
		more, fewer := 0, 0
		for kind := range values { // branches mispredict
			value := int(values[kind]) * theirCount
			more += int(uint64(theirs-d-value) >> 63)
			fewer += int(uint64(value-theirs-d) >> 63)
		}
		with[more&7] |= b
		if ourCount > 1 {
			without[fewer&7] |= b
		}
	}
	for i := 6; i > 0; i-- {
		with[i-1] |= with[i]
		without[i-1] |= without[i]
	}
	for kind := range values {
		n.with[kind], n.without[kind] = with[6-kind]|^on, without[kind+1]|^on
	}
}
