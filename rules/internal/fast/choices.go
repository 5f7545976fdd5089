package fast

import (
	"slices"

	"turncoat/rules/board"
)

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
	// By number and value, what is still to be returned; by average value, what was returned on the way to the last
	// turn, and goes on.
	open []choice
	// By average value: all sets returned, and whether the turn that takes nothing back was.
	seen  bitsSet
	begun bool
}

// A choice is a set of pieces taken back.
type choice struct {
	taken bits
	can   bits // what can be taken back next
	// By number and value, the pieces never to be taken; by average value, those of can taken last.
	other bits
	// By average value, what could be taken back at any choice before this one.
	before bits
}

// Start prepares for the turns of a legal move.
func (c *Choices) Start(r Rules, p *board.Position, m board.Move) {
	var t board.Turn
	if r < conversion {
		t, _ = r.plainTurn(p, m)
	} else {
		var after pos
		t = r.Play(p, m, &after)
	}
	c.begin(r, p, &t)
}

// begin prepares for the turns that begin with a move and its conversions, Reclaimed being what can
// be taken back first.
func (c *Choices) begin(r Rules, p *pos, t *board.Turn) {
	c.rules, c.turn, c.begun = r, *t, false
	c.open = append(c.open[:0], choice{can: t.Reclaimed})
	c.turn.Reclaimed = 0
	if t.Reclaimed != 0 {
		c.board = *p
		pacifistMake(&c.board, t.Move)
		convert(&c.board, t.Converted)
		c.seen.clear()
	}
}

// Turn returns the turn that Next has found.
func (c *Choices) Turn() board.Turn { return c.turn }

// Next goes on to the next turn and reports whether there is one.
func (c *Choices) Next() bool {
	if len(c.open) == 0 {
		return false
	}
	if c.rules == pacifistAverage {
		return c.nextByAverage()
	}
	last := len(c.open) - 1
	one := c.open[last]
	c.open = c.open[:last]
	c.turn.Reclaimed = one.taken
	if one.can|one.other != 0 {
		c.spreadByTotal(one)
	}
	return true
}

// spreadByTotal goes on from a choice by number and value. There every reclaim only adds to the enemy
// and takes from the mover, so that what can be taken back once can always be taken back later:
// the sets that can be reached by one piece at a time are all there are, and each is found once by
// deciding for each piece that can be taken whether the set holds it or never will.
func (c *Choices) spreadByTotal(one choice) {
	for can := one.can &^ one.other; can != 0; can &= can - 1 {
		b := can & -can
		q := c.board
		convert(&q, one.taken|b)
		next := one.can&^b | c.rules.judge(&q, near(&q, b), q.Turn, 0)
		c.open = append(c.open, choice{taken: one.taken | b, can: next, other: one.other})
		one.other |= b
	}
}

// nextByAverage goes on by average value, where the order matters: any set of pieces that can be taken back now
// may be taken together. There may be millions of sets: each is made when it is asked for.
func (c *Choices) nextByAverage() bool {
	if !c.begun {
		c.begun = true
		return true
	}
	for last := len(c.open) - 1; last >= 0; last-- {
		one := c.open[last]
		for one.other = one.next(); one.other != 0; one.other = one.next() {
			taken := one.taken | one.other
			if last > 0 && (one.other&^one.before == 0 && slices.ContainsFunc(c.open[:last],
				func(o choice) bool { return o.reaches(taken) }) || !c.seen.add(taken)) {
				continue // what can be taken back at first is found there alone
			}
			c.turn.Reclaimed = taken
			q := c.board
			convert(&q, taken)
			touched := near(&q, one.other)
			c.open = append(c.open[:last], one)
			if can := one.can&^one.other&^touched | c.rules.judge(&q, touched, q.Turn, 0); can != 0 {
				c.open = append(c.open, choice{taken: taken, can: can, before: one.before | one.can})
			}
			return true
		}
	}
	c.open = c.open[:0]
	return false
}

// next returns the pieces to be taken back together after those of other, or none after the last.
func (o *choice) next() bits { return (o.other - o.can) & o.can }

// reaches reports whether a set is reached by taking back at once some of what can be.
func (o *choice) reaches(taken bits) bool {
	return taken&o.taken == o.taken && taken&^o.taken&^o.can == 0
}

// A bitsSet is a set of sets of squares, none of them empty. It keeps its memory.
type bitsSet struct {
	table []bits // of a length that is a power of two, at most half full
	held  []bits
}

func (s *bitsSet) clear() {
	for i := len(s.held) - 1; i >= 0; i-- { // the last in goes first: none put in before it lies behind it
		s.table[s.place(s.held[i])] = 0
	}
	s.held = s.held[:0]
}

// place returns the place of b in the table, or the free one where it belongs.
func (s *bitsSet) place(b bits) int {
	mask := len(s.table) - 1
	i := int(uint64(b)*0x9e3779b97f4a7c15>>32) & mask
	for s.table[i] != 0 && s.table[i] != b {
		i = (i + 1) & mask
	}
	return i
}

// add puts b in the set and reports whether it is new.
func (s *bitsSet) add(b bits) bool {
	if len(s.held)*2 >= len(s.table) {
		s.table = make([]bits, max(64, 2*len(s.table)))
		for _, old := range s.held {
			s.table[s.place(old)] = old
		}
	}
	i := s.place(b)
	if s.table[i] == b {
		return false
	}
	s.table[i] = b
	s.held = append(s.held, b)
	return true
}
