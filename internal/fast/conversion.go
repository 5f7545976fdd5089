package fast

import "turncoat/rules/board"

// appendConversionTurns appends the legal turns of Conversion Chess.
//
// A move of a piece that shields nothing is legal in a position where the king is not in check,
// unless it captures or converts on the king's file or rank: otherwise a new threat can only come
// along a line, or by a castling, that the piece stood in the way of. Squares on the king's file
// and rank become open to the enemy once its own piece there is gone. All such moves are made and
// tested.
func (a *checkInfo) appendConversionTurns(turns []board.Turn) []board.Turn {
	p := &a.p
	doubtful := a.doubtful()
	crossed := a.enemy
	if a.king != board.NoSquare {
		crossed &= files[a.king&63] | ranks[a.king&63]
	}
	allowed := ^a.own &^ p.Kings
	for on := a.own &^ p.Pawns; on != 0 && !a.enough(turns); on &= on - 1 {
		from := on.First() & 63
		targets := allowed & pieceReach(p, from, a.occ, a.occ)
		mates := partners(p, from, a.us)
		if doubtful&bit(from) != 0 {
			for ; targets != 0; targets &= targets - 1 {
				turns = a.tryConversion(turns, board.NewMove(from, targets.First()), mates)
			}
			continue
		}

		for ; targets != 0; targets &= targets - 1 {
			to := targets.First()
			converted := coSquares(to, mates) & a.enemy &^ bit(to)
			if (converted|bit(to))&crossed != 0 {
				turns = a.tryConversion(turns, board.NewMove(from, to), mates)
				continue
			}

			turns = append(turns, board.Turn{Move: board.NewMove(from, to), Converted: converted})
		}
	}

	turns = a.appendConversionPawns(turns, doubtful, crossed)
	for wing := range board.KingSide + 1 {
		if c, ok := castlingOf(p, a.us, wing); ok {
			if t, legal := conversionTurn(p, c.move()); legal {
				turns = append(turns, t)
			}
		}
	}

	return turns
}

// appendConversionPawns appends the legal turns of pawns. The moves of doubtful ones are tested,
// and all captures on the squares crossed.
func (a *checkInfo) appendConversionPawns(turns []board.Turn, doubtful, crossed bits) []board.Turn {
	pawns := a.p.Pawns & a.own
	up := square(8) - square(a.us)<<4 // modulo 256
	single, double, left, right := a.pawnTargets(pawns&^doubtful, ^bits(0))
	turns = a.appendPawns(turns, left&crossed, up-1, true)
	turns = a.appendPawns(turns, right&crossed, up+1, true)
	turns = a.appendPawns(turns, left&^crossed, up-1, false)
	turns = a.appendPawns(turns, right&^crossed, up+1, false)
	turns = a.appendPawns(turns, single, up, false)
	turns = a.appendPawns(turns, double, 2*up, false)
	single, double, left, right = a.pawnTargets(pawns&doubtful, ^bits(0))
	turns = a.appendPawns(turns, left, up-1, true)
	turns = a.appendPawns(turns, right, up+1, true)
	turns = a.appendPawns(turns, single, up, true)
	turns = a.appendPawns(turns, double, 2*up, true)
	for on := a.enPassantCapturers(); on != 0; on &= on - 1 {
		turns = a.tryConversion(turns, board.NewMove(on.First(), a.p.EnPassant), 0)
	}
	return turns
}

// doubtful returns the pieces of the mover whose moves have to be tested.
func (a *checkInfo) doubtful() bits {
	p := &a.p
	if a.king == board.NoSquare || a.checkers != 0 || convertible(p, a.king&63, a.us) {
		return a.own
	}
	doubtful := p.Kings & a.own
	for on := p.Rooks & a.enemy; on != 0; on &= on - 1 {
		doubtful |= rookReach(on.First(), a.occ)
	}
	for on := p.Bishops & a.enemy; on != 0; on &= on - 1 {
		doubtful |= bishopReach(on.First(), a.occ)
	}
	for wing := range board.KingSide + 1 {
		if p.Rights[board.RightIndex(a.us^1, wing)&3].Held() {
			doubtful |= lastRank(a.us) // the enemy's first rank
		}
	}

	return doubtful & a.own
}

// enough reports whether the first turn, wanted alone, has been found.
func (a *checkInfo) enough(turns []board.Turn) bool { return a.first && len(turns) > 0 }

// appendPawns appends the turns of pawn moves by a step, only the legal ones where they have to be
// tried.
func (a *checkInfo) appendPawns(turns []board.Turn, targets bits, step square,
	try bool) []board.Turn {
	for ; targets != 0 && !a.enough(turns); targets &= targets - 1 {
		var buffer [4]move
		to := targets.First()
		for _, m := range appendPawnMove(buffer[:0], to-step, to, a.us) {
			if try {
				turns = a.tryConversion(turns, m, 0)
			} else {
				turns = append(turns, board.Turn{Move: m})
			}
		}
	}

	return turns
}

// tryConversion appends the turn of a move, castling apart, if it is legal. The mates are the
// partners of the moved piece.
func (a *checkInfo) tryConversion(turns []board.Turn, m move, mates bits) []board.Turn {
	q := a.p
	orthodoxMake(&q, m)
	var converted bits
	if mates != 0 {
		converted = coSquares(m.To, mates) & q.Colours[a.us^1]
		convert(&q, converted)
	}

	if a.checking && !conversionCheck(&q, a.us^1) || conversionCheck(&q, a.us) {
		return turns
	}
	return append(turns, board.Turn{Move: m, Converted: converted})
}

// conversionTurn resolves a move that the board allows and reports whether the turn is legal.
func conversionTurn(p *pos, m move) (board.Turn, bool) {
	var q pos
	t, _, legal := conversionMake(p, m, &q)
	return t, legal
}

