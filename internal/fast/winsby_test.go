package fast

import (
	"slices"
	"testing"

	"turncoat/rules/board"
)

// winners returns the moves that win at once, by trying all turns.
func winners(r Rules, p *board.Position) (moves []board.Move) {
	for _, turn := range r.AppendTurns(nil, p) {
		var after board.Position
		r.Apply(p, turn, &after)
		if lost(r, &after) {
			moves = append(moves, turn.Move)
		}
	}

	return moves
}

// A win in one is found whichever kind of move it takes, and is not seen where one kind of answer
// parries it.
func TestWinsByEachKindOfMove(t *testing.T) {
	for _, test := range []struct{ what, name, fen, wins string }{
		{"castling alone mates, since the king has to cover g2", "chess",
			"4R3/8/8/8/8/5k1P/7P/4K2R w K - 0 1", "e1g1"},
		{"the king uncovers the rook", "chess", "3rkr2/3p1p2/8/8/8/8/4K3/4R3 w - - 0 1",
			"e2d1 e2d2 e2d3 e2f1 e2f2 e2f3"},
		{"the pawn captures in passing", "chess", "R7/7k/5K1p/5Pp1/8/8/8/8 w - g6 0 1", "f5g6"},
		{"it may not any more", "chess", "R7/7k/5K1p/5Pp1/8/8/8/8 w - - 0 1", ""},
		{"the pawn that would mate can be taken in passing", "chess",
			"5B2/8/5K2/7k/2R4p/8/6P1/8 w - - 0 1", ""},
		{"a knight in its place cannot take it", "chess", "5B2/8/5K2/7k/2R4n/8/6P1/8 w - - 0 1",
			"g2g4"},
		{"a pawn promotes to a knight", "chess", "5bnr/5Ppk/5b1p/6N1/8/8/8/1B2K3 w - - 0 1", "-"},
		{"the enemy owns no king already", "pacifist1", "KK6/8/8/8/8/7p/8/8 w - - 0 1", "-"},
		{"the enemy owns no king already, and many pieces", "pacifist2",
			"KK6/8/8/8/8/7p/qq6/8 w - - 0 1", "-"},
		{"more on a board than a node holds", "pacifist1",
			"qqqqkqqq/qqqq1qqq/8/2q2Q2/3Q4/Q6Q/QQQQ1QQQ/QQQQKQQQ w - - 0 1", "-"},
		{"the same, of the other form", "pacifist2",
			"7k/p7/4N3/8/8/PPPPPPPP/QQQQQQQQ/QQQQQQQK w - - 0 1", "-"},
		{"castling converts the king", "pacifist1", "5k2/8/8/8/8/8/8/4K2R w K - 0 1", "-"},
		{"castling to the other wing does", "pacifist2", "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "-"},
	} {
		r, _, p := parse(t, test.name, test.fen)
		want := winners(r, &p)
		var uci []string
		for _, m := range want {
			uci = append(uci, m.UCI(&p))
		}
		slices.Sort(uci)
		if test.wins != "-" && !slices.Equal(uci, fieldsOf(test.wins)) {
			t.Errorf("%s: %s: %v win, want %s", test.what, test.fen, uci, test.wins)
		}
		var w WinSearch
		for what, start := range map[string]func(Rules, *board.Position){"at once": w.Start,
			"at the last ply": w.StartLeaf} {
			start(r, &p)
			if m, wins := w.Wins(); wins != (len(want) > 0) || wins && !slices.Contains(want, m) {
				t.Errorf("%s: %s %s: %v, %t; want one of %v", test.what, test.fen, what, m, wins,
					want)
			}
		}

		for i, turn := range r.AppendTurns(nil, &p) {
			if i%5 > 0 && len(test.fen) > 50 {
				continue
			}
			var after board.Position
			r.Apply(&p, turn, &after)
			want := winners(r, &after)
			if !w.StartReply(r, &p, turn.Move) {
				t.Fatalf("%s: %s: %v is legal", test.what, test.fen, turn.Move)
			}
			if m, wins := w.Wins(); wins != (len(want) > 0) || wins && !slices.Contains(want, m) {
				t.Errorf("%s: %s after %v: %v, %t; want one of %v", test.what, test.fen, turn.Move,
					m, wins, want)
			}
		}
	}
}

func fieldsOf(text string) (list []string) {
	for len(text) >= 4 {
		list, text = append(list, text[:4]), text[min(5, len(text)):]
	}
	return list
}

// What is not there has no moves and no wins: a side without a king in chess, as nobody but a
// program can set it up.
func TestWithoutAKing(t *testing.T) {
	r, _, p := parse(t, "chess", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
	p.Kings &^= board.E8.Bit()
	p.Colours[board.Black] = 0
	var w WinSearch
	w.Start(r, &p)
	if m, wins := w.Wins(); wins {
		t.Errorf("%v wins against nobody", m)
	}
	if _, ok := w.Forcing(); ok {
		t.Error("turns against nobody are rated")
	}
	p.Turn = board.Black
	if moves := r.AppendMoves(nil, &p); len(moves) != 0 {
		t.Errorf("nobody has the moves %v", moves)
	}
}

// A position may be written over by the one after a turn; at depth 0 there is one sequence of
// turns; only built-in rule sets are played; and only the inventor's forms have anything to choose.
func TestEdges(t *testing.T) {
	for _, name := range []string{"pacifist1", "conversion", "chess"} {
		r, set, p := parse(t, name, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
		for _, turn := range r.AppendTurns(nil, &p) {
			var after board.Position
			r.Apply(&p, turn, &after)
			same := p
			r.Apply(&same, turn, &same)
			if same != after {
				t.Errorf("%s: %v written over its position comes to %s, want %s", name, turn.Move,
					same.FEN(set), after.FEN(set))
			}
		}

		for _, depth := range []int{0, -1} {
			if n := r.Perft(&p, depth, false); n != 1 {
				t.Errorf("%s: %d sequences of %d turns", name, n, depth)
			}
		}

		set.Name, set.Stalemate = "mine", set.Stalemate+1
		if _, ok := For(set); ok {
			t.Errorf("%s with another stalemate is played", name)
		}
	}

	for name, want := range map[string]bool{"pacifist1": false, "pacifist-number": true} {
		r, _, p := parse(t, name, "2r2rk1/8/8/8/2N2N2/8/8/K6R w - - 0 1")
		m := board.NewMove(board.At(7, 0), board.At(7, 1))
		// the rook takes the knight c4 back
		if _, ok := r.Choose(&p, m, board.At(2, 3).Bit()); ok != want {
			t.Errorf("%s: c4 can be chosen: %t", name, ok)
		}
		if _, ok := r.Choose(&p, m, board.E8.Bit()); ok {
			t.Errorf("%s: an empty square can be chosen", name)
		}
		if r.Reclaims() != want {
			t.Errorf("%s: reclaims: %t", name, r.Reclaims())
		}
	}
}
