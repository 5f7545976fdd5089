package dfpn

import (
	"slices"

	"turncoat/internal/fast"
	"turncoat/internal/play"
	"turncoat/puzzle"
	"turncoat/rules"
	"turncoat/rules/board"
)

// A worker searches on one goroutine.
type worker struct {
	variant  *rules.Variant
	turns    play.Rules
	rules    fast.Rules // those of turns, if quick
	quick    bool       // package fast plays the rule set
	reclaims bool
	leaves   bool // wins with the next turn are found by package fast
	// unguarded says that a side may leave its king to be converted, and has lost then, so that the
	// number of its legal turns says little about how many are left to it.
	unguarded bool
	goal      puzzle.Goal
	attacker  board.Colour
	salt      uint64 // of the attacker and the goal, in every key
	table     *table
	number    int // of this worker: each breaks ties in its own way

	wins    fast.WinSearch
	short   ShortWin       // nil: wins in one are all that is looked for at once
	replies []board.Turn   // of the position whose defences are counted
	replied board.Position // after one of them
	frames  []*frame
	path    []uint64 // the keys of the nodes above
	trail   uint64   // what all of these make together

	// within is set when no win longer than the root's number of turns counts: what is left then
	// belongs to a node. Otherwise a win of any length is looked for.
	within bool

	*limits
	nodes   uint64   // not yet among those spent
	efforts []uint64 // nodes below each choice at the root
}

// flushEvery is how many nodes a worker counts before it looks at the limit.
const flushEvery = 256

func (w *worker) stopped() bool {
	if w.nodes >= flushEvery {
		if total := w.spent.Add(w.nodes); w.most > 0 && total >= w.most {
			w.stop.Store(true)
		}
		w.nodes = 0
	}

	return w.stop.Load()
}

// key returns the key of what is known of a node when the attacker has so many turns left. Wins,
// and disproofs for good, stand under the node's own key whatever is left.
func (w *worker) key(n *node, left int) uint64 {
	if !w.within {
		return n.key
	}
	return n.key ^ mix(uint64(left+1)<<32)
}

// known fills in what the table knows of a node. Only a verdict that holds for it here is one: a
// win within the turns left, and a disproof that rests on nothing, on these turns, or on this very
// path.
func (w *worker) known(n *node, left int) bool {
	v := w.table.probe(n.key)
	switch {
	case v.verdict == proven && v.length <= left, v.verdict == disproven:
		n.value = v
		return true
	case v.verdict == open && v.length >= left:
		n.value = disprovenAt(bound)
		return true
	}

	if w.within {
		v = w.table.probe(w.key(n, left))
		if v.verdict == 0 {
			return false
		}
		n.value = v
		return true
	}

	if c := w.table.probe(n.key ^ w.trail); c.verdict == disproven {
		n.value = c
		return true
	}

	if v.verdict != open {
		return false
	}
	n.value = v
	return true
}

// remember writes down the value of a node at a ply.
func (w *worker) remember(n *node, ply, left int, nodes uint64) {
	v := &n.value
	switch {
	case v.verdict == proven, v.verdict == disproven && v.ply >= ply:
		if v.verdict == disproven {
			v.ply = free // what comes back only to this node and below rests on nothing above
		} else if old := w.table.probe(n.key); old.verdict == proven && old.length <= v.length {
			return
		}

		w.table.store(n.key, *v, nodes)
	case v.verdict == disproven && w.within:
		w.fails(n, left, nodes)
	case v.verdict == disproven:
		w.table.store(n.key^w.trail, *v, nodes)
	case w.within:
		w.table.store(w.key(n, left), *v, nodes)
	default:
		old := w.table.probe(n.key)
		if old.verdict == proven {
			return // in more turns than are left here
		}
		v.length = old.failing()
		w.table.store(n.key, *v, nodes)
	}
}

// failing returns the number of turns in which a node is known not to be won.
func (v value) failing() int {
	if v.verdict == open {
		return v.length
	}
	return 0
}

// fails writes down that a node is not won in so many turns.
func (w *worker) fails(n *node, left int, nodes uint64) {
	old := w.table.probe(n.key)
	switch old.verdict {
	case proven, disproven: // in more turns, or for good
		w.table.store(w.key(n, left), n.value, nodes)
		return
	case open:
		if old.length >= left {
			return
		}
	default:
		old = value{verdict: open, pn: 1, dn: 1}
	}

	old.length = left
	w.table.store(n.key, old, nodes)
}

