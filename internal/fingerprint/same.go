package fingerprint

import (
	"slices"

	"turncoat/rules/ruleset"
)

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

// stepIdentities are those of Andernach Chess and its kin.
var stepIdentities = []identity{
	{
		"only pieces of the side that has moved convert themselves (AND-2)",
		func(s *ruleset.Set) {
			if s.ConvertsThemselves() && s.ConvertsSide == ruleset.ConvertsMover {
				s.ConvertsSide = ruleset.ConvertsBothSides
			}
		},
	},
	{
		"only pieces of the side that has moved convert themselves, so none of the enemy's converts (AND-2)",
		func(s *ruleset.Set) {
			if s.ConvertsThemselves() && s.ConvertsSide == ruleset.ConvertsEnemy {
				*s = withoutConversions(s)
			}
		},
	},
	{
		"without squares no piece makes conversions on them (AND-2)",
		func(s *ruleset.Set) {
			if s.Family == ruleset.Andernach && s.ConvertsWhen == ruleset.OnSquare && s.Squares == 0 {
				*s = withoutConversions(s)
			}
		},
	},
	{
		"a piece takes the kind of what it captured only if it has captured and converts (AND-2)",
		func(s *ruleset.Set) {
			if s.Family == ruleset.Andernach && !s.CapturersConvert() {
				s.ConvertedKind = ruleset.KeepsKind
			}
		},
	},
	{
		"only where every piece of the mover converts what it attacks does one piece change what others do (AND-2)",
		func(s *ruleset.Set) {
			if s.ConvertsThemselves() || s.ConvertedBy == ruleset.ByMovedPiece {
				s.ConvertsOrder = ruleset.ConvertTogether
			}
		},
	},
	{
		"no pawn converts in its two-step, or the check that converts it stays if its new side captures it (AND-2, AND-7, AND-10)",
		func(s *ruleset.Set) {
			if !s.TakesConvertedSteps() {
				s.EnPassant = ruleset.EnPassantOfEnemy
			}
		},
	},
	{
		"castling captures nothing, and converts no rook where none could (AND-2, AND-4, AND-5)",
		func(s *ruleset.Set) {
			if s.Family == ruleset.Andernach && !castlingRookActs(s) {
				s.CastlingConverts = ruleset.KingAloneConverts
			}
		},
	},
	{
		"the squares of a rule set count only where pieces make conversions on them (AND-2)",
		func(s *ruleset.Set) {
			if s.ConvertsWhen != ruleset.OnSquare {
				s.Squares = 0
			}
		},
	},
	{
		"a king or rook with a castling right never converts, or not back again, or would always convert by castling and attack its king (AND-2, AND-7, AND-9)",
		func(s *ruleset.Set) {
			if s.Family == ruleset.Andernach && !(convertsBack(s) && castlingAtAll(s)) {
				s.CastlingConverted = ruleset.LosesRight
			}
		},
	},
	{
		"no rook converts on its home square, or it would always convert by castling and attack its king (AND-7, AND-9)",
		func(s *ruleset.Set) {
			if s.Family == ruleset.Andernach && !(s.RooksConvertAtHome() && castlingFromHome(s)) {
				s.CastlingGained = ruleset.Yes
			}
		},
	},
}

// withoutConversions returns a set of the Andernach family in which nothing converts, with what is
// left of the set: how the game ends and what pawns become.
func withoutConversions(s *ruleset.Set) ruleset.Set {
	none := ruleset.First(ruleset.Andernach)
	none.ConvertsSide = ruleset.ConvertsEnemy
	none.Stalemate, none.Promotion = s.Stalemate, s.Promotion
	return none
}

// castlingRookActs reports whether it matters if a castling rook counts as moved: not where every
// piece makes conversions anyway, nor where the move must capture, nor where the rook stands on none
// of the squares, nor where rooks only convert themselves and are excepted.
func castlingRookActs(s *ruleset.Set) bool {
	if s.ConvertedBy == ruleset.ByEveryPiece {
		return false
	}
	switch s.ConvertsWhen {
	case ruleset.OnCapture, ruleset.OnOtherKind:
		return false
	case ruleset.OnSquare:
		if s.Squares&castledRooks(s) == 0 {
			return false
		}
	}
	return !s.ConvertsThemselves() || s.RookConverts == ruleset.Yes
}

// castlingFromHome reports whether castling from the first squares of king and rook may be legal. It
// never is where castling always converts the rook, which then attacks the king beside it.
func castlingFromHome(s *ruleset.Set) bool {
	rookActs := s.CastlingConverts == ruleset.KingAndRookConvert
	return !castlingConverts(s) || s.ConvertsThemselves() && !rookActs && s.ConvertedBy == ruleset.ByMovedPiece
}

// castlingAtAll reports whether any castling may be legal: not where the rook always converts even
// if it, or the king beside it, stays on its square.
func castlingAtAll(s *ruleset.Set) bool {
	return !castlingConverts(s) || s.ConvertedBy == ruleset.ByMovedPiece
}

// castlingConverts reports whether the pieces that act after a castling always make conversions, and
// the rooks of both sides convert, but not the kings.
func castlingConverts(s *ruleset.Set) bool {
	bothSides := s.ConvertsSide == ruleset.ConvertsBothSides || s.ConvertsSide == ruleset.ConvertsMover
	if s.Family != ruleset.Andernach || !bothSides || s.RookConverts == ruleset.No ||
		s.KingConverts == ruleset.Yes {
		return false
	}
	return s.ConvertsWhen == ruleset.OnNoCapture || s.ConvertsWhen == ruleset.Always
}

// castledRooks returns the squares on which castling rooks arrive whose sides may convert; where
// pieces convert what they attack, those of both sides.
func castledRooks(s *ruleset.Set) ruleset.Squares {
	const white, black = 1<<3 | 1<<5, 1<<59 | 1<<61
	switch {
	case s.ConvertsThemselves() && s.ConvertsSide == ruleset.ConvertsWhite:
		return white
	case s.ConvertsThemselves() && s.ConvertsSide == ruleset.ConvertsBlack:
		return black
	}

	return white | black
}

// convertsBack reports whether a rook that has not moved, and so has its right, or its king may
// convert and convert back. A moved piece that converts itself has no right any more; where pieces
// of one colour alone convert, none comes back; and where all of a side's pieces go over when one of
// them captures, that leaves the other side nothing to capture, unless some kind stays.
func convertsBack(s *ruleset.Set) bool {
	const firstRanks = ruleset.Squares(0xff | 0xff<<56)
	switch {
	case s.ConvertsSide == ruleset.ConvertsWhite, s.ConvertsSide == ruleset.ConvertsBlack,
		s.RookConverts == ruleset.No && s.KingConverts == ruleset.No:
		return false
	case !s.ConvertsThemselves():
		return true
	case s.ConvertedBy == ruleset.ByMovedPiece,
		s.ConvertsWhen == ruleset.OnSquare && s.Squares&firstRanks == 0:
		return false
	}

	captures := s.ConvertsWhen == ruleset.OnCapture || s.ConvertsWhen == ruleset.OnOtherKind
	return !captures || s.PawnConverts == ruleset.No || s.KnightConverts == ruleset.No ||
		s.BishopConverts == ruleset.No || s.QueenConverts == ruleset.No
}

// SameGame reports whether two rule sets provably play the same game, and why. Sets that differ
// only in their names do, and need no reason.
func SameGame(a, b ruleset.Set) (reason string, proved bool) {
	a.Name, b.Name = "", ""
	for _, id := range slices.Concat(identities, stepIdentities) {
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
