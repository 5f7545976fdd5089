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

// RooksConvertAtHome reports whether a piece may become a rook of its new side on a square where
// that side's rooks begin (AND-9).
func (s *Set) RooksConvertAtHome() bool {
	becomesRook := s.ConvertedKind == TakesKind && s.CapturersConvert()
	if s.Family != Andernach || s.RookConverts == No && !becomesRook {
		return false
	}
	if !s.ConvertsThemselves() || s.ConvertsWhen != OnSquare {
		return true
	}

	const white, black = Squares(1 | 1<<7), Squares(1<<56 | 1<<63)
	switch s.ConvertsSide {
	case ConvertsWhite: // to Black
		return s.Squares&black != 0
	case ConvertsBlack:
		return s.Squares&white != 0
	}
	return s.Squares&(white|black) != 0
}

// IsSymmetric reports whether the rule set is the same for both sides and knows no squares, and no
// order of squares, that a reflection of the board would change. Otherwise positions that reflect
// each other may have different values.
func (s *Set) IsSymmetric() bool {
	return !s.SidesDiffer() && !s.GoesInOrder() && (s.ConvertsWhen != OnSquare || s.Squares.symmetric())
}

// SidesDiffer reports whether pieces of one colour alone convert.
func (s *Set) SidesDiffer() bool {
	return s.ConvertsSide == ConvertsWhite || s.ConvertsSide == ConvertsBlack
}

// GoesInOrder reports whether pieces convert in the order of their squares.
func (s *Set) GoesInOrder() bool { return s.Rounds == InTurn || s.ConvertsOrder == ConvertInTurn }

// symmetric reports whether the squares stay the same under every reflection of the board: from
// rank to rank, from file to file, and on the diagonal.
func (s Squares) symmetric() bool {
	has := func(file, rank int) bool { return s>>(8*rank+file)&1 == 1 }
	for file := range 8 {
		for rank := range 8 {
			here := has(file, rank)
			if has(file, 7-rank) != here || has(7-file, rank) != here || has(rank, file) != here {
				return false
			}
		}
	}

	return true
}