// search works on a node, with so many turns of the attacker's left, until its proof number reaches
// pn, its disproof number reaches dn, or the worker is stopped.
func (w *worker) search(n *node, ply, left int, pn, dn uint32) {
	w.nodes++
	if n.kind == attack || n.kind == defend {
		for above := ply - 1; above >= 0 && !w.within; above-- {
			if w.path[above] == n.key {
				n.value = disprovenAt(above)
				return
			}
		}
	}

	began := w.spent.Load() + w.nodes
	f := w.frame(ply)
	w.path = append(w.path[:ply], n.key)
	before := w.trail
	w.trail = mix(w.trail ^ n.key)
	if v, over := w.open(f, n, left); over {
		n.value = v
	} else {
		w.work(f, n, ply, left, pn, dn)
	}

	w.trail = before
	if n.verdict == open && w.stop.Load() {
		return
	}
	w.remember(n, ply, left, w.spent.Load()+w.nodes-began)
}

func (w *worker) frame(ply int) *frame {
	for len(w.frames) <= ply {
		w.frames = append(w.frames, new(frame))
	}
	return w.frames[ply]
}

// open lists a node's choices with what is known of them. It returns the node's value if nothing
// has to be searched.
func (w *worker) open(f *frame, n *node, left int) (v value, over bool) {
	if n.kind == attack {
		v, over = w.atOnce(n, left)
		if over {
			return v, true
		}
		left--
	}

	v, over = w.expand(f, n)
	if over {
		return v, true
	}
	if n.kind == attack && left == 0 {
		w.dropLate(f, n)
	}
	for i := range f.children {
		if c := &f.children[i]; c.verdict == 0 && !w.known(c, left) {
			w.estimate(c, left)
		}
	}

	return v, false
}

// atOnce settles a position in which the attacker wins with its next turn, or has no turns left.
func (w *worker) atOnce(n *node, left int) (v value, over bool) {
	if left <= 0 && w.goal != puzzle.SelfWin {
		return disprovenAt(bound), true
	}
	if known := w.shortTurns(); w.leaves && (left <= known || n.verdict == open && n.pn == 1 && n.dn == 1) {
		v = w.shortWin(n, min(left, known))
		if v.verdict == proven {
			return v, true
		}
		if left <= known {
			return disprovenAt(bound), true
		}
	}

	if left <= 0 { // of a self-win: only if the attacker has lost already
		if len(w.variant.Moves(&n.at)) == 0 {
			return w.ended(n, w.lost(&n.at)), true
		}
		return disprovenAt(bound), true
	}

	return v, false
}

// shortTurns returns how long wins are that can be looked for at once.
func (w *worker) shortTurns() int {
	if w.short == nil {
		return 1
	}
	return shortTurns
}

// shortWin looks for a win in a few turns.
func (w *worker) shortWin(n *node, turns int) (v value) {
	w.wins.StartLeaf(w.rules, &n.at)
	m, wins := w.wins.Wins()
	length := 1
	for !wins && length < turns {
		length++
		m, wins = w.short(&n.at, length)
	}

	if wins {
		v = provenIn(length)
		v.best = m
	}

	return v
}

// dropLate settles the last turns of the attacker that cannot win: in Pacifist those that leave the
// enemy a king. In the other families [worker.atOnce] has settled the position before.
func (w *worker) dropLate(f *frame, n *node) {
	if w.goal != puzzle.Win || !w.quick {
		return
	}
	kings := n.at.Kings & n.at.Colours[w.attacker.Other()]
	for i := range f.children {
		if kings&^f.turns[i].Converted != 0 {
			f.children[i].value = disprovenAt(bound)
		}
	}
}

// estimate gives a node that nothing is known of its first numbers, or its value.
func (w *worker) estimate(c *node, left int) {
	c.value = value{verdict: open, pn: 1, dn: 1}
	if c.kind != defend || !w.quick {
		return
	}
	if w.unguarded && left > 0 {
		w.weighDefences(c, left)
	} else {
		c.pn = uint32(w.rules.Mobility(&c.at))
	}
}

