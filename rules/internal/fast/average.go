package fast

import "turncoat/rules/board"

// average finds over, with and without by average value, where the enemy bears or has a piece. Every line matters, for
// more support may weigh less.
func (n *node) average() {
	n.cutting, n.baring = n.closing, n.opening
	var sums [2][64]int32 // of the mover and the enemy: 64 times the value, and how many
	for side, men := range [2]bits{n.own, n.enemy} {
		for on := men; on != 0; on &= on - 1 {
			s := on.First() & 63
			kind := n.p.KindAt(s)
			reach := n.reach[s]
			if kind == board.Pawn {
				reach = pawnSteps[n.us^board.Colour(side)][s]
			}
			for ; reach != 0; reach &= reach - 1 {
				sums[side][reach.First()&63] += values[kind]<<6 + 1
			}
		}
	}
	for s, sum := range &sums[1] {
		if sum != 0 {
			n.faced |= bit(square(s))
		}
	}
	on := n.enemy | n.faced
	n.over = ^on
	for kind := range values {
		n.with[kind], n.without[kind] = ^on, ^on
	}
	for ; on != 0; on &= on - 1 {
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
		for kind, value := range values {
			more := int(value)*theirCount - theirs
			if d+more > 0 {
				n.with[kind] |= b
			}
			if ourCount > 1 && d-more > 0 {
				n.without[kind] |= b
			}
		}
	}
}
