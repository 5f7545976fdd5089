package check

import (
	"fmt"
	"slices"

	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// movingWays lists the bugs by which a program finds moves that there are not, or not those that there are.
func movingWays() []wrongWay {
	set := anyMoves()
	turned := func(p *board.Position) *board.Position {
		other := *p
		other.Turn = p.Turn.Other()
		return &other
	}
	both := wrongWay{name: "moves are made for both sides",
		more: func(p *board.Position) []board.Move { return rules.NewReference(set).Moves(turned(p)) },
		land: func(b, before *board.Position, m board.Move) {
			if wing, castles := m.Castles(turned(before)); castles { // which it is for the other side alone
				king, rook := board.CastlingEnds(before.Turn.Other(), wing)
				b.Put(m.From, board.NoPiece)
				b.Put(m.To, board.NoPiece)
				b.Put(king, before.PieceAt(m.From))
				b.Put(rook, before.PieceAt(m.To))
			}
		},
	}
	other := both
	other.name, other.missing = "moves are made for the side that is not to move",
		func(*board.Position, board.Move) bool { return true }
	list := []wrongWay{other, both}
	list = append(list, wrongWay{name: "a pawn that can make its two-step does not make the single step",
		missing: func(p *board.Position, m board.Move) bool {
			far := (2*int(m.To) - int(m.From))
			if p.KindAt(m.From) != board.Pawn || distance(m.From, m.To) != 1 || far < 0 || far > 63 {
				return false
			}
			return slices.Contains(rules.NewReference(set).Moves(p), board.Move{From: m.From, To: board.Square(far),
				Promotion: board.NoKind})
		}})
	list = append(list, wrongWay{name: "knights go on in the direction of a leap over empty squares",
		more: func(p *board.Position) []board.Move {
			var moves []board.Move
			for from := range p.Colours[p.Turn].All {
				if p.KindAt(from) != board.Knight {
					continue
				}
				for _, st := range leaps {
					for at := range lineFrom(from, st) {
						if p.Occupied().Has(at) {
							break
						}
						if far := max(abs(at.File()-from.File()), abs(at.Rank()-from.Rank())); far > 2 {
							moves = append(moves, board.Move{From: from, To: at, Promotion: board.NoKind})
						}
					}
				}
			}
			return moves
		}})
	early := func(p *board.Position) []board.Move {
		var moves []board.Move
		for _, m := range pawnSteps(p, ahead(p.Turn)) {
			for _, k := range promoted {
				if m.Promotion == board.NoKind && m.To.Rank() == p.Turn.Other().FirstRank()-ahead(p.Turn) {
					moves = append(moves, board.Move{From: m.From, To: m.To, Promotion: k})
				}
			}
		}
		return moves
	}
	promote := func(b, before *board.Position, m board.Move) {
		if m.Promotion < board.NoKind {
			b.Put(m.To, board.Piece{Kind: m.Promotion, Colour: before.Turn})
		}
	}
	list = append(list, wrongWay{name: "pawns may promote on the rank before the last", more: early, land: promote},
		wrongWay{name: "pawns promote on the rank before the last, and do not step there", more: early, land: promote,
			missing: func(p *board.Position, m board.Move) bool {
				return p.KindAt(m.From) == board.Pawn && m.To.Rank() == p.Turn.Other().FirstRank()-ahead(p.Turn)
			}})
	lineEnd := func(p *board.Position, m board.Move) bool {
		files, ranks := unitStep(m.From, m.To)
		_, castles := m.Castles(p)
		return !castles && slider(p.KindAt(m.From)) && offset(m.To, files, ranks) == board.NoSquare
	}
	list = append(list, wrongWay{name: "sliders do not go to the last square of a line", missing: lineEnd})
	return slices.Concat(list, takingWays(), edgeWays())
}

// anyMoves returns the rules of movement without what kings forbid.
func anyMoves() ruleset.Set {
	set := ruleset.First(ruleset.Pacifist)
	set.KingSafety, set.Kingless = ruleset.NoKingSafety, ruleset.FreeToMove
	return set
}

// takingWays lists the bugs by which some pieces take others.
func takingWays() []wrongWay {
	set := anyMoves()
	var list []wrongWay
	for _, who := range kindSets {
		for _, target := range []struct {
			name string
			is   func(mover, owner board.Colour) bool
		}{
			{"their own side", func(mover, owner board.Colour) bool { return mover == owner }},
			{"the enemy", func(mover, owner board.Colour) bool { return mover != owner }},
			{"either side", func(board.Colour, board.Colour) bool { return true }},
		} {
			for _, kings := range []bool{false, true} {
				list = append(list, wrongWay{name: fmt.Sprintf("%s take pieces of %s%s", who.name, target.name,
					map[bool]string{false: ", kings apart", true: ""}[kings]), takes: true,
					more: func(p *board.Position) []board.Move {
						var moves []board.Move
						for s := range p.Occupied().All {
							if !target.is(p.Turn, p.PieceAt(s).Colour) || !kings && p.KindAt(s) == board.King {
								continue
							}
							empty := *p
							empty.Put(s, board.NoPiece)
							empty.Rights = board.Rights{}
							for _, m := range rules.NewReference(set).Moves(&empty) {
								if m.To == s && slices.Contains(who.kinds, p.KindAt(m.From)) {
									moves = append(moves, m)
								}
							}
						}
						return moves
					}})
			}
		}
	}
	return list
}

// withoutTaken returns the position before a move onto another piece, without that piece where a king takes one
// of its own side: that move stands for a castling.
func withoutTaken(p *board.Position, m board.Move) *board.Position {
	if _, castles := m.Castles(p); !castles {
		return p
	}
	taken := *p
	taken.Put(m.To, board.NoPiece)
	return &taken
}

// edgeWays lists the bugs by which the edge of the board is treated apart.
func edgeWays() []wrongWay {
	var list []wrongWay
	for _, edge := range []struct {
		name string
		on   func(s board.Square) bool
	}{
		{"the a-file", func(s board.Square) bool { return s.File() == 0 }},
		{"the h-file", func(s board.Square) bool { return s.File() == 7 }},
		{"the first rank", func(s board.Square) bool { return s.Rank() == 0 }},
		{"the eighth rank", func(s board.Square) bool { return s.Rank() == 7 }},
		{"the edge of the board", func(s board.Square) bool { return s.File()%7 == 0 || s.Rank()%7 == 0 }},
	} {
		missing := func(sliders bool) func(p *board.Position, m board.Move) bool {
			return func(p *board.Position, m board.Move) bool {
				_, castles := m.Castles(p)
				k := p.KindAt(m.From)
				return !castles && k != board.Pawn && edge.on(m.To) && (!sliders || slider(k))
			}
		}
		for _, sliders := range []bool{false, true} {
			who := map[bool]string{false: "pieces", true: "sliders"}[sliders]
			// Lines end before the edge, as seen from the square or from the piece.
			for _, from := range []bool{true, false} {
				weigh := counting(anyRole, func(_ *board.Position, s board.Square, _ *rules.Weight,
					by *rules.Bearer) int {
					return unless(slider(by.Piece.Kind) && (from && edge.on(by.Square) || !from && edge.on(s) ||
						slices.ContainsFunc(by.Through, edge.on)))
				})
				list = append(list, asAttacks(
					wrongWay{name: fmt.Sprintf("%s cannot move to %s, and no line reaches it", who, edge.name),
						missing: missing(sliders), weigh: weigh})...)
			}
		}
		for _, target := range []bool{true, false} {
			list = append(list, wrongWay{name: map[bool]string{true: "nothing bears on ",
				false: "nothing bears from "}[target] + edge.name, weigh: counting(anyRole, func(_ *board.Position,
				s board.Square, _ *rules.Weight, by *rules.Bearer) int {
				return unless(target && edge.on(s) || !target && edge.on(by.Square))
			})})
		}
		list = append(list, wrongWay{name: "pieces on " + edge.name + " are never converted",
			convert: func(j *wrongJudge, b *board.Position, mover board.Colour) {
				j.waves(b, mover, allWaves, func(wave board.Bitboard, _ int) board.Bitboard {
					return wave &^ those(wave,
						edge.on)
				})
			}})
	}
	return list
}

// kingWays lists the bugs by which one of two kings cannot move or castle, in some order.
func kingWays() []wrongWay {
	var list []wrongWay
	for i, o := range orders[:len(orders)-1] {
		for _, last := range []bool{false, true} {
			if last && i < 2 {
				continue // each of these is the other from behind
			}
			order := slices.Clone(o.list)
			which := "first"
			if last {
				slices.Reverse(order)
				which = "last"
			}
			for _, castling := range []bool{true, false} {
				what := map[bool]string{true: " can move or castle, ", false: " can move, "}[castling]
				list = append(list, wrongWay{name: "of two kings only the " + which + what + o.name,
					missing: func(p *board.Position, m board.Move) bool {
						_, castles := m.Castles(p)
						return p.KindAt(m.From) == board.King && (castling || !castles) &&
							firstOf(p.Kings&p.Colours[p.Turn], order) != m.From.Bit()
					}})
			}
		}
	}
	list = append(list, wrongWay{name: "a side with two kings cannot move them", missing: func(p *board.Position,
		m board.Move) bool {
		return p.KindAt(m.From) == board.King && (p.Kings&p.Colours[p.Turn]).Count() > 1
	}})
	list = append(list, wrongWay{name: "a side with two kings cannot castle", missing: func(p *board.Position,
		m board.Move) bool {
		_, castles := m.Castles(p)
		return castles && (p.Kings&p.Colours[p.Turn]).Count() > 1
	}})
	return list
}
