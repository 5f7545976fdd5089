package check

import (
	"fmt"
	"slices"

	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// twoStepWays lists the bugs in the test of two-steps (PAC-3).
func twoStepWays() []wrongWay {
	var list []wrongWay
	passes := func(name string, f func(j *wrongJudge, p *board.Position, passed board.Square, m board.Move) bool) {
		list = append(list, wrongWay{name: name, passes: func(j *wrongJudge, p *board.Position, m board.Move) bool {
			// the end is tested apart
			return f(j, p, (m.From+m.To)/2, m) && (j.set.TwoStep != ruleset.TestBoth || !j.over(p, m.To, p.Turn))
		}})
	}
	passes("two-steps are refused on a tie, too", func(j *wrongJudge, p *board.Position, s board.Square,
		_ board.Move) bool {
		persuade, support := weight(j, p, s, p.Turn.Other()), weight(j, p, s, p.Turn)
		return persuade.Count == 0 || support.Over(persuade, j.set)
	})
	passes("two-steps are refused unless the mover outweighs the enemy on the passed square",
		func(j *wrongJudge, p *board.Position, s board.Square, _ board.Move) bool {
			return weight(j, p, s, p.Turn).Over(weight(j, p, s, p.Turn.Other()), j.set)
		})
	passes("two-steps are tested for the wrong side", func(j *wrongJudge, p *board.Position, s board.Square,
		_ board.Move) bool {
		return !j.over(p, s, p.Turn.Other())
	})
	passes("two-steps are refused over any attacked square, however well supported",
		func(_ *wrongJudge, p *board.Position, s board.Square, _ board.Move) bool {
			return !attacked(p, s, p.Turn.Other())
		})
	passes("two-steps are tested on the square where the pawn ends, not on the one that it passes",
		func(j *wrongJudge, p *board.Position, _ board.Square, m board.Move) bool {
			return !j.over(p, m.To, p.Turn)
		})
	passes("two-steps are tested on the square where the pawn begins, not on the one that it passes",
		func(j *wrongJudge, p *board.Position, _ board.Square, m board.Move) bool {
			return !j.over(p, m.From, p.Turn)
		})
	passes("two-steps are tested on the square where the pawn begins and on the one that it passes",
		func(j *wrongJudge, p *board.Position, s board.Square, m board.Move) bool {
			return !j.over(p, s, p.Turn) && !j.over(p, m.From, p.Turn)
		})
	passes("two-steps are tested as if the pawn stood on the passed square", func(j *wrongJudge, p *board.Position,
		s board.Square, m board.Move) bool {
		b := *p
		b.Put(s, p.PieceAt(m.From))
		b.Put(m.From, board.NoPiece)
		return !j.over(&b, s, p.Turn)
	})
	passes("two-steps are tested after the move", func(j *wrongJudge, p *board.Position, s board.Square,
		m board.Move) bool {
		b := rules.NewReference(j.set).Cascade(p, m).Board
		return !j.over(&b, s, p.Turn)
	})
	for _, k := range pieceKinds {
		passes(fmt.Sprintf("two-steps are refused only where an enemy %s bears on the passed square", k),
			func(_ *wrongJudge, p *board.Position, s board.Square, _ board.Move) bool {
				return !attackedBy(p, s, p.Turn.Other(), func(kind board.Kind) bool { return kind == k })
			})
		if slider(k) { // through others, too
			passes(fmt.Sprintf("two-steps are refused only where an enemy %s bears on the passed square", k),
				func(j *wrongJudge, p *board.Position, s board.Square, _ board.Move) bool {
					return !slices.ContainsFunc(weight(j, p, s, p.Turn.Other()).By,
						func(x rules.Bearer) bool { return x.Piece.Kind == k })
				})
		}
	}
	for side, name := range sides {
		passes(name+"'s two-steps are tested where the other side's would pass",
			func(j *wrongJudge, p *board.Position, s board.Square, _ board.Move) bool {
				if int(p.Turn) == side {
					s ^= 56
				}
				return !j.over(p, s, p.Turn)
			})
	}
	passes("two-steps are refused, too, where an enemy pawn stands beside their end",
		func(j *wrongJudge, p *board.Position, s board.Square, m board.Move) bool {
			for range found(p, p.Turn.Other(), m.To, [][2]int{{-1, 0}, {1, 0}}, board.Pawn) {
				return false
			}
			return !j.over(p, s, p.Turn)
		})
	for side, name := range sides {
		passes(name+"'s two-steps are not tested", func(j *wrongJudge, p *board.Position, s board.Square,
			_ board.Move) bool {
			return int(p.Turn) == side || !j.over(p, s, p.Turn)
		})
	}
	return list
}

// castlingWays lists the bugs in the test of castlings (PAC-14).
func castlingWays() []wrongWay {
	var list []wrongWay
	for _, k := range pieceKinds {
		list = append(list, wrongWay{
			name: fmt.Sprintf("enemy %ss that attack the king or its way do not hinder castling", k),
			attacked: func(b *board.Position, s board.Square, by board.Colour) bool {
				return attackedBy(b, s, by, func(kind board.Kind) bool { return kind != k })
			}})
		list = append(list, wrongWay{
			name: fmt.Sprintf("only enemy %ss that attack the king or its way hinder castling", k),
			attacked: func(b *board.Position, s board.Square, by board.Colour) bool {
				return attackedBy(b, s, by, func(kind board.Kind) bool { return kind == k })
			}})
	}
	list = append(list, wrongWay{name: "castling is tested for attacks by its own side",
		attacked: func(b *board.Position, s board.Square, by board.Colour) bool { return attacked(b, s, by.Other()) }})
	squares := func(name string, f func(p *board.Position, m board.Move, wing board.CastlingSide) board.Bitboard) {
		list = append(list, wrongWay{name: name, castles: func(_ *wrongJudge, p *board.Position, m board.Move) bool {
			wing, _ := m.Castles(p)
			return !anyAttacked(p, f(p, m, wing), p.Turn)
		}})
	}
	end := func(p *board.Position, wing board.CastlingSide) board.Bitboard {
		king, _ := board.CastlingEnds(p.Turn, wing)
		return king.Bit()
	}
	squares("castling is tested on the square where the king stands alone", func(_ *board.Position, m board.Move,
		_ board.CastlingSide) board.Bitboard {
		return m.From.Bit()
	})
	squares("castling is tested on the king's way alone, not where it stands", func(p *board.Position, m board.Move,
		wing board.CastlingSide) board.Bitboard {
		return castlingWay(p, m, wing) &^ m.From.Bit()
	})
	squares("castling is tested on the square where the king ends alone", func(p *board.Position, _ board.Move,
		wing board.CastlingSide) board.Bitboard {
		return end(p, wing)
	})
	squares("castling is tested on the square where the king ends as well", func(p *board.Position, m board.Move,
		wing board.CastlingSide) board.Bitboard {
		return castlingWay(p, m, wing) | end(p, wing)
	})
	squares("castling is tested where the king stands and where it ends, not between", func(p *board.Position,
		m board.Move, wing board.CastlingSide) board.Bitboard {
		return m.From.Bit() | end(p, wing)
	})
	squares("castling is tested on the rook's square as well", func(p *board.Position, m board.Move,
		wing board.CastlingSide) board.Bitboard {
		return castlingWay(p, m, wing) | m.To.Bit()
	})
	squares("castling is tested on all squares from king to rook", func(p *board.Position, m board.Move,
		_ board.CastlingSide) board.Bitboard {
		return span(m.From, m.To)
	})
	squares("castling is tested on all squares between king and rook", func(p *board.Position, m board.Move,
		_ board.CastlingSide) board.Bitboard {
		return span(m.From, m.To) &^ m.To.Bit()
	})
	for wing, name := range []string{"O-O-O", "O-O"} {
		squares(name+" is not tested where the king stands", func(p *board.Position, m board.Move,
			w board.CastlingSide) board.Bitboard {
			return castlingWay(p, m, w) &^ carriedOut(m.From.Bit(), int(w) == wing)
		})
		squares(name+" is not tested for attacks", func(p *board.Position, m board.Move,
			w board.CastlingSide) board.Bitboard {
			if int(w) == wing {
				return 0
			}
			return castlingWay(p, m, w)
		})
	}
	for side, name := range sides {
		squares(name+"'s castling is not tested for attacks", func(p *board.Position, m board.Move,
			w board.CastlingSide) board.Bitboard {
			if int(p.Turn) == side {
				return 0
			}
			return castlingWay(p, m, w)
		})
	}
	return list
}

// attackedBy reports whether a piece of some kinds attacks a square in the orthodox sense.
func attackedBy(b *board.Position, s board.Square, by board.Colour, kinds func(board.Kind) bool) bool {
	set := ruleset.First(ruleset.Pacifist)
	set.Lines = ruleset.Blocked
	for _, bearer := range rules.NewReference(set).Weigh(b, s, by).By {
		if kinds(bearer.Piece.Kind) {
			return true
		}
	}
	return false
}

// landingWays lists the bugs in what stands where after a move.
func landingWays() []wrongWay {
	var list []wrongWay
	land := func(name string, f func(b, before *board.Position, m board.Move)) {
		list = append(list, wrongWay{name: name, land: f})
	}
	for side, name := range sides {
		land(fmt.Sprintf("%s's pawns promote to pieces of %s", name, sides[1-side]), func(b, before *board.Position,
			m board.Move) {
			if m.Promotion < board.NoKind && int(before.Turn) == side {
				b.Put(m.To, board.Piece{Kind: m.Promotion, Colour: before.Turn.Other()})
			}
		})
	}
	land("pawns that promote stay pawns on the board", func(b, before *board.Position, m board.Move) {
		if m.Promotion < board.NoKind {
			b.Put(m.To, board.Piece{Kind: board.Pawn, Colour: before.Turn})
		}
	})
	land("pawns that promote stay where they were as well", func(b, before *board.Position, m board.Move) {
		if m.Promotion < board.NoKind {
			b.Put(m.From, before.PieceAt(m.From))
		}
	})
	land("all promotions make queens", func(b, before *board.Position, m board.Move) {
		if m.Promotion < board.NoKind {
			b.Put(m.To, board.Piece{Kind: board.Queen, Colour: before.Turn})
		}
	})
	land("what moves stays on its old square as well", func(b, before *board.Position, m board.Move) {
		if _, castles := m.Castles(before); !castles {
			b.Put(m.From, before.PieceAt(m.From))
		}
	})
	castling := func(name string, f func(b, before *board.Position, m board.Move, king, rook board.Square)) {
		land(name, func(b, before *board.Position, m board.Move) {
			if wing, castles := m.Castles(before); castles {
				king, rook := board.CastlingEnds(before.Turn, wing)
				f(b, before, m, king, rook)
			}
		})
	}
	castling("castling leaves the rook where it was", func(b, before *board.Position, m board.Move, king,
		rook board.Square) {
		b.Put(rook, board.NoPiece)
		b.Put(m.To, before.PieceAt(m.To))
		b.Put(king, before.PieceAt(m.From))
	})
	castling("castling leaves a second rook where it was", func(b, before *board.Position, m board.Move, king,
		_ board.Square) {
		if m.To != king {
			b.Put(m.To, before.PieceAt(m.To))
		}
	})
	castling("castling leaves a second king where it was", func(b, before *board.Position, m board.Move, _,
		rook board.Square) {
		if m.From != rook {
			b.Put(m.From, before.PieceAt(m.From))
		}
	})
	castling("castling puts the king on the rook's square and the rook on the king's", func(b, before *board.Position,
		m board.Move, king, rook board.Square) {
		b.Put(king, before.PieceAt(m.To))
		b.Put(rook, before.PieceAt(m.From))
	})
	early := func(name string, land, settle func(b, before *board.Position, m board.Move)) {
		list = append(list, wrongWay{name: name, land: land, settle: settle})
	}
	early("pawns that change sides on their new last rank become queens", func(_, _ *board.Position, _ board.Move) {},
		func(b, _ *board.Position, _ board.Move) {
			for s := range b.Occupied().All {
				if piece := b.PieceAt(s); piece.Kind == board.Pawn && s.Rank() == piece.Colour.Other().FirstRank() {
					b.Put(s, board.Piece{Kind: board.Queen, Colour: piece.Colour})
				}
			}
		})
	for wing, name := range []string{"O-O-O", "O-O"} {
		for file := 1 + 4*wing; file < 4+4*wing; file++ {
			for _, beside := range []int{file - 1, file + 1} {
				if beside > 7 || file == 2+4*wing && beside == 3+2*wing {
					continue
				}
				list = append(list, castlingElsewhere(board.CastlingSide(wing), name, file, beside)...)
			}
		}
	}
	early("conversions are made before the promotion, with a pawn", func(b, before *board.Position, m board.Move) {
		if m.Promotion < board.NoKind {
			b.Put(m.To, board.Piece{Kind: board.Pawn, Colour: before.Turn})
		}
	}, func(b, _ *board.Position, m board.Move) {
		if m.Promotion < board.NoKind {
			b.Put(m.To, board.Piece{Kind: m.Promotion, Colour: b.PieceAt(m.To).Colour})
		}
	})
	early("conversions are made before the castling rook has moved", func(b, before *board.Position, m board.Move) {
		if wing, castles := m.Castles(before); castles {
			king, rook := board.CastlingEnds(before.Turn, wing)
			b.Put(rook, board.NoPiece)
			if m.To != king {
				b.Put(m.To, before.PieceAt(m.To))
			}
		}
	}, func(b, before *board.Position, m board.Move) {
		if wing, castles := m.Castles(before); castles {
			king, rook := board.CastlingEnds(before.Turn, wing)
			if m.To != king {
				b.Put(m.To, board.NoPiece)
			}
			b.Put(rook, before.PieceAt(m.To))
		}
	})
	early("conversions are made while the moved piece still stands where it came from, too",
		func(b, before *board.Position, m board.Move) {
			if _, castles := m.Castles(before); !castles {
				b.Put(m.From, before.PieceAt(m.From))
			}
		}, func(b, before *board.Position, m board.Move) {
			if _, castles := m.Castles(before); !castles {
				b.Put(m.From, board.NoPiece)
			}
		})
	return list
}

// promotionWays lists the bugs by which a pawn becomes another piece than its move says (PAC-2).
func promotionWays() []wrongWay {
	var list []wrongWay
	for i, k := range promoted {
		for _, as := range promoted[i+1:] {
			list = append(list, wrongWay{name: fmt.Sprintf("promotions to a %s and to a %s are exchanged", k, as),
				land: func(b, before *board.Position, m board.Move) {
					switch m.Promotion {
					case k:
						b.Put(m.To, board.Piece{Kind: as, Colour: before.Turn})
					case as:
						b.Put(m.To, board.Piece{Kind: k, Colour: before.Turn})
					}
				}})
		}
		for _, as := range pieceKinds {
			if as != k {
				list = append(list, wrongWay{name: fmt.Sprintf("promotions to a %s make a %s", k, as),
					land: func(b, before *board.Position, m board.Move) {
						if m.Promotion == k {
							b.Put(m.To, board.Piece{Kind: as, Colour: before.Turn})
						}
					}})
			}
		}
	}
	return list
}

// castlingElsewhere returns the bugs by which king and rook of a castling end on two other files: it may be written as
// the king goes, or as it should, and the way to the right files may have to be empty, or that to the wrong ones.
func castlingElsewhere(wing board.CastlingSide, name string, kingFile, rookFile int) []wrongWay {
	ours := func(p *board.Position, m board.Move) bool {
		w, castles := m.Castles(p)
		return castles && w == wing
	}
	w := wrongWay{
		name: fmt.Sprintf("castling %s puts the king on the %c-file and the rook on the %c-file", name, 'a'+kingFile,
			'a'+rookFile),
		land: func(b, before *board.Position, m board.Move) {
			if !ours(before, m) {
				return
			}
			castleTo(b, before, m, board.At(kingFile, m.From.Rank()), board.At(rookFile, m.From.Rank()))
		},
		castles: func(_ *wrongJudge, p *board.Position, m board.Move) bool {
			w, _ := m.Castles(p)
			squares := castlingWay(p, m, w)
			if w == wing {
				squares = upTo(m.From, board.At(kingFile, m.From.Rank()))
			}
			return !anyAttacked(p, squares, p.Turn)
		},
	}
	list := []wrongWay{w}
	w.missing = func(p *board.Position, m board.Move) bool { // it asks for the way there, too
		return ours(p, m) && castlingSpan(m, board.At(kingFile, m.From.Rank()),
			board.At(rookFile, m.From.Rank()))&p.Occupied() != 0
	}
	w.more = func(p *board.Position) []board.Move {
		right := p.Rights[board.RightIndex(p.Turn, wing)]
		m, named := board.NewMove(right.King, right.Rook), right.King.Bit()|right.Rook.Bit()
		if !right.Held() || p.Colours[p.Turn]&named != named {
			return nil
		}
		king, rook := board.CastlingEnds(p.Turn, wing)
		if castlingSpan(m, king, rook)&p.Occupied() == 0 || castlingSpan(m, board.At(kingFile, king.Rank()),
			board.At(rookFile, king.Rank()))&p.Occupied() != 0 {
			return nil
		}
		return []board.Move{m}
	}
	for _, one := range append(list, w) {
		as := one
		as.written = func(p *board.Position, m board.Move) string {
			if !ours(p, m) || m.From.File() != 4 || m.To.File()%7 != 0 {
				return "" // the king takes its rook
			}
			return m.From.String() + board.At(kingFile, m.From.Rank()).String()
		}
		list = append(list, as)
	}
	return append(list, w)
}

// castlingSpan returns the squares from the first to the last of those on which king and rook stand and end,
// without those where they stand.
func castlingSpan(m board.Move, king, rook board.Square) board.Bitboard {
	return span(min(m.From, m.To, king, rook), max(m.From, m.To, king, rook)) &^ (m.From.Bit() | m.To.Bit())
}
