// Package prooftree cuts the proof that a turn wins into searches that can be shared out.
//
// At the top is a tree of positions with the attacker to move. Its leaves are searched one by one,
// within ten thousand positions each, then within ten times as many, and again. A leaf that is open
// even after a hundred million is opened into the enemy's replies to its most promising turn, which
// are leaves again, and so on.
//
// What comes next is chosen by cost: how many positions a search is thought to take. That of a leaf
// is ten times what was not enough for it. An attacker's turn costs as much as all open replies to
// it together, and a position as much as its cheapest turn. The tree grows where the claim costs
// least, at the reply that costs most: if that holds, work on the others is lost.
//
// It grows by rounds. A round is chosen before any of its searches begins, so the answer does not
// depend on how many of them run at a time, or where.
package prooftree

import (
	"cmp"
	"slices"

	"turncoat/puzzle"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
)

// budgets are how many positions are searched from a leaf, one after the other, before it is opened.
// One search learns from all that it has seen, which those of the leaves below do not: where 28
// million positions settled a reply in one piece, 30 million in pieces did not.
var budgets = [...]uint64{10_000, 100_000, 1_000_000, 10_000_000, 100_000_000}

const (
	// harder is how many times as many positions as were not enough a search is thought to take.
	harder = 10
	// roundSize is how many positions the searches of a round may take together.
	roundSize = 200_000_000
)

// A Tree is a proof in the making that a turn, the claim, wins.
type Tree struct {
	variant   *rules.Variant
	claim     turn
	positions map[place]*Position
	strategy  solve.Strategy
	budgets   []uint64
	limit     uint64
	nodes     uint64
	passes    int // through the tree so far
}

// A Position is one in which the attacker has to move.
type Position struct {
	At   board.Position // without clock and move number
	Left int            // turns that the win may take

	Status solve.Status
	First  solve.Choice // if it is won
	Nodes  uint64       // positions searched from here and below

	searches int // how many of the budgets have been used up
	turns    []*turn
	cost     uint64
	chosen   bool // for the round that is being chosen
	pass     int  // the last that came here
}

// A turn is one of the attacker's.
type turn struct {
	move    board.Move
	opened  bool
	replies []*Position // the positions after the enemy's replies, once it is opened
	lost    bool        // it does not win in time
	cost    uint64
}

// A place identifies a position in the tree.
type place struct {
	at   board.Position
	left int
}

// A Search is a position to search within a number of positions.
type Search struct {
	*Position
	Budget uint64

	way []*Position // those above it
}

// New returns the tree of a claim: the position after it, and how many turns the win may take then.
// limit is how many positions may be searched before the last round begins; 0 is no limit.
func New(variant *rules.Variant, after *board.Position, turns int, limit uint64) *Tree {
	t := &Tree{variant: variant, positions: map[place]*Position{}, strategy: solve.Strategy{},
		budgets: budgets[:], limit: limit}
	t.open(&t.claim, after, turns)
	return t
}

// Replies returns the positions after the replies to the claim, in the order of the rules.
func (t *Tree) Replies() []*Position { return t.claim.replies }

// Nodes returns how many positions have been searched.
func (t *Tree) Nodes() uint64 { return t.nodes }

// Cost returns how many positions the rest of the proof is thought to take at least.
func (t *Tree) Cost() uint64 { return t.claim.cost }

// Strategy returns how the attacker wins from the positions that are known to be won.
func (t *Tree) Strategy() solve.Strategy { return t.strategy }

// Next returns the searches of the next round: none if the claim is settled, or the limit is
// reached.
func (t *Tree) Next() (round []Search) {
	t.settle()
	t.weigh()
	if t.limit > 0 && t.nodes >= t.limit {
		return nil
	}
	var chosen []*Position
	for total := uint64(0); total < roundSize && t.claim.cost > 0 && !t.claim.lost; {
		way, leaf := t.promising()
		if leaf == nil {
			t.settle() // some of the new replies may be known
		} else {
			leaf.chosen = true
			chosen = append(chosen, leaf)
			round = append(round, t.search(leaf, way))
			total += round[len(round)-1].Budget
		}
		t.weigh()
	}

	for _, leaf := range chosen {
		leaf.chosen = false
	}
	return round
}

// promising returns the leaf to be searched next, and what lies above it. There is none if a turn had
// to be opened first.
func (t *Tree) promising() (way []*Position, leaf *Position) {
	c := &t.claim
	for {
		leaf = nil
		for _, p := range c.replies {
			if p.cost > 0 && (leaf == nil || p.cost > leaf.cost) {
				leaf = p
			}
		}
		if leaf.searches < len(t.budgets) {
			return way, leaf
		}

		c = nil
		for _, other := range leaf.turns {
			if !other.lost && (c == nil || other.cost < c.cost) {
				c = other
			}
		}
		if !c.opened {
			after := t.variant.Play(&leaf.At, c.move).After
			t.open(c, &after, leaf.Left-1)
			return nil, nil
		}
		way = append(way, leaf)
	}
}

// open lists the replies to a turn, with so many turns left after them.
func (t *Tree) open(c *turn, after *board.Position, left int) {
	c.opened = true
	for reply := range t.variant.Turns(after) {
		at := place{puzzle.Bare(&reply.After), left}
		p := t.positions[at]
		if p == nil {
			p = &Position{At: at.at, Left: left}
			t.positions[at] = p
		}
		c.replies = append(c.replies, p)
	}
}

// search returns the next search of a position.
func (t *Tree) search(p *Position, way []*Position) Search {
	budget := t.budgets[p.searches]
	if t.limit > 0 {
		budget = min(budget, t.limit)
	}
	return Search{p, budget, slices.Clone(way)}
}

// Learn adds the result of a search. If it is unknown, some turn is open.
func (t *Tree) Learn(s *Search, r *solve.StrategyResult) {
	t.nodes += r.Nodes
	s.Nodes += r.Nodes
	for _, above := range s.way {
		above.Nodes += r.Nodes
	}

	s.Status, s.First = r.Status, r.First
	t.strategy.Merge(r.Strategy)
	s.searches++
	s.turns = nil
	for _, open := range mostSearched(r.Open) {
		s.turns = append(s.turns, &turn{move: open.Move, cost: max(s.Budget/harder, 1)})
	}
}

// mostSearched returns turns in the order in which they are to be opened. All are thought to cost the
// same, which is little, so that they are soon compared by the replies to them; but those that a
// search has gone into most come first.
func mostSearched(turns []solve.OpenTurn) []solve.OpenTurn {
	turns = slices.Clone(turns)
	slices.SortStableFunc(turns, func(a, b solve.OpenTurn) int { return cmp.Compare(b.Nodes, a.Nodes) })
	return turns
}
