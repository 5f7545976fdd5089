package check

import (
	"fmt"

	"turncoat/rules/board"
)

// clearingWays lists the bugs in what must be empty for a castling (PAC-14): too little is asked for, or too much.
func clearingWays() []wrongWay {
	var list []wrongWay
	extra := []struct {
		name string
		of   func(p *board.Position, m board.Move, wing board.CastlingSide) board.Bitboard
	}{
		{"all squares of its rank from the king to the edge", func(p *board.Position, m board.Move,
			wing board.CastlingSide) board.Bitboard {
			var all board.Bitboard
			for at := range lineFrom(m.From, [2]int{2*int(wing) - 1, 0}) {
				all |= at.Bit()
			}
			return all
		}},
		{"the b-file", func(_ *board.Position, m board.Move, wing board.CastlingSide) board.Bitboard {
			return carriedOut(board.At(1, m.From.Rank()).Bit(), wing == board.QueenSide)
		}},
		{"b to d or f and g, whatever king and rook cross", func(_ *board.Position, m board.Move,
			wing board.CastlingSide) board.Bitboard {
			if wing == board.KingSide {
				return board.At(5, m.From.Rank()).Bit() | board.At(6, m.From.Rank()).Bit()
			}
			return board.At(1, m.From.Rank()).Bit() | board.At(2, m.From.Rank()).Bit() | board.At(3,
				m.From.Rank()).Bit()
		}},
	}
	for _, e := range extra {
		list = append(list, wrongWay{name: "castling asks for empty squares: " + e.name,
			missing: func(p *board.Position, m board.Move) bool {
				wing, castles := m.Castles(p)
				return castles && e.of(p, m, wing)&p.Occupied()&^m.From.Bit()&^m.To.Bit() != 0
			}})
	}
	for _, who := range []struct {
		name       string
		king, rook bool
	}{{"king", true, false}, {"rook", false, true}, {"king or rook", true, true}} {
		list = append(list, wrongWay{name: "castling is refused where the " + who.name +
			" stands on a square on which one of the two ends", missing: func(p *board.Position, m board.Move) bool {
			wing, castles := m.Castles(p)
			king, rook := board.CastlingEnds(p.Turn, wing)
			ends := king.Bit() | rook.Bit()
			return castles && (who.king && ends.Has(m.From) || who.rook && ends.Has(m.To))
		}})
	}
	return append(list, sidedCastlings()...)
}

// span returns the squares from one to another of a rank, both included.
func span(from, to board.Square) (squares board.Bitboard) {
	for s := min(from, to); s <= max(from, to); s++ {
		squares |= s.Bit()
	}
	return squares
}

// castleTo puts the king and the rook that have castled on other squares.
func castleTo(b, before *board.Position, m board.Move, king, rook board.Square) {
	wing, _ := m.Castles(before)
	wasKing, wasRook := board.CastlingEnds(before.Turn, wing)
	for _, s := range []board.Square{wasKing, wasRook} { // nobody goes there, and what stands there stays
		b.Put(s, before.PieceAt(s))
	}
	b.Put(m.From, board.NoPiece)
	b.Put(m.To, board.NoPiece)
	b.Put(king, before.PieceAt(m.From))
	b.Put(rook, before.PieceAt(m.To))
}

// crowdedCastlings lists the bugs by which some of the squares that king and rook cross need not be empty; what
// stands where they end vanishes.
func crowdedCastlings() []wrongWay {
	var list []wrongWay
	for _, ask := range []struct {
		name string
		of   func(right board.Right, king, rook board.Square) board.Bitboard
	}{
		{"castling does not ask that the squares that the rook alone crosses are empty", func(right board.Right, king,
			rook board.Square) board.Bitboard {
			return span(right.King, king) | rook.Bit()
		}},
		{"castling does not ask that the squares that the rook alone crosses are empty, nor where it ends",
			func(right board.Right, king, _ board.Square) board.Bitboard {
				return span(right.King, king)
			}},
		{"castling does not ask that the squares that the king alone crosses are empty", func(right board.Right, king,
			rook board.Square) board.Bitboard {
			return span(right.Rook, rook) | king.Bit()
		}},
		{"castling asks for empty squares between king and rook alone, not where they end", func(right board.Right, _,
			_ board.Square) board.Bitboard {
			return span(right.King, right.Rook)
		}},
		{"castling asks for empty squares only where king and rook end", func(_ board.Right, king,
			rook board.Square) board.Bitboard {
			return king.Bit() | rook.Bit()
		}},
		{"castling asks for an empty square only where the king ends", func(_ board.Right, king,
			_ board.Square) board.Bitboard {
			return king.Bit()
		}},
		{"castling asks for no empty squares", func(board.Right, board.Square,
			board.Square) board.Bitboard {
			return 0
		}},
	} {
		list = append(list, wrongWay{name: ask.name, more: func(p *board.Position) []board.Move {
			var moves []board.Move
			for _, wing := range []board.CastlingSide{board.QueenSide, board.KingSide} {
				right := p.Rights[board.RightIndex(p.Turn, wing)]
				named := right.King.Bit() | right.Rook.Bit()
				if !right.Held() || p.Colours[p.Turn]&named != named {
					continue
				}
				king, rook := board.CastlingEnds(p.Turn, wing)
				m := board.NewMove(right.King, right.Rook)
				all := (span(right.King, king) | span(right.Rook, rook) | span(right.King, right.Rook)) &^ named
				if all&p.Occupied() != 0 && ask.of(right, king, rook)&^named&p.Occupied() == 0 &&
					!anyAttacked(p, castlingWay(p, m, wing), p.Turn) {
					moves = append(moves, m)
				}
			}
			return moves
		}})
	}
	return list
}

