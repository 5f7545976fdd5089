package fast

import "turncoat/rules/board"

// Choices lists every turn of one legal move: where the rule set has a reclaim, one for each
// distinct board that the enemy's choice can leave (PAC-8), otherwise the one turn there is. The
// turns are made one at a time:
//
//	var c fast.Choices
//	for c.Start(r, &p, m); c.Next(); {
//		use(c.Turn())
//	}
//
// A Choices can be started again and again. It keeps its memory, so that it allocates nothing once
// it has seen the largest list.
type Choices struct {
	rules Rules
	board pos // after the mover's conversions
	turn  board.Turn
	// Sets still to be told, and by average value all sets ever put there.
	open []bits
	seen map[bits]struct{}
	// By number and value, beside each open set the pieces it must never hold.
	never []bits
}

// Start makes ready for the turns of a legal move.
func (c *Choices) Start(r Rules, p *board.Position, m board.Move) {
	var after pos
	t := r.Play(p, m, &after)
	t.Reclaimed = 0
	c.rules, c.turn = r, t
	c.open, c.never = append(c.open[:0], 0), append(c.never[:0], 0)
	if !r.inventor() {
		return
	}
	c.board = *p
	pacifistMake(&c.board, m)
	convert(&c.board, t.Converted)
	if r == pacifistAverage {
		if c.seen == nil {
			c.seen = make(map[bits]struct{})
		}
		clear(c.seen)
	}
}

// Turn gives the turn that Next has found.
func (c *Choices) Turn() board.Turn { return c.turn }

// Next goes on to the next turn and tells whether there is one.
func (c *Choices) Next() bool {
	switch {
	case !c.rules.inventor():
		more := len(c.open) > 0
		c.open = c.open[:0]
		return more
	case c.rules == pacifistAverage:
		return c.nextByAverage()
	}
	return c.nextByTotal()
}

// available gives the mover's pieces that are over-persuaded once the enemy has taken some back.
func (c *Choices) available(taken bits) bits {
	q := c.board
	convert(&q, taken)
	return c.rules.allOverpersuaded(&q, q.Turn, 0)
}

// nextByTotal goes through the choices by number and value. There every reclaim only adds to the enemy
// and takes from the mover, so that what can be taken back once can always be taken back later:
// the sets that can be reached by one piece at a time are all there are, and each is found once by
// deciding for a piece that can be taken whether the set holds it or never will.
func (c *Choices) nextByTotal() bool {
	if len(c.open) == 0 {
		return false
	}
	last := len(c.open) - 1
	taken, never := c.open[last], c.never[last]
	c.open, c.never = c.open[:last], c.never[:last]
	for {
		can := c.available(taken) &^ never
		if can == 0 {
			c.turn.Reclaimed = taken
			return true
		}
		one := can & -can
		c.open, c.never = append(c.open, taken|one), append(c.never, never)
		never |= one
	}
}

// nextByAverage goes through the choices by average value, where the order matters: any set of
// pieces that can be taken back now may be taken together.
func (c *Choices) nextByAverage() bool {
	if len(c.open) == 0 {
		return false
	}
	last := len(c.open) - 1
	taken := c.open[last]
	c.open = c.open[:last]
	can := c.available(taken)
	for some := can; some != 0; some = (some - 1) & can {
		if _, told := c.seen[taken|some]; !told {
			c.seen[taken|some] = struct{}{}
			c.open = append(c.open, taken|some)
		}
	}
	c.turn.Reclaimed = taken
	return true
}
