package check

import (
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

const (
	backwards   kind = "bearing of the pawn backwards"
	unsupported kind = "weighing where nothing supports"
	roundedDown kind = "weighing by averages that are rounded down"
)

// backwardsOf holds the kind by which the pawns of one side alone bear backwards.
var backwardsOf = [...]kind{"White's bearing of the pawn backwards", "Black's bearing of the pawn backwards"}

// A judgement says whether a piece of a side on a square is over-persuaded, in a wrong way (PAC-5).
type judgement func(set ruleset.Set, p *board.Position, s board.Square, owner board.Colour, without board.Bitboard) bool

// judgements are the wrong ways that are about the whole and not about single pieces.
var judgements = map[kind]judgement{
	backwards: func(set ruleset.Set, p *board.Position, s board.Square, owner board.Colour, _ board.Bitboard) bool {
		return backwardPawns(set, p, s, owner.Other()).Over(backwardPawns(set, p, s, owner), set)
	},
	backwardsOf[board.White]: backwardsAlone(board.White),
	backwardsOf[board.Black]: backwardsAlone(board.Black),
	unsupported: func(set ruleset.Set, p *board.Position, s board.Square, owner board.Colour,
		without board.Bitboard) bool {
		support := rules.NewReference(set).WeighWithout(p, s, owner, without)
		return support.Count > 0 && rules.NewReference(set).WeighWithout(p, s, owner.Other(), without).Over(support, set)
	},
	roundedDown: func(set ruleset.Set, p *board.Position, s board.Square, owner board.Colour,
		without board.Bitboard) bool {
		return roundDown(rules.NewReference(set).WeighWithout(p, s, owner.Other(), without)) > roundDown(rules.NewReference(set).WeighWithout(p, s, owner, without))
	},
}

// judgementOrder lists the judgements that a rule set can show, the likelier first. What does not count
// (PAC-7) is no matter to those about pawns, which leave it aside.
func judgementOrder(set ruleset.Set, without board.Bitboard) []kind {
	var list []kind
	if without == 0 && set.PawnBears == ruleset.BearsAttacking {
		list = append(list, backwards, backwardsOf[board.White], backwardsOf[board.Black])
	}
	list = append(list, unsupported)
	if set.Weigh == ruleset.ByAverage {
		list = append(list, roundedDown)
	}
	return list
}

// judge notes the judgements by which a square is judged otherwise than it should be.
func (j *bearJudge) judge(p *board.Position, s board.Square, owner board.Colour, without board.Bitboard, over bool) {
	for _, k := range judgementOrder(j.set, without) {
		if !j.found[k] && judgements[k](j.set, p, s, owner, without) != over {
			j.add(k)
		}
	}
}

func backwardsAlone(side board.Colour) judgement {
	return func(set ruleset.Set, p *board.Position, s board.Square, owner board.Colour, without board.Bitboard) bool {
		weigh := func(by board.Colour) rules.Weight {
			if by == side {
				return backwardPawns(set, p, s, by)
			}
			return rules.NewReference(set).Weigh(p, s, by)
		}
		return weigh(owner.Other()).Over(weigh(owner), set)
	}
}

// roundDown returns an average value without its fraction.
func roundDown(w rules.Weight) int64 {
	if w.Count == 0 {
		return 0
	}
	return w.Sum / w.Count
}

// backwardPawns returns a weight as if pawns bore on the squares behind them.
func backwardPawns(set ruleset.Set, p *board.Position, s board.Square, side board.Colour) rules.Weight {
	return backwardsWeigher(&set, p, s, side, anyRole)
}

var backwardsWeigher = pawnsBear(anyRole, func(board.Colour) bool { return true }, [][2]int{{1, -1}, {-1, -1}})
