package fast

import "turncoat/rules/board"

// Perft counts sequences of turns, each reclaim choice a turn of its own. Where it is exact the
// last turns are counted without being played, unless every one of them is to be resolved.
func (r Rules) Perft(p *board.Position, depth int, resolve bool) uint64 {
	if depth <= 0 {
		return 1
	}
	if r <= pacifist2 {
		w := walker{rules: r, resolve: resolve, turns: make([][]board.Turn, depth+1), after: make([]pos, depth)}
		for i := range w.turns {
			w.turns[i] = make([]board.Turn, 0, 128)
		}
		return w.walk(p, depth)
	}
	var nodes uint64
	var c Choices
	var buffer [128]board.Move
	for _, m := range r.AppendMoves(buffer[:0], p) {
		for c.Start(r, p, m); c.Next(); {
			if depth == 1 {
				nodes++
				continue
			}
			var after pos
			r.Apply(p, c.Turn(), &after)
			nodes += r.Perft(&after, depth-1, resolve)
		}
	}
	return nodes
}

// A walker walks a tree of turns. All it needs for a node it holds beforehand.
type walker struct {
	rules   Rules
	resolve bool
	n, last node
	turns   [][]board.Turn // by depth
	after   []pos          // by depth
}

func (w *walker) walk(p *pos, depth int) uint64 {
	if depth == 1 && !w.resolve {
		once, twice := enemyReach(p)
		return w.count(p, once, twice)
	}
	n := &w.n
	n.start(w.rules, p, false)
	turns := n.appendTurns(w.turns[depth][:0])
	w.turns[depth] = turns
	if depth == 1 {
		return uint64(len(turns))
	}
	var nodes uint64
	after := &w.after[depth-1]
	rights := p.Rights.Squares()
	for i := range turns {
		*after = *p
		w.rules.advance(after, &turns[i], rights)
		if depth == 2 && !w.resolve && turns[i].Converted == 0 && turns[i].Promotion == board.NoKind && n.own&bit(turns[i].To) == 0 {
			once, twice := n.reachAfter(turns[i].Move)
			nodes += w.count(after, once, twice)
			continue
		}
		nodes += w.walk(after, depth-1)
	}
	return nodes
}

// count counts the turns of a position without resolving them where that can be done.
func (w *walker) count(p *pos, once, twice bits) uint64 {
	if count, ok := w.rules.countTurns(p, once, twice); ok {
		return uint64(count)
	}
	w.last.start(w.rules, p, false)
	w.turns[1] = w.last.appendTurns(w.turns[1][:0])
	return uint64(len(w.turns[1]))
}
