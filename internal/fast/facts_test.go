package fast

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"flag"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// A perftRow is one line of the perft facts.
type perftRow struct {
	Rules string
	FEN   string
	Perft []uint64
}

func perftRows(t testing.TB, name string) []perftRow {
	t.Helper()
	f, err := os.Open(filepath.Join("..", "..", "rules", "testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var rows []perftRow
	for d := json.NewDecoder(f); d.More(); {
		var row perftRow
		if err := d.Decode(&row); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row)
	}

	return rows
}

// parse returns the rules of a name and the position of a FEN.
func parse(t testing.TB, name, fen string) (Rules, ruleset.Set, board.Position) {
	t.Helper()
	set, err := ruleset.Builtin(name)
	if err != nil {
		t.Fatal(err)
	}
	r, ok := For(set)
	if !ok {
		t.Fatalf("%s is not served", name)
	}
	p, err := board.ParseFEN(fen, set)
	if err != nil {
		t.Fatal(err)
	}
	return r, set, p
}

var perftLimit = flag.Uint64("perft.limit", 1_000_000, "counts above this are not walked")

// What is counted at the last ply is walked to the limit, what is resolved to a tenth of it.
func checkPerft(t *testing.T, name, fen string, perft []uint64) {
	t.Helper()
	r, _, p := parse(t, name, fen)
	for i, want := range perft {
		for _, resolve := range []bool{false, true} {
			if want > *perftLimit || resolve && want > *perftLimit/10 {
				continue
			}
			if got := r.Perft(&p, i+1, resolve); got != want {
				t.Errorf("%s %s perft(%d) = %d, want %d (resolved: %v)", name, fen, i+1, got, want,
					resolve)
			}
		}
	}
}

func TestPerft(t *testing.T) {
	for _, file := range []string{"perft.jsonl", "perft-deep.jsonl"} {
		for _, row := range perftRows(t, file) {
			checkPerft(t, row.Rules, row.FEN, row.Perft)
		}
	}
}

// A board with more on it than a node can hold, its turns listed one way and counted another.
func TestPerftOvercrowded(t *testing.T) {
	for _, c := range []struct{ name, fen string }{
		{"pacifist1", "qqqqkqqq/qqqq1qqq/8/2q2Q2/3Q4/Q6Q/QQQQ1QQQ/QQQQKQQQ w - - 0 1"},
		{"pacifist2", "qqqqkqqq/qqqq1qqq/8/2q2Q2/3Q4/Q6Q/QQQQ1QQQ/QQQQKQQQ w - - 0 1"},
		// one where most turns are quiet
		{"pacifist2", "7k/p7/4N3/8/8/PPPPPPPP/QQQQQQQQ/QQQQQQQK w - - 0 1"},
	} {
		name := c.name
		r, _, p := parse(t, name, c.fen)
		var moves []board.Move
		for from := board.A1; from < board.NoSquare; from++ {
			for to := board.A1; to < board.NoSquare; to++ {
				if m := board.NewMove(from, to); r.Legal(&p, m) {
					moves = append(moves, m)
				}
			}
		}

		var want uint64
		var after board.Position
		for _, m := range moves {
			r.Play(&p, m, &after)
			want += r.Perft(&after, 1, true)
		}

		for _, resolve := range []bool{false, true} {
			if got := r.Perft(&p, 1, resolve); got != uint64(len(moves)) {
				t.Errorf("%s: perft(1) = %d, want %d (resolved: %v)", name, got, len(moves),
					resolve)
			}

			if got := r.Perft(&p, 2, resolve); got != want {
				t.Errorf("%s: perft(2) = %d, want %d (resolved: %v)", name, got, want, resolve)
			}
		}
	}
}

// A mated side has no turns at any depth, the deepest too.
func TestPerftTooDeep(t *testing.T) {
	r, _, p := parse(t, "chess", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3")
	if got := r.Perft(&p, 1<<40, false); got != 0 {
		t.Errorf("%d turns", got)
	}
}

// Published counts: Chess Programming Wiki, "Perft Results", the start position and positions 2 to
// 6.
func TestChessPerft(t *testing.T) {
	for fen, perft := range map[string][]uint64{
		board.StartFEN: {20, 400, 8902, 197281, 4865609, 119060324},
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1": {48, 2039, 97862,
			4085603, 193690690},
		"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1": {14, 191, 2812, 43238, 674624,
			11030083, 178633661},
		"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1": {6, 264, 9467, 422333,
			15833292},
		"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8": {44, 1486, 62379, 2103487,
			89941194},
		"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10": {46, 2079,
			89890, 3894594, 164075551},
	} {
		checkPerft(t, "chess", fen, perft)
	}
}

// Published counts of Chess960 positions a few moves into the game:
// https://www.chessprogramming.org/Chess960_Perft_Results
func TestChess960Perft(t *testing.T) {
	positions := 0
	var fen string
	for line := range factLines(t, "chess960.perft.gz") {
		if epd, ok := strings.CutPrefix(line, "epd "); ok {
			fen = epd
			positions++
		}

		var depth int
		var want uint64
		if n, _ := fmt.Sscanf(line, "perft %d %d", &depth, &want); n == 2 &&
			want <= *perftLimit/10 {
			r, _, p := parse(t, "chess", fen)
			if got := r.Perft(&p, depth, depth < 3); got != want {
				t.Errorf("%s perft(%d) = %d, want %d", fen, depth, got, want)
			}
		}
	}

	if positions != 720 {
		t.Errorf("only %d positions", positions)
	}
}

// factLines returns the lines of a compressed file of facts.
func factLines(t *testing.T, name string) iter.Seq[string] {
	f, err := os.Open(filepath.Join("..", "..", "rules", "testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	zip, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	return func(yield func(string) bool) {
		lines := bufio.NewScanner(zip)
		lines.Buffer(nil, 1<<24)
		for lines.Scan() && yield(lines.Text()) {
		}
		if err := lines.Err(); err != nil {
			t.Fatal(err)
		}
	}
}

// A turnsRow is one line of the turns facts: all boards after one turn, and the outcome.
type turnsRow struct {
	Rules, FEN, Outcome string
	Count, Full         int
	Boards              []string
}

func TestTurns(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "rules", "testdata", "turns", "*.jsonl.gz"))
	if err != nil || len(files) < 8 {
		t.Fatalf("%d files of facts, %v", len(files), err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".jsonl.gz")
		rows := 0
		for line := range factLines(t, filepath.Join("turns", name+".jsonl.gz")) {
			var row turnsRow
			if err := json.Unmarshal([]byte(line), &row); err != nil {
				t.Fatal(err)
			}
			rows++
			checkTurns(t, row)
		}

		if rows < 100 {
			t.Errorf("%s: only %d rows", name, rows)
		}
	}
}

