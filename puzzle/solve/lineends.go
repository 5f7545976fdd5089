package solve

import "turncoat/rules/board"

// A lineEnd is where the men are at the end of a line.
type lineEnd struct {
	pawns, knights, kings, rooks, bishops board.Bitboard
	colours                               [2]board.Bitboard
}

// endOf returns the end of a line.
func endOf(line []board.Played) lineEnd {
	p := &line[len(line)-1].After
	return lineEnd{p.Pawns, p.Knights, p.Kings, p.Rooks, p.Bishops, p.Colours}
}

// lineEnds counts the lines that have the same end.
type lineEnds struct {
	most   int // lines of one end; 0 means no limit, and none are counted
	counts map[lineEnd]int
}

// isFull reports whether the end of a line has as many lines as it may.
func (e *lineEnds) isFull(line []board.Played) bool {
	return e.most > 0 && e.counts[endOf(line)] >= e.most
}

// admit counts a line, and reports whether its end may have it.
func (e *lineEnds) admit(line []board.Played) bool {
	if e.most == 0 {
		return true
	}
	if e.isFull(line) {
		return false
	}
	if e.counts == nil {
		e.counts = map[lineEnd]int{}
	}
	e.counts[endOf(line)]++
	return true
}
