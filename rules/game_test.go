package rules

import (
	"errors"
	"strings"
	"testing"

	"turncoat/internal/testing/rulestest"
	"turncoat/rules/board"
)

func newGame(t *testing.T, set, fen string) *Game {
	t.Helper()
	v := New(rulestest.Builtin(t, set))
	p, err := v.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return NewGame(v, &p)
}

// Three times the same position, or twice before a move that can bring it about again; and how
// often it has been there.
func TestRepetition(t *testing.T) {
	for _, test := range []struct {
		moves  string
		times  int
		thrice bool
	}{
		{"", 1, false}, {"Nf3 Nf6 Ng1 Ng8", 2, false}, {"Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1", 2, true},
		{"Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", 3, true}, {"Nf3 Nf6 Ng1", 1, false},
		{"e4 e5 Nf3 Nf6 Ng1 Ng8", 2, false},
	} {
		g := newGame(t, "chess", board.StartFEN)
		for _, move := range strings.Fields(test.moves) {
			if _, err := g.Play(move); err != nil {
				t.Fatal(err)
			}
		}

		if times, thrice := g.Repetitions(), g.ThreefoldRepetition(); times != test.times ||
			thrice != test.thrice {
			t.Errorf("%s: %d times, %t", test.moves, times, thrice)
		}

		if n := len(g.Turns()); n > 4 {
			g.Undo()
			if len(g.Turns()) != n-1 || g.Repetitions() == test.times && test.times == 3 {
				t.Errorf(
					"%s: %d turns after one is taken back, seen %d times",
					test.moves,
					len(g.Turns()),
					g.Repetitions(),
				)
			}
		}
	}
}

// The clock is at 100 half-moves, or the next move brings it there (PAC-16).
func TestFiftyMoves(t *testing.T) {
	for fen, want := range map[string]bool{
		"4k3/8/8/8/8/8/8/R3K3 w - - 100 90": true, "4k3/8/8/8/8/8/8/R3K3 w - - 99 90": true,
		"4k3/8/8/8/8/8/8/R3K3 w - - 98 90": false,
		"7k/8/8/8/8/6qr/P7/7K w - - 99 90": false, // only the pawn can move, or nothing
	} {
		if got := newGame(t, "chess", fen).FiftyMoves(); got != want {
			t.Errorf("%s: %t", fen, got)
		}
	}
}

// The enemy's piece that a move was likely written for has changed sides, or is named in full, or
// no turn is known.
func TestMeant(t *testing.T) {
	const pieces, kings = "7k/8/8/3n4/8/8/2b5/K7 w - - 0 1", "7k/8/8/8/8/4R3/8/1k6 w - - 0 1"
	for _, test := range []struct {
		fen, changed string
		turns        int
		move, want   string
	}{
		{pieces, "", 0, "Nf6", "d5"}, {pieces, "-", 1, "Nf6", ""}, {pieces, "d5", 1, "Nf6", "d5"},
		{pieces, "c2", 1, "Nf6", ""}, {pieces, "d5", 1, "Ne5", ""}, {pieces, "", 0, "Ne5", ""},
		{pieces, "-", 1, "Nd5f6", "d5"}, {pieces, "-", 1, "Ndf6", ""}, {pieces, "-", 1, "N5f6", ""},
		{pieces, "-", 1, "Nd4f6", ""}, {pieces, "-", 1, "Ne5f6", ""},
		{pieces, "", 0, "Ndf6", "d5"}, {pieces, "", 0, "Nef6", ""}, {pieces, "", 0, "N5f6", "d5"},
		{pieces, "", 0, "N4f6", ""},
		{pieces, "", 0, "d5f6", "d5"}, {pieces, "-", 1, "d5f6", "d5"}, {pieces, "", 0, "d5e5", ""},
		{pieces, "", 0, "d4f6", ""}, {pieces, "", 0, "c5f6", ""},
		{pieces, "", 0, "Nd5", ""}, {pieces, "", 0, "Bd3", "c2"}, {pieces, "", 0, "Qf6", ""},
		{pieces, "", 0, "Bf6", ""},
		{pieces, "h8", 1, "Kb5", "h8"}, {pieces, "-", 1, "Kb5", ""}, {pieces, "", 0, "Kb5", ""},
		{pieces, "d5", 1, "Kb5", ""}, {pieces, "", 0, "Kg8", "h8"},
		{kings, "b1,h8", 2, "Kc2", "b1"}, {kings, "b1,h8", 2, "Kg7", "h8"}, {kings, "b1,h8", 2,
			"Kd5", "b1"},
		{kings, "h8", 2, "Kd5", "h8"},
	} {
		g := newGame(t, "pacifist1", test.fen)
		p := *g.Position()
		for range test.turns {
			changed, _ := ParseSquares(test.changed)
			g.Add(board.Played{Turn: board.Turn{Move: board.NewMove(board.G8, board.G8),
				Converted: changed}, After: p})
		}

		w, err := ParseMove(test.move, English)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if s, ok := g.meant(w); ok {
			got = s.String()
		}
		if got != test.want {
			t.Errorf("%s after %d turns, %q changed: %q, want %q", test.move, test.turns,
				test.changed, got, test.want)
		}
	}
}

