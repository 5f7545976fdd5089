package check

import (
	"slices"
	"strings"

	"turncoat/rules/board"
)

// refusedClaims lists what would make a program refuse a position: always, and by what it shows. A program may
// look at the position that it is given alone, or at those that moves lead to as well.
func refusedClaims(s *sample, path []stage) []claim {
	list := []claim{"positions refused"}
	if fields := strings.Fields(s.result.Case.FEN); len(fields) > 2 && strings.Trim(fields[2], "KQkq-") != "" {
		list = append(list, "positions with rights by files refused")
	}
	for side, name := range []string{"white", "black"} {
		kingless := func(at stage) bool { return at.position.Kingless(board.Colour(side)) }
		if kingless(path[0]) {
			list = append(list, "positions with both kings of one colour refused", claim("positions without a "+name+
				" king refused"))
		}
		if slices.ContainsFunc(path, kingless) {
			list = append(list, claim("positions that are or come to be without a "+name+" king refused"))
		}
	}
	if len(s.result.Case.Moves) > 0 {
		list = append(list, "positions with moves played first refused")
		for i := range path[:len(path)-1] {
			p, m := &path[i].position, path[i].move
			wing, castles := m.Castles(p)
			end, _ := board.CastlingEnds(p.Turn, wing)
			switch {
			case castles && m.To == end: // the same in both ways
			case castles && writtenByKing(p, m, wing):
				list = append(list, "castlings that are played first not understood where they are written as the king's move (e1g1)")
			case castles:
				list = append(list, "castlings that are played first not understood where they are written as king takes rook (b1a1)")
			case m.Promotion == board.NoKind:
				continue // what may be written otherwise is castlings and promotions
			}
			for _, k := range moveKinds(p, m) {
				if !strings.Contains(string(k), "moves of") {
					list = append(list, claim("positions refused after "+string(k)))
				}
			}
		}
	}
	return list
}
