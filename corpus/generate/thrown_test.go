package generate

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"turncoat/corpus/internal/probe"
	"turncoat/internal/rulestest"
	"turncoat/rules"
	"turncoat/rules/board"
)

// near holds a share to what chance should make it, within four standard deviations. The sources of chance are
// fixed, so that it holds always or never.
func near(t *testing.T, what string, n, of int, want float64) {
	t.Helper()
	got := float64(n) / float64(of)
	if d := 4 * math.Sqrt(want*(1-want)/float64(of)); of == 0 || math.Abs(got-want) > d {
		t.Errorf("%s: %d of %d, %.4f, want %.4f within %.4f", what, n, of, got, want, d)
	}
}

// A piece falls on any square, or two times in three within three files and ranks of a centre; what falls beside
// the board falls again.
func TestDropNear(t *testing.T) {
	const n = 40_000
	for _, test := range []struct {
		centre string
		around int // squares of the board within three files and ranks
	}{{"e4", 49}, {"a1", 16}, {"h8", 16}} {
		centre := squareAt(t, test.centre)
		hits := [64]int{}
		for seed := range uint64(n) {
			var p board.Position
			(&composer{}).drop(rand.New(rand.NewPCG(seed, 5)), &p, centre, board.Piece{Kind: board.Knight})
			hits[p.Occupied().First()]++
		}
		kept := 1./3 + 2./3*float64(test.around)/49
		for s := range board.NoSquare {
			want := 1. / 3 / 64
			if abs(s.File()-centre.File()) <= 3 && abs(s.Rank()-centre.Rank()) <= 3 {
				want += 2. / 3 / 49
			}
			near(t, fmt.Sprintf("round %s on %s", test.centre, s), hits[s], n, want/kept)
		}
	}
}

// Of pawns one in three falls on the second rank or the seventh, as many on each, and none on the first or the last.
func TestDropPawns(t *testing.T) {
	const n = 40_000
	hits := [8]int{}
	for seed := range uint64(n) {
		var p board.Position
		(&composer{}).drop(rand.New(rand.NewPCG(seed, 5)), &p, squareAt(t, "e4"), board.Piece{Kind: board.Pawn})
		hits[p.Occupied().First().Rank()]++
	}
	inner, last := 2./3/7+1./3/8, 1./3/8 // of a rank from the first to the seventh, and of the eighth
	kept := 1./3 + 2./3*(1-inner-last)
	for rank, n8 := range hits {
		want := 2. / 3 * inner
		switch rank {
		case 0, 7:
			want = 0
		case 1, 6:
			want += 1. / 6
		}
		near(t, fmt.Sprint("pawns on rank ", rank+1), n8, n, want/kept)
	}
}

// What stands on the board stays.
func TestDropOnOccupied(t *testing.T) {
	full := board.Position{}
	for s := range board.NoSquare {
		if s != 0 {
			full.Put(s, board.Piece{Kind: board.Bishop, Colour: board.Black})
		}
	}
	found := 0
	for seed := range uint64(300) {
		p := full
		(&composer{}).drop(rand.New(rand.NewPCG(seed, 5)), &p, 0, board.Piece{Kind: board.Knight})
		if p.Bishops != full.Bishops {
			t.Fatal("a piece falls on another")
		}
		if p.Knights == 1 {
			found++
		}
	}
	if found < 75 || found == 300 { // each of the twenty tries finds the one empty square one time in fifty or so
		t.Errorf("the only empty square is found %d times of 300", found)
	}
}

// king and rooks as castle puts them, with the rights: the letters of the first rank from the a-file on.
func castled(seed uint64, side board.Colour) string {
	var p board.Position
	rights := (&composer{}).castle(rand.New(rand.NewPCG(seed, 9)), &p, side)
	rank := ""
	for file := range 8 {
		letter := "."
		if piece := p.PieceAt(board.At(file, side.FirstRank())); piece.Kind != board.NoKind && piece.Colour == side {
			letter = string(piece.Kind.Letter())
		}
		rank += letter
	}
	return rank + " " + rights
}

