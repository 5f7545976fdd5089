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

// some calls make with so many sources of chance and returns the questions that it makes.
func some(t *testing.T, set string, n uint64, compose func(c *composer, r *rand.Rand) (probe.Question,
	bool)) (*composer, []probe.Question) {
	t.Helper()
	s := rulestest.Builtin(t, set)
	c := &composer{variant: rules.New(s), family: s.Family}
	var all []probe.Question
	for seed := range n {
		if q, ok := compose(c, rand.New(rand.NewPCG(seed, 11))); ok {
			all = append(all, q)
		}
	}
	if len(all) == 0 {
		t.Fatalf("%s: nothing is composed", set)
	}
	return c, all
}

// lined reports whether three sliders of one side stand in a line with a piece at its end, along which all of
// them bear.
func lined(p *board.Position) bool {
	for end := range p.Occupied().All {
		for _, h := range []heading{{0, 1}, {1, 0}, {0, -1}, {-1, 0}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
			found := [2]int{}
			for step := 1; step < 8; step++ {
				file, rank := end.File()+step*h.files, end.Rank()+step*h.ranks
				if file < 0 || file > 7 || rank < 0 || rank > 7 {
					break
				}
				piece := p.PieceAt(board.At(file, rank))
				slides := piece.Kind == board.Queen || piece.Kind == board.Rook && h.files*h.ranks == 0 ||
					piece.Kind == board.Bishop && h.files*h.ranks != 0
				if piece.Kind != board.NoKind && slides {
					found[piece.Colour]++
				}
			}
			if max(found[0], found[1]) >= 3 {
				return true
			}
		}
	}
	return false
}

// Three sliders in a line; enemy sliders that look at where a castling king ends.
func TestComposedLines(t *testing.T) {
	c, all := some(t, "pacifist1", 40, func(c *composer, r *rand.Rand) (probe.Question, bool) { return c.column(r) })
	for _, q := range all {
		if p, err := q.Position(c.variant); err != nil || !lined(&p) {
			t.Errorf("%s: no three sliders stand in a line, %v", q.FEN, err)
		}
	}
	c, all = some(t, "pacifist1", 300, func(c *composer, r *rand.Rand) (probe.Question, bool) { return c.exposed(r) })
	looked := 0
	for _, q := range all {
		p, err := q.Position(c.variant)
		if err != nil {
			t.Fatal(err)
		}
		if !p.Rights[board.RightIndex(p.Turn, board.QueenSide)].Held() &&
			!p.Rights[board.RightIndex(p.Turn, board.KingSide)].Held() {
			t.Errorf("%s: nobody may castle", q.FEN)
		}
		hit := false
		for s := range ((p.Of(board.Queen) | p.Of(board.Rook) | p.Of(board.Bishop)) & p.Colours[p.Turn.Other()]).All {
			for _, wing := range []board.CastlingSide{board.QueenSide, board.KingSide} {
				end, _ := board.CastlingEnds(p.Turn, wing)
				files, ranks := s.File()-end.File(), s.Rank()-end.Rank()
				hit = hit || files == 0 || files*files == ranks*ranks
			}
		}
		if hit {
			looked++
		}
	}
	if 100*looked < 95*len(all) {
		t.Errorf("in %d of %d positions an enemy slider looks at where the king ends", looked, len(all))
	}
}

