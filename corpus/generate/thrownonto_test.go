package generate

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"turncoat/corpus/internal/probe"
	"turncoat/internal/rulestest"
	"turncoat/rules"
	"turncoat/rules/board"
)

// read returns the position of a FEN.
func read(t *testing.T, g *rules.Variant, fen string) board.Position {
	t.Helper()
	p, err := g.ParseFEN(fen)
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	return p
}

// Three sliders come into a line with a piece, rooks or bishops four times in five, otherwise queens; one time
// in four they are the mover's; two squares in three that are free get one.
func TestLineUp(t *testing.T) {
	const n = 20_000
	var start, corner board.Position
	// four squares are ahead to the right and up, three otherwise
	start.Put(squareAt(t, "d4"), board.Piece{Kind: board.King})
	directions := map[heading]int{}
	placed, queens, own, done, next := 0, 0, 0, 0, 0
	for seed := range uint64(n) {
		p := start
		ok := (&composer{}).lineUp(rand.New(rand.NewPCG(seed, 17)), &p)
		sliders := (p.Occupied() &^ start.Occupied()).Squares()
		if ok != (len(sliders) == 3) {
			t.Fatalf("%t: %s", ok, p.Board())
		}
		if !ok {
			continue
		}
		done++
		h, _ := line(squareAt(t, "d4"), sliders[0])
		directions[h]++
		if p.Occupied().Has(board.At(3+h.files, 3+h.ranks)) {
			next++
		}
		if p.Colours[p.Turn].Has(sliders[0]) {
			own++
		}
		for _, s := range sliders {
			along, _ := line(squareAt(t, "d4"), s)
			kind := board.Rook
			if h.files != 0 && h.ranks != 0 {
				kind = board.Bishop
			}
			if along != h || p.KindAt(s) != kind && p.KindAt(s) != board.Queen ||
				p.PieceAt(s).Colour != p.PieceAt(sliders[0]).Colour {
				t.Fatalf("%s", p.Board())
			}
			placed++
			if p.KindAt(s) == board.Queen {
				queens++
			}
		}
	}
	near(t, "queens", queens, placed, 1./5)
	near(t, "the mover's", own, done, 1./4)
	two := 2. / 3 * 2 / 3 * 2 / 3
	short, long := two, two+3*two/3 // all of three squares, or three of four
	kept := 0.
	for files := -1; files <= 1; files++ {
		for ranks := -1; ranks <= 1; ranks++ {
			if files == 0 && ranks == 0 {
				continue
			}
			want := short
			if files >= 0 && ranks >= 0 {
				want = long
			}
			kept += want / 9
			near(t, fmt.Sprint(files, ranks), directions[heading{files, ranks}], n, want/9)
		}
	}
	near(t, "lined up", done, n, kept)
	// of three of four one line leaves out the first
	near(t, "beside the piece", next, done, (5*short+3*(two+2*two/3))/(5*short+3*long))
	// From the corners nothing is beyond the board, and all that is on it is reached.
	corner.Put(squareAt(t, "a1"), board.Piece{Kind: board.King})
	reached := board.Bitboard(0)
	for seed := range uint64(n) {
		p := corner
		if (&composer{}).lineUp(rand.New(rand.NewPCG(seed, 17)), &p) {
			reached |= p.Occupied()
		}
	}
	for _, name := range []string{"a2", "b2", "b1", "a7", "g1", "g7", "a3", "c1"} {
		if !reached.Has(squareAt(t, name)) {
			t.Errorf("%s is not reached", name)
		}
	}
}