// King and rooks for castling stand as in the standard start two times in three, otherwise as in any shuffled
// one; with a rook on either wing, or on both, one time in three each.
func TestCastle(t *testing.T) {
	const n = 30_000
	want := map[string]float64{}
	add := func(king, a, h int, chance float64) {
		for wings, rights := range map[int]string{1: "Q", 2: "K", 3: "KQ"} {
			rank := []byte("........")
			rank[king] = 'K'
			if wings&1 != 0 {
				rank[a] = 'R'
			}
			if wings&2 != 0 {
				rank[h] = 'R'
			}
			want[string(rank)+" "+rights] += chance / 3
		}
	}
	add(4, 0, 7, 2./3)
	for king := 1; king < 7; king++ {
		for a := range king {
			for h := king + 1; h < 8; h++ {
				add(king, a, h, 1./3/6/float64(king*(7-king)))
			}
		}
	}
	for _, side := range []board.Colour{board.White, board.Black} {
		got := map[string]int{}
		for seed := range uint64(n) {
			text := castled(seed, side)
			if side == board.Black {
				text = strings.NewReplacer("k", "K", "q", "Q").Replace(text)
			}
			got[text]++
		}
		for text, chance := range want {
			near(t, text, got[text], n, chance)
			delete(got, text)
		}
		if len(got) > 0 {
			t.Errorf("%v", got)
		}
	}
}

// thrown calls make with so many sources of chance and returns the positions as they are composed, before the
// moves of their questions.
func thrown(t *testing.T, name string, n uint64, compose composing) (all []board.Position, made []probe.Question) {
	t.Helper()
	set := rulestest.Builtin(t, name)
	c := &composer{variant: rules.New(set), family: set.Family}
	for seed := range n {
		q, ok := compose(c, rand.New(rand.NewPCG(seed, 13)))
		if !ok {
			continue
		}
		p, err := c.variant.ParseFEN(q.FEN)
		if err != nil {
			t.Fatalf("%s: %v", q.FEN, err)
		}
		all, made = append(all, p), append(made, q)
	}
	return all, made
}

// counted counts the positions of a list in which something is so.
func counted(all []board.Position, is func(p *board.Position) bool) (n int) {
	for i := range all {
		if is(&all[i]) {
			n++
		}
	}
	return n
}

// In scattered positions one to nine pieces stand beside the kings, each number as often; of these the mover has
// a share from none to five in six; the kinds are as often as [extras] has them.
func TestScatterPieces(t *testing.T) {
	all, _ := thrown(t, "pacifist1", 20_000, (*composer).scatter)
	// Both kings in one hand make every position legal, whatever else stands there.
	one := slices.DeleteFunc(all, func(p board.Position) bool {
		return !p.Kingless(p.Turn) &&
			!p.Kingless(p.Turn.Other())
	})
	pieces, own := 0, 0
	kinds := [6]int{}
	for i := range one {
		p := &one[i]
		pieces += p.Occupied().Count() - 2
		own += (p.Colours[p.Turn] &^ p.Kings).Count()
		for s := range (p.Occupied() &^ p.Kings).All {
			kinds[p.KindAt(s)]++
		}
	}
	for n := 1; n <= 9; n++ {
		near(t, fmt.Sprint(n, " pieces"),
			counted(one, func(p *board.Position) bool { return p.Occupied().Count() == n+2 }), len(one), 1./9)
	}
	near(t, "movers without a king", counted(one, func(p *board.Position) bool { return p.Kingless(p.Turn) }),
		len(one), 2./3)
	near(t, "white movers", counted(one, func(p *board.Position) bool { return p.Turn == board.White }), len(one), 1./2)
	if share := float64(own) / float64(pieces); share < 0.39 || share > 0.44 { // 0 to 5 of 6, in the mean 2.5
		t.Errorf("%.3f of the pieces are the mover's", share)
	}
	for kind, want := range map[board.Kind]float64{board.Pawn: 4, board.Knight: 2, board.Bishop: 2, board.Rook: 2,
		board.Queen: 2} {
		near(t, kind.String(), kinds[kind], pieces, want/12)
	}
}
