package fast

import "turncoat/rules/board"

// Perft counts sequences of turns, each reclaim choice a turn of its own. Where it is exact the
// last turns are counted without being played, unless every one of them is to be resolved.
func (r Rules) Perft(p *board.Position, depth int, resolve bool) uint64 {
	switch {
	case depth <= 0:
		return 1
	case depth > maxDepth:
		return r.perftBeyond(p, depth, resolve)
	}
	turns, after := make([][]board.Turn, depth+1), make([]pos, depth)
	if r >= conversion {
		w := orthodoxWalker{rules: r, resolve: resolve, turns: turns, after: after}
		return w.walk(p, depth)
	}
	w := walker{rules: r, resolve: resolve, turns: turns, after: after, choices: make([]Choices, depth+1)}
	if r.inventor() {
		return w.walkChoices(p, depth)
	}
	return w.walk(p, depth)
}

// maxDepth is the depth up to which a walk prepares its memory beforehand.
const maxDepth = 64

// perftBeyond does what Perft does, for depths at which memory for every ply is not worth having.
func (r Rules) perftBeyond(p *pos, depth int, resolve bool) (nodes uint64) {
	var c Choices
	var after pos
	for _, t := range r.appendTurns(nil, p) {
		for c.begin(r, p, &t); c.Next(); {
			r.Apply(p, c.Turn(), &after)
			nodes += r.Perft(&after, depth-1, resolve)
		}
	}
	return nodes
}

// A walker walks a tree of turns of the Pacifist family. All it needs for a node it holds beforehand.
type walker struct {
	rules   Rules
	resolve bool
	n, last node
	turns   [][]board.Turn // by depth
	after   []pos          // by depth
	choices []Choices      // by depth
}

func (w *walker) walk(p *pos, depth int) uint64 {
	if depth == 1 && !w.resolve {
		once, twice := bearsOn(p, p.Turn^1)
		return w.count(p, &hint{once, twice, -1})
	}
	n := &w.n
	n.start(w.rules, p)
	turns := n.appendTurns(w.turns[depth][:0])
	w.turns[depth] = turns
	if depth == 1 {
		return uint64(len(turns))
	}
	var nodes uint64
	after := &w.after[depth-1]
	rights := rightsSquares(&p.Rights)
	var ahead foresight
	if depth == 2 && !w.resolve {
		ahead = n.foresee()
	}
	for i := range turns {
		*after = *p
		w.rules.advance(after, &turns[i], rights)
		if depth == 2 && !w.resolve && n.foresees(&turns[i]) {
			known := n.hint(turns[i].Move, &ahead)
			nodes += w.count(after, &known)
			continue
		}
		nodes += w.walk(after, depth-1)
	}
	return nodes
}

// count counts the turns of a position without resolving them where that can be done.
func (w *walker) count(p *pos, known *hint) uint64 {
	if count, ok := w.rules.countTurns(p, known); ok {
		return uint64(count)
	}
	w.last.start(w.rules, p)
	w.turns[1] = w.last.appendTurns(w.turns[1][:0])
	return uint64(len(w.turns[1]))
}

// An orthodoxWalker walks a tree of turns of conversion or chess.
type orthodoxWalker struct {
	rules   Rules
	resolve bool
	a       checkInfo
	moves   []move
	turns   [][]board.Turn // by depth
	after   []pos          // by depth
}

func (w *orthodoxWalker) walk(p *pos, depth int) uint64 {
	w.a.start(p)
	turns := w.turns[depth][:0]
	if w.rules == conversion {
		turns = w.a.appendConversionTurns(turns)
	} else {
		if depth == 1 && !w.resolve {
			return uint64(w.a.chessCount())
		}
		w.moves = w.a.chessMoves(w.moves[:0])
		for _, m := range w.moves {
			turns = append(turns, board.Turn{Move: m})
		}
	}
	w.turns[depth] = turns
	if depth == 1 && (w.rules == conversion || !w.resolve) {
		return uint64(len(turns))
	}
	var nodes uint64
	after := &w.after[depth-1]
	rights := rightsSquares(&p.Rights)
	for i := range turns {
		*after = *p
		orthodoxAdvance(after, &turns[i], rights)
		if depth == 1 {
			nodes++
			continue
		}
		nodes += w.walk(after, depth-1)
	}
	return nodes
}

// walkChoices walks the tree of the inventor's forms, where each reclaim choice is a turn of its own.
func (w *walker) walkChoices(p *pos, depth int) (nodes uint64) {
	w.n.start(w.rules, p)
	turns := w.n.appendTurns(w.turns[depth][:0])
	w.turns[depth] = turns
	after := &w.after[depth-1]
	rights := rightsSquares(&p.Rights)
	c := &w.choices[depth]
	for i := range turns {
		if turns[i].Reclaimed == 0 && depth == 1 {
			nodes++
			continue
		}
		for c.begin(w.rules, p, &turns[i]); c.Next(); {
			if depth == 1 {
				nodes++
				continue
			}
			*after = *p
			w.rules.advance(after, &c.turn, rights)
			nodes += w.walkChoices(after, depth-1)
		}
	}
	return nodes
}