// sidedCastlings lists the bugs by which a castling of one side is made as one of the other, or as from a plain start.
func sidedCastlings() []wrongWay {
	var list []wrongWay
	for side, name := range sides {
		// elsewhere returns the squares on the other side's first rank.
		elsewhere := func(squares board.Bitboard, turn board.Colour) board.Bitboard {
			if int(turn) != side {
				return squares
			}
			var all board.Bitboard
			for s := range squares.All {
				all |= (s ^ 56).Bit()
			}
			return all
		}
		list = append(list, wrongWay{name: name +
			"'s castling is tested for attacks on the first rank of the other side", castles: func(_ *wrongJudge,
			p *board.Position, m board.Move) bool {
			wing, _ := m.Castles(p)
			return !anyAttacked(p, elsewhere(castlingWay(p, m, wing), p.Turn), p.Turn)
		}})
		for _, ends := range []struct {
			name       string
			king, rook bool
		}{{"rook", false, true}, {"king", true, false}, {"king and rook", true, true}} {
			list = append(list, wrongWay{
				name: fmt.Sprintf("%s's castling puts the %s on the first rank of the other side", name, ends.name),
				land: func(b, before *board.Position, m board.Move) {
					wing, castles := m.Castles(before)
					if !castles || int(before.Turn) != side {
						return
					}
					king, rook := board.CastlingEnds(before.Turn, wing)
					if ends.king {
						king ^= 56
					}
					if ends.rook {
						rook ^= 56
					}
					castleTo(b, before, m, king, rook)
				}})
		}
	}
	ends := func(name string, of func(m board.Move, wing board.CastlingSide) (king, rook board.Square)) {
		list = append(list, wrongWay{name: name, land: func(b, before *board.Position, m board.Move) {
			if wing, castles := m.Castles(before); castles {
				king, rook := of(m, wing)
				castleTo(b, before, m, king, rook)
			}
		}})
	}
	ends("king and rook change places when they castle", func(m board.Move, _ board.CastlingSide) (king,
		rook board.Square) {
		return m.To, m.From
	})
	ends("castling moves the king two squares and the rook over it, from wherever they stand",
		func(m board.Move, wing board.CastlingSide) (king, rook board.Square) {
			step := 2*int(wing) - 1
			file := max(0, min(7, m.From.File()+2*step))
			return board.At(file, m.From.Rank()), board.At(max(0, min(7, file-step)), m.From.Rank())
		})
	ends("castling puts the rook beside the king, wherever the king stands",
		func(m board.Move, wing board.CastlingSide) (king, rook board.Square) {
			return m.From, board.At(max(0, min(7, m.From.File()+1-2*int(wing))), m.From.Rank())
		})
	return list
}

// persuadedOnWay reports whether a castling king is over-persuaded where it stands, on its way, or at its end
// (PAC-14 with castling-test persuaded).
func (j *wrongJudge) persuadedOnWay(p *board.Position, m board.Move, wing board.CastlingSide) bool {
	king, rook := p.PieceAt(m.From), p.PieceAt(m.To)
	end, rookEnd := board.CastlingEnds(p.Turn, wing)
	way := castlingWay(p, m, wing)
	for s := range way.All {
		b := *p
		if s != m.From {
			b.Put(m.From, board.NoPiece)
			if way.Has(m.To) {
				b.Put(m.To, board.NoPiece)
			}
			b.Put(s, king)
		}
		if j.over(&b, s, p.Turn) {
			return true
		}
	}
	b := *p
	b.Put(m.From, board.NoPiece)
	b.Put(m.To, board.NoPiece)
	b.Put(end, king)
	b.Put(rookEnd, rook)
	return j.over(&b, end, p.Turn)
}
