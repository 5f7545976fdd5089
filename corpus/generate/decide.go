package generate

import (
	"fmt"

	"turncoat/corpus/internal/bearing"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// decisions names the pieces without each of which a turn would begin by converting something else: those
// that persuade and those that support, how far away, and through what (PAC-4, PAC-5).
func decisions(set ruleset.Set, p *board.Position, t *board.Played) []string {
	landed := rules.NewReference(set).Cascade(p, t.Move).Board
	var names []string
	for s := range landed.Colours[p.Turn.Other()].All {
		persuade := bearing.Weigh(set, &landed, s, p.Turn)
		support := bearing.Weigh(set, &landed, s, p.Turn.Other())
		over := persuade.Over(support, set)
		if over != (len(t.Waves) > 0 && t.Waves[0].Has(s)) { // the moved piece does not count (PAC-7)
			continue
		}
		for i, w := range []rules.Weight{persuade, support} {
			role := [...]string{"persuades", "supports"}[i]
			for _, b := range w.By {
				less := [...]rules.Weight{persuade, support}
				less[i] = without(set, w, b)
				if less[0].Over(less[1], set) != over {
					names = append(names, decider(b, s, role)...)
				}
			}
		}
	}
	return names
}

// without returns a weight without one of its pieces.
func without(set ruleset.Set, w rules.Weight, b rules.Bearer) rules.Weight {
	w.Count--
	w.Sum -= int64(set.Values[b.Piece.Kind])
	return w
}

// decider names what a piece decides by bearing on a square.
func decider(b rules.Bearer, s board.Square, role string) []string {
	kind := b.Piece.Kind.String()
	names := []string{fmt.Sprintf("a %s %s and decides", kind, role)}
	h, steps := line(s, b.Square)
	if b.Piece.Kind == board.Knight || steps < 2 {
		return names
	}
	slant := "straight"
	if h.files != 0 && h.ranks != 0 {
		slant = "diagonally"
	}
	names = append(names, fmt.Sprintf("what bears over %d squares %s decides", steps, slant))
	if n := len(b.Through); n > 0 {
		_, gap := line(b.Through[0], b.Square)
		names = append(names, fmt.Sprintf("a %s %s through others %s and decides", kind, role, slant))
		if gap > 1 {
			names = append(names, "what bears through others at a distance decides")
		}
		if n > 1 {
			names = append(names, "what bears through several decides")
		}
	}
	return names
}

// moveLength names how far a piece goes along a line.
func moveLength(p *board.Position, m board.Move) string {
	if _, castles := m.Castles(p); castles || p.KindAt(m.From) == board.Pawn || p.KindAt(m.From) == board.Knight {
		return ""
	}
	h, steps := line(m.From, m.To)
	if steps < 2 {
		return ""
	}
	if h.files != 0 && h.ranks != 0 {
		return fmt.Sprintf("a move of %d squares diagonally", steps)
	}
	return fmt.Sprintf("a move of %d squares straight", steps)
}
