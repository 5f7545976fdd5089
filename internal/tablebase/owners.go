//go:build !turncoat_web

package tablebase

import (
	"cmp"
	"context"
	"slices"

	"turncoat/rules/board"
)

// Share is what is won, lost and drawn of the positions in which the side to move owns some pieces and the other
// side the rest.
type Share struct {
	Mover, Enemy     string // as in "KN" and "K"; empty for nothing
	Won, Lost, Drawn uint64
}

// Positions returns how many there are.
func (s *Share) Positions() uint64 { return s.Won + s.Lost + s.Drawn }

// Shares counts the positions of a table by who owns what, those first in which the side to move owns most pieces.
func (t *Table) Shares(ctx context.Context) ([]Share, error) {
	shares := map[[2]string]*Share{}
	var p board.Position
	err := t.each(ctx, func(number uint64, v Value) error {
		t.x.at(number, &p)
		mover, enemy := owned(&p, board.White), owned(&p, board.Black)
		s := shares[[2]string{mover, enemy}]
		if s == nil {
			s = &Share{Mover: mover, Enemy: enemy}
			shares[[2]string{mover, enemy}] = s
		}
		switch {
		case v.Wins():
			s.Won++
		case v.Loses():
			s.Lost++
		default:
			s.Drawn++
		}
		return nil
	})
	list := make([]Share, 0, len(shares))
	for _, s := range shares {
		list = append(list, *s)
	}
	slices.SortFunc(list, func(a, b Share) int {
		return cmp.Or(cmp.Compare(len(b.Mover), len(a.Mover)), cmp.Compare(a.Mover, b.Mover))
	})
	return list, err
}

// owned returns the letters of what a side owns, kings first, then from queens to pawns.
func owned(p *board.Position, c board.Colour) string {
	var letters [2 * MaxPieces]byte
	n := 0
	for _, kind := range [...]board.Kind{board.King, board.Queen, board.Rook, board.Bishop, board.Knight, board.Pawn} {
		for range (p.Pieces(kind) & p.Colours[c]).Count() {
			letters[n] = kind.Letter()
			n++
		}
	}
	return string(letters[:n])
}
