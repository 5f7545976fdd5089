package generate

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"turncoat/corpus/internal/probe"
	"turncoat/internal/rulestest"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// A knight gives check on any of its eight leaps, from any square of the board.
func TestStruck(t *testing.T) {
	all, _ := thrown(t, "chess", 8_000, (*composer).struck)
	leaps, from := map[heading]int{}, board.Bitboard(0)
	for i := range all {
		king := (all[i].Kings & all[i].Colours[all[i].Turn]).First()
		for s := range (all[i].Knights & all[i].Colours[all[i].Turn.Other()]).All {
			if h := (heading{s.File() - king.File(), s.Rank() - king.Rank()}); abs(h.files*h.ranks) == 2 {
				leaps[h]++
				from |= s.Bit()
			}
		}
	}
	for _, h := range []heading{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}} {
		if leaps[h] < len(all)/10 || leaps[h] > len(all)/6 {
			t.Errorf("%v: %d of %d", h, leaps[h], len(all))
		}
	}
	if from != ^board.Bitboard(0) {
		t.Errorf("no knight gives check from %v", (^from).Squares())
	}
}

// A pawn that has just made two steps stands on every file; enemy pawns stand beside it, one time in two on each
// side where there is one, for both sides.
func TestPassing(t *testing.T) {
	all, _ := thrown(t, "chess", 8_000, (*composer).passing)
	hits, taken, possible := map[string]int{}, 0, 0
	for i := range all {
		p := &all[i]
		rank := 4 - int(p.Turn) // where the pawns stand
		if p.EnPassant == board.NoSquare {
			continue
		}
		passed := p.EnPassant.File()
		for _, side := range []int{-1, 1} {
			if at := passed + side; at >= 0 && at < 8 &&
				p.PieceAt(board.At(at, rank)) == (board.Piece{Kind: board.Pawn, Colour: p.Turn}) {
				hits[fmt.Sprintf("%c%d by %c", 'a'+passed, rank+1, 'a'+at)]++
			}
		}
		taken++
	}
	for _, rank := range []int{4, 5} {
		for file := 'a'; file <= 'h'; file++ {
			for _, by := range []rune{file - 1, file + 1} {
				name := fmt.Sprintf("%c%d by %c", file, rank, by)
				if by >= 'a' && by <= 'h' {
					if possible++; hits[name] < taken/60 {
						t.Errorf("%s: %d of %d", name, hits[name], taken)
					}
				}
			}
		}
	}
	if len(hits) != possible {
		t.Errorf("%v", hits)
	}
	// A pawn on a- or h-file has one neighbour, the six others two, that are there one time in two: 1/4*1/2+3/4*3/4
	// is 11/16; some pawns are pinned.
	if share := float64(taken) / float64(len(all)); share < 0.60 || share > 0.75 {
		t.Errorf("%.2f of the pawns can be taken", share)
	}
}

// One or two turns or three follow on a position for castling, of which one side or the other is to move.
func TestHistory(t *testing.T) {
	set := rulestest.Builtin(t, "pacifist1")
	c := &composer{variant: rules.New(set), family: set.Family}
	moves, n, passed := map[int]int{}, 0, 0
	for seed := range uint64(3000) {
		plain, ok := c.castling(rand.New(rand.NewPCG(seed, 31)))
		q, ok2 := c.history(rand.New(rand.NewPCG(seed, 31)))
		if !ok || !ok2 {
			continue
		}
		n++
		moves[len(q.Moves)]++
		if read(t, c.variant, plain.FEN).Turn != read(t, c.variant, q.FEN).Turn {
			passed++
		}
		if path, _ := replayed(q, c.variant); path == nil {
			t.Errorf("%+v cannot be played", q)
		}
	}
	near(t, "the other side begins", passed, n, 1./2)
	for most := 1; most <= 3; most++ {
		if moves[most] < n/5 || moves[most] > n/2 { // each number as often, but of more the game is over sooner
			t.Errorf("%d turns: %d of %d", most, moves[most], n)
		}
	}
}

// What a right names is converted where it stands and then converted back, by something else, and one more turn
// follows.
func TestConvertedBack(t *testing.T) {
	for _, name := range []string{"pacifist1", "conversion"} {
		c, all := some(t, name, 8, func(c *composer, r *rand.Rand) (probe.Question, bool) { return c.convertedBack(r) })
		for _, q := range all {
			path, turns := replayed(q, c.variant)
			if len(turns) != 3 {
				t.Fatalf("%s: %+v", name, q)
			}
			named := path[0].Rights.Squares() & path[0].Colours[path[1].Turn]
			lost := turns[0].Converted & named
			if lost == 0 || lost&^turns[1].Converted != 0 || named.Has(turns[1].Move.From) ||
				path[2].Colours[path[1].Turn]&lost != lost {
				t.Errorf("%s: %+v: %v is lost", name, q, lost.Squares())
			}
		}
	}
}

