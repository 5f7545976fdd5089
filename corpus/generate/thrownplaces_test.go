package generate

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"turncoat/internal/rulestest"
	"turncoat/rules"
	"turncoat/rules/board"
)

// mirrored returns a square as the mover sees it, from White's side.
func mirrored(p *board.Position, s board.Square) board.Square {
	if p.Turn == board.Black {
		return board.At(s.File(), 7-s.Rank())
	}
	return s
}

// heldRight returns the only right of the mover, and its wing.
func heldRight(t *testing.T, p *board.Position) (right board.Right, wing board.CastlingSide) {
	t.Helper()
	a, h := p.Rights[board.RightIndex(p.Turn, board.QueenSide)], p.Rights[board.RightIndex(p.Turn, board.KingSide)]
	if a.Held() == h.Held() {
		t.Fatalf("%s has not one right", p.Board())
	}
	if h.Held() {
		return h, board.KingSide
	}
	return a, board.QueenSide
}

// Beside what castles there are a king of the other side, which one time in four castles too, and up to six
// pieces, each number as often.
func TestCastlingPieces(t *testing.T) {
	all, _ := thrown(t, "pacifist1", 20_000, (*composer).castling)
	want := [13]float64{}
	for own, chanceOwn := range map[int]float64{2: 2. / 3, 3: 1. / 3} { // the king with a rook or two
		for other, chanceOther := range map[int]float64{1: 3. / 4, 2: 1. / 4 * 2 / 3, 3: 1. / 4 / 3} {
			for extra := range 7 {
				want[own+other+extra] += chanceOwn * chanceOther / 7
			}
		}
	}
	for n, chance := range want {
		near(t, fmt.Sprint(n, " pieces"),
			counted(all, func(p *board.Position) bool { return p.Occupied().Count() == n }), len(all), chance)
	}
	near(t, "white movers", counted(all, func(p *board.Position) bool { return p.Turn == board.White }), len(all), 1./2)
	near(t, "the other side castles", counted(all, func(p *board.Position) bool {
		return p.Rights[board.RightIndex(p.Turn.Other(), board.QueenSide)].Held() ||
			p.Rights[board.RightIndex(p.Turn.Other(), board.KingSide)].Held()
	}), len(all), 1./4)
}

// dropped returns how much of what drop lets fall round a centre falls on each file and rank.
func dropped(centre board.Square) (files, ranks [8]float64) {
	sum := 0.
	var share [64]float64
	for s := range board.NoSquare {
		share[s] = 1. / 3 / 64
		if abs(s.File()-centre.File()) <= 3 && abs(s.Rank()-centre.Rank()) <= 3 {
			share[s] += 2. / 3 / 49
		}
		sum += share[s]
	}
	for s := range board.NoSquare {
		files[s.File()] += share[s] / sum
		ranks[s.Rank()] += share[s] / sum
	}
	return files, ranks
}

// round holds where pieces stand, as the mover sees them, to where drop lets them fall round some centres. What
// other pieces stand on is left free, so that it holds within two in a hundred, and not on the first rank.
func round(t *testing.T, what string, all []board.Position, pieces func(p *board.Position) board.Bitboard,
	centres ...string) {
	t.Helper()
	const slack = 0.02
	var files, ranks [8]int
	n := 0
	for i := range all {
		for s := range pieces(&all[i]).All {
			s = mirrored(&all[i], s)
			files[s.File()]++
			ranks[s.Rank()]++
			n++
		}
	}
	var wantFiles, wantRanks [8]float64
	for _, centre := range centres {
		f, r := dropped(squareAt(t, centre))
		for i := range 8 {
			wantFiles[i] += f[i] / float64(len(centres))
			wantRanks[i] += r[i] / float64(len(centres))
		}
	}
	for i := range 8 {
		if got := float64(files[i]) / float64(n); n < 1000 || got < wantFiles[i]-slack || got > wantFiles[i]+slack {
			t.Errorf("%s: %.3f of %d on the %c-file, want %.3f", what, got, n, 'a'+i, wantFiles[i])
		}
		if got := float64(ranks[i]) / float64(n); i > 0 && (got < wantRanks[i]-slack || got > wantRanks[i]+slack) {
			t.Errorf("%s: %.3f of %d on rank %d, want %.3f", what, got, n, i+1, wantRanks[i])
		}
	}
}

