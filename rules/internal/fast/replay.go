package fast

import "turncoat/rules/board"

// A Replay plays the moves of a record one behind the other:
//
//	var x fast.Replay
//	x.Start(r, &p)
//	turn, ok := x.PlayTo(board.Knight, from, board.F5, board.NoKind)
//	x.Position(); x.Waves()
//
// Only the pieces that can reach a square are tried, so that a move costs about one turn. In the
// Pacifist family it costs less: a replay carries along who bears on what and who is
// over-persuaded, so that a move costs what it changes.
//
// Once a move has been refused, the replay has to be started again. The key of its positions is not
// kept.
type Replay struct {
	attackMap      // of other families only the position
	rights    bits // the squares that castling rights hang on
	over      bits // the pieces that are over-persuaded, where the squares are not stale
	waves     [64]bits
	count     int // how many waves
}

// Start begins with a position.
func (x *Replay) Start(r Rules, p *board.Position) {
	x.count = 0
	if r >= conversion {
		x.p, x.rules = *p, r
		return
	}
	x.place(r, p)
	x.over, x.rights = 0, rightsSquares(&p.Rights)
	x.judge(p.Occupied(), 0)
}

// Position returns the position after the moves played so far. It changes with the next.
func (x *Replay) Position() *board.Position { return &x.p }

// Waves returns the conversions of the last turn, wave by wave, until the next.
func (x *Replay) Waves() []board.Bitboard { return x.waves[:x.count] }

// PlayTo plays what a record's "Nf5" means: the legal move, castlings apart, of the mover's piece
// of a kind that stands on one of some squares, to a square, with a promotion or [board.NoKind].
// Not ok is a move that is not legal, or not the only one.
func (x *Replay) PlayTo(kind board.Kind, from board.Bitboard, to board.Square,
	promotion board.Kind) (turn board.Turn, ok bool) {
	p := &x.p
	if !promotesRightly(p, kind, to, promotion) {
		return turn, false
	}
	on := p.Pieces(kind) & p.Colours[p.Turn&1] & from & x.origins(kind, to)
	if on&(on-1) != 0 { // one of several is meant where the others are not legal
		var legal bits
		for ; on != 0; on &= on - 1 {
			if _, ok := x.rules.resolve(p, move{From: on.First(), To: to,
				Promotion: promotion}); ok {
				legal |= on & -on
			}
		}
		on = legal
		if on&(on-1) != 0 {
			return turn, false
		}
	}
	if on == 0 {
		return turn, false
	}
	return x.play(move{From: on.First(), To: to, Promotion: promotion})
}

// origins returns the squares from which a piece of the mover's of a kind could go to a square, and
// others where no such piece stands.
func (x *Replay) origins(kind board.Kind, to square) (on bits) {
	p := &x.p
	if x.rules >= conversion {
		return x.rules.origins(p, kind, to)
	}
	occ := p.Occupied()
	if occ.Has(to) {
		return 0
	}
	if kind == board.Pawn {
		us := p.Turn
		one := forward(bit(to), us^1)
		// PAC-3
		if two := forward(one, us^1); one&occ == 0 && two&secondRank(us) != 0 &&
			!x.persuaded(one.First()&63, us) {
			return two
		}
		return one & occ
	}
	on = x.from[to&63] & p.Pieces(kind) & p.Colours[p.Turn&1]
	for far := on &^ kingSteps[to&63] & (p.Rooks | p.Bishops); far != 0; far &= far - 1 {
		if between[far.First()&63][to&63]&occ != 0 { // it bears through a friend
			on &^= far & -far
		}
	}
	return on
}

// PlayCastling plays the mover's castling to a wing. Not ok is a castling that is not legal.
func (x *Replay) PlayCastling(wing board.CastlingSide) (turn board.Turn, ok bool) {
	c, ok := castlingOf(&x.p, x.p.Turn, wing)
	if !ok || x.rules < conversion && !x.rules.mayCastle(&x.p, &c) {
		return turn, false
	}
	return x.play(c.move())
}

