package check

import (
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// whose says of what a bug holds: of both sides, or of one alone.
var whose = []struct {
	name string
	is   func(board.Colour) bool
}{
	{"", func(board.Colour) bool { return true }},
	{"White's ", func(c board.Colour) bool { return c == board.White }},
	{"Black's ", func(c board.Colour) bool { return c == board.Black }},
}

// pawnWays lists the bugs in where pawns go and what they bear on (PAC-1, PAC-2, PAC-4).
func pawnWays() []wrongWay {
	var list []wrongWay
	for _, who := range whose {
		for _, bears := range []struct {
			name  string
			steps [][2]int // towards the enemy is up
		}{
			{"backwards, not forwards", [][2]int{{1, -1}, {-1, -1}}},
			{"straight ahead, not diagonally", [][2]int{{0, 1}}},
			{"sideways, not diagonally", [][2]int{{1, 0}, {-1, 0}}},
			{"straight ahead as well as diagonally", [][2]int{{1, 1}, {-1, 1}, {0, 1}}},
			{"backwards as well as forwards", [][2]int{{1, 1}, {-1, 1}, {1, -1}, {-1, -1}}},
			{"on one diagonal square only, the one towards the a-file", [][2]int{{-1, 1}}},
			{"on one diagonal square only, the one towards the h-file", [][2]int{{1, 1}}},
			{"two squares away, diagonally", [][2]int{{2, 2}, {-2, 2}}},
			{"on nothing", [][2]int{}},
		} {
			for _, role := range []string{anyRole, persuasion, inSupport} {
				weigh := pawnsBear(role, who.is, bears.steps)
				name := who.name + "pawns bear " + bears.name + inRole[role]
				if role != anyRole {
					list = append(list, wrongWay{name: name, weigh: weigh})
					continue
				}
				list = append(list, asAttacks(wrongWay{name: name, weigh: weigh})...)
			}
		}
		back := wrongWay{
			name: who.name + "pawns move the wrong way",
			missing: func(p *board.Position, m board.Move) bool {
				return p.KindAt(m.From) == board.Pawn &&
					who.is(p.Turn)
			},
			more: func(p *board.Position) []board.Move {
				if !who.is(p.Turn) {
					return nil
				}
				return pawnSteps(p, -ahead(p.Turn))
			},
			land: promoteOnFirstRank,
		}
		list = append(list, back)
		back.name = who.name + "pawns move and bear the wrong way"
		back.weigh = pawnsBear(anyRole, who.is, [][2]int{{1, -1}, {-1, -1}})
		list = append(list, asAttacks(back)...)
	}
	return list
}

// promoteOnFirstRank puts what a pawn becomes that goes back to its first rank, where by the rules none promotes.
func promoteOnFirstRank(b, before *board.Position, m board.Move) {
	if before.KindAt(m.From) == board.Pawn && m.Promotion < board.NoKind {
		b.Put(m.To, board.Piece{Kind: m.Promotion, Colour: before.Turn})
	}
}

// pawnsBear returns the weigher by which the pawns of some sides bear by these steps.
func pawnsBear(role string, is func(board.Colour) bool, steps [][2]int) weigher {
	without := counting(anyRole, func(_ *board.Position, _ board.Square, _ *rules.Weight,
		by *rules.Bearer) int {
		return unless(by.Piece.Kind == board.Pawn)
	})
	return weighingIn(role, func(set *ruleset.Set, b *board.Position, s board.Square, by board.Colour,
		right rules.Weight) rules.Weight {
		if !is(by) {
			return right
		}
		w := without(set, b, s, by, anyRole)
		for _, st := range steps {
			for at := range found(b, by, s, [][2]int{{-st[0], -st[1] * ahead(by)}}, board.Pawn) {
				w = plus(w, set, b, at)
			}
		}
		return w
	})
}

// promoted are the kinds that pawns become.
var promoted = []board.Kind{board.Queen, board.Rook, board.Bishop, board.Knight}

// pawnSteps lists the steps of the mover's pawns by one rank, up the board or down; on the first and the last rank
// they promote.
func pawnSteps(p *board.Position, ranks int) []board.Move {
	var moves []board.Move
	for from := range (p.Colours[p.Turn] &^ p.Kings).All {
		rank := from.Rank() + ranks
		if p.KindAt(from) != board.Pawn || rank < 0 || rank > 7 || p.Occupied().Has(board.At(from.File(), rank)) {
			continue
		}
		m := board.Move{From: from, To: board.At(from.File(), rank), Promotion: board.NoKind}
		if rank != 0 && rank != 7 {
			moves = append(moves, m)
			continue
		}
		for _, k := range promoted {
			m.Promotion = k
			moves = append(moves, m)
		}
	}
	return moves
}
