package fast

import (
	"slices"
	"testing"

	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// steps counts the squares that the pieces of the side to move can step to, a square or along
// lines, and the pawns one square ahead.
func steps(p *board.Position) (n int) {
	lines := map[board.Kind][][2]int{
		board.Knight: {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}},
		board.Bishop: {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}, board.Rook: {{1, 0}, {0, 1}, {-1, 0},
			{0, -1}},
	}
	lines[board.Queen] = slices.Concat(lines[board.Bishop], lines[board.Rook])
	lines[board.King] = lines[board.Queen]
	for s := board.A1; s <= board.H8; s++ {
		piece := p.PieceAt(s)
		if piece == board.NoPiece || piece.Colour != p.Turn {
			continue
		}
		ways, far := lines[piece.Kind], piece.Kind == board.Bishop || piece.Kind == board.Rook ||
			piece.Kind == board.Queen
		if piece.Kind == board.Pawn {
			ways = [][2]int{{0, 1}}
			if piece.Colour == board.Black {
				ways = [][2]int{{0, -1}}
			}
		}

		for _, way := range ways {
			for file, rank := s.File()+way[0], s.Rank()+way[1]; file >= 0 && file < 8 &&
				rank >= 0 && rank < 8 && p.PieceAt(board.At(file,
				rank)) == board.NoPiece; file, rank = file+way[0], rank+way[1] {
				n++
				if !far {
					break
				}
			}
		}
	}

	return n
}

// Mobility is the number of legal moves, and of a mover with a king in the inventor's forms that of
// the steps that the board allows; never less than 1.
func TestMobility(t *testing.T) {
	for _, name := range ruleset.BuiltinNames() {
		none, kingless := 0, 0
		check := func(r Rules, p *board.Position) {
			want := len(r.AppendMoves(nil, p))
			if r.inventor() && !p.Kingless(p.Turn) {
				want = steps(p)
			}
			if got := r.Mobility(p); got != max(want, 1) {
				t.Errorf("%s: %s: %d, want %d", name, p.Board(), got, want)
			}
			if want == 0 {
				none++
			}
			if p.Kingless(p.Turn) {
				kingless++
			}
		}
		wanderings(t, name, 31, 8, check)
		fens := []string{"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"}
		if r, _, _ := parse(t, name, fens[0]); !r.captures() {
			// without a king, and in the first without a move
			fens = append(fens, "8/8/8/8/8/5p2/5P2/K6K b - - 0 1", "KQ6/8/8/8/8/8/8/K6n b - - 0 1")
		}

		for _, fen := range fens {
			r, _, p := parse(t, name, fen)
			check(r, &p)
		}

		if r, _, _ := parse(t, name, fens[0]); none == 0 || !r.captures() && kingless == 0 {
			t.Errorf("%s: %d times no move, %d times no king: the test shows little", name, none,
				kingless)
		}
	}
}

// A win search lists the turns that the rules list, plays them to the same positions, with the key
// only where it is wanted, counts what it has resolved, and knows who has lost.
func TestWinSearchPlaysAsTheRulesDo(t *testing.T) {
	for _, name := range searched {
		ended := 0
		check := func(r Rules, p *board.Position) {
			var w WinSearch
			w.Start(r, p)
			want := r.AppendTurns(nil, p)
			got := w.AppendTurns([]board.Turn{{}})
			if len(got) != len(want)+1 || !slices.Equal(got[1:], want) ||
				w.Resolved != uint64(len(want)) {
				t.Fatalf("%s: %s: %d turns, %d resolved, want %d", name, p.Board(), len(got)-1,
					w.Resolved, len(want))
			}

			if len(want) == 0 {
				ended++
				if w.Lost() != lost(r, p) {
					t.Errorf("%s: %s: lost: %t", name, p.Board(), w.Lost())
				}
			}

			for i := range want {
				var after, keyed, plain board.Position
				r.Apply(p, want[i], &after)
				w.Apply(&want[i], &keyed)
				w.ApplyKeyless(&want[i], &plain)
				if keyed != after {
					t.Fatalf("%s: %s: %v comes to %s", name, p.Board(), want[i].Move, keyed.Board())
				}
				plain.Key = after.Key
				if plain != after {
					t.Fatalf("%s: %s: %v comes to %s without its key", name, p.Board(),
						want[i].Move, plain.Board())
				}
			}
		}
		wanderings(t, name, 33, 4, check)
		for _, fen := range []string{"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
			"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"} {
			r, _, p := parse(t, name, fen)
			check(r, &p)
		}

		if r, _, _ := parse(t, name, board.StartFEN); ended == 0 && !r.isPacifist() {
			t.Errorf("%s: no end: the test shows little", name)
		}
	}
}
