package check

import (
	"slices"
	"strings"
	"testing"

	"turncoat/corpus"
	"turncoat/corpus/golden"
	"turncoat/rules/board"
)

// staged returns a position on the way to another, and the move played there.
func staged(t *testing.T, rules, fen, uci string) stage {
	t.Helper()
	_, p, m := at(t, rules, fen, uci)
	return stage{*p, m}
}

// What has ended a castling right, or what the side has moved before without ending it (PAC-15).
func TestWhatCameBefore(t *testing.T) {
	const with, without = "r6r/8/8/8/8/K7/8/R3K2R w KQ - 0 1", "r6r/8/8/8/8/K7/8/R3K2R w - - 0 1"
	const blacks = "r6r/8/8/8/8/K7/8/R3K2R b KQ - 0 1"
	for _, test := range []struct {
		// the positions before and at the castling, the castling, and what is moved before
		first, then, move, uci string
		lost, kept             []kind
	}{
		{with, without, "e1h1", "e1e2", []kind{"castling after its king has moved",
			"castling after the move of a king"}, []kind{"castling after another move of its side"}},
		{with, without, "e1h1", "h1h2", []kind{"castling after its rook has moved"},
			[]kind{"castling after another move of its side", "castling after another piece has left the first rank",
				"castling after another rook has moved"}},
		{with, without, "e1a1", "a3a4", []kind{"castling after another king has moved",
			"castling after the move of a king"}, []kind{"castling after another move of its side"}},
		{blacks, without, "e1h1", "h8h1", []kind{"castling after its king or rook was converted or taken"}, nil},
		{with, with, "e1h1", "a1b1", nil, []kind{"castling after another move of its side",
			"castling after another piece has left the first rank", "castling after another rook has moved"}},
		{with, with, "e1e2", "a1b1", nil, nil},
		{without, without, "e1h1", "a3a4", nil, []kind{"castling after another move of its side"}},
		{blacks, with, "e1h1", "a8a4", nil, nil},
	} {
		first, last := staged(t, "pacifist1", test.first, test.uci), staged(t, "pacifist1", test.then, test.move)
		path := []stage{first, last}
		if got := lostKinds(path, last.move); !slices.Equal(got, test.lost) {
			t.Errorf("%s after %s: lost by %q, want %q", test.move, test.uci, got, test.lost)
		}
		if got := historyKinds(path, last.move); !slices.Equal(got, test.kept) {
			t.Errorf("%s after %s: %q, want %q", test.move, test.uci, got, test.kept)
		}
	}
}

