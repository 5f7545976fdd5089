package fast

import "turncoat/rules/board"

// convert changes the colour of pieces.
func convert(p *pos, on bits) {
	p.Colours[board.White] ^= on
	p.Colours[board.Black] ^= on
}

// near returns the squares on which a wave of conversions, made already, has changed the weights. A
// slider that changed sides stopped the one side's like sliders before and stops the other's now,
// on its own lines: what it reaches, looking through the like sliders of both sides, is all that
// can have changed.
func near(q *pos, wave bits) bits {
	occ := q.Occupied()
	a, h := pawnReach(q.Pawns&wave, board.White)
	b, i := pawnReach(q.Pawns&wave, board.Black)
	squares := a | h | b | i
	for on := wave &^ q.Pawns; on != 0; on &= on - 1 {
		squares |= pieceReach(q, on.First(), occ&^q.Rooks, occ&^q.Bishops)
	}
	return squares
}

// judge returns the pieces of a side, among some squares, that are over-persuaded; the other side's
// pieces on the squares left out do not count.
func (r Rules) judge(q *pos, squares bits, c board.Colour, without bits) bits {
	var over bits
	for on := squares & q.Colours[c&1]; on != 0; on &= on - 1 {
		if s := on.First(); r.overpersuaded(q, s, c, without) {
			over |= bit(s)
		}
	}

	return over
}

// waves converts a first wave of a side's pieces and, wave by wave, all that is over-persuaded
// because of it (PAC-6; PAC-8 of the reclaim). It returns all that has changed sides and the
// squares on which weights have changed, and appends each wave to a record if there is one. The
// other side's pieces on the squares left out do not count (PAC-7). This is the one loop over
// waves.
func (r Rules) waves(q *pos, wave bits, c board.Colour, without bits, record *[]bits) (converted,
	touched bits) {
	for wave != 0 {
		if record != nil {
			*record = append(*record, wave)
		}
		converted |= wave
		convert(q, wave)
		on := near(q, wave)
		touched |= on
		wave = r.judge(q, on, c, without)
	}

	return converted, touched
}

// A cascade is the conversions of one turn, from nothing.
type cascade struct {
	rules    Rules
	board    pos  // as it stands now
	discount bits // the moved pieces that do not count (PAC-7)
	first    bits // the first wave
	// The mover's pieces that may be over-persuaded at the end of the cascade, which only helps
	// them; by average value it can harm them too.
	doubtful bits
}

// begin makes the move and nothing else. What nobody supports converts without a test when the
// mover bears on it, and what the mover does not bear on does not; by number a supported piece is
// lost to two at least.
func (c *cascade) begin(r Rules, p *pos, m move) {
	c.rules, c.board = r, *p
	q := &c.board
	us := p.Turn & 1
	moved := pacifistMake(q, m)
	own, enemy := q.Colours[us], q.Colours[us^1]
	ours, oursTwice := bearsOn(q, us)
	theirs, theirsTwice := bearsOn(q, us^1)
	c.doubtful = own & theirs
	disputed := enemy & ours & theirs
	lost := enemy & ours &^ theirs
	if r.byNumber() {
		c.doubtful &^= ours &^ theirsTwice
		disputed &= oursTwice
	} else { // a king outweighs all that is no king, in total and on average
		ourKings, theirKings := kingsReach(q.Kings&own), kingsReach(q.Kings&enemy)
		c.doubtful &^= ourKings &^ theirKings
		disputed &^= ourKings ^ theirKings
		lost |= enemy & ourKings &^ theirKings
	}

	if r.inventor() {
		c.discount = r.judge(q, moved&c.doubtful, us, 0)
		if c.discount != 0 {
			c.first = r.judge(q, enemy&ours, us^1, c.discount)
			return
		}
	}

	c.first = lost | r.judge(q, disputed, us^1, 0)
}

// kingsReach returns the squares that some kings bear on.
func kingsReach(kings bits) (reach bits) {
	for ; kings != 0; kings &= kings - 1 {
		reach |= kingSteps[kings.First()&63]
	}
	return reach
}

// byNumber reports whether weights are numbers of pieces.
func (r Rules) byNumber() bool { return r == pacifist1 || r == pacifistNumber }

// plainTurn resolves a move that the board allows, step by step, and reports whether the turn is
// legal. In the inventor's forms Reclaimed holds what the enemy can take back first.
func (r Rules) plainTurn(p *pos, m move) (t board.Turn, legal bool) {
	var c cascade
	return c.run(r, p, m)
}

// run resolves a move that the board allows as [Rules.plainTurn] does, and leaves the board as it
// is after the mover's conversions.
func (c *cascade) run(r Rules, p *pos, m move) (t board.Turn, legal bool) {
	us := p.Turn & 1
	t.Move = m
	c.begin(r, p, m)
	if c.discount&c.board.Kings != 0 {
		return t, false // PAC-11
	}
	t.Converted, _ = r.waves(&c.board, c.first, us^1, c.discount, nil)
	if r.inventor() && p.Kingless(us) && t.Converted&p.Kings == 0 {
		return t, false // PAC-11
	}
	own := c.board.Colours[us]
	if r == pacifistAverage {
		theirs, _ := bearsOn(&c.board, us^1)
		c.doubtful = theirs &^ (kingsReach(c.board.Kings&own) &^ kingsReach(c.board.Kings&^own))
	}

	if r.inventor() {
		t.Reclaimed = r.judge(&c.board, c.doubtful, us, 0)
		return t, true
	}

	// PAC-10. A king just converted is outweighed by its new side.
	for kings := c.board.Kings & own; kings != 0; kings &= kings - 1 {
		if s := kings.First(); c.doubtful&bit(s) == 0 || !r.overpersuaded(&c.board, s, us, 0) {
			return t, true
		}
	}

	return t, false
}

// play resolves a move that the board allows, with the full reclaim, and if it is legal writes the
// position after it.
func (c *cascade) play(r Rules, p *pos, m move, after *pos) (t board.Turn, legal bool) {
	t, legal = c.run(r, p, m)
	if !legal {
		return t, false
	}
	q := &c.board
	t.Reclaimed, _ = r.waves(q, t.Reclaimed, q.Turn, 0, nil)
	r.endTurn(q, &t, p.Rights.Squares(), p.Pawns.Has(t.From), p.Kings.Has(t.From))
	rekey(p, q, &t)
	*after = *q
	return t, true
}

// fullReclaim returns all that the enemy takes back after a turn in the full reclaim (PAC-8), can
// being what it can take back first.
func (r Rules) fullReclaim(p *pos, m move, converted, can bits) (taken bits) {
	if can == 0 {
		return 0
	}
	q := *p
	pacifistMake(&q, m)
	convert(&q, converted)
	taken, _ = r.waves(&q, can, q.Turn, 0, nil)
	return taken
}