// What is exposed are positions for castling with one to three enemy sliders more: on the file where a king
// ends, from the second rank to the seventh, or up to four squares away on its diagonals.
func TestExposed(t *testing.T) {
	set := rulestest.Builtin(t, "pacifist1")
	c := &composer{variant: rules.New(set), family: set.Family}
	kinds, seen := map[board.Kind]int{}, map[string]int{}
	sum, n, added3, sides := 0, 0, 0, [2]int{}
	for seed := range uint64(4_000) {
		plain, ok := c.castling(rand.New(rand.NewPCG(seed, 19)))
		if !ok {
			continue
		}
		q, ok := c.exposed(rand.New(rand.NewPCG(seed, 19)))
		if !ok {
			continue
		}
		before, p := read(t, c.variant, plain.FEN), read(t, c.variant, q.FEN)
		added := p.Occupied() &^ before.Occupied()
		if added.Count() > 3 || before.Occupied()&^p.Occupied() != 0 {
			t.Fatalf("%s is exposed as %s", plain.FEN, q.FEN)
		}
		n++
		sum += added.Count()
		if added.Count() == 3 {
			added3++
		}
		wings := [2]bool{true, true}
		for s := range added.All {
			kinds[p.KindAt(s)]++
			if p.PieceAt(s).Colour == p.Turn {
				t.Fatalf("%s is exposed to its own", plain.FEN)
			}
			at := mirrored(&p, s)
			for wing, end := range []int{2, 6} {
				files, ranks := at.File()-end, at.Rank()
				wings[wing] = wings[wing] && (files == 0 && ranks >= 1 && ranks <= 6 || abs(files) == ranks &&
					ranks <= 4)
			}
		}
		for wing, end := range []int{2, 6} {
			for s := range added.All {
				if at := mirrored(&p, s); wings[wing] && !wings[1-wing] {
					seen[fmt.Sprintf("%d: %+d+%d", wing, at.File()-end, at.Rank())]++
				}
			}
		}
		for wing := range sides {
			if added != 0 && wings[wing] && !wings[1-wing] {
				sides[wing]++
			}
		}
		if added != 0 && !wings[0] && !wings[1] {
			t.Errorf("%s is exposed as %s: none looks at where the king ends", plain.FEN, q.FEN)
		}
	}
	total := 0
	for _, k := range kinds {
		total += k
	}
	for _, kind := range []board.Kind{board.Queen, board.Rook, board.Bishop} {
		near(t, kind.String(), kinds[kind], total, 1./3)
	}
	for wing, left := range []int{2, 4} { // so far the diagonal goes on to the left, 5 and 1 to the right
		for d := 1; d <= 6; d++ {
			want := []string{fmt.Sprintf("%d: +0+%d", wing, d)}
			if d <= 4 && d <= left {
				want = append(want, fmt.Sprintf("%d: -%d+%d", wing, d, d))
			}
			if d <= 4 && d <= []int{4, 1}[wing] {
				want = append(want, fmt.Sprintf("%d: +%d+%d", wing, d, d))
			}
			for _, at := range want {
				if seen[at] < n/200 {
					t.Errorf("%s: %d", at, seen[at])
				}
			}
		}
	}
	// on the c-file's side fewer leave the board
	if share := float64(sides[0]) / float64(sides[0]+sides[1]); share < 0.45 || share > 0.58 {
		t.Errorf("%.2f are exposed on the a-wing", share)
	}
	// Of three tries two in three are on the file; on a diagonal three in eight or one in four leave the board. Some
	// squares are taken.
	if mean := float64(sum) / float64(n); mean < 1.4 || mean > 1.75 || 10*added3 < n || 5*added3 > n {
		t.Errorf("%.2f sliders come in the mean, three of them %d times of %d", mean, added3, n)
	}
}

// Something that could be a knight, a bishop or a queen of either side comes between king and rook, on each of
// the squares as often, and on nothing but one.
func TestHinder(t *testing.T) {
	set := rulestest.Builtin(t, "pacifist1")
	c := &composer{variant: rules.New(set), family: set.Family}
	kinds, at := map[board.Kind]int{}, map[string]int{}
	own, n := 0, 0
	wings := [2]int{}
	for seed := range uint64(10_000) {
		plain, _ := c.castling(rand.New(rand.NewPCG(seed, 23)))
		q, ok := c.hinder(rand.New(rand.NewPCG(seed, 23)))
		if !ok {
			continue
		}
		before, p := read(t, c.variant, plain.FEN), read(t, c.variant, q.FEN)
		added := p.Occupied() &^ before.Occupied()
		if added.Count() != 1 || p.Occupied() != before.Occupied()|added {
			continue // it comes in the place of another
		}
		s := added.First()
		n++
		kinds[p.KindAt(s)]++
		if p.Colours[p.Turn].Has(s) {
			own++
		}
		for wing := range 2 {
			right := p.Rights[board.RightIndex(p.Turn, board.CastlingSide(wing))]
			if !right.Held() || s < min(right.King, right.Rook) || s > max(right.King, right.Rook) {
				continue
			}
			wings[wing]++
			if right.King.File() == 4 && (right.Rook.File() == 0 || right.Rook.File() == 7) {
				at[fmt.Sprintf("%c", 'a'+s.File())]++
			}
		}
	}
	if wings[0]+wings[1] != n || n < 1500 {
		t.Errorf("%v of %d are hindered", wings, n)
	}
	near(t, "the mover's", own, n, 1./2)
	for _, kind := range []board.Kind{board.Knight, board.Bishop, board.Queen} {
		near(t, kind.String(), kinds[kind], n, 1./3)
	}
	long, short := at["b"]+at["c"]+at["d"], at["f"]+at["g"]
	for _, file := range []string{"b", "c", "d"} {
		if share := float64(at[file]) / float64(long); share < 0.28 || share > 0.40 { // some stand there before
			t.Errorf("%.2f on the %s-file", share, file)
		}
	}
	if share := float64(at["f"]) / float64(short); share < 0.42 || share > 0.58 || len(at) != 5 {
		t.Errorf("%.2f on the f-file: %v", share, at)
	}
	if share := float64(short) / float64(short+long); share < 0.4 || share > 0.6 {
		t.Errorf("%.2f on the wing of the king", share)
	}
}