// A king's move of two squares on its first rank is a castling, whether or not there is a right.
func TestCastlingMeant(t *testing.T) {
	for _, test := range []struct{ first, fen, move, want string }{
		{"4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "e1g1", "e1h1"},
		{"4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "e1c1", "e1a1"},
		{"4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1", "4k3/8/8/8/8/8/8/1R2K1R1 w - - 0 1", "e1g1", "e1g1"},
		{"4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1", "4k3/8/8/8/8/8/8/1R2K1R1 w - - 0 1", "e1c1", "e1b1"},
		{"r3k2r/8/8/8/8/8/8/4K3 b - - 0 1", "r3k2r/8/8/8/8/8/8/4K3 b - - 0 1", "e8g8", "e8h8"},
		{"4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "e1f1", "e1f1"},
		{"4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "e1b1", "e1b1"},
		{"4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "a1c1", "a1c1"},
		{"4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "e2g2", "e2g2"},
		{"4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "e1g3", "e1g3"},
	} {
		first := staged(t, "pacifist1", test.first, "e1e2")
		_, p, _ := at(t, "pacifist1", test.fen, "e1e2")
		s := func(name string) board.Square { return squareOf(t, name) }
		m := castlingMeant([]stage{first, {position: *p}}, board.NewMove(s(test.move[:2]), s(test.move[2:])))
		if got := m.From.String() + m.To.String(); got != test.want {
			t.Errorf("%s: %s means %s, want %s", test.fen, test.move, got, test.want)
		}
	}
}

// A pawn that goes diagonally behind one that has just made a two-step takes it in passing, for those who think
// so (PAC-2).
func TestPassedKinds(t *testing.T) {
	before := staged(t, "pacifist1", "4k3/2p5/8/3P4/8/8/8/4K3 b - - 0 1", "c7c5")
	const after = "4k3/8/8/2pP4/8/8/8/4K3 w - - 0 2"
	for _, test := range []struct {
		before stage
		fen    string
		move   string
		want   bool
	}{
		{before, after, "d5c6", true},
		{before, after, "d5d6", false},
		{before, after, "d5e6", false},
		{before, after, "e1c6", false},
		{before, "4k3/8/8/2p1P3/8/8/8/4K3 w - - 0 2", "e5c6", false},
		{before, "4k3/8/3P4/2p5/8/8/8/4K3 w - - 0 2", "d6c6", false},
		{staged(t, "pacifist1", "4k3/8/2p5/3P4/8/8/8/4K3 b - - 0 1", "c6c5"), after, "d5c6", false},
		{staged(t, "pacifist1", "4k3/2r5/8/3P4/8/8/8/4K3 b - - 0 1", "c7c5"), "4k3/8/8/2rP4/8/8/8/4K3 w - - 0 2",
			"d5c6", false},
	} {
		g, p, _ := at(t, "pacifist1", test.fen, "e1e2")
		m := board.NewMove(squareOf(t, test.move[:2]), squareOf(t, test.move[2:]))
		if got := passedKinds(g.Set(), []stage{test.before, {position: *p}}, m); slices.Equal(got,
			[]kind{"captures en passant"}) != test.want || !test.want && got != nil {
			t.Errorf("%s in %s: %q", test.move, test.fen, got)
		}
		if got := passedKinds(g.Set(), []stage{{position: *p}}, m); got != nil {
			t.Errorf("without a move before: %q", got)
		}
	}
	g, p, m := at(t, "conversion", after, "d5c6")
	if got := passedKinds(g.Set(), []stage{before, {position: *p}}, m); got != nil {
		t.Errorf("where pawns do take: %q", got)
	}
}

// What a program may not understand in the moves that are played first.
func TestRefusedMoves(t *testing.T) {
	const (
		byKing = claim("castlings that are played first not understood where they are written as the king's move (e1g1)")
		byRook = claim("castlings that are played first not understood where they are written as king takes rook (b1a1)")
	)
	for _, test := range []struct {
		rules, fen, move string
		has, lacks       []claim
	}{
		{"chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", []claim{"positions with moves played first refused",
			byKing, "positions refused after castling O-O"}, []claim{byRook, "positions with rights by files refused"}},
		{"chess", "4k3/8/8/8/8/8/8/1K5R w H - 0 1", "b1h1", []claim{byRook, "positions with rights by files refused",
			"positions refused after castling from shuffled starts"}, []claim{byKing}},
		{"chess", "4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", []claim{"positions refused after castling"},
			[]claim{byKing, byRook}},
		{"chess", "7k/P7/8/8/8/8/8/7K w - - 0 1", "a7a8q", []claim{"positions refused after promotions to a queen"},
			[]claim{byKing, byRook, "positions refused after moves of the pawn"}},
		{"chess", "7k/8/8/8/8/8/8/R6K w - - 0 1", "a1a2", []claim{"positions with moves played first refused"},
			[]claim{"positions refused after the rook's step +0+1"}},
	} {
		first := staged(t, test.rules, test.fen, test.move)
		c := &corpus.Case{FEN: test.fen, Moves: []string{test.move}}
		got := refusedClaims(&sample{result: &Result{Case: c}}, []stage{first, {position: first.position}})
		for _, want := range test.has {
			if !slices.Contains(got, want) {
				t.Errorf("%s: %q is not in %q", test.fen, want, got)
			}
		}
		for _, other := range test.lacks {
			if slices.Contains(got, other) {
				t.Errorf("%s: %q is in %q", test.fen, other, got)
			}
		}
	}
}

// Outcomes that are wrong are named by how the game ended, or whose turn it is.
func TestWrongOutcomes(t *testing.T) {
	cases, err := golden.Cases(corpus.Standard, "pacifist1")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		want    string
		outcome func(c *corpus.Case, p *board.Position) string
	}{
		{"outcome of stalemate positions wrong",
			func(c *corpus.Case, _ *board.Position) string { return strings.Replace(c.Outcome, "1/2-1/2", "1-0", 1) }},
		{"outcome of stalemate positions wrong with Black to move", func(c *corpus.Case, p *board.Position) string {
			if p.Turn == board.Black {
				return strings.Replace(c.Outcome, "1/2-1/2", "1-0", 1)
			}
			return c.Outcome
		}},
		{"outcome of positions with kings alone wrong", func(c *corpus.Case, p *board.Position) string {
			if p.Occupied() == p.Kings {
				return map[string]string{"*": "1/2-1/2", "1/2-1/2": "*", "1-0": "*", "0-1": "*"}[c.Outcome]
			}
			return c.Outcome
		}},
		{"outcome * written otherwise",
			func(c *corpus.Case, _ *board.Position) string { return strings.Replace(c.Outcome, "*", "ongoing", 1) }},
		{"outcome of undecided positions wrong",
			func(c *corpus.Case, _ *board.Position) string { return strings.Replace(c.Outcome, "*", "1-0", 1) }},
	} {
		results, _, _ := spoil(t, cases, func(s *shownTurn) *corpus.AnswerTurn { return s.rightly() })
		wrong := 0
		for i := range results {
			r := &results[i]
			p, err := r.Case.Position()
			if err != nil {
				t.Fatal(err)
			}
			if r.answer.Outcome = test.outcome(r.Case, &p); r.answer.Outcome != r.Case.Outcome {
				r.Verdict = Wrong
				wrong++
			}
		}
		named(t, test.want, results, wrong, wrong, false)
	}
}