// A king or rook that a right names leaves and comes back, or another king moves; in between nothing touches
// what the right names, and at the end it is lost.
func TestThereAndBack(t *testing.T) {
	for _, name := range []string{"pacifist1", "chess"} {
		c, all := some(t, name, 120, func(c *composer, r *rand.Rand) (probe.Question,
			bool) {
			return c.thereAndBack(r)
		})
		lengths := map[int]int{}
		for _, q := range all {
			path, turns := replayed(q, c.variant)
			named := path[0].Rights.Squares()
			lengths[len(turns)]++
			first := turns[0].Move
			there := named.Has(first.From) && len(turns) == 4 && turns[2].Move.From == first.To &&
				turns[2].Move.To == first.From
			another := path[0].Kings.Has(first.From) && !named.Has(first.From) && len(turns) == 2
			if !there && !another || path[len(path)-1].Turn != path[0].Turn || len(lostRights(q, c.variant)) == 0 {
				t.Errorf("%s: %+v", name, q)
				continue
			}
			for i := 1; i < len(turns); i += 2 {
				if m := turns[i]; (m.Converted|m.Reclaimed|m.Move.From.Bit()|m.Move.To.Bit())&named != 0 {
					t.Errorf("%s: %+v: turn %d touches what a right names", name, q, i+1)
				}
			}
		}
		if lengths[4] == 0 || (lengths[2] > 0) != (c.family == ruleset.Pacifist) {
			t.Errorf("%s: turns %v", name, lengths)
		}
		// One in three of the Pacifist family is given both kings; few of these move the other one.
		if 15*lengths[2] > len(all) {
			t.Errorf("%v", lengths)
		}
	}
}

// Both sides get a pair of pieces of one kind, of which one stands on the file or the rank of a castling rook.
func TestCross(t *testing.T) {
	const n = 20_000
	kinds, files, ranks := map[board.Kind]int{}, map[int]int{}, map[int]int{}
	onFile, onRank, far := 0, 0, 0
	for seed := range uint64(n) {
		var p board.Position
		p.Put(squareAt(t, "h1"), board.Piece{Kind: board.Rook})
		(&composer{}).cross(rand.New(rand.NewPCG(seed, 37)), &p)
		for colour := range 2 {
			own := p.Colours[colour] &^ squareAt(t, "h1").Bit()
			kind := p.KindAt(own.First())
			if own.Count() > 2 || p.Of(kind)&own != own {
				t.Fatalf("%s", p.Board())
			}
			if own.Count() < 2 {
				continue // the first would have stood on the rook, or on the other side's
			}
			kinds[kind]++
			for s := range own.All {
				switch {
				case s.File() == 7:
					onFile++
					ranks[s.Rank()]++
				case s.Rank() == 0:
					onRank++
					files[s.File()]++
				default:
					far++
				}
			}
		}
	}
	pairs := kinds[board.Knight] + kinds[board.Bishop] + kinds[board.Rook] + kinds[board.Queen]
	for _, kind := range []board.Kind{board.Knight, board.Bishop, board.Rook, board.Queen} {
		near(t, kind.String(), kinds[kind], pairs, 1./4)
	}
	// The second of each pair falls round e5: on the h-file one time in seven or so, on the first rank one in
	// twenty-five.
	if far < pairs*3/4 || far > pairs*9/10 || onFile < pairs*55/100 || onFile > pairs*75/100 ||
		onRank < pairs*45/100 || onRank > pairs*60/100 {
		t.Errorf("of %d pairs %d pieces are on the file, %d on the rank, %d elsewhere", pairs, onFile, onRank, far)
	}
	for i := 1; i < 8; i++ {
		if ranks[i] < pairs/20 || files[i-1] < pairs/20 {
			t.Errorf("rank %d: %d, %c-file: %d of %d", i+1, ranks[i], 'a'+i-1, files[i-1], pairs)
		}
	}
}

// Three times in four a turn is taken that converts what a right names, where there is one; otherwise any.
func TestStep(t *testing.T) {
	const n = 8_000
	set := rulestest.Builtin(t, "pacifist1")
	c := &composer{variant: rules.New(set), family: set.Family}
	const fen = "r3k3/8/8/8/8/8/7K/1R6 w q - 0 1" // on a1 and b8 the rook converts the other
	start := read(t, c.variant, fen)
	corner := squareAt(t, "a8")
	touching := 0
	all := c.turns(&start)
	for i := range all {
		if all[i].Converted.Has(corner) {
			touching++
		}
	}
	if touching != 2 {
		t.Fatalf("%d turns convert the rook", touching)
	}
	hits := 0
	for seed := range uint64(n) {
		p, q := start, probe.Question{FEN: fen}
		if !c.step(rand.New(rand.NewPCG(seed, 41)), &p, &q) || len(q.Moves) != 1 || p.Turn != board.Black {
			t.Fatalf("%+v", q)
		}
		if p.Colours[board.White].Has(corner) {
			hits++
		}
	}
	near(t, "turns that convert the rook", hits, n, 3./4+1./4*2/float64(len(all)))
	p, q := read(t, c.variant, "8/8/8/8/8/K7/K7/8 b - - 0 1"), probe.Question{}
	if c.step(rand.New(rand.NewPCG(1, 1)), &p, &q) || len(q.Moves) != 0 {
		t.Errorf("without a turn %+v", q)
	}
}
