package generate

import (
	"fmt"

	"turncoat/corpus/internal/bearing"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// bearer names the one piece of a side that bears on a square, by its kind and its direction from
// there. It is empty where none does, or several.
func bearer(set ruleset.Set, p *board.Position, s board.Square, side board.Colour) string {
	by := bearing.Weigh(set, p, s, side).By
	if len(by) != 1 {
		return ""
	}
	from, _ := line(s, by[0].Square)
	return fmt.Sprintf("%c bears from %v", by[0].Piece.Kind.Letter(), from)
}

// bearings names the pieces that alone convert something in the first wave of a turn.
func bearings(set ruleset.Set, p *board.Position, t *board.Played) []string {
	if len(t.Waves) == 0 {
		return nil
	}
	landed := rules.NewReference(set).Cascade(p, t.Move).Board
	var names []string
	for s := range t.Waves[0].All {
		if name := bearer(set, &landed, s, p.Turn); name != "" {
			names = append(names, name)
		}
	}
	return names
}
