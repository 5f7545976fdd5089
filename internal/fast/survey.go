package fast

import "turncoat/rules/board"

// A Survey tells a judge of positions how near every piece is to changing sides, and who outweighs
// whom where. Of each pair the first is about the side to move.
type Survey struct {
	// Falls has, nested, a side's pieces that are over-persuaded, and those that would be if the
	// other side had one, two or three pieces more there; by total value, if it had 3, 5 or 9 more.
	Falls [2][4]board.Bitboard
	// Controls has the squares where a side outweighs the other.
	Controls [2]board.Bitboard
	// Mobility counts the squares without a piece of its own that a side's pieces of a kind bear
	// on, pawns apart.
	Mobility [2][6]int

	b balance
}

// Start surveys a position, of any rule set. Where the rules do not weigh pieces, or weigh their
// average, attackers and defenders are counted instead; what is over-persuaded by average is exact
// all the same.
func (s *Survey) Start(r Rules, p *board.Position) {
	b := &s.b
	weighing := r
	if r != pacifist2 && r != pacifistValue || crowded(p) {
		weighing = pacifist1
	}
	b.place(weighing, p)
	b.bear()
	b.weigh()
	d := &b.planes
	var more, less [6]bits
	d.margins(b.sign, &more, &less)
	const on = ^bits(0)
	var above, with [4]bits // more than 0, 1, 2 and 3, or 0, 3, 5 and 9; and the same below zero
	above[0], with[0] = b.over, b.over
	if b.sign == numberSign {
		four := d[2] | d[3] | d[4] | d[5]
		above[1], above[2], above[3] = (d[1]|four)&^d[6], (d[1]&d[0]|four)&^d[6], four&^d[6]
		levels := d.levels(on)
		copy(with[1:], levels[1:4])
	} else {
		for i, kind := range [...]board.Kind{board.Knight, board.Rook, board.Queen} {
			above[i+1], with[i+1] = less[kind], more[kind]
		}
	}

	for i := range above {
		s.Falls[0][i], s.Falls[1][i] = b.own&^above[i], b.enemy&with[i]
	}
	if r == pacifistAverage {
		s.Falls[0][0], s.Falls[1][0] = r.judge(p, on, b.us, 0), r.judge(p, on, b.us^1, 0)
	}
	s.Controls[0] = less[board.Pawn]&^b.enemy | b.over&b.enemy
	s.Controls[1] = ^b.over&^b.enemy | b.enemy&^more[board.Pawn]
	s.count(0, b.own)
	s.count(1, b.enemy)
}

func (s *Survey) count(side int, men bits) {
	p := &s.b.p
	s.Mobility[side] = [6]int{}
	for on := men &^ p.Pawns; on != 0; on &= on - 1 {
		at := on.First() & 63
		s.Mobility[side][p.KindAt(at)%6] += (s.b.reach[at] &^ men).Count()
	}
}
