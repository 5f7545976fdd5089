package check

import (
	"fmt"

	"turncoat/rules"
	"turncoat/rules/board"
)

// movedWays lists the bugs by which the piece that moves, or the square that it leaves, is treated apart.
func movedWays() []wrongWay {
	var list []wrongWay
	boards := []struct {
		name string
		of   func(t *wrongTurn) *board.Position
	}{
		{"right after the move", func(t *wrongTurn) *board.Position { return &t.landed }},
		{"after the turn", func(t *wrongTurn) *board.Position { return &t.after }},
	}
	for _, on := range boards {
		for _, k := range append([]board.Kind{board.NoKind}, pieceKinds...) {
			if k == board.King {
				continue
			}
			what := "no piece"
			if k != board.NoKind {
				what = "no " + k.String()
			}
			list = append(list, wrongWay{name: what + " may go where it is over-persuaded " + on.name,
				safe: func(j *wrongJudge, t *wrongTurn) bool {
					b := on.of(t)
					for s := range movedTo(&t.before, t.move).All {
						if (k == board.NoKind || t.before.KindAt(t.move.From) == k) &&
							b.PieceAt(s).Colour == t.mover() &&
							j.over(b, s, t.mover()) {
							return false
						}
					}
					return j.allowedRightly(t)
				}})
		}
		list = append(list, wrongWay{name: "no piece of the mover may be over-persuaded " + on.name,
			safe: func(j *wrongJudge, t *wrongTurn) bool {
				b := on.of(t)
				for s := range b.Colours[t.mover()].All {
					if j.over(b, s, t.mover()) {
						return false
					}
				}
				return j.allowedRightly(t)
			}})
	}
	for _, k := range append([]board.Kind{board.NoKind}, pieceKinds...) {
		what := "pieces do"
		if k != board.NoKind {
			what = k.String() + "s do"
		}
		list = append(list, wrongWay{name: what + " not go to squares that are over-persuaded before the move",
			safe: func(j *wrongJudge, t *wrongTurn) bool {
				if (k == board.NoKind || t.before.KindAt(t.move.From) == k) && j.over(&t.before, t.to(), t.mover()) {
					return false
				}
				return j.allowedRightly(t)
			}})
	}
	list = append(list, wrongWay{
		name: "pawns do not make single steps to squares that are over-persuaded before the move",
		safe: func(j *wrongJudge, t *wrongTurn) bool {
			return j.allowedRightly(t) && !(t.before.KindAt(t.move.From) == board.Pawn &&
				distance(t.move.From, t.move.To) == 1 && j.over(&t.before, t.move.To, t.mover()))
		}})
	list = append(list, wrongWay{name: "pawns do not promote onto squares that are over-persuaded before the move",
		safe: func(j *wrongJudge, t *wrongTurn) bool {
			return j.allowedRightly(t) && !(t.before.KindAt(t.move.From) == board.Pawn &&
				t.move.Promotion < board.NoKind && j.over(&t.before, t.move.To, t.mover()))
		}})
	list = append(list, turncoatMovers()...)
	list = append(list, wrongWay{name: "the mover's over-persuaded pieces change sides after the conversions",
		convert: func(j *wrongJudge, b *board.Position, mover board.Colour) {
			j.waves(b, mover, allWaves, nil)
			j.waves(b, mover.Other(), 1, nil)
		}})
	list = append(list, wrongWay{
		name: "the mover's over-persuaded pieces change sides after the conversions, wave by wave",
		convert: func(j *wrongJudge, b *board.Position, mover board.Colour) {
			j.waves(b, mover, allWaves, nil)
			j.waves(b, mover.Other(), allWaves, nil)
		}})
	list = append(list, wrongWay{
		name: "while pieces are converted, lines still end at the square that the moved piece has left",
		convert: func(j *wrongJudge, b *board.Position, mover board.Colour) {
			blocked := func(s board.Square, by board.Colour) rules.Weight {
				ghosts := *b
				for at := range (j.left &^ b.Occupied()).All {
					ghosts.Put(at, board.Piece{Kind: board.Pawn, Colour: by.Other()})
				}
				return weight(j, &ghosts, s, by)
			}
			j.mixed(b, mover, func(s board.Square) bool {
				return blocked(s, mover).Over(blocked(s, mover.Other()),
					j.set)
			})
		}})
	return append(list, convertNothing()...)
}

// turncoatMovers lists the bugs by which a moved piece that is over-persuaded changes sides itself. Programs
// that go by how a move is written ask, of a castling, what stands on that square alone.
func turncoatMovers() []wrongWay {
	var list []wrongWay
	moved := func(j *wrongJudge) board.Bitboard { return j.moved }
	written := func(j *wrongJudge) board.Bitboard { return j.written.Bit() }
	turns := func(j *wrongJudge, b *board.Position, mover board.Colour, asked board.Bitboard) {
		for s := range (asked & b.Colours[mover]).All {
			if j.over(b, s, mover) {
				flip(b, s.Bit())
			}
		}
	}
	for _, which := range []struct {
		name  string
		asked func(j *wrongJudge) board.Bitboard
	}{{"a moved piece", moved}, {"a moved piece (of a castling what stands on the square that it is written with)",
		written}} {
		after := func(j *wrongJudge, b *board.Position, mover board.Colour) {
			j.waves(b, mover, allWaves, nil)
			turns(j, b, mover, which.asked(j))
		}
		name := which.name + " that is over-persuaded after the conversions changes sides itself"
		list = append(list,
			wrongWay{name: name, convert: after},
			wrongWay{name: name + ", once king safety is tested", convert: after, safe: func(j *wrongJudge,
				t *wrongTurn) bool {
				kept := *t
				flip(&kept.after, which.asked(j)&t.after.Colours[t.mover().Other()])
				return j.allowedRightly(&kept)
			}},
			wrongWay{name: which.name + " that is over-persuaded before the conversions changes sides itself",
				convert: func(j *wrongJudge, b *board.Position, mover board.Colour) {
					turns(j, b, mover, which.asked(j))
					j.waves(b, mover, allWaves, nil)
				}})
	}
	return list
}

// convertNothing lists the bugs by which turns of some kind convert nothing, or all others.
func convertNothing() []wrongWay {
	var list []wrongWay
	add := func(what string, is func(j *wrongJudge) bool) {
		for _, only := range []bool{false, true} {
			name := what + " convert nothing"
			if only {
				name = "only " + what + " convert anything"
			}
			list = append(list, wrongWay{name: name, convert: func(j *wrongJudge, b *board.Position,
				mover board.Colour) {
				if is(j) == only {
					j.waves(b, mover, allWaves, nil)
				}
			}})
		}
	}
	for _, k := range pieceKinds {
		add(fmt.Sprintf("moves of %ss", k), func(j *wrongJudge) bool { return j.kind == k })
	}
	add("castlings", func(j *wrongJudge) bool { return j.moved.Count() == 2 })
	add("promotions", func(j *wrongJudge) bool { return j.promotes })
	add("moves of pawns that do not promote", func(j *wrongJudge) bool { return j.kind == board.Pawn && !j.promotes })
	add("two-steps", func(j *wrongJudge) bool {
		return j.kind == board.Pawn && distance(j.left.First(), j.moved.First()) == 2
	})
	return list
}