// whites keeps the positions with White to move: where a centre is on one side of the board only the mover sees
// another one.
func whites(all []board.Position) (some []board.Position) {
	for _, p := range all {
		if p.Turn == board.White {
			some = append(some, p)
		}
	}
	return some
}

func enemyKing(p *board.Position) board.Bitboard { return p.Kings & p.Colours[p.Turn.Other()] }

func minor(p *board.Position) board.Bitboard { return p.Knights | p.Bishops }

// The other king falls round e5, the pieces beside it round the squares that each kind of position names.
func TestFallRound(t *testing.T) {
	all, _ := thrown(t, "pacifist1", 20_000, (*composer).castling)
	round(t, "castling", all, minor, "c2", "d2", "e2", "f2", "g2")
	free := whites(all)
	for i := range free {
		if free[i].Rights[board.RightIndex(board.Black, board.QueenSide)].Held() ||
			free[i].Rights[board.RightIndex(board.Black, board.KingSide)].Held() {
			free[i].Kings = 0 // it was put there to castle
		}
	}
	round(t, "the other king", free, enemyKing, "e5")
	all, _ = thrown(t, "pacifist1", 8_000, (*composer).inner)
	round(t, "the other king beside an inner rook", whites(all), enemyKing, "e5")
	round(t, "beside an inner rook", whites(all), minor, "e4")
	all, _ = thrown(t, "pacifist1", 8_000, (*composer).inward)
	round(t, "the other king beside an inward rook", whites(all), enemyKing, "e5")
	round(t, "beside an inward rook", whites(all), minor, "e5")
	all, _ = thrown(t, "pacifist1", 20_000, (*composer).beyond)
	round(t, "the other king beside what is beyond", whites(all), enemyKing, "e5")
}

// A right names a rook beside a king on one of the middle files, and the mover has another one further out; up
// to three pieces come.
func TestInner(t *testing.T) {
	all, _ := thrown(t, "pacifist1", 8_000, (*composer).inner)
	hits := map[[2]int]int{}
	outer := map[[3]int]int{}
	for i := range all {
		p := &all[i]
		right, _ := heldRight(t, p)
		at := [2]int{right.King.File(), right.Rook.File()}
		hits[at]++
		rooks := p.Rooks & p.Colours[p.Turn] & board.Bitboard(0xff<<(8*p.Turn.FirstRank())) &^ right.Rook.Bit()
		if rooks.Count() == 1 {
			outer[[3]int{at[0], at[1], rooks.First().File()}]++
		}
	}
	for king := 2; king <= 5; king++ {
		for _, rook := range []int{king - 1, king + 1} {
			near(t, fmt.Sprintf("king on the %c-file, rook on the %c-file", 'a'+king, 'a'+rook),
				hits[[2]int{king, rook}], len(all), 1./8)
			delete(hits, [2]int{king, rook})
			var places []int
			for file := range 8 {
				if rook < king && file < rook || rook > king && file > rook {
					places = append(places, file)
				}
			}
			for _, file := range places {
				at := [3]int{king, rook, file}
				// now and then another rook falls there
				if share := float64(outer[at]) * 8 * float64(len(places)) / float64(len(all)); share < 0.8 ||
					share > 1.1 {
					t.Errorf("%v: the outer rook stands there %.2f times as often as it should", at, share)
				}
				delete(outer, at)
			}
		}
	}
	// the rook that falls there is the mover's, too, and the outer one is not on the rank: never
	for at := range outer {
		t.Errorf("%v", at)
	}
	for n := 4; n <= 7; n++ {
		near(t, fmt.Sprint(n, " pieces"),
			counted(all, func(p *board.Position) bool { return p.Occupied().Count() == n }), len(all), 1./4)
	}
	near(t, "white movers", counted(all, func(p *board.Position) bool { return p.Turn == board.White }), len(all), 1./2)
	if len(hits) > 0 {
		t.Error(hits)
	}
}

