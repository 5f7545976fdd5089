package puzzle

import (
	"slices"
	"strings"

	"turncoat/rules/board"
)

// Role is what a turn is in a solution.
type Role uint8

// The roles. Turns of the attacker's are keys, tries, threats and continuations.
const (
	RoleKey Role = iota
	RoleTry
	RoleThreat
	// RoleReclaim is a turn of the attacker's again, with one of the reclaims that the enemy can
	// choose after it. The defences after that choice are visited below it.
	RoleReclaim
	RoleDefence
	RoleRefutation
	RoleContinuation
)

// A Node is a turn of a solution as a [Walker] visits it.
type Node struct {
	Role   Role
	Before *board.Position // the position in which the turn is made
	Turn   *board.Played   // with the full reclaim, except for a RoleReclaim
	// Number is the number of the attacker's turn; a defence has that of the turn that it answers.
	Number int
	Index  int  // among the alternatives with the same role, from 0
	Main   bool // the turn belongs to the main line

	// Play is the attacker's turn in the tree. For a turn of the enemy's it is the play that the turn
	// answers, nil in set play.
	Play *Play
	// Defence is the enemy's turn in the tree. For a continuation it is the defence before it.
	Defence *Defence
	// Alike are the other defences with the same text, if the walker groups them.
	Alike []Defence
}

// A Walker walks through a solution and calls Visit for every turn. The turns after it are visited
// when Visit calls follow, so Visit can act before and after that, or skip them.
type Walker struct {
	Visit func(n *Node, follow func())

	// MainFirst selects the order of the tree: after a turn of the attacker's come its refutations
	// and its defences, the strongest first, whatever the reclaim. Otherwise the order is that of
	// problemists' programs: the defences grouped by the reclaim before them and sorted by their
	// moves as text, then the refutations. Threats come first in both orders.
	MainFirst bool
	// Same, if it is not nil, returns a text for a defence: the walker visits only one of several
	// defences to a turn with the same text, and [Node.Alike] has the others. The order is that of
	// MainFirst.
	Same func(d *Defence) string
}

// Walk visits set play, tries and keys.
func (w *Walker) Walk(tree *Tree) {
	w.SetPlay(tree)
	w.Tries(tree)
	w.Keys(tree)
}

// SetPlay visits the play that would follow if the enemy were to move.
func (w *Walker) SetPlay(tree *Tree) {
	enemy := NullMove(&tree.Position)
	for i, g := range w.groups(tree.Set) {
		w.defence(&Node{Role: RoleDefence, Before: &enemy, Number: 1, Index: i, Defence: &g[0], Alike: g[1:]})
	}
}

// Tries visits the tries.
func (w *Walker) Tries(tree *Tree) {
	for i := range tree.Tries {
		w.attack(&Node{Role: RoleTry, Before: &tree.Position, Number: 1, Index: i,
			Play: &tree.Tries[i]})
	}
}

// Keys visits the keys.
func (w *Walker) Keys(tree *Tree) {
	for i := range tree.Keys {
		w.Key(tree, i)
	}
}

// Key visits one of the keys, counted from 0. The main line belongs to the first. Of a key that the
// tree has not, there is nothing to visit.
func (w *Walker) Key(tree *Tree, i int) {
	if i < 0 || i >= len(tree.Keys) {
		return
	}
	w.attack(&Node{Role: RoleKey, Before: &tree.Position, Number: 1, Index: i, Main: i == 0,
		Play: &tree.Keys[i]})
}

// attack visits a turn of the attacker's.
func (w *Walker) attack(n *Node) {
	n.Turn = &n.Play.Turn
	w.Visit(n, func() {
		w.threats(n)
		if w.MainFirst || w.Same != nil {
			w.refutations(n)
			for i, g := range w.groups(n.Play.Defences) {
				reply := n.answer(RoleDefence, i, &g[0])
				reply.Alike = g[1:]
				w.defence(reply)
			}

			return
		}

		for choice := range n.Play.Choices {
			w.reclaim(n, choice)
		}
		w.refutations(n)
	})
}

// groups groups defences if that is requested.
func (w *Walker) groups(list []Defence) []Group {
	if w.Same != nil {
		return groups(list, w.Same)
	}
	alone := make([]Group, len(list))
	for i := range list {
		alone[i] = list[i : i+1]
	}
	return alone
}

func (w *Walker) threats(n *Node) {
	passed := NullMove(&n.Play.Turn.After)
	for i := range n.Play.Threats {
		w.attack(&Node{Role: RoleThreat, Before: &passed, Number: n.Number + 1, Index: i,
			Play: &n.Play.Threats[i]})
	}
}

// reclaim visits a turn of the attacker's with one of the enemy's reclaims.
func (w *Walker) reclaim(n *Node, choice int) {
	c := &n.Play.Choices[choice]
	chosen := *n
	chosen.Role, chosen.Turn, chosen.Index = RoleReclaim, &c.Played, choice

	w.Visit(&chosen, func() {
		var list []*Defence
		for i := range n.Play.Defences {
			if d := &n.Play.Defences[i]; d.Choice == choice {
				list = append(list, d)
			}
		}

		slices.SortStableFunc(list, func(x, y *Defence) int {
			return strings.Compare(x.Turn.Move.UCI(&c.After), y.Turn.Move.UCI(&c.After))
		})
		for i, d := range list {
			w.defence(n.answer(RoleDefence, i, d))
		}
	})
}

func (w *Walker) refutations(n *Node) {
	for i := range n.Play.Refutations {
		w.defence(n.answer(RoleRefutation, i, &n.Play.Refutations[i]))
	}
}

// answer returns the node of a turn of the enemy's that answers this node's turn.
func (n *Node) answer(role Role, index int, d *Defence) *Node {
	main := n.Main && role == RoleDefence && d.is(&n.Play.Defences[0])
	return &Node{Role: role, Before: &n.Play.Choices[d.Choice].After, Number: n.Number,
		Index: index, Main: main,
		Play: n.Play, Defence: d}
}

// is reports whether two defences to a turn are the same.
func (d *Defence) is(other *Defence) bool {
	return d.Choice == other.Choice && d.Turn.Move == other.Turn.Move
}

// defence visits a turn of the enemy's.
func (w *Walker) defence(n *Node) {
	n.Turn = &n.Defence.Turn
	w.Visit(n, func() {
		for i := range n.Defence.Continuations {
			next := &n.Defence.Continuations[i]
			w.attack(&Node{Role: RoleContinuation, Before: &next.After.After, Number: n.Number + 1,
				Index: i,
				Main:  n.Main && i == 0, Play: next, Defence: n.Defence})
		}
	})
}
