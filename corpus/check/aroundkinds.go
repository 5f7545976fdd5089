package check

import (
	"fmt"
	"sync"

	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// aroundKinds lists the kinds of a legal turn by what stands around it: whether kings are attacked before and
// after it, which of two hangs, what a knight leaps past, and on which squares it begins and ends.
func aroundKinds(set ruleset.Set, p *board.Position, t *board.Played) []kind {
	mover := p.Turn
	landed := rules.NewReference(set).Cascade(p, t.Move).Board
	var kinds []kind
	if anyAttacked(p, p.Kings&p.Colours[mover], mover) {
		kinds = append(kinds, "moves of a side whose king is attacked")
	}
	if set.Family == ruleset.Pacifist {
		if own := landed.Kings & landed.Colours[mover]; anyAttacked(&landed, own, mover) {
			kinds = append(kinds, "moves after which a king is attacked")
			if own.Has(t.Move.To) && attacked(&landed, t.Move.To, mover.Other()) &&
				p.KindAt(t.Move.From) == board.King {
				kinds = append(kinds, "king moves onto attacked squares")
			}
		}
		if anyAttacked(&t.After, t.After.Kings&t.After.Colours[mover], mover) {
			kinds = append(kinds, "turns after which a king is attacked")
		}
		kinds = append(kinds, hangingKinds(set, &t.After, mover)...)
		if p.Kingless(mover) {
			switch (t.Converted & p.Kings).Count() {
			case 1:
				kinds = append(kinds, "turns without a king that claim only one")
			case 2:
				kinds = append(kinds, "turns without a king that claim both")
			}
		}
	}
	if files := t.Move.To.File() - t.Move.From.File(); files == 0 && distance(t.Move.From, t.Move.To) == 2 &&
		p.KindAt(t.Move.From) == board.Pawn && over(set, p, t.Move.To, mover) {
		kinds = append(kinds, "two-steps to persuaded squares")
	}
	if p.KindAt(t.Move.From) == board.Knight {
		files, ranks := t.Move.To.File()-t.Move.From.File(), t.Move.To.Rank()-t.Move.From.Rank()
		if beside := board.At(t.Move.From.File()+files/2, t.Move.From.Rank()+
			ranks/2); p.KindAt(beside) != board.NoKind {
			kinds = append(kinds, "leaps of the knight past a piece beside it")
		}
	}
	if _, castles := t.Move.Castles(p); castles {
		if c := rules.NewReference(set).Cascade(p, t.Move); c.Discounted&^c.Board.Kings != 0 {
			kinds = append(kinds, "castling with a rook that does not count")
		}
		return kinds
	}
	kinds = append(kinds, squareKinds("moves from", t.Move.From)...)
	return append(kinds, squareKinds("moves to", t.Move.To)...)
}

// anyAttacked reports whether the enemy of a side attacks any of the squares in the orthodox sense.
func anyAttacked(p *board.Position, squares board.Bitboard, side board.Colour) bool {
	for s := range squares.All {
		if attacked(p, s, side.Other()) {
			return true
		}
	}
	return false
}

// over reports whether a square is over-persuaded against a side (PAC-5).
func over(set ruleset.Set, p *board.Position, s board.Square, side board.Colour) bool {
	return rules.NewReference(set).Weigh(p, s, side.Other()).Over(rules.NewReference(set).Weigh(p, s, side), set)
}

// hangingKinds says which of a side's two kings is over-persuaded.
func hangingKinds(set ruleset.Set, p *board.Position, side board.Colour) []kind {
	kings := p.Kings & p.Colours[side]
	if kings.Count() != 2 {
		return nil
	}
	hangs := those(kings, func(s board.Square) bool { return over(set, p, s, side) })
	if hangs.Count() != 1 {
		return nil
	}
	first := kings.First()
	listed := first // as a FEN lists them: the eighth rank comes first
	if last := (kings &^ first.Bit()).First(); last.Rank() > first.Rank() {
		listed = last
	}
	which := func(s board.Square) string {
		if hangs.Has(s) {
			return "first"
		}
		return "second"
	}
	return []kind{
		"turns after which one of both kings is over-persuaded",
		kind("turns after which the " + which(first) + " of both kings from a1 on is over-persuaded"),
		kind("turns after which the " + which(listed) + " of both kings in a FEN is over-persuaded"),
	}
}

// squareKinds names a square, its file and its rank, the widest first.
func squareKinds(what string, s board.Square) []kind {
	return squareNames()[what][s]
}

var squareNames = sync.OnceValue(func() map[string][64][]kind {
	names := map[string][64][]kind{}
	for _, what := range []string{"moves from", "moves to", "conversions on"} {
		var list [64][]kind
		for s := range board.NoSquare {
			list[s] = nil
			if s.Rank() == 0 || s.Rank() == 7 {
				list[s] = append(list[s], kind(what+" the first and the last rank"))
			}
			if s.File() == 0 || s.File() == 7 {
				list[s] = append(list[s], kind(what+" the a- and the h-file"))
			}
			list[s] = append(list[s],
				kind(fmt.Sprintf("%s the %c-file", what, 'a'+s.File())),
				kind(fmt.Sprintf("%s rank %d", what, s.Rank()+1)),
				kind(what+" "+s.String()))
		}
		names[what] = list
	}
	return names
})
