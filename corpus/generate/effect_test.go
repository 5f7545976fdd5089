package generate

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"turncoat/corpus/internal/probe"
	"turncoat/internal/rulestest"
	"turncoat/rules"
	"turncoat/rules/board"
)

// What single turns show, each worked out by hand and in full.
func TestEffects(t *testing.T) {
	for _, test := range []struct {
		rules, fen, move string
		want             string
	}{
		{"chess", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "White's O-O converts nothing"},
		{"chess", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "White's O-O-O converts nothing"},
		{"chess", "r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", "e8g8", "Black's O-O converts nothing"},
		{"chess", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "a1a4", "rook converts nothing; a move of 3 squares straight"},
		{"chess", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "a1a2", "rook converts nothing"},
		{"chess", "4k3/8/8/8/8/8/8/B3K3 w - - 0 1", "a1h8", "bishop converts nothing; a move of 7 squares diagonally"},
		{"chess", "4k3/8/8/8/8/2n5/8/B3K3 w - - 0 1", "a1c3",
			"bishop converts nothing; a move of 2 squares diagonally; bishop captures; a capture of a knight"},
		{"chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e3", "White's pawn converts nothing"},
		{"chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", "White's two-step converts nothing"},
		{"chess", "4k3/4p3/8/8/8/8/8/4K3 b - - 0 1", "e7e5", "Black's two-step converts nothing"},
		{"chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "White's en passant converts nothing"},
		{"chess", "4k3/8/3p4/4P3/8/8/8/4K3 w - - 0 1", "e5d6",
			"White's pawn converts nothing; pawn captures; a capture of a pawn"},
		{"chess", "3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8n",
			"White's promotion to a knight converts nothing; promotion captures; a capture of a rook"},
		{"chess", "4k3/8/8/8/8/8/8/1N2K3 w - - 0 1", "b1c3", "knight converts nothing"},
		// The king claims the other, which nobody supports.
		{"pacifist1", "8/8/8/8/8/k7/8/K7 w - - 0 1", "a1a2",
			"king converts; a king persuades and decides; king onto an attacked square; king claims a king; wave 1 converts a king"},
		{"pacifist1", "8/8/8/8/8/k7/8/K7 w - - 0 1", "a1b1", "king converts nothing"},
		{"pacifist1", "4K3/8/8/8/8/8/8/4K2R w - - 0 1", "h1h2", "rook converts nothing; rook with both kings"},
		{"pacifist1", "k7/8/8/8/8/8/1k6/3QR3 w - - 0 1", "d1b3",
			"queen converts; a move of 2 squares diagonally; a queen persuades and decides; queen without a king; queen claims a king; wave 1 converts a king"},
		// Black takes back the knight that the rook has left (PAC-8).
		// The rook g8, four squares away, alone supports the knight g4 against the rook h4.
		{"pacifist-number", "1k4r1/1b6/8/3N4/6nR/8/3R4/K7 w - - 0 1", "d2c2",
			"rook converts nothing; a rook supports and decides; what bears over 4 squares straight decides; rook followed by a reclaim; a reclaim of a knight"},
		// On f1 two bear on the rook and the king alone supports it, so that it does not count (PAC-7); the queen has
		// the rook f8. Black takes the rook back, and then the king, on which the rook bears (PAC-8).
		{"pacifist-number", "5r1k/5q2/8/8/8/8/8/6KR w K - 0 1", "g1h1",
			"White's O-O converts nothing; a rook supports and decides; a castling rook that does not count; O-O followed by a reclaim; a reclaim of several; a reclaim of a rook; a reclaim of a king"},
		{"pacifist-number", "7k/8/8/8/8/8/8/6KR w K - 0 1", "g1h1", "White's O-O converts nothing"},
		{"pacifist1", "7k/5q2/8/8/8/8/8/6KR w K - 0 1", "g1h1",
			"White's O-O converts; a rook persuades and decides; what bears over 6 squares straight decides; wave 1 converts a queen"},
		// The knight that the rook converts converts the pawn.
		{"pacifist1", "7k/8/2p5/n7/8/8/8/1R5K w - - 0 1", "b1a1",
			"rook converts; a rook persuades and decides; what bears over 4 squares straight decides; rook converts in waves; wave 1 converts a knight; wave 2 converts a pawn"},
		// The rook makes d4 a co-square with either of the two others: neither pair does it alone.
		{"conversion", "1k6/8/8/8/R2n3R/8/8/2R4K w - - 0 1", "c1d1", "rook converts; wave 1 converts a knight"},
	} {
		checkEffects(t, test.rules, test.fen, test.move, test.want)
	}
}

// checkEffects compares the effects of a move with those wanted, separated by "; ".
func checkEffects(t *testing.T, name, fen, move, want string) {
	t.Helper()
	set := rulestest.Builtin(t, name)
	g := rules.New(set)
	p, err := g.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	turn, err := g.Parse(&p, move)
	if err != nil {
		t.Fatalf("%s %s: %v", fen, move, err)
	}
	got := slices.DeleteFunc(effects(set, &p, &turn), func(s string) bool { return s == "" })
	if all := strings.Join(got, "; "); all != want {
		t.Errorf("%s %s %s:\n%s, want\n%s", name, fen, move, all, want)
	}
}

// composed calls make with a thousand sources of chance and returns the positions that it makes.
func composed(t *testing.T, set string, compose func(c *composer, r *rand.Rand) (probe.Question,
	bool)) (all []board.Position) {
	t.Helper()
	s := rulestest.Builtin(t, set)
	c := &composer{variant: rules.New(s), family: s.Family}
	for seed := range uint64(1000) {
		q, ok := compose(c, rand.New(rand.NewPCG(seed, 7)))
		if !ok {
			continue
		}
		p, err := q.Position(c.variant)
		if err != nil {
			t.Fatalf("%s: %+v: %v", set, q, err)
		}
		all = append(all, p)
	}
	return all
}

// share holds how many of a list a condition is true of to a range of parts of a hundred.
func share(t *testing.T, what string, all []board.Position, low, high int, is func(p *board.Position) bool) {
	t.Helper()
	n := 0
	for i := range all {
		if is(&all[i]) {
			n++
		}
	}
	if len(all) == 0 || 100*n < low*len(all) || 100*n > high*len(all) {
		t.Errorf("%s: %d of %d, want %d to %d of a hundred", what, n, len(all), low, high)
	}
}

// Scattered positions have both sides to move and, in the Pacifist family, one in four movers without a king;
// pieces of all kinds are on all files and ranks, pawns on those that are theirs.
func TestScatter(t *testing.T) {
	scatter := func(c *composer, r *rand.Rand) (probe.Question, bool) { return c.scatter(r) }
	all := composed(t, "pacifist1", scatter)
	share(t, "White to move", all, 45, 55, func(p *board.Position) bool { return p.Turn == board.White })
	share(t, "without a king", all, 20, 30, func(p *board.Position) bool { return p.Kingless(p.Turn) })
	share(t, "with both kings", all, 8, 17, func(p *board.Position) bool { return p.Kingless(p.Turn.Other()) })
	share(t, "with three pieces or more", all, 99, 100,
		func(p *board.Position) bool { return p.Occupied().Count() >= 3 })
	share(t, "with eleven pieces", all, 7, 16, func(p *board.Position) bool { return p.Occupied().Count() == 11 })
	share(t, "with more than eleven pieces", all, 0, 0,
		func(p *board.Position) bool { return p.Occupied().Count() > 11 })
	for rank := range 8 {
		here := func(set board.Bitboard) bool { return set&(0xff<<(8*rank)) != 0 }
		if rank == 0 || rank == 7 {
			share(t, "pawns on the outer ranks", all, 0, 0, func(p *board.Position) bool { return here(p.Pawns) })
		} else {
			share(t, fmt.Sprint("pawns on rank ", rank+1), all, 5, 60,
				func(p *board.Position) bool { return here(p.Pawns) })
		}
		share(t, fmt.Sprint("pieces on rank ", rank+1), all, 25, 70,
			func(p *board.Position) bool { return here(p.Occupied()) })
		share(t, fmt.Sprintf("pieces on the %c-file", 'a'+rank), all, 25, 70,
			func(p *board.Position) bool { return p.Occupied()&(0x0101010101010101<<rank) != 0 })
	}
	share(t, "pieces of both sides", all, 60, 90, func(p *board.Position) bool {
		return p.Colours[0] != 0 &&
			p.Colours[1] != 0
	})
	all = composed(t, "chess", scatter)
	share(t, "kings of one side each in chess", all, 100, 100,
		func(p *board.Position) bool { return !p.Kingless(board.White) && !p.Kingless(board.Black) })
}

// Positions for castling: the mover has a right, on each wing and from other files than the e-file, too.
func TestCastlingPositions(t *testing.T) {
	castling := func(c *composer, r *rand.Rand) (probe.Question, bool) { return c.castling(r) }
	for _, set := range []string{"pacifist1", "conversion"} {
		all := composed(t, set, castling)
		right := func(p *board.Position, side board.Colour, wing board.CastlingSide) board.Right {
			return p.Rights[board.RightIndex(side, wing)]
		}
		for _, wing := range []board.CastlingSide{board.QueenSide, board.KingSide} {
			share(t, fmt.Sprint(set, ": the mover may castle on wing ", wing), all, 55, 80,
				func(p *board.Position) bool { return right(p, p.Turn, wing).Held() })
		}
		share(t, set+": the other side may castle", all, 15, 32, func(p *board.Position) bool {
			return right(p, p.Turn.Other(), board.QueenSide).Held() || right(p, p.Turn.Other(), board.KingSide).Held()
		})
		share(t, set+": the mover may castle", all, 100, 100, func(p *board.Position) bool {
			return right(p, p.Turn, board.QueenSide).Held() || right(p, p.Turn, board.KingSide).Held()
		})
		share(t, set+": from the e-file", all, 60, 85, func(p *board.Position) bool {
			r := right(p, p.Turn, board.QueenSide)
			if !r.Held() {
				r = right(p, p.Turn, board.KingSide)
			}
			return r.King.File() == 4
		})
	}
	// Something stands in the way, and it is no king.
	all := composed(t, "chess", func(c *composer, r *rand.Rand) (probe.Question, bool) { return c.hinder(r) })
	share(t, "something in the way", all, 100, 100, func(p *board.Position) bool {
		for _, wing := range []board.CastlingSide{board.QueenSide, board.KingSide} {
			r := p.Rights[board.RightIndex(p.Turn, wing)]
			for s := min(r.King, r.Rook) + 1; r.Held() && s < max(r.King, r.Rook); s++ {
				if p.Occupied().Has(s) {
					return true
				}
			}
		}
		return false
	})
	// A rook within another's, so that the right is written by its file.
	all = composed(t, "pacifist1", func(c *composer, r *rand.Rand) (probe.Question, bool) { return c.inner(r) })
	set := rulestest.Builtin(t, "pacifist1")
	share(t, "a right written by its file", all, 100, 100, func(p *board.Position) bool {
		return strings.ContainsAny(strings.Fields(p.FEN(set))[2], "ABCDEFGHabcdefgh")
	})
	for file := 1; file < 7; file++ {
		share(t, fmt.Sprintf("the rook on the %c-file", 'a'+file), all, 5, 30, func(p *board.Position) bool {
			return p.Rights[board.RightIndex(p.Turn, board.QueenSide)].Rook.File() == file &&
				p.Rights[board.RightIndex(p.Turn, board.QueenSide)].Held() ||
				p.Rights[board.RightIndex(p.Turn, board.KingSide)].Rook.File() == file &&
					p.Rights[board.RightIndex(p.Turn, board.KingSide)].Held()
		})
	}
}

// Positions for one thing: kings alone, a pawn that has just passed, a knight that gives check.
func TestComposedForOneThing(t *testing.T) {
	all := composed(t, "pacifist1", func(c *composer, r *rand.Rand) (probe.Question, bool) { return c.alone(r) })
	share(t, "kings alone", all, 100, 100, func(p *board.Position) bool {
		return p.Occupied() == p.Kings &&
			p.Kings.Count() == 2
	})
	share(t, "both kings of one side", all, 10, 30, func(p *board.Position) bool {
		return p.Kingless(board.White) ||
			p.Kingless(board.Black)
	})
	all = composed(t, "chess", func(c *composer, r *rand.Rand) (probe.Question, bool) { return c.passing(r) })
	share(t, "a pawn has just passed", all, 100, 100, func(p *board.Position) bool {
		ahead := 1 - 2*int(p.Turn)
		for file := range 8 {
			arrived, first := board.At(file, 4-int(p.Turn)), board.At(file, 4-int(p.Turn)+2*ahead)
			if p.PieceAt(arrived) == (board.Piece{Kind: board.Pawn, Colour: p.Turn.Other()}) &&
				!p.Occupied().Has(first) && !p.Occupied().Has(board.At(file, arrived.Rank()+ahead)) {
				return true
			}
		}
		return false
	})
	share(t, "and can be taken", all, 25, 85, func(p *board.Position) bool { return p.EnPassant != board.NoSquare })
	share(t, "by White", all, 12, 60, func(p *board.Position) bool {
		return p.EnPassant != board.NoSquare &&
			p.Turn == board.White
	})
	chess := rules.New(rulestest.Builtin(t, "chess"))
	all = composed(t, "chess", func(c *composer, r *rand.Rand) (probe.Question, bool) { return c.struck(r) })
	share(t, "a knight gives check", all, 100, 100, func(p *board.Position) bool {
		king := (p.Kings & p.Colours[p.Turn]).First()
		for s := range (p.Knights & p.Colours[p.Turn.Other()]).All {
			files, ranks := s.File()-king.File(), s.Rank()-king.Rank()
			if files*files+ranks*ranks == 5 {
				return chess.InCheck(p)
			}
		}
		return false
	})
}

// Starting positions of Chess960: bishops on squares of both colours, the king between the rooks, all places
// taken by turns.
func TestShuffled(t *testing.T) {
	seen := map[string]bool{}
	for seed := range uint64(4000) {
		fen := shuffledFEN(rand.New(rand.NewPCG(seed, 3)))
		rank, rest, _ := strings.Cut(fen, "/")
		if rest != "pppppppp/8/8/8/8/PPPPPPPP/"+strings.ToUpper(rank)+" w KQkq - 0 1" {
			t.Fatalf("%s", fen)
		}
		letters := strings.Split(rank, "")
		slices.Sort(letters)
		first, king, last := strings.IndexByte(rank, 'r'), strings.IndexByte(rank, 'k'), strings.LastIndexByte(rank,
			'r')
		if strings.Join(letters, "") != "bbknnqrr" || first > king || king > last || (strings.IndexByte(rank, 'b')+
			strings.LastIndexByte(rank, 'b'))%2 == 0 {
			t.Fatalf("%s is no starting position", rank)
		}
		seen[rank] = true
	}
	if len(seen) < 920 { // of 960
		t.Errorf("only %d of the starting positions are met", len(seen))
	}
}

// What ended a right, by the turn that did.
func TestLostBy(t *testing.T) {
	right := board.Right{King: board.At(4, 0), Rook: board.At(7, 0)}
	white, black := board.Position{Turn: board.White}, board.Position{Turn: board.Black}
	for _, test := range []struct {
		p    *board.Position
		from board.Square
		want string
	}{
		{&white, board.At(4, 0), "a right lost by the move of its king"}, {&white, board.At(7, 0),
			"a right lost by the move of its rook"},
		{&white, board.At(0, 5), "a right lost by the move of another king"}, {&black, board.At(0, 5),
			"a right lost by a conversion or a capture"},
	} {
		if got := lostBy(test.p, board.NewMove(test.from, board.At(3, 3)), right, board.White); got != test.want {
			t.Errorf("%s, want %s", got, test.want)
		}
	}
}
