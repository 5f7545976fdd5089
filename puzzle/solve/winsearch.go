package solve

import (
	"turncoat/internal/fast"
	"turncoat/rules/board"
)

// A winSearch lists and plays the turns in a search for a win under the rule sets without a
// reclaim, by the win search of package fast. At enemy nodes stored refutations and killers are
// tried before others are generated; at the last ply only turns that may win are looked at.
type winSearch struct {
	*worker
	plies  [2*MaxTurns + 2]*winSearchPly
	leaves leafCache
}

type winSearchPly struct {
	search fast.WinSearch
	turns  []board.Turn
	after  board.Position
}

func newWinSearch(w *worker) *winSearch {
	return &winSearch{worker: w, leaves: newLeafCache(w.table.size() / 4)}
}

// ply returns the memory of a ply.
func (h *winSearch) ply(ply int) *winSearchPly {
	if h.plies[ply] == nil {
		h.plies[ply] = new(winSearchPly)
	}
	return h.plies[ply]
}

// at returns the memory of a ply, ready for a position.
func (h *winSearch) at(p *board.Position, ply int) *winSearchPly {
	here := h.ply(ply)
	here.search.Start(h.rules, p)
	return here
}

// count adds what a search has resolved.
func (h *winSearch) count(f *fast.WinSearch) {
	h.pending += f.TakeResolved()
	if h.pending >= flushEvery {
		h.flush()
	}
}

// list lists the turns of the position of a ply.
func (h *winSearch) list(ply int) []board.Turn {
	here := h.ply(ply)
	here.turns = here.search.AppendTurns(here.turns[:0])
	h.count(&here.search)
	return here.turns
}

// promoteTurn moves the turn of a move to the front, if it is in the list.
func promoteTurn(turns []board.Turn, m board.Move) {
	for i := range turns {
		if turns[i].Move == m {
			t := turns[i]
			copy(turns[1:i+1], turns[:i])
			turns[0] = t
			return
		}
	}
}

// defendLeaf is defend with one further turn, unless the leaf cache knows it.
func (h *winSearch) defendLeaf(key uint64, p *board.Position, ply int, last board.Move) bool {
	won, hit := h.leaves.probe(key)
	if !hit {
		won = h.defendLast(p, ply, last)
		if !h.stopped() {
			h.leaves.store(key, won)
		}
	}

	return won
}

// triedReply returns the first of some replies after which the attacker does not win in n turns,
// before the others are generated. Those that are not legal it removes.
func (h *winSearch) triedReply(here *winSearchPly, tried *[4]board.Move, n, ply int) (m board.Move, fails bool) {
	for i, m := range tried {
		if m.From == m.To {
			continue
		}
		t, legal := here.search.Turn(m)
		if !legal {
			tried[i] = board.Move{}
			continue
		}

		here.search.Apply(&t, &here.after)
		if !h.attack(&here.after, n, ply+1) {
			return m, true
		}
	}

	return board.Move{}, false
}

// knownReply returns a reply of which the table knows that the attacker does not win in n turns
// after it. With few turns left it finds none, since looking would not pay off.
func (h *winSearch) knownReply(here *winSearchPly, n int) (m board.Move, fails bool) {
	for i := 0; n > 2 && i < len(here.turns); i++ {
		here.search.Apply(&here.turns[i], &here.after)
		if known, hit := h.table.probe(here.after.Key ^ h.salt); hit && int(known.failsIn) >= n {
			return here.turns[i].Move, true
		}
	}

	return board.Move{}, false
}