// A right has been lost to a capture, a conversion or a reclaim, and everything stands as if it could be used.
func TestComposedLosses(t *testing.T) {
	for _, set := range []string{"chess", "conversion", "pacifist-number"} {
		c, all := some(t, set, 12, func(c *composer, r *rand.Rand) (probe.Question, bool) { return c.lostAndBack(r) })
		for _, q := range all {
			start, err := c.variant.ParseFEN(q.FEN)
			if err != nil {
				t.Fatal(err)
			}
			end, err := q.Position(c.variant)
			if err != nil {
				t.Fatal(err)
			}
			back := false
			for _, wing := range []board.CastlingSide{board.QueenSide, board.KingSide} {
				i := board.RightIndex(end.Turn, wing)
				right := start.Rights[i]
				back = back || right.Held() && !end.Rights[i].Held() &&
					end.PieceAt(right.King) == (board.Piece{Kind: board.King, Colour: end.Turn}) &&
					end.PieceAt(right.Rook) == (board.Piece{Kind: board.Rook, Colour: end.Turn})
			}
			if !back || len(q.Moves) == 0 || len(q.Moves) > 5 {
				t.Errorf("%s: %+v", set, q)
			}
		}
	}
	// A rook or a queen of each side comes onto the file of a rook that a right names, between the first ranks.
	g := rules.New(rulestest.Builtin(t, "chess"))
	c := &composer{variant: g}
	const n = 20_000
	came, queens, ranks := [2]int{}, 0, [8]int{}
	for seed := range uint64(n) {
		p, err := g.ParseFEN("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
		if err != nil {
			t.Fatal(err)
		}
		before := p.Occupied()
		c.second(rand.New(rand.NewPCG(seed, 3)), &p)
		for s := range (p.Occupied() &^ before).All {
			if kind := p.KindAt(s); s.File() != 7 || kind != board.Rook && kind != board.Queen {
				t.Errorf("a %s on %s", kind, s)
			}
			came[p.PieceAt(s).Colour]++
			if p.KindAt(s) == board.Queen {
				queens++
			}
			ranks[s.Rank()]++
		}
	}
	// Two times in three each; but a piece of Black's does not come onto White's, which it would one time in six.
	near(t, "White's", came[board.White], n, 2./3)
	near(t, "Black's", came[board.Black], n, 2./3*(1-2./3/6))
	all := came[0] + came[1]
	near(t, "queens", queens, all, 1./2)
	for rank, hits := range ranks {
		want := 1. / 6
		if rank == 0 || rank == 7 {
			want = 0
		}
		near(t, fmt.Sprint("rank ", rank+1), hits, all, want)
	}
}

// Positions to count from: the standard start, then some in which there is something to play, each third with
// castling rights.
func TestPerftSeeds(t *testing.T) {
	for _, name := range []string{"chess", "pacifist1"} {
		set := rulestest.Builtin(t, name)
		g := rules.New(set)
		list := PerftSeeds(set, 9, 4)
		if len(list) != 9 || list[0].FEN != board.StartFEN || len(list[0].Moves) > 0 {
			t.Fatalf("%+v", list)
		}
		for i, s := range list {
			p, err := probe.Question(s).Position(g)
			if err != nil || len(g.Moves(&p)) < 5 {
				t.Errorf("%s: %d moves, %v", s.FEN, len(g.Moves(&p)), err)
			}
			if i%3 == 2 && p.Rights.Squares() == 0 {
				t.Errorf("%d: %s: nobody may castle", i, s.FEN)
			}
		}
		if again := PerftSeeds(set, 9, 4); fmt.Sprint(again) != fmt.Sprint(list) {
			t.Errorf("%s: the same seed gives other positions", name)
		}
		if other := PerftSeeds(set, 9, 5); fmt.Sprint(other) == fmt.Sprint(list) {
			t.Errorf("%s: another seed gives the same positions", name)
		}
		if one := PerftSeeds(set, 1, 4); len(one) != 1 {
			t.Errorf("%+v", one)
		}
	}
}

// The pairs that alone convert something, and the pieces without each of which something else would convert, in
// the order of their squares.
func TestDecidingEffects(t *testing.T) {
	for _, test := range []struct{ rules, fen, move, want string }{
		// The bishops h3 and f8 meet on f3: on the rank of the one that has moved.
		{"conversion", "rnbqkbnr/ppp1pppp/8/3p4/3P4/5N2/PPP1PPPP/RNBQKB1R b KQkq - 0 2", "c8h3",
			"bishop converts; a move of 5 squares diagonally; wave 1 converts a knight; a bishop and its bishop convert on the rank"},
		// The rooks on the b-file bear on the knight that the king alone supports, one through the other (PAC-4).
		{"pacifist1", "kn6/8/8/8/8/8/1R6/1R5K w - - 0 1", "h1h2", "king converts; " +
			"a rook persuades and decides; what bears over 7 squares straight decides; a rook persuades through others straight and decides; a rook persuades and decides; what bears over 6 squares straight decides; wave 1 converts a knight"},
		// The same with a gap.
		{"pacifist1", "kn6/8/8/8/1R6/8/8/1R5K w - - 0 1", "h1h2", "king converts; " +
			"a rook persuades and decides; what bears over 7 squares straight decides; a rook persuades through others straight and decides; what bears through others at a distance decides; a rook persuades and decides; what bears over 4 squares straight decides; wave 1 converts a knight"},
		// The bishops on the long diagonal against the king.
		{"pacifist1", "7k/6n1/8/8/3B4/2B5/8/K7 w - - 0 1", "a1a2", "king converts; " +
			"a bishop persuades and decides; what bears over 4 squares diagonally decides; a bishop persuades through others diagonally and decides; a bishop persuades and decides; what bears over 3 squares diagonally decides; wave 1 converts a knight"},
		{"pacifist1", "4K3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "White's O-O converts nothing; O-O with both kings"},
	} {
		checkEffects(t, test.rules, test.fen, test.move, test.want)
	}
}
