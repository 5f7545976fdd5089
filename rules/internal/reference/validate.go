package reference

import (
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Validate returns the faults of a position that only the rules of movement show: in the conversion
// and chess families that the side not to move is in check (CON-12). What the board alone shows
// (PAC-9, PAC-17, the rest of CON-12) package board judges when it reads a FEN.
func Validate(set ruleset.Set, p board.Position) []Breach {
	waiting := p.Turn.Other()
	if set.Family == ruleset.Pacifist || !InCheck(set, p, waiting) {
		return nil
	}
	return []Breach{{"CON-12", waiting.Title() + " is not to move and its king is in check"}}
}
