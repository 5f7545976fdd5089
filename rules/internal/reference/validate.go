package reference

import (
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Validate returns the faults of a position that package board does not find when it reads a FEN:
// in the conversion and chess families that a side has no king, or is in check and not to move
// (CON-12).
func Validate(set ruleset.Set, p board.Position) (faults []Breach) {
	if set.Family == ruleset.Pacifist {
		return nil
	}
	waiting := p.Turn.Other()
	for _, c := range [...]board.Colour{p.Turn, waiting} {
		if p.Kingless(c) {
			faults = append(faults, Breach{"CON-12", c.Title() + " has no king"})
		}
	}
	if InCheck(set, p, waiting) {
		faults = append(faults, Breach{"CON-12", waiting.Title() +
			" is not to move and its king is in check"})
	}
	return faults
}