// The rook of a king on one of the middle files stands on none of the corners; up to two pieces come.
func TestInward(t *testing.T) {
	all, _ := thrown(t, "pacifist1", 8_000, (*composer).inward)
	hits := map[[2]int]int{}
	for i := range all {
		right, wing := heldRight(t, &all[i])
		if (wing == board.KingSide) != (right.Rook > right.King) {
			t.Errorf("%s: wing %d", all[i].Board(), wing)
		}
		hits[[2]int{right.King.File(), right.Rook.File()}]++
	}
	// An extra rook of the mover's further out is the one that the letter names: so it is a little less.
	for king := 2; king <= 5; king++ {
		for rook := 1; rook <= 6; rook++ {
			places := 6 - king
			if rook < king {
				places = king - 1
			}
			if rook == king {
				continue
			}
			at := [2]int{king, rook}
			if share := float64(hits[at]) * 8 * float64(places) / float64(len(all)); share < 0.88 || share > 1.12 {
				t.Errorf("king on the %c-file, rook on the %c-file: %.2f times as often as it should be", 'a'+king,
					'a'+rook, share)
			}
		}
	}
	for n := 3; n <= 5; n++ {
		near(t, fmt.Sprint(n, " pieces"),
			counted(all, func(p *board.Position) bool { return p.Occupied().Count() == n }), len(all), 1./3)
	}
	near(t, "white movers", counted(all, func(p *board.Position) bool { return p.Turn == board.White }), len(all), 1./2)
}

// A knight, a bishop or a queen of either side stands in the way of king and rook, but not between them.
func TestBeyond(t *testing.T) {
	all, _ := thrown(t, "pacifist1", 30_000, (*composer).beyond)
	type place struct{ king, rook, beyond int }
	want, kept := map[place]float64{}, 0.
	for king := 1; king <= 6; king++ {
		for rook := range 8 {
			ends, chance := [2]int{2, 3}, 1./6/2/float64(king) // king and rook end on the c- and d-files
			if rook > king {
				ends, chance = [2]int{6, 5}, 1./6/2/float64(7-king) // on the g- and f-files
			}
			if rook == king {
				continue
			}
			var rest []int
			for file := range 8 {
				beside := file < min(king, rook) && file >= min(ends[0], ends[1]) || file > max(king, rook) &&
					file <= max(ends[0], ends[1])
				if beside {
					rest = append(rest, file)
				}
			}
			for _, file := range rest {
				want[place{king, rook, file}] = chance / float64(len(rest))
				kept += chance / float64(len(rest))
			}
		}
	}
	got := map[place]int{}
	kinds, own := map[board.Kind]int{}, 0
	for i := range all {
		p := &all[i]
		right, _ := heldRight(t, p)
		others := p.Occupied() &^ p.Kings &^ right.Rook.Bit()
		if others.Count() != 1 || p.Kings.Count() != 2 {
			t.Fatalf("%s", p.Board())
		}
		s := others.First()
		if s.Rank() != right.King.Rank() {
			t.Fatalf("%s", p.Board())
		}
		got[place{right.King.File(), right.Rook.File(), s.File()}]++
		kinds[p.KindAt(s)]++
		if p.Colours[p.Turn].Has(s) {
			own++
		}
	}
	for at, chance := range want {
		near(t, fmt.Sprintf("%+v", at), got[at], len(all), chance/kept)
		delete(got, at)
	}
	if len(got) > 0 {
		t.Errorf("%v", got)
	}
	for _, kind := range []board.Kind{board.Knight, board.Bishop, board.Queen} {
		near(t, kind.String(), kinds[kind], len(all), 1./3)
	}
	near(t, "the mover's", own, len(all), 1./2)
	near(t, "composed", len(all), 30_000, kept)
}

