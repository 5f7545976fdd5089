package reference

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/notnil/chess"

	"turncoat/internal/testing/rulestest"
	"turncoat/rules/board"
)

// Published counts: Chess Programming Wiki, "Perft Results", the start position and positions 2 to
// 6.
func TestChessAgreesWithPublishedPerft(t *testing.T) {
	set := rulestest.Builtin(t, "chess")
	for _, c := range []struct {
		name, fen string
		perft     []uint64
	}{
		{"start", board.StartFEN, []uint64{20, 400, 8902, 197281}},
		{"Kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
			[]uint64{48, 2039, 97862}},
		{"position 3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", []uint64{14, 191, 2812, 43238}},
		{"position 4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
			[]uint64{6, 264, 9467}},
		{"position 4 mirrored", "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
			[]uint64{6, 264, 9467}},
		{"position 5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", []uint64{44,
			1486, 62379}},
		{"position 6", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
			[]uint64{46, 2079, 89890}},
	} {
		p := mustFEN(t, set, c.fen)
		for i, want := range c.perft {
			if got := Perft(set, p, i+1); got != want {
				t.Errorf("%s: perft %d is %d, want %d", c.name, i+1, got, want)
			}
		}
	}
}

func TestChess960AgreesWithPublishedPerft(t *testing.T) {
	set := rulestest.Builtin(t, "chess")
	f, err := os.Open("testdata/chess960.perft")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var p board.Position
	var fen string
	checked := 0
	for lines := bufio.NewScanner(f); lines.Scan(); {
		line := lines.Text()
		if rest, ok := strings.CutPrefix(line, "epd "); ok {
			fen = rest
			p = mustFEN(t, set, fen)
		}

		var depth int
		var want uint64
		if n, _ := fmt.Sscanf(line, "perft %d %d", &depth, &want); n == 2 && want <= *perftLimit {
			if got := Perft(set, p, depth); got != want {
				t.Errorf("%s: perft %d is %d, want %d", fen, depth, got, want)
			}
			checked++
		}
	}

	if checked < 60 {
		t.Errorf("only %d counts checked", checked)
	}
}

// The move generator of notnil/chess is an outside witness: the same moves in every position of
// random games, the same boards after them and the same end.
func TestChessAgreesWithNotnilChessOnRandomGames(t *testing.T) {
	set := rulestest.Builtin(t, "chess")
	random := rand.New(rand.NewPCG(1, 2))
	mates := 0
	for range 40 {
		theirs := chess.StartingPosition()
		p := mustFEN(t, set, board.StartFEN)
		for range 250 {
			valid := theirs.ValidMoves()
			byName := map[string]*chess.Move{}
			for _, m := range valid {
				byName[m.String()] = m
			}
			moves := Moves(set, p)
			for _, m := range moves {
				if byName[m.UCI(&p)] == nil {
					t.Fatalf("%s: %s is not theirs", p.FEN(set), m.UCI(&p))
				}
			}

			if len(moves) != len(byName) {
				t.Fatalf("%s: %d moves, theirs %v", p.FEN(set), len(moves), valid)
			}
			want := map[chess.Method]string{chess.Checkmate: board.Checkmate,
				chess.Stalemate: board.Stalemate}[theirs.Status()]
			if got := Outcome(set, p).Reason; got != want {
				t.Fatalf("%s: %q, theirs %q", p.FEN(set), got, want)
			}
			if len(moves) == 0 {
				mates++
				break
			}

			m := moves[random.IntN(len(moves))]
			theirs = theirs.Update(byName[m.UCI(&p)])
			p = Full(set, p, m).After
			if got, want := p.Board(), theirs.Board().String(); got != want {
				t.Fatalf("%v: board %s, want %s", m, got, want)
			}
		}
	}

	if mates == 0 {
		t.Error("no game ended: the random games show too little")
	}
}
