package fast

import (
	"slices"
	"testing"

	"turncoat/rules/board"
)

// A king outweighs any crowd by total value (PAC-4: 1000), as when it stands among nineteen queens:
// every enemy piece next to it converts in the first wave, whatever supports it, and no other does.
func TestKingOutweighsAnyCrowd(t *testing.T) {
	const fen = "7k/q2q2q1/1q1q1q2/2qqq3/1qqnqqqq/2Kqq3/3q1q1P/8 w - - 0 1"
	want := board.At(1, 3).Bit() | board.At(2, 3).Bit() | board.At(3, 3).Bit() | board.At(3,
		2).Bit() | board.At(3, 1).Bit()
	m := board.NewMove(board.At(7, 1), board.At(7, 2))
	for _, name := range []string{"pacifist2", "pacifist-value"} {
		r, _, p := parse(t, name, fen)
		waves := r.AppendWaves(nil, &p, m)
		if len(waves) == 0 || waves[0] != want {
			t.Errorf("%s: waves %v, the first should be %v", name, waves, want.Names())
		}
		i := slices.IndexFunc(r.AppendTurns(nil, &p), func(turn board.Turn) bool {
			return turn.Move == m &&
				turn.Converted&want == want
		})
		if i < 0 {
			t.Errorf("%s: the move is not listed with these conversions", name)
		}
	}
}

// A piece that stands in the way of a castling that would convert the king may not leave (CON-5,
// CON-7).
func TestCastlingThreatUncovered(t *testing.T) {
	for _, c := range []struct {
		why, board, right string
		from              board.Square
		free              int // the knight's moves without the right
	}{
		{"castled, the king on g8 and the queen on b3 convert the king on g3",
			"4k1Nr/8/8/8/8/1q1P2K1/8/8", "k", board.G8, 3},
		{"castled, the rook on f8 and the rook on b3 convert the king on f3",
			"5Nkr/8/8/8/8/1r1P1K2/8/8", "k", board.F8, 4},
	} {
		for right, want := range map[string]int{c.right: 0, "-": c.free} {
			r, _, p := parse(t, "conversion", c.board+" w "+right+" - 0 1")
			moves := slices.DeleteFunc(r.AppendMoves(nil, &p),
				func(m board.Move) bool { return m.From != c.from })
			if len(moves) != want {
				t.Errorf("%s, rights %s: %s: the knight has the moves %v, want %d", c.board, right,
					c.why, moves, want)
			}
		}
	}
}

// On the king's way a castling rook that stands there counts as gone (PAC-14): the rook on e1 does
// not support its king on d1, where a black rook bears.
func TestCastlingRookOnTheWay(t *testing.T) {
	castling := board.NewMove(board.F1, board.E1)
	for _, c := range []struct {
		name, fen string
		legal     bool
	}{
		{"pacifist-number", "3r3k/8/8/8/8/8/8/4RK2 w E - 0 1", false},
		{"pacifist-value", "3r3k/8/8/8/8/8/8/4RK2 w E - 0 1", false},
		{"pacifist-average", "3r3k/8/8/8/8/8/8/4RK2 w E - 0 1", false},
		{"pacifist-number", "r6k/8/8/8/8/8/8/4RK2 w E - 0 1", true},
		{"pacifist-value", "r6k/8/8/8/8/8/8/4RK2 w E - 0 1", true},
		{"pacifist-average", "r6k/8/8/8/8/8/8/4RK2 w E - 0 1", true},
	} {
		r, _, p := parse(t, c.name, c.fen)
		if got := slices.Contains(r.AppendMoves(nil, &p), castling); got != c.legal {
			t.Errorf("%s %s: castling is legal: %v, want %v", c.name, c.fen, got, c.legal)
		}
	}
}

// A king may castle where it stands safely (PAC-14), and any friend makes it safe: the rook a1 and
// the other against the rook and the bishop.
func TestCastlingFromSupport(t *testing.T) {
	for fen, want := range map[string]bool{
		"4r2k/8/8/8/1b6/8/8/R3K2R w K - 0 1": true, "4r2k/8/8/8/1b6/8/8/4K2R w K - 0 1": false,
		"7k/8/8/8/1b6/8/8/4K2R w K - 0 1": true,
		// the rook a1 is Black's
		"4k3/8/8/8/1b6/8/8/r3K2R w K - 0 1": false, "4k3/8/8/8/8/8/8/r3K2R w K - 0 1": true,
	} {
		r, _, p := parse(t, "pacifist-number", fen)
		if got := r.Legal(&p, board.NewMove(board.E1, board.H1)); got != want {
			t.Errorf("%s: castling is legal: %t", fen, got)
		}
	}
}
