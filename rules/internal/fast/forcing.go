package fast

import "turncoat/rules/board"

// A Forcing rates the turns of one position of orthodox chess by how little choice they leave the other side.
type Forcing struct {
	p        *pos
	king     square  // the enemy's
	gives    [6]bits // from where each kind of piece gives check
	uncovers bits    // pieces of the mover's that give check by leaving a line
}

// Forcing returns what rates the turns of the position that w was started for, and false outside orthodox chess.
func (w *WinSearch) Forcing() (f Forcing, ok bool) {
	a := &w.a
	if w.rules != chess {
		return f, false
	}
	f.p, f.king = &a.p, (a.p.Kings & a.enemy).First()
	if f.king == board.NoSquare {
		return f, false
	}
	k := f.king & 63
	f.gives, f.uncovers = a.givers(k), a.uncoverers(k)
	return f, true
}

// Rate returns a number that is greatest for checks, then for captures by what is captured, and 0 for other
// turns. Castlings and captures en passant are rated by the piece that moves alone.
func (f *Forcing) Rate(t *board.Turn) uint32 {
	const check = 16
	to := bit(t.To)
	kind := f.p.KindAt(t.From)
	if t.Promotion < board.NoKind {
		kind = t.Promotion
	}
	if f.gives[kind%6]&to != 0 || f.uncovers&bit(t.From) != 0 && line[f.king&63][t.From&63]&to == 0 {
		return check
	}
	if f.p.Colours[f.p.Turn&1^1]&to == 0 {
		return 0
	}
	return [6]uint32{board.Pawn: 1, board.Knight: 3, board.Bishop: 3, board.Rook: 5, board.Queen: 9}[f.p.KindAt(t.To)%6]
}
