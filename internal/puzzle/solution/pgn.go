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
func WritePGN(out io.Writer, game *rules.Variant, tree *puzzle.Tree, tags []pgn.Tag) error {
	text, err := pgn.AppendPGN(nil, Record(game, tree, tags), true)
	if err == nil {
		_, err = out.Write(text)
	}
	return err
}

// Record returns a solution as a game record: the main line, and other keys, defences and
// continuations as variations, tries ($2) as variations of the key. A key that is the only one is
// marked $1, as is the refutation of a try. Of defences with the same answer the first is played
// and a comment after it names the others; threats are in a comment too, set play in one before the
// key. Where there is no key, the first try is the main line. Without tags the record has the
// stipulation as its event.
func Record(game *rules.Variant, tree *puzzle.Tree, tags []pgn.Tag) *pgn.PlayedGame {
	if tags == nil {
		event := fmt.Sprintf("%s%s in %s", unsolved(tree), tree.Goal,
			puzzle.LengthText(tree.In, tree.Half))
		tags = []pgn.Tag{{Name: "Event", Value: event}}
	}
	out := &pgn.PlayedGame{Rules: game, Start: tree.Position, Tags: tags, Result: result(tree)}

	r := recorder{game: game}
	walker := puzzle.Walker{Visit: r.visit, MainFirst: true}
	walker.Keys(tree)
	if len(r.first) == 1 {
		r.first[0].Turns[0].NAGs = []int{goodMove}
	}
	walker.Tries(tree)
	if len(r.first) > 0 {
		out.Main = *besides(r.first[0], r.first[1:])
	}
	if set := setPlay(game, tree); set != "" {
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
	case len(tree.Keys) == 0, tree.Goal == puzzle.Claim:
		return board.Ongoing
	case tree.Goal&puzzle.Stalemate != 0:
		return board.Draw
	}
	return board.Win(winner)
}

// setPlay writes set play as a comment: "set play: 1...h6 or h5 2.Kf7; 1...Kg8".
func setPlay(game *rules.Variant, tree *puzzle.Tree) string {
	enemy := puzzle.NullMove(&tree.Position)
	var lines []string
	for _, g := range puzzle.Groups(tree.Set) {
		var names []string
		for i := range g {
			names = append(names, Printed(game, &enemy, g[i].Turn))
		}
		text := "1..." + strings.Join(names, " or ")
		if len(g[0].Continuations) > 0 {
			next := &g[0].Continuations[0]
			text += " 2." + Printed(game, &next.After.After, next.Turn)
		}
		lines = append(lines, text)
	}
	if lines == nil {
		return ""
	}
	return "set play: " + strings.Join(lines, "; ")
}

// A recorder is the visitor of [Record].
type recorder struct {
	game  *rules.Variant
	first []*pgn.Variation // the keys and the tries

	// What is being recorded: the defences to a turn of the attacker's, and the continuations after
	// a defence.
	defences      []*defence
	continuations []continuation
}

// A defence is the first of those with the same answer.
type defence struct {
	puzzle.Group
	answer    string
	variation *pgn.Variation
}

type continuation struct {
	play      *puzzle.Play
	variation *pgn.Variation
}

func (r *recorder) visit(n *puzzle.Node, follow func()) {
	switch n.Role {
	case puzzle.RoleKey, puzzle.RoleTry:
		v := r.attack(n, follow)
		isMain := len(r.first) == 0
		if text := ThreatText(r.game, n.Play, 2); text != "" &&
			(isMain || n.Role == puzzle.RoleTry) {
			v.Turns[0].Comments = append(v.Turns[0].Comments, text)
		}
		if n.Role == puzzle.RoleTry {
			v.Turns[0].NAGs = []int{mistake}
		}
		r.first = append(r.first, v)
	case puzzle.RoleContinuation:
		r.continuations = append(r.continuations, continuation{n.Play, r.attack(n, follow)})
	case puzzle.RoleDefence, puzzle.RoleRefutation:
		r.defend(n, follow)
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
		choice := d.Group[0].Choice
		if byChoice[choice] == nil {
			order = append(order, choice)
		}
		if len(d.Group) > 1 {
			names := strings.Join(Others(r.game, n.Play, d.Group), " ")
			d.variation.Turns[0].Comments = []string{"or " + names}
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

// defend adds a turn of the enemy's and what follows, or names it beside another with the same
// answer.
func (r *recorder) defend(n *puzzle.Node, follow func()) {
	answer := answerText(n)
	for _, d := range r.defences {
		if n.Role == puzzle.RoleDefence && d.answer == answer {
			d.Group = append(d.Group, *n.Defence)
			return
		}
	}
	outer := r.continuations
	r.continuations = nil
	follow()
	found := r.continuations
	r.continuations = outer

	d := &defence{Group: puzzle.Group{*n.Defence}, answer: answer}
	r.defences = append(r.defences, d)
	if len(found) == 0 {
		d.variation = variation(*n.Before, *n.Turn, nil)
		if r.game.Outcome(&n.Turn.After).Result == board.Ongoing { // it refutes a try
			d.variation.Turns[0].NAGs = []int{goodMove}
		}
		return
	}
	first := found[0]
	var duals []*pgn.Variation
	for _, c := range found[1:] {
		if c.play.After.Reclaimed == first.play.After.Reclaimed {
			duals = append(duals, c.variation)
		}
	}
	d.variation = variation(*n.Before, *first.play.After, besides(first.variation, duals))
}

// answerText tells the answers to defences apart. A refutation has none.
func answerText(n *puzzle.Node) string {
	if n.Role == puzzle.RoleRefutation {
		return ""
	}
	text := fmt.Sprint("answer ", n.Defence.Delay)
	for i := range n.Defence.Continuations {
		c := &n.Defence.Continuations[i]
		if i == 0 {
			text += string(c.Text())
			continue
		}
		text += " " + c.Turn.Move.UCI(&c.After.After) + puzzle.ReclaimText(c.After.Reclaimed)
	}
	return text
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