func checkTurns(t *testing.T, row turnsRow) {
	t.Helper()
	r, _, p := parse(t, row.Rules, row.FEN)
	var boards []string
	var c Choices
	var after board.Position
	moves := r.AppendMoves(nil, &p)
	for _, m := range moves {
		for c.Start(r, &p, m); c.Next(); {
			r.Apply(&p, c.Turn(), &after)
			boards = append(boards, string(after.AppendBoard(nil)))
		}
	}

	slices.Sort(boards)
	want := slices.Sorted(slices.Values(row.Boards))
	if !slices.Equal(boards, want) {
		t.Errorf("%s %s: %d boards, want %d", row.Rules, row.FEN, len(boards), len(want))
	}
	if got := r.Outcome(&p).Result.String(); got != row.Outcome {
		t.Errorf("%s %s: outcome %s, want %s", row.Rules, row.FEN, got, row.Outcome)
	}
}

var (
	rookSteps   = [4]step{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}
	bishopSteps = [4]step{{1, 1}, {-1, 1}, {1, -1}, {-1, -1}}
)

// What a slider reaches along its lines is what it meets step by step.
func TestReach(t *testing.T) {
	makeTables()
	random := rand.New(rand.NewPCG(8, 8))
	for range 200_000 {
		s, occ := square(random.IntN(64)), bits(random.Uint64()&random.Uint64())
		var rook, bishop bits
		for i := range rookSteps {
			rook |= walk(s, rookSteps[i], occ)
			bishop |= walk(s, bishopSteps[i], occ)
		}

		if r, b := rookReach(s, occ), bishopReach(s, occ); r != rook || b != bishop {
			t.Fatalf("%v among %v: %v and %v, want %v and %v", s, occ, r, b, rook, bishop)
		}
	}
}
