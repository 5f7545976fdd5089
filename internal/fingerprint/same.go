package fingerprint

import "turncoat/rules/ruleset"

// An identity is a proof that two rule sets with different settings play the same game.
type identity struct {
	reason string
	// plain replaces a set by the simpler of the two; it leaves other sets alone.
	plain func(set *ruleset.Set)
}

// identities are the known ones. Each follows from the text of the rules alone.
var identities = []identity{
	{
		"with a single round, judging the moved piece anew each round is judging it once (PAC-6, PAC-7)",
		func(s *ruleset.Set) {
			if s.Family.HasWeights() && s.Rounds == ruleset.FirstRound &&
				s.MovedPiece == ruleset.EachRound {
				s.MovedPiece = ruleset.UnlessPersuaded
			}
		},
	},
	{
		"where numbers or values are weighed, a piece that converts only adds to the weight of its new side, " +
			"so that the same pieces convert in whatever order (PAC-4 to PAC-6)",
		func(s *ruleset.Set) {
			isAverage := s.Weigh == ruleset.ByAverage
			if s.Family.HasWeights() && !isAverage && s.Rounds == ruleset.InTurn {
				s.Rounds = ruleset.AllRounds
			}
		},
	},
	{
		"a castling king has no partner but a queen: where these are no pair, it makes no co-squares anyway (CON-2, CON-5)",
		func(s *ruleset.Set) {
			if !s.Family.HasCoSquares() || s.PairsKingQueen == ruleset.Yes {
				return
			}
			switch s.CastlingCosquares {
			case ruleset.CastlingRook:
				s.CastlingCosquares = ruleset.CastlingBoth
			case ruleset.CastlingKing:
				s.CastlingCosquares = ruleset.CastlingNone
			}
		},
	},
	{
		"where every piece of the mover converts what it attacks, a castling rook does so anyway (BEN-2, BEN-3)",
		func(s *ruleset.Set) {
			if s.ConvertedBy == ruleset.ByEveryPiece {
				s.CastlingConverts = ruleset.KingAndRookConvert
			}
		},
	},
}

// SameGame reports whether two rule sets provably play the same game, and why. Sets that differ
// only in their names do, and need no reason.
func SameGame(a, b ruleset.Set) (reason string, proved bool) {
	a.Name, b.Name = "", ""
	for _, id := range identities {
		x, y := a, b
		id.plain(&x)
		id.plain(&y)
		if x != a || y != b {
			a, b = x, y
			reason = id.reason
		}
	}

	if a != b {
		return "", false
	}
	return reason, true
}
