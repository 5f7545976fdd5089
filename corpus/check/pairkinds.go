package check

import (
	"turncoat/rules"
	"turncoat/rules/board"
)

// pairKinds lists what all co-squares on a square have in common (CON-2, CON-3).
func pairKinds(b *board.Position, pairs []rules.CoSquare, s board.Square) []kind {
	var all [][]kind
	for _, pair := range pairs {
		if pair.Square == s {
			all = append(all, pairKind(b.KindAt(pair.Moved), b.KindAt(pair.Partner), pair.Moved, s))
		}
	}
	return inCommon(all)
}

func pairKind(moved, partner board.Kind, at, square board.Square) []kind {
	kinds := []kind{"co-squares of two of a kind"}
	if moved != partner {
		kinds = []kind{"co-squares of king and queen", kind("co-squares of a " + moved.String() +
			" that moves and its " + partner.String())}
	} else {
		kinds = append(kinds, kind("co-squares of two "+moved.String()+"s"))
	}
	if at.File() == square.File() {
		return append(kinds, "co-squares on the file of the moved piece")
	}
	return append(kinds, "co-squares on the rank of the moved piece")
}

// threatKinds lists what all conversions have in common with which the enemy, after a move, threatens the
// mover's king (CON-7); nothing if it could capture the king as well.
func threatKinds(after *board.Position, mover board.Colour) []kind {
	kings := after.Kings & after.Colours[mover]
	if kings == 0 || attacked(after, kings.First(), mover.Other()) {
		return nil
	}
	king := kings.First()
	var all [][]kind
	for partner := range after.Colours[mover.Other()].All {
		if partner.File() != king.File() && partner.Rank() != king.Rank() {
			continue
		}
		for from := range after.Colours[mover.Other()].All {
			if from == partner || !paired(after.KindAt(from), after.KindAt(partner)) {
				continue
			}
			for n := range 8 {
				to := board.At(king.File(), n) // the partner stands on the king's rank
				if partner.File() == king.File() {
					to = board.At(n, king.Rank())
				}
				if to == king || to.File() == partner.File() || to.Rank() == partner.Rank() ||
					!reaches(after, from, to) {
					continue
				}
				kinds := pairKind(after.KindAt(from), after.KindAt(partner), to, king)
				if after.KindAt(to) != board.NoKind {
					kinds = append(kinds, "conversions by captures")
				}
				all = append(all, kinds)
			}
		}
	}
	return inCommon(all)
}

// passingKinds lists what all conversions have in common with which the enemy forbids a castling on the one
// square of its way where it does (CON-9).
func passingKinds(p *board.Position, m board.Move) []kind {
	wing, castles := m.Castles(p)
	if !castles {
		return nil
	}
	var kinds []kind
	way := castlingWay(p, m, wing)
	for s := range way.All {
		passing := *p
		passing.Put(m.From, board.NoPiece)
		if way.Has(m.To) {
			passing.Put(m.To, board.NoPiece)
		}
		passing.Put(s, board.Piece{Kind: board.King, Colour: p.Turn})
		kinds = append(kinds, threatKinds(&passing, p.Turn)...)
	}
	return kinds
}

// paired reports whether two pieces of a side are a co-pair (CON-2).
func paired(a, b board.Kind) bool {
	return a == b && a != board.Pawn || a == board.King && b == board.Queen || a == board.Queen && b == board.King
}

// reaches reports whether a piece other than a pawn can go to a square, were its king no matter.
func reaches(p *board.Position, from, to board.Square) bool {
	if target := p.PieceAt(to); from == to || target.Kind != board.NoKind && target.Colour == p.PieceAt(from).Colour {
		return false
	}
	files, ranks := to.File()-from.File(), to.Rank()-from.Rank()
	k := p.KindAt(from)
	switch k {
	case board.Knight:
		return abs(files*ranks) == 2
	case board.King:
		return distance(from, to) == 1
	}
	line := files == 0 || ranks == 0 || abs(files) == abs(ranks)
	if !line || !slidesAlong(k, [2]int{files, ranks}) {
		return false
	}
	far := distance(from, to)
	for n := 1; n < far; n++ {
		if p.KindAt(board.At(from.File()+n*files/far, from.Rank()+n*ranks/far)) != board.NoKind {
			return false
		}
	}
	return true
}
