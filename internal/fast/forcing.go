package fast

import "turncoat/rules/board"

// A Forcing rates the turns of one position of orthodox chess by how little choice they leave the
// other side.
type Forcing struct {
	checks
	p *pos
}

// Forcing returns what rates the turns of the position that w was started for, and false outside
// orthodox chess.
func (w *WinSearch) Forcing() (f Forcing, ok bool) {
	if w.rules != chess || !w.a.findChecks() {
		return f, false
	}
	return Forcing{w.a.checks, &w.a.p}, true
}

// Rate returns a number that is greatest for checks, then for captures by what is captured, and 0
// for other turns. Castlings and captures en passant are rated by the piece that moves alone.
func (f *Forcing) Rate(t *board.Turn) uint32 {
	const check = 16
	kind := f.p.KindAt(t.From)
	if t.Promotion < board.NoKind {
		kind = t.Promotion
	}
	if f.from(kind, t.From).Has(t.To) {
		return check
	}
	if !f.p.Colours[f.p.Turn&1^1].Has(t.To) {
		return 0
	}
	return [6]uint32{board.Pawn: 1, board.Knight: 3, board.Bishop: 3, board.Rook: 5,
		board.Queen: 9}[f.p.KindAt(t.To)%6]
}
