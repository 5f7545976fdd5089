package generate

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"turncoat/internal/rulestest"
	"turncoat/rules"
	"turncoat/rules/board"
)

// Where a rook is to be taken away the king stands on its first square and the enemy's rook in a corner, another
// of the king's side one square or two from there; two to four pieces of either side, as often as [extras] has
// their kinds, fall round e3 as that side sees it, and the enemy's king round e5.
func TestStolen(t *testing.T) {
	const n = 20_000
	set := rulestest.Builtin(t, "pacifist1")
	c := &composer{variant: rules.New(set), family: set.Family}
	var all []board.Position
	rights, beside, own, pieces, kings := map[string]int{}, [2]int{}, 0, 0, 0
	kinds := map[board.Kind]int{}
	for seed := range uint64(n) {
		p, corner, right := c.stolen(rand.New(rand.NewPCG(seed, 17)))
		rights[right]++
		side, file := board.White, 0
		if right == "k" || right == "q" {
			side = board.Black
		}
		if right == "K" || right == "k" {
			file = 7
		}
		rank := side.FirstRank()
		if p.Turn != side.Other() || corner != board.At(file, rank) ||
			p.PieceAt(corner) != (board.Piece{Kind: board.Rook, Colour: p.Turn}) ||
			p.PieceAt(board.At(4, rank)) != (board.Piece{Kind: board.King, Colour: side}) {
			t.Fatalf("%s: %s", right, p.Board())
		}
		placed := corner.Bit() | board.At(4, rank).Bit()
		near := [2]board.Square{board.At(abs(file-1), rank), board.At(abs(file-2), rank)}
		rook := board.Piece{Kind: board.Rook, Colour: side}
		switch a, b := p.PieceAt(near[0]) == rook, p.PieceAt(near[1]) == rook; {
		case a && b: // one of them has fallen there
			continue
		case a:
			beside[0]++
			placed |= near[0].Bit()
		case b:
			beside[1]++
			placed |= near[1].Bit()
		default:
			t.Fatalf("%s: %s", right, p.Board())
		}
		for s := range (p.Occupied() &^ placed).All {
			piece := p.PieceAt(s)
			if piece.Kind == board.King {
				kings++
				if piece.Colour == side {
					t.Fatalf("%s: %s", right, p.Board())
				}
				continue
			}
			pieces++
			kinds[piece.Kind]++
			if piece.Colour == side {
				own++
			}
		}
		p.Turn = side // as that side sees it
		all = append(all, p)
	}
	for _, right := range []string{"K", "Q", "k", "q"} {
		near(t, right, rights[right], n, 1./4)
	}
	near(t, "beside", beside[0], beside[0]+beside[1], 1./2)
	near(t, "of the king's side", own, pieces, 1./2)
	if kings != len(all) {
		t.Errorf("%d kings of the enemy's in %d positions", kings, len(all))
	}
	for n := 6; n <= 8; n++ {
		near(t, fmt.Sprint(n, " pieces"),
			counted(all, func(p *board.Position) bool { return p.Occupied().Count() == n }), len(all), 1./3)
	}
	round(t, "beside a rook that is taken away", all, minor, "e3")
	round(t, "the other king", whites(all), enemyKing, "e5")
}
