package reference

import (
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Validate returns the faults of a position that package board does not find when it reads a FEN:
// where kings do not convert, that a side has no king, or is in check and not to move (CON-12, AND-12);
// where a converted king ends the game, that the side not to move has none (BEN-7). By setting
// king-converts both kings of AND-12 may be of one side.
func Validate(set ruleset.Set, p board.Position) (faults []Breach) {
	waiting := p.Turn.Other()
	if set.Family.KingsConvert() {
		if lostKing(&set, &p, waiting) {
			faults = append(faults, Breach{set.Rule(ruleset.PositionRule), waiting.Title() +
				" is not to move and has no king"})
		}

		return faults
	}

	if !set.KingsConvert() {
		for _, c := range [...]board.Colour{p.Turn, waiting} {
			if p.Kingless(c) {
				faults = append(faults, Breach{set.Rule(ruleset.PositionRule), c.Title() + " has no king"})
			}
		}
	} else if p.Kings.Count() < 2 {
		faults = append(faults, Breach{set.Rule(ruleset.PositionRule), "a king is missing"})
	}

	if InCheck(set, p, waiting) {
		faults = append(faults, Breach{set.Rule(ruleset.PositionRule), waiting.Title() +
			" is not to move and its king is in check"})
	}

	return faults
}