// A position is changed in one thing to three: a piece comes, goes, moves, changes sides or becomes another;
// kings and what rights name stay, but that kings change sides where there may be two. One time in eight the
// other side is to move.
func TestMutate(t *testing.T) {
	const fen, n = "4k3/8/2n5/8/5b2/8/8/R3K3 w Q - 3 9", 8_000
	set := rulestest.Builtin(t, "pacifist1")
	c := &composer{variant: rules.New(set), family: set.Family}
	start := read(t, c.variant, fen)
	counts := map[int]int{}
	turned, moved, crowned, recoloured, became, made := 0, 0, 0, 0, 0, 0
	for seed := range uint64(n) {
		q, ok := c.mutate(rand.New(rand.NewPCG(seed, 29)), probe.Question{FEN: fen})
		if !ok {
			continue
		}
		made++
		p := read(t, c.variant, q.FEN)
		counts[p.Occupied().Count()]++
		if p.Turn != start.Turn {
			turned++
		}
		for _, s := range start.Rights.Squares().Squares() {
			if p.PieceAt(s) != start.PieceAt(s) {
				t.Fatalf("%s: what a right names has changed", q.FEN)
			}
		}
		if p.Kings.Count() != 2 || p.Clock != 0 || p.Number != 1 {
			t.Fatalf("%s", q.FEN)
		}
		if king := p.Kings &^ start.Rights.Squares(); king != start.Kings&^start.Rights.Squares() {
			moved++
		} else if p.Colours[board.White]&king != 0 {
			crowned++
		}
		c6 := squareAt(t, "c6")
		if p.PieceAt(c6) == (board.Piece{Kind: board.Knight, Colour: board.White}) {
			recoloured++
		}
		if kind := p.KindAt(c6); kind != board.NoKind && kind != board.Knight {
			became++
		}
	}
	near(t, "the other side to move", turned, made, 1./8)
	for what, n := range map[string]int{"kings moved": moved, "kings crowned": crowned,
		"knights recoloured": recoloured} {
		// In the mean two things are changed, each in one of five ways, on one of five pieces: 8 in a hundred.
		if n < made/20 || n > made*12/100 {
			t.Errorf("%s: %d of %d", what, n, made)
		}
	}
	if became == 0 || became > made/50 { // the other kind falls somewhere near
		t.Errorf("another kind on its square: %d", became)
	}
	for pieces := 3; pieces <= 8; pieces++ {
		if counts[pieces] == 0 {
			t.Errorf("no position has %d pieces", pieces)
		}
	}
	// One comes one time in five; of five pieces two may go, one time in five: 8 in a hundred.
	if more, fewer := counts[6]+counts[7]+counts[8], counts[3]+counts[4]; len(counts) != 6 || more < made*28/100 ||
		more > made*38/100 || fewer < made*9/100 || fewer > made*18/100 {
		t.Errorf("pieces: %v", counts)
	}
	if q, ok := c.mutate(rand.New(rand.NewPCG(1, 1)), probe.Question{FEN: "x"}); ok {
		t.Errorf("of nothing %v is made", q)
	}
	// After moves the side stays; and in other families kings keep theirs.
	chess := rulestest.Builtin(t, "chess")
	c = &composer{variant: rules.New(chess), family: chess.Family}
	made = 0
	for seed := range uint64(500) {
		if q, ok := c.mutate(rand.New(rand.NewPCG(seed, 29)), probe.Question{FEN: fen, Moves: []string{"a1a2"}}); ok {
			p := read(t, c.variant, q.FEN)
			made++
			if p.Turn != board.White || len(q.Moves) != 1 || p.Kingless(board.White) || p.Kingless(board.Black) {
				t.Errorf("%+v", q)
			}
		}
	}
	if made < 300 {
		t.Errorf("%d of 500 are made in chess", made)
	}
}
