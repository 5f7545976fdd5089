package fast

import "turncoat/rules/board"

// A Replay plays the moves of a record of the Pacifist family one behind the other, as [Rules.PlayTo]
// and [Rules.PlayCastling] do, and carries along from move to move who bears on what and who is
// over-persuaded. So a move costs what it changes, where a single move of which nothing is
// known has to weigh the board from nothing:
//
//	var x fast.Replay
//	x.Start(r, &p)
//	turn, ok := x.PlayTo(board.Knight, from, board.F5, board.NoKind)
//	x.Position(); x.Waves()
//
// Once a move has been refused, the replay has to be started again. The key of its positions is not kept.
type Replay struct {
	bearing
	rules Rules
	over  bits // the pieces that are over-persuaded, where the squares are not stale
	waves [64]bits
	count int // how many waves
}

// Start begins with a position of the Pacifist family. Not ok is a rule set of another family.
func (x *Replay) Start(r Rules, p *board.Position) (ok bool) {
	x.rules, x.count = r, 0
	x.place(p)
	return r < conversion
}

// Position gives the position after the moves played so far. It changes with the next.
func (x *Replay) Position() *board.Position { return &x.p }

// Waves gives the conversions of the last turn, wave by wave, until the next.
func (x *Replay) Waves() []board.Bits { return x.waves[:x.count] }

// PlayTo plays what a record's "Nf5" means, as [Rules.PlayTo] does. Not ok is a move that is not
// legal, or not the only one.
func (x *Replay) PlayTo(kind board.Kind, from board.Bits, to board.Square, promotion board.Kind) (turn board.Turn, ok bool) {
	p := &x.p
	promotes := kind == board.Pawn && lastRank(p.Turn)&bit(to) != 0
	if to >= board.NoSquare || promotes != (promotion >= board.Knight && promotion <= board.Queen) || !promotes && promotion != board.NoKind {
		return turn, false
	}
	on := p.Of(kind) & p.Colours[p.Turn&1] & from & x.rules.origins(p, kind, to)
	if on&(on-1) != 0 { // one of several is meant where the others are not legal
		var legal bits
		for ; on != 0; on &= on - 1 {
			if _, ok := x.rules.resolve(p, move{From: on.First(), To: to, Promotion: promotion}); ok {
				legal |= on & -on
			}
		}
		if on = legal; on&(on-1) != 0 {
			return turn, false
		}
	}
	if on == 0 {
		return turn, false
	}
	return x.play(move{From: on.First(), To: to, Promotion: promotion})
}

// PlayCastling plays the mover's castling to a wing. Not ok is a castling that is not legal.
func (x *Replay) PlayCastling(wing board.Wing) (turn board.Turn, ok bool) {
	c, ok := castlingOf(&x.p, x.p.Turn, wing)
	if !ok || !x.rules.mayCastle(&x.p, &c) {
		return turn, false
	}
	return x.play(c.move())
}

// play plays a move that the board allows, with the full reclaim, and tells whether the turn is legal.
func (x *Replay) play(m move) (t board.Turn, legal bool) {
	p := &x.p
	r, us := x.rules, p.Turn&1
	rights := rightsSquares(&p.Rights)
	pawn, king, kingless := p.Pawns.Has(m.From), p.Kings.Has(m.From), p.Kingless(us)
	t.Move = m
	moved := x.make(m)
	var discount bits
	if r.inventor() {
		if discount = x.judge(moved, 0); discount&p.Kings != 0 {
			return t, false // PAC-11
		}
		x.doubt(discount)
	}
	x.count = 0
	for wave := x.judge(p.Colours[us^1], discount); wave != 0; wave = x.judge(p.Colours[us^1], discount) {
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
	r.hand(p, &t, rights, pawn, king)
	return t, true
}

// doubt has the pieces weighed again that some pieces bear on, for these count from now, or no longer (PAC-7).
func (x *Replay) doubt(discount bits) {
	for ; discount != 0; discount &= discount - 1 {
		x.stale |= x.reach[discount.First()&63]
	}
}

// judge gives the pieces among some of one side that are over-persuaded; the other side's pieces on the
// squares left out do not count.
func (x *Replay) judge(men, without bits) bits {
	p := &x.p
	on := men & x.stale
	x.stale &^= on
	x.over &^= on
	for ; on != 0; on &= on - 1 {
		bears := x.from[on.First()&63]
		support := p.Colours[board.White]
		if support&on&-on == 0 {
			support = p.Colours[board.Black]
		}
		support &= bears
		if persuade := (bears ^ support) &^ without; persuade != 0 && x.rules.outweighs(p, persuade, support) {
			x.over |= on & -on
		}
	}
	return x.over & men
}