// perDefence is the proof number for each defence. With less the search goes ever deeper along its
// first threats, since a new position below them costs less than any beside them. With more nothing
// changes.
const perDefence = 12

// weighDefences gives an enemy's node a proof number by its defences, the turns after which the
// attacker does not win at once: a threat leaves few. Without any the node is proved. What it finds
// is stored, since it takes long.
func (w *worker) weighDefences(c *node, left int) {
	w.nodes++
	w.wins.Start(w.rules, &c.at)
	w.replies = w.wins.AppendTurns(w.replies[:0])
	if len(w.replies) == 0 {
		return // its value follows from the rules once it is looked at
	}
	defences := uint32(0)
	for _, reply := range w.replies {
		w.rules.Apply(&c.at, reply, &w.replied)
		w.wins.StartLeaf(w.rules, &w.replied)
		if _, wins := w.wins.Wins(); !wins {
			defences++
		}
	}

	key := w.key(c, left)
	if defences == 0 {
		key, c.value = c.key, provenIn(1)
	} else {
		c.pn = perDefence * defences
	}
	w.table.store(key, c.value, 0)
}

// work goes on with the most promising choice until a number reaches its limit.
func (w *worker) work(f *frame, n *node, ply, left int, pn, dn uint32) {
	below := left
	if n.kind == attack {
		below--
	}
	if ply == 0 {
		w.efforts = slices.Grow(w.efforts, len(f.children))[:len(f.children)]
	}
	for {
		best, second := w.sum(f, n)
		if ply == 0 && w.number == 0 {
			w.pn.Store(n.pn)
			w.dn.Store(n.dn)
		}
		if n.verdict != open || n.pn >= pn || n.dn >= dn || w.stopped() {
			return
		}
		c := &f.children[best]
		began := w.spent.Load() + w.nodes
		if n.kind.or() {
			w.search(c, ply+1, below, min(pn, after(second)), dn-n.dn+c.dn)
		} else {
			w.search(c, ply+1, below, pn-n.pn+c.pn, min(dn, after(second)))
		}
		if ply == 0 {
			w.efforts[best] += w.spent.Load() + w.nodes - began
		}
	}
}

// after returns the limit of a choice whose next best has a number: an eighth more, so that the
// search does not change over at every step.
func after(second uint32) uint32 { return min(second+second/8+1, infinite) }

// nth returns the number of the choice that a worker looks at as its j-th, since each takes equals
// in another order.
func (w *worker) nth(j, count int) int {
	switch {
	case w.number == 0:
		return j
	case count%7 == 0:
		return count - 1 - j
	}

	return (j*7 + w.number*5) % count
}

// numbers returns the number of a choice that counts alone at its node, and the one that is added
// up there.
func (v *value) numbers(or bool) (alone, added uint32) {
	if or {
		return v.pn, v.dn
	}
	return v.dn, v.pn
}

// sum works out the value of a node from its choices. It returns the best of them and the number of
// the next best.
func (w *worker) sum(f *frame, n *node) (best int, second uint32) {
	or := n.kind.or()
	least, total := uint32(infinite), uint32(0)
	second = infinite
	best = -1
	won := value{}
	ply, longest, lost := free, 0, false
	count := len(f.children)
	for j := range count {
		i := w.nth(j, count)
		c := &f.children[i]
		if c.verdict == proven {
			longest = max(longest, c.length)
			if or && (won.verdict == 0 || c.length < won.length) {
				won = c.value
				won.best = c.move
			}

			continue
		}

		if c.verdict == disproven {
			if or {
				ply = min(ply, c.ply)
			} else if !lost || c.ply > ply {
				ply, lost = c.ply, true
			}

			continue
		}

		one, other := c.numbers(or)
		total = min(total+other, infinite-1)
		switch {
		case one < least || best < 0:
			second, least, best = least, one, i
		case one < second:
			second = one
		}
	}

	switch {
	case or && won.verdict == proven:
		n.value = won
		if n.kind == attack {
			n.length++
		}
	case !or && lost, or && best < 0:
		n.value = disprovenAt(ply)
	case best < 0:
		n.value = provenIn(longest)
	case or:
		n.value = value{verdict: open, pn: least, dn: total}
	default:
		n.value = value{verdict: open, pn: total, dn: least}
	}

	return best, second
}
