package publish

import (
	"fmt"
	"strings"

	"turncoat/internal/puzzle/solution"
	"turncoat/puzzle"
	"turncoat/rules"
	"turncoat/rules/board"
)

// A variationWriter writes a solution as problemists print it, as a visitor of [puzzle.Walker]: a
// text for each answer to a first turn, whole to the end, with the defences after which all of it is
// the same.
//
//	1…Ka7/Kb8 2.Qb6+ Ka8 3.Qb7#, 2…Kc8 3.Qc7#
//
// In games in which pieces change sides, the squares are written after the turn: "2.Qd6# [e7,g7]".
type variationWriter struct {
	variant *rules.Variant

	variations []string // after the turn that is being visited
	branches   bool     // the first of them is more than one line
	tries      []string
	realOnly   bool // leave out the defences after which a threat is carried out
}

// printed walks through set play, tries and the first key.
func printed(variant *rules.Variant, tree *puzzle.Tree) (set, tries, key []string) {
	w := &variationWriter{variant: variant}
	walker := puzzle.Walker{Visit: w.visit, Same: w.after}

	walker.SetPlay(tree)
	set = w.variations

	w.realOnly = true
	walker.Tries(tree)
	w.realOnly = false

	w.variations, w.branches = nil, false
	walker.Key(tree, 0)
	return set, w.tries, w.variations
}

func (w *variationWriter) visit(n *puzzle.Node, follow func()) {
	switch n.Role {
	case puzzle.RoleKey:
		w.beneath(follow)
		if !w.branches && len(w.variations) > 0 { // the main line, which is printed already
			w.variations = w.variations[1:]
		}
	case puzzle.RoleTry:
		if len(n.Play.Refutations) == 1 {
			w.beneath(follow)
			w.tries = append(w.tries, w.try(n))
		}
	case puzzle.RoleDefence:
		if !n.Defence.Delay || !w.realOnly {
			w.defence(n)
			follow()
		}
	case puzzle.RoleContinuation:
		if n.Index == 0 {
			follow()
		}
	}
}

func (w *variationWriter) beneath(follow func()) {
	w.variations, w.branches = nil, false
	follow()
}

// defence adds a turn of the enemy's and the turns that go on.
func (w *variationWriter) defence(n *puzzle.Node) {
	text := w.names(n)
	for i := range n.Defence.Continuations {
		if i > 0 {
			text += " or"
		}
		text += fmt.Sprintf(" %d.%s", n.Number+1, w.continuation(&n.Defence.Continuations[i]))
	}

	last := len(w.variations) - 1
	switch {
	case n.Number == 1:
		w.variations = append(w.variations, "1…"+text)
	case n.Index == 0:
		w.variations[last] += " " + text
	default:
		w.variations[last] += fmt.Sprintf(", %d…%s", n.Number, text)
	}

	isBranch := len(n.Alike) > 0 || len(n.Defence.Continuations) > 1 || n.Number > 1 && n.Index > 0
	if isBranch && len(w.variations) == 1 {
		w.branches = true
	}
}

// continuation writes an answer to a defence.
func (w *variationWriter) continuation(next *puzzle.Play) string {
	return solution.Printed(w.variant, &next.After.After, next.Turn) +
		solution.Effect(w.variant, &next.Turn, len(next.Choices) < 2)
}

// names writes a defence and those after which the same is printed.
func (w *variationWriter) names(n *puzzle.Node) string {
	names := []string{w.name(n.Before, n.Play, n.Defence)}
	for i := range n.Alike {
		names = append(names, w.name(n.Before, n.Play, &n.Alike[i]))
	}
	return strings.Join(names, "/")
}

// name writes a defence to a play, after the choice of reclaim that it follows if that is not the
// full one. In set play there is no play, and the defence is made in the position before.
func (w *variationWriter) name(before *board.Position, play *puzzle.Play, d *puzzle.Defence) string {
	chosen := ""
	if play != nil {
		choice := &play.Choices[d.Choice]
		before = &choice.After
		if choice.Reclaimed != play.Turn.Reclaimed {
			chosen = puzzle.ReclaimText(choice.Reclaimed) + " "
		}
	}

	turn := d.Turn
	if len(d.Continuations) > 0 {
		turn = *d.Continuations[0].After
	}
	effect := solution.Effect(w.variant, &turn, turn.Reclaimed == d.Turn.Reclaimed)
	return chosen + solution.Printed(w.variant, before, turn) + effect
}

// after returns all that is printed after a defence. The same turn may convert other pieces, capture
// or need another letter after another defence.
func (w *variationWriter) after(d *puzzle.Defence) string {
	var b strings.Builder
	if d.Delay {
		b.WriteString("no real defence")
	}
	for i := range d.Continuations {
		next := &d.Continuations[i]
		b.WriteString(" or " + w.continuation(next))
		if i > 0 {
			continue // nothing is printed after a dual
		}
		for j := range next.Defences {
			answer := &next.Defences[j]
			b.WriteString(", " + w.name(nil, next, answer) + w.after(answer))
		}
	}

	return b.String()
}

// try writes a first turn, its threat, what follows, and the one turn that refutes it.
func (w *variationWriter) try(n *puzzle.Node) string {
	text := fmt.Sprintf("Try: 1.%s?%s", solution.Printed(w.variant, n.Before, *n.Turn),
		solution.ThreatNote(w.variant, n.Play, 2))
	if len(w.variations) > 0 {
		text += " " + strings.Join(w.variations, ", ")
	}
	refutation := &n.Play.Refutations[0]
	after := &n.Play.Choices[refutation.Choice].After
	return text + ", but 1…" + solution.Printed(w.variant, after, refutation.Turn) + "!"
}
