package tablebase

import (
	"slices"
	"testing"

	"turncoat/internal/testing/rulestest"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Where rooks gain castling rights (AND-9), every position has one number, whatever its rights and
// whichever side is to move, and only positions that the rules cannot tell apart share it: in
// anti-andernach the images with the colours exchanged, in traitor, where Black's pieces alone
// turn, on White's half of the board, those with the files mirrored. A king that may still castle
// stays where it is.
func TestIndexOfRights(t *testing.T) {
	for _, name := range []string{"anti-andernach", "traitor"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			set := rulestest.Builtin(t, name)
			x := NewIndex(class(t, "KKR"), set)
			seen := make([]bool, x.Size)
			visited := 0
			eachRookPosition(t, set, func(p board.Position) {
				n := x.Number(&p)
				var back board.Position
				if !x.Holds(&p) || !x.Position(n, &back) {
					t.Fatalf("%s has number %d, which is nobody's", p.FEN(set), n)
				}
				seen[n] = true
				visited++
				mayDiffer := p.Rights != (board.Rights{}) || visited%64 == 0
				if mayDiffer && !slices.Contains(sameByRules(set, p), back.FEN(set)) {
					t.Fatalf("%s has number %d, which is that of %s", p.FEN(set), n, back.FEN(set))
				}
				if got := x.Number(&back); got != n {
					t.Fatalf("%s has number %d, back from %d", back.FEN(set), got, n)
				}
			})

			var p board.Position
			for n := range x.Size {
				if x.Position(n, &p) != seen[n] {
					t.Fatalf("number %d, %s, has been seen: %t", n, p.FEN(set), seen[n])
				}
			}
		})
	}
}

// eachRookPosition visits all placements of a king of each side and a rook, with either side to
// move, and with each of the rights that a FEN can give them. Black has none in traitor, in which
// no rook becomes Black's.
func eachRookPosition(t *testing.T, set ruleset.Set, visit func(board.Position)) {
	t.Helper()
	for number := range 64 * 64 * 64 * 2 * 2 {
		white, black := board.Square(number&63), board.Square(number>>6&63)
		rook, turn := board.Square(number>>12&63), board.Colour(number>>18&1)
		if white == black || rook == white || rook == black {
			continue
		}
		p := board.Position{Turn: turn, EnPassant: board.NoSquare, Number: 1}
		p.Put(white, board.Piece{Kind: board.King, Colour: board.White})
		p.Put(black, board.Piece{Kind: board.King, Colour: board.Black})
		p.Put(rook, board.Piece{Kind: board.Rook, Colour: board.Colour(number >> 19)})
		visit(p)
		if white != e1 && black != e8 {
			continue
		}
		for _, rights := range []string{"E", "Q", "K", "e", "q", "k", "Ee", "Eq", "Ek", "Qe", "Ke"} {
			q, err := board.ParseFEN(p.Board()+" "+string("wb"[p.Turn])+" "+rights+" - 0 1", set)
			if err == nil && canBeGained(set, &q.Rights) {
				visit(q)
			}
		}
	}
}

// canBeGained reports whether all rights are of kings and rooks at home and, in traitor, White's.
func canBeGained(set ruleset.Set, rights *board.Rights) bool {
	home := board.Rights{
		{King: e1, Rook: a1}, {King: e1, Rook: h1}, {King: e8, Rook: a8}, {King: e8, Rook: h8},
	}
	for i, right := range rights {
		isForBlack := i >= 2
		if right.Held() && (right != home[i] || set.Name == "traitor" && isForBlack) {
			return false
		}
	}
	return true
}

const (
	a1, e1, h1 = board.Square(0), board.Square(4), board.Square(7)
	a8, e8, h8 = board.Square(56), board.Square(60), board.Square(63)
)

// sameByRules lists the positions, as FEN, that a rule set cannot tell from a position.
func sameByRules(set ruleset.Set, p board.Position) []string {
	isTraitor := set.Name == "traitor"
	home := map[board.Colour]board.Square{board.White: e1, board.Black: e8}
	forget := func(p *board.Position) { // that a king has come home, where it does not matter
		if isTraitor && p.Rights.KingCame(board.Black) {
			p.Rights[board.RightIndex(board.Black, board.QueenSide)] = board.Right{}
		}
	}
	forget(&p)

	mayCastle := false
	for c, square := range home {
		isHome := p.PieceAt(square) == board.Piece{Kind: board.King, Colour: c}
		mayCastle = mayCastle || isHome && !p.Rights.KingCame(c) && !(isTraitor && c == board.Black)
	}
	if mayCastle && isTraitor {
		return []string{p.FEN(set)}
	}
	if mayCastle {
		q := changed(&p, mirrorRanks, true)
		for i, right := range p.Rights {
			if right != (board.Right{}) {
				q.Rights[i^2] = board.Right{King: right.King ^ 56, Rook: right.Rook ^ 56}
			}
		}
		return []string{p.FEN(set), q.FEN(set)}
	}

	var list []string
	for t := range symmetries {
		for _, exchanged := range []bool{false, true} {
			if isTraitor && (exchanged || t&^mirrorFiles != 0) {
				continue
			}
			q := changed(&p, t, exchanged)
			for c, square := range home {
				if (q.PieceAt(square) == board.Piece{Kind: board.King, Colour: c}) {
					q.Rights.SetKingCame(c)
				}
			}
			forget(&q)
			list = append(list, q.FEN(set))
		}
	}

	return list
}
