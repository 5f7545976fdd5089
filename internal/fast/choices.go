package fast

import (
	mathbits "math/bits"

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
// It can be started again, and keeps its memory.
type Choices struct {
	rules Rules
	board pos // after the mover's conversions
	turn  board.Turn
	open  []choice // by number and value, what is still to be returned
	average
}

// A choice is a set of pieces taken back.
type choice struct {
	taken bits
	can   bits // what can be taken back next
	other bits // the pieces never to be taken
}

// average says where a list by average value has come to.
type average struct {
	stage              stage
	first              bits    // what can be taken back at first
	source             bits    // a set returned before, to which pieces are added
	fresh, old         bits    // the pieces of which some, or any, are added
	nextFresh, nextOld bits    // those to be added next; none of fresh when all were
	seen               bitsSet // the sets returned that are not part of first
	done               int     // how many of those were sources
}

type stage uint8

const (
	takesNothing stage = iota
	takesAtOnce        // some of first
	addsToFirst        // to each part of first
	addsToSeen
	over
)

// Start prepares for the turns of a legal move.
func (c *Choices) Start(r Rules, p *board.Position, m board.Move) {
	var t board.Turn
	if r.isPacifist() {
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
	c.rules, c.turn = r, *t
	c.stage, c.first = takesNothing, t.Reclaimed
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
	if c.rules == pacifistAverage {
		return c.nextByAverage()
	}
	if len(c.open) == 0 {
		return false
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

// spreadByTotal goes on from a choice by number and value. There every reclaim only adds to the
// enemy and takes from the mover, so that what can be taken back once can always be taken back
// later: the sets that can be reached by one piece at a time are all there are, and each is found
// once by deciding for each piece that can be taken whether the set holds it or never will.
func (c *Choices) spreadByTotal(one choice) {
	for can := one.can &^ one.other; can != 0; can &= can - 1 {
		b := can & -can
		q, taken := &c.board, one.taken|b
		convert(q, taken)
		next := one.can&^b | c.rules.judge(q, near(q, b)&^(one.can|one.other), q.Turn, 0)
		convert(q, taken)
		c.open = append(c.open, choice{taken: taken, can: next, other: one.other})
		one.other |= b
	}
}

// nextByAverage goes on by average value, where the order matters: any set of pieces that can be
// taken back now may be taken together. There may be millions of sets, and each is made when it is
// asked for: first all that can be taken back at once, then what more can be added to each set
// returned before, so that the work until a turn is bounded by the turns before it.
func (c *Choices) nextByAverage() bool {
	switch c.stage {
	case takesNothing:
		c.stage = takesAtOnce
		if c.first == 0 {
			c.stage = over
		}
		return true
	case takesAtOnce:
		c.turn.Reclaimed = (c.turn.Reclaimed - c.first) & c.first
		if c.turn.Reclaimed != 0 {
			return true
		}
		c.stage, c.source, c.nextFresh, c.done = addsToFirst, 0, 0, 0
	}

	for c.stage != over {
		for c.nextFresh != 0 {
			c.turn.Reclaimed = c.source | c.nextFresh | c.nextOld
			c.nextOld = (c.nextOld - c.old) & c.old
			if c.nextOld == 0 {
				c.nextFresh = (c.nextFresh - c.fresh) & c.fresh
			}
			if c.seen.add(c.turn.Reclaimed) {
				return true
			}
		}

		c.nextSource()
	}

	return false
}

// nextSource goes on to the next set returned before, and finds what can be added to it.
func (c *Choices) nextSource() {
	known := c.first // its parts have been returned
	if c.stage == addsToFirst {
		c.source = (c.source - c.first) & c.first
		if c.source == 0 {
			c.stage = addsToSeen
		}
	}

	if c.stage == addsToSeen {
		if c.done == len(c.seen.held) {
			c.stage = over
			return
		}

		known, c.source = 0, c.seen.held[c.done]
		c.done++
	}

	q := c.board
	convert(&q, c.source)
	touched := near(&q, c.source)
	can := c.first&^c.source&^touched | c.rules.judge(&q, touched, q.Turn, 0)
	c.fresh, c.old = can&^known, can&known
	c.nextFresh, c.nextOld = -c.fresh&c.fresh, 0
}

// A bitsSet is a set of sets of squares, none of them empty. It keeps its memory.
type bitsSet struct {
	table []bits // of a length that is a power of two, at most half full
	held  []bits
}

func (s *bitsSet) clear() {
	// the last in goes first: none put in before it lies behind it
	for i := len(s.held) - 1; i >= 0; i-- {
		s.table[s.place(s.held[i])] = 0
	}
	s.held = s.held[:0]
}

// place returns the place of b in the table, or the free one where it belongs.
func (s *bitsSet) place(b bits) int {
	mask := len(s.table) - 1
	i := int(uint64(b) * 0x9e3779b97f4a7c15 >> mathbits.LeadingZeros64(uint64(mask)))
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
