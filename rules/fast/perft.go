package fast

import "turncoat/rules/board"

// Perft counts sequences of turns, each reclaim choice a turn of its own. Where it is exact the
// last turns are counted without being played.
func (r Rules) Perft(p *board.Position, depth int) uint64 {
	if depth <= 0 {
		return 1
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
			nodes += r.Perft(&after, depth-1)
		}
	}
	return nodes
}
