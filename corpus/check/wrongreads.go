package check

import (
	"fmt"

	"turncoat/rules/board"
)

// readingWays lists the bugs in how a program reads the side to move and the rights of a FEN (PAC-15).
func readingWays() []wrongWay {
	var list []wrongWay
	read := func(name string, f func(p *board.Position)) {
		list = append(list, wrongWay{name: "FEN: " + name, read: f})
	}
	for side, name := range sides {
		read(name+" is always taken to be to move", func(p *board.Position) { p.Turn = board.Colour(side) })
	}
	read("the side to move is read the wrong way round", func(p *board.Position) { p.Turn = p.Turn.Other() })
	rights := func(name string, keep func(c board.Colour, w board.CastlingSide, r board.Right) bool) {
		read(name, func(p *board.Position) {
			for _, c := range []board.Colour{board.White, board.Black} {
				for _, w := range []board.CastlingSide{board.QueenSide, board.KingSide} {
					if i := board.RightIndex(c, w); p.Rights[i].Held() && !keep(c, w, p.Rights[i]) {
						p.Rights[i] = board.Right{}
					}
				}
			}
		})
	}
	rights("castling rights are not read", func(board.Colour, board.CastlingSide, board.Right) bool { return false })
	rights("a right of a king off the e-file is not read", func(_ board.Colour, _ board.CastlingSide,
		r board.Right) bool {
		return r.King.File() == 4
	})
	rights("a right of a rook off the corner is not read", func(_ board.Colour, _ board.CastlingSide,
		r board.Right) bool {
		return r.Rook.File()%7 == 0
	})
	rights("a right of a king off the e-file or a rook off the corner is not read",
		func(_ board.Colour, _ board.CastlingSide,
			r board.Right) bool {
			return r.King.File() == 4 && r.Rook.File()%7 == 0
		})
	read("K, Q, k and q are always taken for the rooks in the corners", func(p *board.Position) {
		for i, r := range p.Rights {
			if !r.Held() || r.Rook.File()%7 == 0 {
				continue
			}
			var outer board.Bitboard // rooks for whose sake a FEN writes the right with a file
			for s := range lineFrom(r.Rook, [2]int{2*(i&1) - 1, 0}) {
				outer |= s.Bit() & p.Rooks & p.Colours[i>>1]
			}
			if outer == 0 {
				p.Rights[i] = board.Right{}
			}
		}
	})
	for side, name := range sides {
		rights(name+"'s castling rights are not read", func(c board.Colour, _ board.CastlingSide,
			_ board.Right) bool {
			return int(c) != side
		})
		for wing, of := range []string{"queen", "king"} {
			rights(fmt.Sprintf("%s's right on the %s side is not read", name, of),
				func(c board.Colour, w board.CastlingSide,
					_ board.Right) bool {
					return int(c) != side || int(w) != wing
				})
		}
	}
	for _, one := range []struct {
		name        string
		read, other board.CastlingSide
	}{{"king", board.KingSide, board.QueenSide}, {"queen", board.QueenSide, board.KingSide}} {
		read("of a side's castling rights only the one on the "+one.name+" side is read where there are two",
			func(p *board.Position) {
				for _, c := range []board.Colour{board.White, board.Black} {
					if p.Rights[board.RightIndex(c, one.read)].Held() {
						p.Rights[board.RightIndex(c, one.other)] = board.Right{}
					}
				}
			})
	}
	read("of the castling rights only the first is read", func(p *board.Position) { oneRight(p, []int{1, 0, 3, 2}) })
	read("of the castling rights only the last is read", func(p *board.Position) { oneRight(p, []int{2, 3, 0, 1}) })
	read("a castling right is for the rook next to the king", func(p *board.Position) {
		for i := range p.Rights {
			if r := &p.Rights[i]; r.Held() {
				st := [2]int{1 - 2*unless(r.Rook > r.King), 0}
				for at := range lineFrom(r.King, st) {
					if p.KindAt(at) == board.Rook {
						r.Rook = at
						break
					}
				}
			}
		}
	})
	return list
}

// oneRight keeps the first of the rights in an order.
func oneRight(p *board.Position, order []int) {
	kept := false
	for _, i := range order {
		if p.Rights[i].Held() && kept {
			p.Rights[i] = board.Right{}
		}
		kept = kept || p.Rights[i].Held()
	}
}

