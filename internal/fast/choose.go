package fast

import "turncoat/rules/board"

// maxChoose bounds how many sets of reclaims are looked at to find out whether one can be chosen by
// average value. Real games need a few.
const maxChoose = 1 << 20

// Choose returns the turn of a legal move after which the enemy takes back just some pieces, and
// reports whether it can (PAC-8). It looks only at what leads to those pieces, where [Choices]
// lists all that the enemy can do.
func (r Rules) Choose(
	p *board.Position, m board.Move, reclaimed board.Bitboard,
) (board.Turn, bool) {
	var after board.Position
	t := r.Play(p, m, &after)
	if t.Reclaimed == reclaimed {
		return t, true
	}
	if !r.inventor() {
		return t, false
	}
	q := *p
	pacifistMake(&q, m)
	convert(&q, t.Converted)
	t.Reclaimed = reclaimed
	c := chooser{r: r, board: q, wanted: reclaimed, seen: map[bits]bool{}, left: maxChoose}
	return t, c.reaches(0)
}

type chooser struct {
	r      Rules
	board  pos // after the mover's conversions
	wanted bits
	seen   map[bits]bool
	left   int
}

// reaches reports whether the wanted set can be completed once some of it has been taken. By number
// and value whatever can be taken may be taken at once, for it only helps to take more.
func (c *chooser) reaches(taken bits) bool {
	if taken == c.wanted {
		return true
	}
	q := c.board
	convert(&q, taken)
	can := c.r.judge(&q, c.wanted&^taken, q.Turn, 0)
	if can == 0 || c.r != pacifistAverage {
		return can != 0 && c.reaches(taken|can)
	}
	for some := can; some != 0 && c.left > 0; some = (some - 1) & can {
		c.left--
		if next := taken | some; !c.seen[next] {
			c.seen[next] = true
			if c.reaches(next) {
				return true
			}
		}
	}

	return false
}
