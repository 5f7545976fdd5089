package dfpn

import (
	"turncoat/puzzle"
	"turncoat/rules/board"
)

// kind says who chooses at a node, and what.
type kind uint8

const (
	attack        kind = iota // the attacker chooses a turn
	defend                    // the enemy chooses a turn
	attackReclaim             // the attacker chooses what it takes back after the enemy's move
	defendReclaim             // the enemy chooses what it takes back after the attacker's move (PAC-8)
)

// or reports whether one good choice is enough for the attacker.
func (k kind) or() bool { return k == attack || k == attackReclaim }

// A node is a position in which somebody has to choose. Of a reclaim the position is the one before
// the move.
type node struct {
	kind kind
	at   board.Position
	move board.Move // the turn before; of a reclaim the move that it belongs to
	key  uint64
	value
}

// mix spreads a number over all bits of a word.
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// A frame is the memory of one ply: the node's choices.
type frame struct {
	children []node
	turns    []board.Turn
}

func (f *frame) add() *node {
	if len(f.children) < cap(f.children) {
		f.children = f.children[:len(f.children)+1]
	} else {
		f.children = append(f.children, node{})
	}

	return &f.children[len(f.children)-1]
}

// expand lists the choices at a node, with what is known of each from the rules alone. It returns
// the node's value if the rules alone give that: the game has ended.
func (w *worker) expand(f *frame, n *node) (v value, over bool) {
	f.children = f.children[:0]
	if n.kind == attackReclaim || n.kind == defendReclaim {
		w.expandReclaim(f, n)
		return v, false
	}

	f.turns = w.list(f.turns[:0], &n.at)
	if len(f.turns) == 0 {
		return w.ended(n, w.lost(&n.at)), true
	}
	for i := range f.turns {
		t := &f.turns[i]
		c := f.add()
		c.move = t.Move
		switch {
		case n.kind == attack && w.goal == puzzle.Claim && t.Converted&n.at.Kings != 0:
			c.value = provenIn(0)
		case w.reclaims && t.Reclaimed != 0:
			w.reclaim(c, n)
		default:
			w.turns.Apply(&n.at, *t, &c.at)
			w.after(c, n.kind)
		}
	}

	return v, false
}

// list lists the legal turns of a position, each with all that can be reclaimed.
func (w *worker) list(turns []board.Turn, p *board.Position) []board.Turn {
	if !w.quick || w.reclaims {
		return w.turns.AppendTurns(turns, p)
	}
	w.wins.Start(w.rules, p)
	return w.wins.AppendTurns(turns)
}

// lost reports whether the side to move, which has no legal turn, has lost.
func (w *worker) lost(p *board.Position) bool {
	return w.variant.Outcome(p).Result == board.Win(p.Turn.Other())
}

// ended returns the value of a node without a turn: who has to move has lost, or it is a draw.
func (w *worker) ended(n *node, lost bool) value {
	if lost && (w.goal == puzzle.Win && n.kind == defend || w.goal == puzzle.SelfWin && n.kind == attack) {
		return provenIn(0)
	}
	return disprovenAt(free)
}

// after completes a child that is a position after a turn.
func (w *worker) after(c *node, before kind) {
	c.kind = defend
	if before == defend || before == attackReclaim {
		c.kind = attack
	}
	c.key = c.at.Key ^ w.salt
	c.value = value{}
}

// reclaim makes a child a choice of what is taken back after its move.
func (w *worker) reclaim(c, n *node) {
	c.kind = defendReclaim
	if n.kind == defend {
		c.kind = attackReclaim
	}
	c.at = n.at
	c.key = n.key ^ mix(uint64(c.move.From)|uint64(c.move.To)<<8|uint64(c.move.Promotion)<<16|1<<24)
	c.value = value{}
}

// expandReclaim lists the choices of a reclaim.
func (w *worker) expandReclaim(f *frame, n *node) {
	for _, after := range w.turns.Choices(&n.at, n.move) {
		c := f.add()
		c.move, c.at = n.move, after
		w.after(c, n.kind)
		if len(f.children) == maxChoices {
			w.overflow(f, n)
			return
		}
	}
}

// maxChoices bounds the choices of one reclaim that are looked at. Where an enemy has more, nothing
// is proved.
const maxChoices = 1 << 12

// overflow makes sure that nothing is concluded from choices that were not listed all: an enemy's
// last choice stands for the rest and is taken to hold within the bound; the attacker does without,
// as it may.
func (w *worker) overflow(f *frame, n *node) {
	w.table.cut.Store(true)
	if n.kind == defendReclaim {
		f.children[len(f.children)-1].value = disprovenAt(bound)
	}
}