// play plays a move that the board allows and reports whether the turn is legal.
func (x *Replay) play(m move) (t board.Turn, legal bool) {
	if x.rules < conversion {
		return x.playPacifist(m)
	}
	if x.rules == chess {
		t.Move = m
		legal = chessLegal(&x.p, m)
		if legal {
			orthodoxAdvance(&x.p, &t, rightsSquares(&x.p.Rights))
			x.count = 0
		}
		return t, legal
	}
	var after pos
	t, legal = x.rules.try(&x.p, m, &after)
	if legal {
		x.p = after
		x.waves[0], x.count = t.Converted, min(t.Converted.Count(), 1)
	}
	return t, legal
}

// playPacifist is play in the Pacifist family, with the full reclaim. Its waves are those of
// Rules.waves on an attack map, which makes a replay 1.5 to 4 times as fast (BenchmarkReplay).
func (x *Replay) playPacifist(m move) (t board.Turn, legal bool) {
	p := &x.p
	r, us := x.rules, p.Turn&1
	held := p.Rights
	pawn, king, kingless := p.Pawns.Has(m.From), p.Kings.Has(m.From), p.Kingless(us)
	t.Move = m
	moved := x.makeMove(m)
	// Who will matter is judged in one go; most turns convert nothing, and there is nothing to
	// judge again then.
	matter := p.Colours[us^1] | p.Kings
	if r.inventor() {
		matter = p.Occupied()
	}
	over := x.judge(matter, 0)
	var discount bits
	if r.inventor() {
		discount = over & moved
		if discount != 0 {
			if discount&p.Kings != 0 {
				return t, false // PAC-11
			}
			x.doubt(discount)
			over = x.judge(p.Colours[us^1], discount)
		}
	}
	x.count = 0
	for wave := over & p.Colours[us^1]; wave != 0; wave = x.judge(p.Colours[us^1], discount) {
		x.waves[x.count&63] = wave
		x.count++
		t.Converted |= wave
		x.convert(wave)
	}
	x.doubt(discount)
	if r.inventor() {
		if kingless && t.Converted&p.Kings == 0 {
			return t, false // PAC-11
		}
		for can := x.judge(p.Colours[us], 0); can != 0; can = x.judge(p.Colours[us], 0) {
			t.Reclaimed |= can
			x.convert(can)
		}
	} else if own := p.Kings & p.Colours[us]; own == x.judge(own, 0) {
		return t, false // PAC-10
	}
	r.endTurn(p, &t, x.rights, pawn, king)
	if p.Rights != held {
		x.rights = rightsSquares(&p.Rights)
	}
	return t, true
}

// doubt has the pieces weighed again that some pieces bear on, for these count from now, or no
// longer (PAC-7).
func (x *Replay) doubt(discount bits) {
	for ; discount != 0; discount &= discount - 1 {
		x.stale |= x.reach[discount.First()&63]
	}
}

// judge returns the pieces among some that are over-persuaded. Pieces on the squares left out do
// not count.
func (x *Replay) judge(men, without bits) bits {
	on := men & x.stale
	x.stale &^= on
	over := x.over &^ on
	white, black := x.p.Colours[board.White], x.p.Colours[board.Black]
	switch { // three loops rather than one that asks each time
	case without != 0:
		for ; on != 0; on &= on - 1 {
			lead := x.rules.lead(x.controlWithout(on.First(), without))
			over |= on & -on & (bits(-lead>>63)&white | bits(lead>>63)&black)
		}
	case x.rules == pacifistAverage:
		for ; on != 0; on &= on - 1 {
			lead := x.controls[on.First()&63].average()
			over |= on & -on & (bits(-lead>>63)&white | bits(lead>>63)&black)
		}
	default:
		for ; on != 0; on &= on - 1 {
			lead := int(x.controls[on.First()&63])
			over |= on & -on & (bits(-lead>>63)&white | bits(lead>>63)&black)
		}
	}
	x.over = over
	return over & men
}

// controlWithout returns the control of a square without that of some pieces.
func (x *Replay) controlWithout(s square, without bits) control {
	l := x.controls[s&63]
	for out := x.from[s&63] & without; out != 0; out &= out - 1 {
		l -= x.pieces[out.First()&63]
	}
	return l
}

// persuaded reports whether an empty square is over-persuaded against a side.
func (x *Replay) persuaded(s square, side board.Colour) bool {
	lead := x.rules.lead(x.controls[s&63])
	return side == board.White && lead > 0 || side == board.Black && lead < 0
}
