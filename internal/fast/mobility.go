package fast

import "turncoat/rules/board"

// Mobility returns about how many legal moves the side to move has, at least 1: for searches that
// go where the enemy has least choice. It is the number of legal moves where that can be counted
// without resolving them, and everywhere that the mover is kingless; of others of the inventor's
// forms it is the number of moves that the board allows.
func (r Rules) Mobility(p *board.Position) int {
	switch {
	case r == chess:
		var a checkInfo
		a.start(p)
		return max(a.chessCount(), 1)
	case r.isBenedict():
		return max(benedictCount(p), 1)
	case r.inventor() && !p.Kingless(p.Turn):
		return max(countSteps(p, p.Colours[p.Turn&1]), 1)
	case r <= pacifist2:
		if n, ok := r.countTurns(p, &hint{^bits(0), ^bits(0), -1}); ok {
			return max(n, 1)
		}
	}

	var buffer [96]board.Turn
	return max(len(r.appendTurns(buffer[:0], p)), 1)
}