// The king stands in a corner, queen and king of the enemy within three files and ranks of it, and up to two
// pieces come.
func TestStuck(t *testing.T) {
	all, _ := thrown(t, "pacifist1", 20_000, (*composer).stuck)
	corners, kings, queens := map[board.Square]int{}, map[[2]int]int{}, map[[2]int]int{}
	for i := range all {
		p := &all[i]
		king := (p.Kings & p.Colours[p.Turn]).First()
		corners[king]++
		from := func(s board.Square) [2]int { return [2]int{abs(s.File() - king.File()), abs(s.Rank() - king.Rank())} }
		kings[from(enemyKing(p).First())]++
		if p.Occupied().Count() == 3 {
			queens[from((p.Of(board.Queen)&p.Colours[p.Turn.Other()]).First())]++
		}
	}
	for name := range map[string]bool{"a1": true, "a8": true, "h1": true, "h8": true} {
		near(t, name, corners[squareAt(t, name)], len(all), 1./4)
	}
	for file := range 4 {
		for rank := range 4 {
			at := [2]int{file, rank}
			if at == [2]int{} {
				continue
			}
			if kings[at] < len(all)/40 || queens[at] < len(all)/160 { // of fifteen squares
				t.Errorf("the king stands %v from the corner %d times, the queen %d", at, kings[at], queens[at])
			}
			delete(kings, at)
			delete(queens, at)
		}
	}
	if len(kings)+len(queens) > 0 {
		t.Errorf("%v, %v", kings, queens)
	}
	share(t, "three pieces", all, 30, 37, func(p *board.Position) bool { return p.Occupied().Count() == 3 })
	share(t, "four pieces", all, 30, 37, func(p *board.Position) bool { return p.Occupied().Count() == 4 })
	share(t, "five pieces", all, 30, 37, func(p *board.Position) bool { return p.Occupied().Count() == 5 })
	near(t, "white movers", counted(all, func(p *board.Position) bool { return p.Turn == board.White }), len(all), 1./2)
}

// The enemy has the rook in the corner and moves it away; the rook beside it comes there, and something else is moved.
func TestTakenAway(t *testing.T) {
	all, made := thrown(t, "pacifist1", 3000, (*composer).takenAway)
	g := rules.New(rulestest.Builtin(t, "pacifist1"))
	beside := [3]int{}
	wings, sides := [2]int{}, [2]int{}
	for i := range all {
		p := &all[i]
		side := p.Turn.Other()
		var wing board.CastlingSide
		if p.Rights[board.RightIndex(side, board.KingSide)].Held() {
			wing = board.KingSide
		}
		corner := board.At(7*int(wing), side.FirstRank())
		if right := p.Rights[board.RightIndex(side, wing)]; right != (board.Right{King: board.At(4, side.FirstRank()),
			Rook: corner}) || p.PieceAt(corner) != (board.Piece{Kind: board.Rook, Colour: p.Turn}) {
			t.Fatalf("%+v", made[i])
		}
		wings[wing]++
		sides[side]++
		inward := 1 - 2*int(wing)
		for step := 1; step <= 2; step++ {
			if p.PieceAt(board.At(corner.File()+step*inward, corner.Rank())) == (board.Piece{Kind: board.Rook,
				Colour: side}) {
				beside[step]++
				break
			}
		}
		path, turns := replayed(made[i], g)
		if len(turns) != 3 || turns[0].Move.From != corner || turns[1].Move.To != corner ||
			turns[2].Move.To == corner || turns[2].Converted.Has(corner) ||
			path[3].PieceAt(corner).Kind == board.NoKind {
			t.Errorf("%+v", made[i])
		}
	}
	if beside[1]+beside[2] != len(all) {
		t.Errorf("beside the corner %v rooks of %d", beside, len(all))
	}
	for what, n := range map[string]int{"beside": beside[1], "two away": beside[2], "on the a-wing": wings[0],
		"for White": sides[0]} {
		if 10*n < 3*len(all) || 10*n > 7*len(all) {
			t.Errorf("%s: %d of %d", what, n, len(all))
		}
	}
	for n, low := range map[int]int{6: 25, 7: 25, 8: 25} { // two to four beside kings and rooks
		share(t, fmt.Sprint(n, " pieces"), all, low, 42,
			func(p *board.Position) bool { return p.Occupied().Count() == n })
	}
	low, high := counted(all, func(p *board.Position) bool { return minor(p)&ranksOf(p, 0, 5) != 0 }),
		counted(all, func(p *board.Position) bool { return minor(p)&ranksOf(p, 6, 7) != 0 })
	if high*3 > low { // they fall round the third rank
		t.Errorf("in %d positions something stands on the first six ranks, in %d beyond", low, high)
	}
	if _, ok := (&composer{variant: rules.New(rulestest.Builtin(t, "conversion"))}).takenAway(rand.New(rand.NewPCG(1,
		1))); ok {
		t.Error("in conversion chess nothing is taken away")
	}
}

// ranksOf returns the ranks from one to another as the side that is not to move counts them.
func ranksOf(p *board.Position, from, to int) (ranks board.Bitboard) {
	for rank := from; rank <= to; rank++ {
		at := rank
		if p.Turn == board.White {
			at = 7 - rank
		}
		ranks |= 0xff << (8 * at)
	}
	return ranks
}
