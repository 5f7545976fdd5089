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
		of   func(p *board.Position, m board.Move, wing board.Wing) board.Bits
	}{
		{"all squares of its rank from the king to the edge", func(p *board.Position, m board.Move, wing board.Wing) board.Bits {
			var all board.Bits
			for at := range lineFrom(m.From, [2]int{2*int(wing) - 1, 0}) {
				all |= at.Bit()
			}
			return all
		}},
		{"the b-file", func(_ *board.Position, m board.Move, wing board.Wing) board.Bits {
			return carriedOut(board.At(1, m.From.Rank()).Bit(), wing == board.AWing)
		}},
		{"b to d or f and g, whatever king and rook cross", func(_ *board.Position, m board.Move, wing board.Wing) board.Bits {
			if wing == board.HWing {
				return board.At(5, m.From.Rank()).Bit() | board.At(6, m.From.Rank()).Bit()
			}
			return board.At(1, m.From.Rank()).Bit() | board.At(2, m.From.Rank()).Bit() | board.At(3, m.From.Rank()).Bit()
		}},
	}
	for _, e := range extra {
		list = append(list, wrongWay{name: "castling asks for empty squares: " + e.name, missing: func(p *board.Position, m board.Move) bool {
			wing, castles := m.Castles(p)
			return castles && e.of(p, m, wing)&p.Occupied()&^m.From.Bit()&^m.To.Bit() != 0
		}})
	}
	for _, who := range []struct {
		name       string
		king, rook bool
	}{{"king", true, false}, {"rook", false, true}, {"king or rook", true, true}} {
		list = append(list, wrongWay{name: "castling is refused where the " + who.name + " stands on a square on which one of the two ends", missing: func(p *board.Position, m board.Move) bool {
			wing, castles := m.Castles(p)
			king, rook := board.CastlingEnds(p.Turn, wing)
			ends := king.Bit() | rook.Bit()
			return castles && (who.king && ends.Has(m.From) || who.rook && ends.Has(m.To))
		}})
	}
	return append(list, sidedCastlings()...)
}

// sidedCastlings lists the bugs by which a castling of one side is made as one of the other, or as from a plain start.
func sidedCastlings() []wrongWay {
	var list []wrongWay
	for side, name := range sides {
		// elsewhere returns the squares on the other side's first rank.
		elsewhere := func(squares board.Bits, turn board.Colour) board.Bits {
			if int(turn) != side {
				return squares
			}
			var all board.Bits
			for s := range squares.All {
				all |= (s ^ 56).Bit()
			}
			return all
		}
		list = append(list, wrongWay{name: name + "'s castling is tested for attacks on the first rank of the other side", castles: func(_ *wrongJudge, p *board.Position, m board.Move) bool {
			wing, _ := m.Castles(p)
			return !anyAttacked(p, elsewhere(castlingWay(p, m, wing), p.Turn), p.Turn)
		}})
		for _, ends := range []struct {
			name       string
			king, rook bool
		}{{"rook", false, true}, {"king", true, false}, {"king and rook", true, true}} {
			list = append(list, wrongWay{name: fmt.Sprintf("%s's castling puts the %s on the first rank of the other side", name, ends.name), land: func(b, before *board.Position, m board.Move) {
				wing, castles := m.Castles(before)
				if !castles || int(before.Turn) != side {
					return
				}
				king, rook := board.CastlingEnds(before.Turn, wing)
				b.Put(king, board.NoPiece)
				b.Put(rook, board.NoPiece)
				if ends.king {
					king ^= 56
				}
				if ends.rook {
					rook ^= 56
				}
				b.Put(king, before.PieceAt(m.From))
				b.Put(rook, before.PieceAt(m.To))
			}})
		}
	}
	ends := func(name string, of func(m board.Move, wing board.Wing) (king, rook board.Square)) {
		list = append(list, wrongWay{name: name, land: func(b, before *board.Position, m board.Move) {
			wing, castles := m.Castles(before)
			if !castles {
				return
			}
			wasKing, wasRook := board.CastlingEnds(before.Turn, wing)
			b.Put(wasKing, board.NoPiece)
			b.Put(wasRook, board.NoPiece)
			king, rook := of(m, wing)
			b.Put(king, before.PieceAt(m.From))
			b.Put(rook, before.PieceAt(m.To))
		}})
	}
	ends("king and rook change places when they castle", func(m board.Move, _ board.Wing) (king, rook board.Square) { return m.To, m.From })
	ends("castling moves the king two squares and the rook over it, from wherever they stand", func(m board.Move, wing board.Wing) (king, rook board.Square) {
		step := 2*int(wing) - 1
		file := max(0, min(7, m.From.File()+2*step))
		return board.At(file, m.From.Rank()), board.At(max(0, min(7, file-step)), m.From.Rank())
	})
	ends("castling puts the rook beside the king, wherever the king stands", func(m board.Move, wing board.Wing) (king, rook board.Square) {
		return m.From, board.At(max(0, min(7, m.From.File()+1-2*int(wing))), m.From.Rank())
	})
	return list
}