// replayWays lists the bugs in what becomes of a position by a move, which show only in the moves after it (PAC-15).
func replayWays() []wrongWay {
	var list []wrongWay
	replay := func(name string, f func(j *wrongJudge, t *wrongTurn) board.Position) {
		list = append(list, wrongWay{name: name, replay: f})
	}
	replay("moves that are played first convert nothing", func(_ *wrongJudge, t *wrongTurn) board.Position {
		after := t.landed
		after.Turn, after.Rights = t.after.Turn, t.after.Rights
		return after
	})
	replay("moves that are played first convert a first wave only", func(j *wrongJudge, t *wrongTurn) board.Position {
		after := j.afterFirstWave(t)
		after.Turn, after.Rights = t.after.Turn, t.after.Rights
		return after
	})
	replay("after a move that is played first its side is to move again",
		func(_ *wrongJudge, t *wrongTurn) board.Position {
			after := t.after
			after.Turn = t.mover()
			return after
		})
	replay("moves that are played first are not made",
		func(_ *wrongJudge, t *wrongTurn) board.Position { return t.before })
	replay("moves that are played first are not made, but the other side is to move",
		func(_ *wrongJudge, t *wrongTurn) board.Position {
			after := t.before
			after.Turn = t.after.Turn
			return after
		})
	return append(list, lostRights()...)
}

