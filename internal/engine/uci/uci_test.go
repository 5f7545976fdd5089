package uci_test

import (
	"regexp"
	"strings"
	"testing"

	"turncoat/internal/engine/uci"
)

// talk gives the program lines and returns what it answers.
func talk(t testing.TB, lines ...string) string {
	t.Helper()
	var out strings.Builder
	if err := uci.Serve(t.Context(), strings.NewReader(strings.Join(lines, "\n")), &out, uci.Options{Version: "test"}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// What match runners and perft tools send is answered as they expect it.
func TestServe(t *testing.T) {
	const fools = "position startpos moves f2f3 e7e5 g2g4"
	for _, test := range []struct {
		name  string
		lines []string
		want  string // a regular expression
	}{
		{"greeting", []string{"uci", "isready"},
			`(?s)^id name Turncoat test\n.*option name UCI_Variant type combo default chess var pacifist1 var pacifist2 var conversion .*uciok\nreadyok\n$`},
		{"mate in one", []string{fools, "go nodes 1000"},
			`score mate 1 .* pv d8h4\n(?s:.*)bestmove d8h4\n$`},
		{"depth", []string{"go depth 3"},
			`info depth 3 seldepth \d+ multipv 1 score cp -?\d+ nodes \d+ nps \d+ hashfull \d+ time \d+ pv \w+(?s:.*)bestmove \w{4} ponder \w{4}\n$`},
		{"clock", []string{"go wtime 300 btime 300 winc 5 binc 5 movestogo 40"}, `bestmove \w{4}`},
		{"stop", []string{"go infinite", "stop"}, `bestmove \w{4}`},
		{"end of the input", []string{"go infinite"}, `bestmove \w{4}`},
		{"lines", []string{"setoption name MultiPV value 3", "go depth 2"},
			`(?s)depth 2 .*multipv 3 `},
		{"searchmoves", []string{"go searchmoves a2a3 depth 2"}, `bestmove a2a3`},
		{"strength", []string{"setoption name Level value 1", "go movetime 1000"},
			`bestmove \w{4}`},
		// published
		{"perft of chess", []string{"go perft 3"}, `(?s)^a2a3: 380\n.*\n\nNodes searched: 8902\n$`},
		{"castling", []string{"position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1",
			"go searchmoves e1g1 depth 1"}, `bestmove e1g1`},
		{"Chess960", []string{"setoption name UCI_Chess960 value true",
			"position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1", "go searchmoves e1g1 depth 1"},
			`bestmove e1h1`},
		// RULES.md, example 3
		{"variant", []string{"setoption name UCI_Variant value pacifist1",
			"position fen 1rknn1br/p1pp1p1p/3bp1p1/1p1q2n1/5p2/2P4B/pP1PP1PP/B1RKR1QN w - - 0 1",
			"go nodes 500"}, `score mate 1 (?s:.*)bestmove g1b6\n`},
		{"no turn", []string{"position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go depth 3"},
			`^bestmove \(none\)\n$`},
		{"reclaim", []string{"setoption name UCI_Variant value pacifist-number"},
			`^info string error: `},
		{"illegal move", []string{"position startpos moves e2e5", "go perft 1"},
			`(?s)^info string error: .*Nodes searched: 20\n$`},
		{"bad FEN", []string{"position fen 8/8"}, `^info string error: `},
		{"bad option", []string{"setoption name Hash value 0", "setoption name Nothing",
			"setoption"}, `^(info string error: .*\n){3}$`},
		{"bad limit", []string{"go depth", "go depth x", "go sideways 3", "go perft 0"},
			`^(info string error: .*\n){4}$`},
		{"unknown", []string{"xyzzy \x1b[2J"}, `^info string error: [ -~]*\n$`},
		{"ponder", []string{"go ponder wtime 1000 btime 1000", "isready", "ponderhit"},
			`(?s)readyok\n.*bestmove \w{4}`},
		{"a miss", []string{"go ponder depth 2", "stop"}, `bestmove \w{4}`},
		{"capital letters", []string{"setoption name UCI_Chess960 value True"}, `^$`},
		{"overhead", []string{"setoption name Move Overhead value 500", "setoption name Clear Hash",
			"go wtime 600 btime 600"}, `bestmove \w{4}`},
		{"no legal move to search", []string{"go searchmoves e2e5 depth 1"},
			`^info string error: .*\n(?s:.*)bestmove \w{4}`},
		{"quit", []string{"quit", "uci"}, `^$`},
	} {
		if got := talk(t, test.lines...); !regexp.MustCompile(test.want).MatchString(got) {
			t.Errorf("%s:\n%s\nwant %s", test.name, got, test.want)
		}
	}
}

// Whatever the lines are, the program goes on, and writes nothing raw.
func FuzzServe(f *testing.F) {
	f.Add("uci\nposition startpos moves e2e4\ngo depth 1\nstop")
	f.Add("setoption name UCI_Variant value conversion\nposition fen 8/8 w\ngo nodes 5 searchmoves a1")
	f.Fuzz(func(t *testing.T, text string) {
		for _, slow := range []string{"bench", "perft", "time", "depth", "nodes", "mate", "Hash",
			"Threads"} {
			if strings.Contains(strings.ToLower(text), strings.ToLower(slow)) {
				return // the work takes long, and is no matter of reading
			}
		}

		for _, r := range talk(t, text) {
			if r != '\n' && (r < ' ' || r == 0x7f) {
				t.Errorf("%q comes out of %q", r, text)
			}
		}
	})
}
