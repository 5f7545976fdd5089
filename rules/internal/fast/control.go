package fast

import "turncoat/rules/board"

// A control says what bears on a square, Black's pieces against White's (PAC-4). By number and by
// total value it is Black's weight less White's. By average value it is, from the lowest bits, the
// total value of White's pieces, their number, and Black's the same, 16 bits each; no more than 35
// pieces can bear on a square, two of them kings.
type control uint64

// controlOf returns the control of the piece on a square.
func (r Rules) controlOf(p *pos, s square) control {
	s &= 63
	black := control(p.Colours[board.Black] >> s & 1)
	value := control(1)
	if !r.byNumber() {
		value = control(worth(p, s))
	}
	if r == pacifistAverage {
		return (1<<16 | value) << (black << 5)
	}
	return (value ^ (black - 1)) - (black - 1)
}

// worth returns the value of the piece on a square: 1 if a pawn, 3 if not, and what a rook, queen
// or king has more.
func worth(p *pos, s square) bits {
	s &= 63
	return 3 - 2*(p.Pawns>>s&1) + 2*(p.Rooks>>s&1) + 4*((p.Rooks&p.Bishops)>>s&1) +
		(kingValue-3)*(p.Kings>>s&1)
}

// turned returns the control of a piece that changes sides.
func (r Rules) turned(l control) control {
	if r == pacifistAverage {
		return l<<32 | l>>32
	}
	return -l
}

// lead returns a number above zero where Black's pieces outweigh White's, below zero where they are
// outweighed, and zero at a tie.
func (r Rules) lead(l control) int {
	if r == pacifistAverage {
		return l.average()
	}
	return int(l)
}

// average returns the difference of the averages, cross-multiplied. Of a side with no piece the
// value is 0 as well.
func (l control) average() int {
	white, black := int(l&0xffff), int(l>>32&0xffff)
	return black*max(int(l>>16&0xffff), 1) - white*max(int(l>>48), 1)
}