// conversionPlay does the same and, if the turn is legal, writes the position after it.
func conversionPlay(p *pos, m move, after *pos) (board.Turn, bool) {
	t, captured, legal := conversionMake(p, m, after)
	if legal {
		orthodoxEnd(after, &t, rightsSquares(&p.Rights), p.Pawns.Has(m.From), p.Kings.Has(m.From),
			captured != 0)
		rekey(p, after, &t)
	}

	return t, legal
}

// conversionMake makes on a copy of the board a move that the board allows with what it converts,
// returns what it captures and whether the turn is legal.
func conversionMake(p *pos, m move, q *pos) (t board.Turn, captured bits, legal bool) {
	us := p.Turn
	if wing, ok := m.Castles(p); ok { // CON-9
		c, _ := castlingOf(p, us, wing)
		if conversionCheck(p, us) {
			return t, 0, false
		}
		for on := c.kingWay; on != 0; on &= on - 1 {
			q := c.kingGone(p, us, on.First())
			if conversionCheck(&q, us) {
				return t, 0, false
			}
		}
	}

	*q = *p
	captured = orthodoxMake(q, m)
	t = board.Turn{Move: m, Converted: conversions(p, q, m)}
	convert(q, t.Converted)
	return t, captured, !conversionCheck(q, us)
}

// coSquares returns the co-squares that a piece just moved to a square makes with partners (CON-3).
func coSquares(to square, partners bits) bits {
	var on bits
	for partners &^= files[to&63] | ranks[to&63]; partners != 0; partners &= partners - 1 {
		s := partners.First()
		on |= files[to&63]&ranks[s&63] | files[s&63]&ranks[to&63]
	}

	return on
}

// partners returns the pieces of a side that make a co-pair with its piece on a square (CON-2).
func partners(p *pos, s square, c board.Colour) bits {
	own, b := p.Colours[c&1], bit(s)
	queens := p.Rooks & p.Bishops
	switch {
	case p.Knights&b != 0:
		return p.Knights & own &^ b
	case p.Kings&b != 0:
		return queens & own
	case queens&b != 0:
		return (queens | p.Kings) & own &^ b
	case p.Rooks&b != 0:
		return p.Rooks &^ p.Bishops & own &^ b
	case p.Bishops&b != 0:
		return p.Bishops &^ p.Rooks & own &^ b
	}

	return 0
}

// conversions returns what a move converts, p being the board before it and q after it (CON-4 to
// CON-6).
func conversions(p, q *pos, m move) bits {
	us := p.Turn
	var on bits
	switch wing, castles := m.Castles(p); {
	case castles:
		kingEnd, rookEnd := board.CastlingEnds(us, wing)
		on = coSquares(kingEnd, partners(q, kingEnd, us)) | coSquares(rookEnd, partners(q, rookEnd,
			us))
	case m.Promotion < board.NoKind:
		return 0
	default:
		on = coSquares(m.To, partners(q, m.To, us))
	}

	return on & q.Colours[us&1^1]
}

// conversionCheck reports whether a side's king is in check (CON-7): whether the enemy, if it were
// to move, could capture or convert it.
func conversionCheck(p *pos, c board.Colour) bool {
	king := (p.Kings & p.Colours[c&1]).First()
	return king != board.NoSquare && (attacked(p, king, c, p.Occupied()) || convertible(p, king&63,
		c))
}

// convertible reports whether the enemy of a side could convert its king by moving a piece. To do
// so a piece must come to the king's file while a partner stands on the king's rank, or the other
// way round.
func convertible(p *pos, king square, c board.Colour) bool {
	enemy := p.Colours[c&1^1]
	file, rank := files[king], ranks[king]
	men := enemy &^ p.Pawns
	if near := men & (file | rank); near != 0 {
		queens := p.Rooks & p.Bishops
		for _, alike := range [...]bits{p.Knights, p.Rooks &^ queens, p.Bishops &^ queens} {
			if on := alike & enemy; on&near != 0 && several(on) && canMeet(p, on, on, enemy, file,
				rank) {
				return true
			}
		}

		queens &= enemy
		if queens != 0 {
			royals := queens | p.Kings&enemy
			if royals&near != 0 && (canMeet(p, queens, royals, enemy, file, rank) ||
				queens&near != 0 && canMeet(p, p.Kings&enemy, queens, enemy, file, rank)) {
				return true
			}
		}
	}

	return p.Rights != (board.Rights{}) && castlingConverts(p, king, c^1)
}

// canMeet reports whether one of some pieces can come to the file while another of its mates stands
// on the rank, or the other way round.
func canMeet(p *pos, movers, mates, enemy, file, rank bits) bool {
	for ; movers != 0; movers &= movers - 1 {
		from := movers.First()
		others := mates &^ bit(from)
		var targets bits
		if others&rank != 0 {
			targets = file
		}
		if others&file != 0 {
			targets |= rank
		}
		targets &^= enemy
		if targets != 0 && pieceReach(p, from, p.Occupied(), p.Occupied())&targets != 0 {
			return true
		}
	}

	return false
}

// castlingConverts reports whether a side could convert a king by castling.
func castlingConverts(p *pos, king square, them board.Colour) bool {
	for wing := range board.KingSide + 1 {
		k, ok := castlingOf(p, them, wing)
		if !ok {
			continue
		}
		q := *p
		castle(&q, them, &k)
		if (coSquares(k.kingEnd, partners(&q, k.kingEnd, them))|coSquares(k.rookEnd, partners(&q,
			k.rookEnd, them)))&bit(king) != 0 {
			return true
		}
	}

	return false
}
