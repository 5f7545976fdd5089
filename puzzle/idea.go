package puzzle

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Idea identifies what a puzzle is about: its key and the shape of its solution. Two puzzles with
// the same idea are the same to solvers, whatever else is on the board.
//
// The key is the kind of the piece and its squares, the same for all images of the position. The
// shape is the tree of the attacker's turns without the defences between them: how many different
// turns follow, and what follows them.
func Idea(set ruleset.Set, p *board.Position, key *Play) string {
	m := key.Turn.Move
	least := ""
	for _, y := range symmetries(set, p) {
		text := string(p.KindAt(m.From).Letter()) + y.square(m.From).String() +
			y.square(m.To).String()
		if y.colour(p.Turn) == board.Black { // where the colours cannot be exchanged
			text += "b"
		}
		if m.Promotion < board.NoKind {
			text += string(m.Promotion.Letter())
		}
		if least == "" || text < least {
			least = text
		}
	}

	return least + shapes(key)
}

// shapes returns the continuations without their defences, sorted, with each move once.
func shapes(t *Play) string {
	byMove := map[board.Move]string{}
	for _, g := range t.Groups() {
		if len(g[0].Continuations) > 0 {
			next := &g[0].Continuations[0]
			// Of continuations with the same first turn, the longest counts.
			byMove[next.Turn.Move] = max(shapes(next), byMove[next.Turn.Move])
		}
	}

	return "(" + strings.Join(slices.Sorted(maps.Values(byMove)), "") + ")"
}

// Seen remembers the positions and ideas of puzzles. Seen{} has none.
type Seen map[string]bool

// Add adds the position and the idea of a puzzle, and reports whether both are new.
func (s Seen) Add(p *Puzzle) bool {
	idea := p.ID
	if tree, err := p.Tree(); err == nil { // otherwise it has none
		idea = fmt.Sprintf("%s %s %d %s", p.Rules.Name, p.Goal(), p.In,
			Idea(p.Rules, &tree.Position, &tree.Keys[0]))
	}

	if s[p.ID] || s[idea] {
		return false
	}
	s[p.ID], s[idea] = true, true
	return true
}

// Unique returns the puzzles without those whose position or idea occurs earlier in the list.
func Unique(puzzles []Puzzle) []Puzzle {
	seen, list := Seen{}, make([]Puzzle, 0, len(puzzles))
	for i := range puzzles {
		if seen.Add(&puzzles[i]) {
			list = append(list, puzzles[i])
		}
	}

	return list
}
