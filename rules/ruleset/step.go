package ruleset

// What the settings of Andernach Chess and its kin come to, for code that must know about a game
// whether some things can happen in it.

// ConvertsThemselves reports whether the pieces that make conversions convert themselves alone
// (AND-2).
func (s *Set) ConvertsThemselves() bool { return s.Family == Andernach && s.Converts == ConvertsItself }

// GainsRights reports whether a rook that changes sides at home may castle (AND-9).
func (s Set) GainsRights() bool { return s.Family == Andernach && s.CastlingGained == Yes }

// KingsConvert reports whether kings change sides as other pieces do, so that a side may own both
// of them or none: in the family, or by setting.
func (s *Set) KingsConvert() bool {
	return s.Family.KingsConvert() || s.Family == Andernach && s.KingConverts == Yes
}

// TakesConvertedSteps reports whether there are pawns that convert by their two-step and that their
// new side could capture en passant. Where pieces convert what they attack, another piece of the
// mover must attack the pawn; if that piece must give check, the capture must convert it in turn.
func (s *Set) TakesConvertedSteps() bool {
	checkStays := s.ConvertsWhen == OnCheck && s.ConvertsSide == ConvertsMover && s.KingConverts == No
	captures := s.ConvertsWhen == OnCapture || s.ConvertsWhen == OnOtherKind
	switch {
	case s.Family != Andernach || s.PawnConverts == No || s.ConvertsSide == ConvertsEnemy || captures:
		return false
	case !s.ConvertsThemselves():
		return s.ConvertedBy == ByEveryPiece && !checkStays
	case s.ConvertsWhen != OnSquare:
		return true
	}

	const white, black = Squares(0xff << 24), Squares(0xff << 32) // where the two-steps end
	switch s.ConvertsSide {
	case ConvertsWhite:
		return s.Squares&white != 0
	case ConvertsBlack:
		return s.Squares&black != 0
	}
	return s.Squares&(white|black) != 0
}

// CapturersConvert reports whether a piece that captures may convert: where pieces convert what
// they attack, another piece of the mover must attack it.
func (s *Set) CapturersConvert() bool {
	switch {
	case s.Family != Andernach || s.ConvertsWhen == OnNoCapture:
		return false
	case s.ConvertsThemselves():
		return true
	}
	return s.ConvertedBy == ByEveryPiece && s.ConvertsSide != ConvertsEnemy
}

// RightsGained returns the squares on which a piece may become a rook of the side that begins with
// a rook there, so that this side gains a castling right (AND-9).
func (s *Set) RightsGained() Squares {
	if !s.GainsRights() {
		return 0
	}
	return s.rookConversions()
}

// RooksConvertAtHome reports whether a piece may become a rook of its new side on a square where
// that side's rooks begin (AND-9).
func (s *Set) RooksConvertAtHome() bool { return s.rookConversions() != 0 }

// rookConversions returns the squares on which rooks begin and a piece may become a rook of the
// side that begins there.
func (s *Set) rookConversions() Squares {
	becomesRook := s.ConvertedKind == TakesKind && s.CapturersConvert()
	if s.Family != Andernach || s.RookConverts == No && !becomesRook {
		return 0
	}

	const white, black = Squares(1 | 1<<7), Squares(1<<56 | 1<<63)
	homes := white | black
	switch s.ConvertsSide {
	case ConvertsWhite: // to Black
		homes = black
	case ConvertsBlack:
		homes = white
	}
	if s.ConvertsThemselves() && s.ConvertsWhen == OnSquare {
		homes &= s.Squares
	}
	return homes
}

// HasSymmetry reports whether the rule set treats the image of a position as the position: with the
// sides alike if they are exchanged, and with the squares on which pieces convert, and the order in
// which they do, as they are. The image of each square, from a1 = 0 to h8 = 63, is given; what
// pawns and castling need is not considered.
func (s *Set) HasSymmetry(exchanged bool, image func(square int) int) bool {
	if exchanged && s.sidesDiffer() {
		return false
	}

	named := s.ConvertsWhen == OnSquare
	inOrder := s.Rounds == InTurn || s.ConvertsOrder == ConvertInTurn
	for square := range 64 {
		to := image(square)
		if inOrder && to != square || named && s.Squares>>square&1 != s.Squares>>to&1 {
			return false
		}
	}

	return true
}

// sidesDiffer reports whether pieces of one colour alone convert.
func (s *Set) sidesDiffer() bool {
	return s.ConvertsSide == ConvertsWhite || s.ConvertsSide == ConvertsBlack
}