// lostRights lists the bugs in what ends a castling right.
func lostRights() []wrongWay {
	var list []wrongWay
	rights := func(name string, lost func(t *wrongTurn, i int) bool) {
		list = append(list, wrongWay{name: name, replay: func(_ *wrongJudge, t *wrongTurn) board.Position {
			after := t.after
			for i := range after.Rights {
				if after.Rights[i] = t.before.Rights[i]; after.Rights[i].Held() && lost(t, i) {
					after.Rights[i] = board.Right{}
				}
			}
			return after
		}})
	}
	itsKingMoves := func(t *wrongTurn, i int) bool { return t.move.From == t.before.Rights[i].King }
	rookMoves := func(t *wrongTurn, i int) bool { return t.move.From == t.before.Rights[i].Rook }
	// by this move; what another would have ended, and the program kept, it goes on keeping
	ended := func(t *wrongTurn, i int) bool {
		r := t.before.Rights[i]
		return !t.after.Rights[i].Held() && t.before.KindAt(r.King) == board.King &&
			(t.before.KindAt(r.Rook) == board.Rook || t.move.From == r.King)
	}
	ownRight := func(t *wrongTurn, i int) bool { return board.Colour(i>>1) == t.mover() }
	ofKind := func(t *wrongTurn, k board.Kind) bool { return t.before.KindAt(t.move.From) == k }
	kingMoves := func(t *wrongTurn, i int) bool { return itsKingMoves(t, i) || ownRight(t, i) && ofKind(t, board.King) }
	castles := func(t *wrongTurn) bool { _, is := t.move.Castles(&t.before); return is }
	rights("castling rights are never lost", func(*wrongTurn, int) bool { return false })
	rights("castling rights are lost when any piece of their side on its first rank moves",
		func(t *wrongTurn, i int) bool {
			return ended(t, i) || ownRight(t, i) && t.move.From.Rank() == t.mover().FirstRank()
		})
	rights("a move of any rook ends both castling rights of its side", func(t *wrongTurn, i int) bool {
		return ended(t, i) || ownRight(t, i) && ofKind(t, board.Rook)
	})
	rights("a move of a castling rook ends both castling rights of its side", func(t *wrongTurn, i int) bool {
		return ended(t, i) || ownRight(t, i) && ofKind(t, board.Rook) && (t.move.From == t.before.Rights[i].Rook ||
			t.move.From == t.before.Rights[i^1].Rook)
	})
	rights("castling rights are lost with any move", func(*wrongTurn, int) bool { return true })
	rights("castling rights are lost with any move of their side", ownRight)
	rights("a move of a castling rook ends the castling right of the other wing", func(t *wrongTurn, i int) bool {
		other := t.before.Rights[i^1]
		return ended(t, i) && !(rookMoves(t, i) && !castles(t)) || other.Held() && t.move.From == other.Rook
	})
	rights("a move of the king does not end castling rights", func(t *wrongTurn, i int) bool {
		return ended(t, i) && !(kingMoves(t, i) && !castles(t))
	})
	rights("castling does not end the right of the other wing", func(t *wrongTurn, i int) bool {
		return ended(t, i) && !(castles(t) && t.move.To != t.before.Rights[i].Rook)
	})
	rights("a move of the king ends the right on the king side alone", func(t *wrongTurn, i int) bool {
		return ended(t, i) && !(kingMoves(t, i) && i&1 == int(board.QueenSide))
	})
	rights("a move of the king ends the right on the queen side alone", func(t *wrongTurn, i int) bool {
		return ended(t, i) && !(kingMoves(t, i) && i&1 == int(board.KingSide))
	})
	rights("a move of the king ends the castling rights of both sides", func(t *wrongTurn, i int) bool {
		return ended(t, i) || ofKind(t, board.King)
	})
	rights("a move of the king, castling apart, ends the castling rights of both sides",
		func(t *wrongTurn, i int) bool {
			return ended(t, i) || ofKind(t, board.King) && !castles(t)
		})
	rights("a move of a king that has no right does not end its side's castling rights",
		func(t *wrongTurn, i int) bool {
			return ended(t, i) && !(ofKind(t, board.King) && ownRight(t, i) && !itsKingMoves(t, i))
		})
	rights("a move of the rook does not end its castling right", func(t *wrongTurn, i int) bool {
		return ended(t, i) && !(rookMoves(t, i) && !castles(t) && ownRight(t, i))
	})
	for wing, name := range []string{"queen", "king"} {
		rights("a move of the rook does not end the castling right on the "+name+" side",
			func(t *wrongTurn, i int) bool {
				return ended(t, i) && !(rookMoves(t, i) && !castles(t) && i&1 == wing)
			})
	}
	for side, name := range sides {
		rights(name+"'s castling rights are never lost", func(t *wrongTurn, i int) bool {
			return ended(t, i) &&
				i>>1 != side
		})
		rights(name+"'s castling rights are not lost by moves of its king", func(t *wrongTurn, i int) bool {
			return ended(t, i) && !(i>>1 == side && ownRight(t, i) && ofKind(t, board.King) && !castles(t))
		})
		rights(name+"'s castling rights are not lost by moves of its rooks", func(t *wrongTurn, i int) bool {
			return ended(t, i) && !(i>>1 == side && ownRight(t, i) && ofKind(t, board.Rook) && !castles(t))
		})
	}
	rights("castling ends the castling rights of both sides", func(t *wrongTurn, i int) bool {
		return ended(t, i) ||
			castles(t)
	})
	rights("castling ends the castling rights of the enemy alone", func(t *wrongTurn, i int) bool {
		return ended(t, i) && !(castles(t) && ownRight(t, i)) || castles(t) && !ownRight(t, i)
	})
	rights("a move of the king ends the castling rights of the enemy, not its own", func(t *wrongTurn, i int) bool {
		if ofKind(t, board.King) {
			return !ownRight(t, i)
		}
		return ended(t, i)
	})
	rights("a claimed king ends the castling rights of its new side", func(t *wrongTurn, i int) bool {
		return ended(t, i) || ownRight(t, i) &&
			(t.after.Kings&t.after.Colours[t.mover()]).Count() > (t.before.Kings&t.before.Colours[t.mover()]).Count()
	})
	rights("a castling right is lost when its king or rook is converted", func(t *wrongTurn, i int) bool {
		r := t.before.Rights[i]
		return ended(t, i) || t.after.PieceAt(r.King).Colour != board.Colour(i>>1) ||
			t.after.PieceAt(r.Rook).Colour != board.Colour(i>>1)
	})
	rights("a castling right is not lost when the enemy moves its king or rook, converted, away",
		func(t *wrongTurn, i int) bool {
			return ended(t, i) && !(!ownRight(t, i) && (rookMoves(t, i) || kingMoves(t, i)))
		})
	rights("a castling right is lost when a move ends on its rook's or its king's square only",
		func(t *wrongTurn, i int) bool {
			return ownRight(t, i) && (ofKind(t, board.King) || castles(t)) || t.move.To == t.before.Rights[i].Rook
		})
	return list
}
