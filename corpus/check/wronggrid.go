package check

import (
	"fmt"
	"strings"

	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// A wrongTest is what a program asks of a square in the place of being over-persuaded against a side (PAC-5).
type wrongTest struct {
	name string
	bad  func(j *wrongJudge, b *board.Position, s board.Square, owner board.Colour) bool
}

var wrongTests = []wrongTest{
	{"over-persuaded", func(j *wrongJudge, b *board.Position, s board.Square, owner board.Colour) bool {
		return j.over(b, s, owner)
	}},
	{"persuaded as much as supported, or more", func(j *wrongJudge, b *board.Position, s board.Square,
		owner board.Colour) bool {
		persuade := weight(j, b, s, owner.Other())
		return persuade.Count > 0 && !weight(j, b, s, owner).Over(persuade, j.set)
	}},
	{"persuaded as much as supported, or more, or by nobody", func(j *wrongJudge, b *board.Position, s board.Square,
		owner board.Colour) bool {
		return !weight(j, b, s, owner).Over(weight(j, b, s, owner.Other()), j.set)
	}},
	{"attacked, however well supported", func(_ *wrongJudge, b *board.Position, s board.Square,
		owner board.Colour) bool {
		return attacked(b, s, owner.Other())
	}},
	{"over-persuaded against the enemy", func(j *wrongJudge, b *board.Position, s board.Square,
		owner board.Colour) bool {
		return j.over(b, s, owner.Other())
	}},
	{"over-persuaded by those that bear on it directly", directly},
	{"not supported by anything", func(j *wrongJudge, b *board.Position, s board.Square, owner board.Colour) bool {
		return weight(j, b, s, owner.Other()).Count > 0 && weight(j, b, s, owner).Count == 0
	}},
}

// A stagedBoard is a board on which a program may look at kings.
type stagedBoard struct {
	name string
	of   func(j *wrongJudge, t *wrongTurn) *board.Position
}

var stagedBoards = []stagedBoard{
	{"after the turn", func(_ *wrongJudge, t *wrongTurn) *board.Position { return &t.after }},
	{"before the move", func(_ *wrongJudge, t *wrongTurn) *board.Position { return &t.before }},
	{"right after the move", func(_ *wrongJudge, t *wrongTurn) *board.Position { return &t.landed }},
	{"after the first wave", func(j *wrongJudge, t *wrongTurn) *board.Position {
		b := j.afterFirstWave(t)
		return &b
	}},
}

// safetyGrid lists the bugs by which king safety is asked of other squares, on another board, by another test, or of
// all kings in the place of one.
func safetyGrid() []wrongWay {
	var list []wrongWay
	for _, on := range stagedBoards {
		for _, where := range append([]stagedBoard{{"", nil}}, stagedBoards[:2]...) {
			for _, test := range wrongTests {
				for _, every := range []bool{false, true} {
					for _, none := range []bool{true, false} { // are allowed where there is no king to be asked of
						if where.name == on.name {
							continue
						}
						if where.of == nil {
							where.of = on.of
						}
						name := fmt.Sprintf("king safety: on the board %s, %s of the mover's kings may be %s",
							on.name, map[bool]string{false: "not all", true: "none"}[every], test.name)
						if where.name != "" {
							name += ", on the squares where they stand " + where.name
						}
						if none {
							name += " (a side without one is not tested)"
						}
						list = append(list, wrongWay{name: name, safe: func(j *wrongJudge, t *wrongTurn) bool {
							if j.free(t) {
								return true
							}
							if !j.claims(t) {
								return false
							}
							b, from := on.of(j, t), where.of(j, t)
							kings := from.Kings & from.Colours[t.mover()]
							bad := those(kings, func(s board.Square) bool {
								return test.bad(j, b, s,
									t.mover())
							}).Count()
							return kings == 0 && none || bad == 0 && kings != 0 || !every && bad < kings.Count()
						}})
					}
				}
			}
		}
	}
	return list
}

// twoStepGrid lists the bugs by which a two-step is tested on other squares, on another board or by another test.
func twoStepGrid() []wrongWay {
	boards := []struct {
		name string
		of   func(j *wrongJudge, p *board.Position, m board.Move) board.Position
	}{
		{"before the move", func(_ *wrongJudge, p *board.Position, _ board.Move) board.Position { return *p }},
		{"after the move", func(j *wrongJudge, p *board.Position, m board.Move) board.Position {
			return rules.NewReference(j.set).Cascade(p, m).Board
		}},
		{"with the pawn on the passed square", func(_ *wrongJudge, p *board.Position, m board.Move) board.Position {
			b := *p
			b.Put((m.From+m.To)/2, p.PieceAt(m.From))
			b.Put(m.From, board.NoPiece)
			return b
		}},
		{"without the pawn", func(_ *wrongJudge, p *board.Position, m board.Move) board.Position {
			b := *p
			b.Put(m.From, board.NoPiece)
			return b
		}},
	}
	var list []wrongWay
	for _, on := range boards {
		for squares := 1; squares < 8; squares++ {
			var names []string
			for i, name := range []string{"where it begins", "that it passes", "where it ends"} {
				if squares&(1<<i) != 0 {
					names = append(names, name)
				}
			}
			for _, test := range wrongTests {
				list = append(list, wrongWay{
					name: fmt.Sprintf("two-steps are refused where, on the board %s, the square %s is %s", on.name,
						strings.Join(names, " or "), test.name),
					passes: func(j *wrongJudge, p *board.Position, m board.Move) bool {
						b := on.of(j, p, m)
						for i, s := range []board.Square{m.From, (m.From + m.To) / 2, m.To} {
							if squares&(1<<i) != 0 && test.bad(j, &b, s, p.Turn) {
								return false
							}
						}
						return true
					},
				})
			}
		}
	}
	return list
}

// castlingGrid lists the bugs by which a castling is tested on other squares, by another test, or on a board without
// its king.
func castlingGrid() []wrongWay {
	parts := []struct {
		name string
		of   func(p *board.Position, m board.Move, wing board.CastlingSide) board.Bitboard
	}{
		{"the king's square", func(_ *board.Position, m board.Move,
			_ board.CastlingSide) board.Bitboard {
			return m.From.Bit()
		}},
		{"the king's way", func(p *board.Position, m board.Move, wing board.CastlingSide) board.Bitboard {
			return castlingWay(p, m, wing) &^ m.From.Bit()
		}},
		{"the king's end", func(p *board.Position, _ board.Move, wing board.CastlingSide) board.Bitboard {
			end, _ := board.CastlingEnds(p.Turn, wing)
			return end.Bit()
		}},
		{"the rook's square", func(p *board.Position, m board.Move, wing board.CastlingSide) board.Bitboard {
			end, _ := board.CastlingEnds(p.Turn, wing)
			return m.To.Bit() &^ end.Bit()
		}},
		{"the rest of the rook's way", func(p *board.Position, m board.Move, wing board.CastlingSide) board.Bitboard {
			end, rook := board.CastlingEnds(p.Turn, wing)
			return span(m.To, rook) &^ castlingWay(p, m, wing) &^ m.To.Bit() &^ end.Bit() &^ m.From.Bit()
		}},
	}
	var list []wrongWay
	for _, bare := range []bool{false, true} {
		for squares := 1; squares < 1<<len(parts); squares++ {
			var names []string
			for i := range parts {
				if squares&(1<<i) != 0 {
					names = append(names, parts[i].name)
				}
			}
			for _, test := range wrongTests {
				name := fmt.Sprintf("castling is refused where %s is %s", strings.Join(names, " or "), test.name)
				if bare {
					name += " once the king is taken off the board"
				}
				list = append(list, wrongWay{name: name, castles: func(j *wrongJudge, p *board.Position,
					m board.Move) bool {
					wing, _ := m.Castles(p)
					b := *p
					if bare {
						b.Put(m.From, board.NoPiece)
					}
					for i := range parts {
						if squares&(1<<i) == 0 {
							continue
						}
						for s := range parts[i].of(p, m, wing).All {
							if test.bad(j, &b, s, p.Turn) {
								return false
							}
						}
					}
					return true
				}})
			}
		}
	}
	return list
}

// directly reports whether a piece on a square is over-persuaded by those alone that bear on it directly, not
// through others.
func directly(j *wrongJudge, b *board.Position, s board.Square, owner board.Colour) bool {
	set := j.set
	set.Lines = ruleset.Blocked
	return rules.NewReference(set).Weigh(b, s, owner.Other()).Over(rules.NewReference(set).Weigh(b, s, owner), set)
}