// What is known of a piece goes with it, in castling too, and nothing stays on the square that it
// has left.
func TestChangesMoveAlong(t *testing.T) {
	for _, test := range []struct{ changed, move, want string }{
		{"e1,h1", "O-O", "f1,g1"}, {"e1,a1,h1", "O-O-O", "c1,d1,h1"}, {"e1", "Ke2", "e2"},
		{"h1", "Rh5", "h5"}, {"h5,h1", "Rh5", "h5"}, {"h5", "Rh5", "-"},
	} {
		g := newGame(t, "pacifist1", "4k3/8/8/8/8/8/8/R3K2R w AH - 0 1")
		changed, _ := ParseSquares(test.changed)
		g.Add(
			board.Played{Turn: board.Turn{Move: board.NewMove(board.G8, board.G8),
				Converted: changed}, After: g.start},
		)
		if _, err := g.Play(test.move); err != nil {
			t.Fatal(err)
		}
		var got board.Bitboard
		for s := range g.Position().Occupied().All {
			if turn, _ := g.lastChange(s); turn == 0 {
				got |= s.Bit()
			}
		}

		if got.String() != test.want {
			t.Errorf("%s, changed %s: %v, want %s", test.move, test.changed, got, test.want)
		}
	}
}

// The error of an illegal move says whose the piece is that was meant, since when, and names the
// rule.
func TestIllegalNote(t *testing.T) {
	g := newGame(t, "pacifist1", "rkqn1rb1/ppppppbp/P7/1n4p1/8/4N3/1PPPPPPP/RNK1BBQR w - - 0 1")
	// a worked example of the rules text: f8 converts in the second wave
	if _, err := g.Play("Nf5"); err != nil {
		t.Fatal(err)
	}
	_, err := g.Play("Rd8")
	var illegal *IllegalError
	if !errors.As(err, &illegal) || !strings.Contains(illegal.Note,
		"rook on f8 has been White's since 1.Nf5 (wave 2)") || !strings.Contains(err.Error(),
		illegal.Note) || len(illegal.Rules()) == 0 {
		t.Errorf("%v", err)
	}
}

// The pieces that a move from one square to another may be meant for move as in chess, pawns two
// squares from anywhere, whatever is on the end square.
func TestPiecesMove(t *testing.T) {
	const white, black = "7k/8/8/8/8/8/8/7K w - - 0 1", "7k/8/8/8/8/8/8/7K b - - 0 1"
	const blocked = "7k/8/1p1p1p2/8/1p3p2/8/1p1p1p2/7K w - - 0 1"
	for _, c := range []struct {
		fen, from string
		kind      board.Kind
		want      string
	}{
		{white, "d4", board.Knight, "b3,b5,c2,c6,e2,e6,f3,f5"},
		{white, "d4", board.King, "c3,c4,c5,d3,d5,e3,e4,e5"},
		{white, "a1", board.King, "a2,b1,b2"},
		{blocked, "d4", board.Rook, "b4,c4,d2,d3,d5,d6,e4,f4"},
		{blocked, "d4", board.Bishop, "b2,b6,c3,c5,e3,e5,f2,f6"},
		{blocked, "d4", board.Queen, "b2,b4,b6,c3,c4,c5,d2,d3,d5,d6,e3,e4,e5,f2,f4,f6"},
		{white, "a1", board.Bishop, "b2,c3,d4,e5,f6,g7,h8"},
		{white, "d4", board.Pawn, "d5,d6"},
		{black, "d4", board.Pawn, "d2,d3"},
	} {
		p := *newGame(t, "pacifist1", c.fen).Position()
		s, _ := board.ParseSquare(c.from)
		p.Put(s, board.Piece{Kind: c.kind, Colour: p.Turn})
		var to board.Bitboard
		for i := range board.NoSquare {
			if i != s && PiecesMeant(&p, c.from+i.String()) == s.Bit() {
				to |= i.Bit()
			}
		}

		if to.String() != c.want {
			t.Errorf("a %v on %s goes to %v, want %s", c.kind, c.from, to, c.want)
		}
	}
}

// An illegal move is meant for a piece of the mover that would reach its square, else for the
// enemy's, else for one of its kind.
func TestPiecesMeant(t *testing.T) {
	p := newGame(t, "pacifist1", "4k3/8/8/3n4/8/8/1N6/4K1N1 w - - 0 1").Position()
	for move, want := range map[string]string{"Nd3": "b2", "Nf6": "d5", "Na8": "b2,g1",
		"Nbd3": "b2", "Ngd3": "b2,g1", "N2d3": "b2", "b2d3": "b2", "b2d4": "-", "Qa8": "-",
		"a1a8": "-", "O-O": "-", "the king": "-"} {
		if got := PiecesMeant(p, move); got.String() != want {
			t.Errorf("%s: %v, want %s", move, got, want)
		}
	}
}
