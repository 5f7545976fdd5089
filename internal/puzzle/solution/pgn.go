package solution

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"turncoat/pgn"
	"turncoat/puzzle"
	"turncoat/rules"
	"turncoat/rules/board"
)

// Annotations of PGN.
const (
	goodMove = 1
	mistake  = 2
)

// WritePGN writes the [Record] of a solution in canonical PGN, with the commands for conversions
// (NOT-4).
func WritePGN(out io.Writer, variant *rules.Variant, tree *puzzle.Tree, tags []pgn.Tag) error {
	text, err := pgn.AppendPGN(nil, Record(variant, tree, tags), true)
	if err == nil {
		_, err = out.Write(text)
	}
	return err
}

// Record returns a solution as a game record: the main line, and other keys, defences and
// continuations as variations, tries ($2) as variations of the key. A key that is the only one is
// marked $1, as is the refutation of a try. Every defence is a variation of its own.
// Threats are in a comment, and set play is in one before the key. Where there is no key, the first
// try is the main line. Without tags the record has the stipulation as its event.
func Record(variant *rules.Variant, tree *puzzle.Tree, tags []pgn.Tag) *pgn.PlayedGame {
	if tags == nil {
		event := fmt.Sprintf("%s%s in %s", unsolved(tree), tree.Goal,
			puzzle.LengthText(tree.In, tree.Half))
		tags = []pgn.Tag{{Name: "Event", Value: event}}
	}

	out := &pgn.PlayedGame{Variant: variant, Start: tree.Position, Tags: tags, Result: result(tree)}

	r := recorder{variant: variant}
	walker := puzzle.Walker{Visit: r.visit, MainFirst: true}
	walker.Keys(tree)
	if len(r.first) == 1 {
		r.first[0].Turns[0].NAGs = []int{goodMove}
	}
	walker.Tries(tree)
	if len(r.first) > 0 {
		out.Main = *besides(r.first[0], r.first[1:])
	}
	if set := setPlay(variant, tree); set != "" {
		out.Main.Comments = append(out.Main.Comments, set)
	}
	return out
}

// result returns how the game ends that a solution is.
func result(tree *puzzle.Tree) board.Result {
	winner := tree.Position.Turn
	if tree.Goal.Plain() == puzzle.SelfWin || tree.Goal.HasHelp() && !tree.Half {
		winner = winner.Other()
	}
	switch {
	case len(tree.Keys) == 0, tree.Goal.Plain() == puzzle.Claim:
		return board.Ongoing
	case tree.Goal&puzzle.Stalemate != 0:
		return board.Draw
	}

	return board.Win(winner)
}

// setPlay writes set play as a comment: "set play: 1...h6 or h5 2.Kf7 or 2.Kg7; 1...Kg8".
func setPlay(variant *rules.Variant, tree *puzzle.Tree) string {
	enemy := puzzle.NullMove(&tree.Position)
	lines := SetLines(variant, tree.Goal, &tree.Position, tree.SetLines)
	for _, g := range puzzle.Groups(tree.Set) {
		var names []string
		for i := range g {
			names = append(names, Printed(variant, &enemy, g[i].Turn))
		}
		text := "1..." + strings.Join(names, " or ")
		for i := range g[0].Continuations {
			if i > 0 {
				text += " or"
			}
			next := &g[0].Continuations[i]
			text += " 2." + Printed(variant, &next.After.After, next.Turn)
		}

		lines = append(lines, text)
	}

	if len(lines) == 0 {
		return ""
	}
	return "set play: " + strings.Join(lines, "; ")
}

// A recorder is the visitor of [Record].
type recorder struct {
	variant *rules.Variant
	first   []*pgn.Variation // the keys and the tries

	// What is being recorded: the defences to a turn of the attacker's, and the continuations after
	// a defence.
	defences      []reply
	continuations []reply
}

// A reply is a turn with what follows it.
type reply struct {
	*puzzle.Node
	variation *pgn.Variation
}

func (r *recorder) visit(n *puzzle.Node, follow func()) {
	switch n.Role {
	case puzzle.RoleKey, puzzle.RoleTry:
		v := r.attack(n, follow)
		isMain := len(r.first) == 0
		isTry := n.Role == puzzle.RoleTry
		if text := ThreatText(r.variant, n.Play, 2); text != "" && (isMain || isTry) {
			v.Turns[0].Comments = append(v.Turns[0].Comments, text)
		}
		if isTry {
			v.Turns[0].NAGs = []int{mistake}
		}
		r.first = append(r.first, v)
	case puzzle.RoleContinuation:
		r.continuations = append(r.continuations, reply{n, r.attack(n, follow)})
	case puzzle.RoleDefence, puzzle.RoleRefutation:
		r.defences = append(r.defences, reply{n, r.defend(n, follow)})
	}
}

// attack returns a turn of the attacker's and what follows. Another choice of reclaim is another
// turn, and its lines are another variation.
func (r *recorder) attack(n *puzzle.Node, follow func()) *pgn.Variation {
	outer := r.defences
	r.defences = nil
	follow()
	found := r.defences
	r.defences = outer

	var order []int // choices in the order in which they first occur
	byChoice := map[int][]*pgn.Variation{}
	for _, d := range found {
		choice := d.Defence.Choice
		if byChoice[choice] == nil {
			order = append(order, choice)
		}
		byChoice[choice] = append(byChoice[choice], d.variation)
	}

	if order == nil {
		return variation(*n.Before, *n.Turn, nil)
	}

	var all []*pgn.Variation
	for _, choice := range order {
		replies := byChoice[choice]
		played := n.Play.Choices[choice].Played
		all = append(all, variation(*n.Before, played, besides(replies[0], replies[1:])))
	}

	return besides(all[0], all[1:])
}

// defend returns a turn of the enemy's and what follows. Duals are beside the first continuation.
func (r *recorder) defend(n *puzzle.Node, follow func()) *pgn.Variation {
	outer := r.continuations
	r.continuations = nil
	follow()
	found := r.continuations
	r.continuations = outer

	if len(found) == 0 {
		v := variation(*n.Before, *n.Turn, nil)
		if r.variant.Outcome(&n.Turn.After).Result == board.Ongoing { // it refutes a try
			v.Turns[0].NAGs = []int{goodMove}
		}
		return v
	}

	first := found[0]
	var duals []*pgn.Variation
	for _, c := range found[1:] {
		if c.Play.After.Reclaimed == first.Play.After.Reclaimed {
			duals = append(duals, c.variation)
		}
	}

	return variation(*n.Before, *first.Play.After, besides(first.variation, duals))
}

// variation returns a turn and what follows it, if anything does.
func variation(before board.Position, played board.Played, then *pgn.Variation) *pgn.Variation {
	v := &pgn.Variation{Turns: []*pgn.Turn{{Before: before, Played: played}}}
	if then != nil {
		v.Turns = append(v.Turns, then.Turns...)
	}
	return v
}

// besides puts variations beside the first turn of another, before those that it has already.
func besides(v *pgn.Variation, others []*pgn.Variation) *pgn.Variation {
	v.Turns[0].Variations = slices.Concat(others, v.Turns[0].Variations)
	return v
}
