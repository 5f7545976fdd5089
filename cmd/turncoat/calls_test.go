package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"

	"turncoat/corpus"
	"turncoat/corpus/golden"
	"turncoat/internal/rulestest"
	"turncoat/puzzle"
	"turncoat/puzzle/mine"
	"turncoat/puzzle/proof"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
)

// To how many turns tries may fail: as is said, else to one in puzzles of up to three turns, and longer ones have none.
func TestWantedTries(t *testing.T) {
	for _, test := range []struct {
		words    string
		in, want int
	}{{"", 1, 1}, {"", 3, 1}, {"", 4, 0}, {"--tries 0", 2, 0}, {"--tries 2", 2, 2}, {"--tries 2", 5, 2}} {
		flagsOf(t, append(strings.Fields("puzzle new --rules chess"), strings.Fields(test.words)...),
			func(_ *session, c *cli.Context) {
				if got := wantedTries(c, test.in); got != test.want {
					t.Errorf("%q in %d: %d, want %d", test.words, test.in, got, test.want)
				}
			})
	}
}

// What a win of any length comes to, in words and as JSON, with the status of each.
func TestAnyLengthAnswers(t *testing.T) {
	g, err := rules.Named("chess")
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.ParseFEN("7k/8/5K2/8/8/8/8/R7 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	key, err := board.ParseUCI(&p, "f6g6")
	if err != nil {
		t.Fatal(err)
	}
	keys := []board.Move{key}
	for _, test := range []struct {
		result     solve.LongResult
		status     int
		text, says string
		json       string
	}{
		{solve.LongResult{Status: solve.Won, Bounds: solve.Bounds{AtLeast: 6, AtMost: 6}, Keys: keys, Complete: true,
			Nodes: 5}, 0, "win in 6: Kg6\n", "",
			`{"win":true,"in":6,"keys":["f6g6"],"status":"won","goal":"win","excluded":5,"nodes":5,"atMost":6,"atLeast":6}`},
		{solve.LongResult{Status: solve.Won, Bounds: solve.Bounds{AtLeast: 6, AtMost: 6}, Keys: keys}, 3,
			"win in 6: Kg6, and perhaps other turns\n", "a limit came before all first turns were settled",
			`{"win":true,"in":6,"keys":["f6g6"],"status":"won","goal":"win","excluded":5,"nodes":0,"atMost":6,"atLeast":6}`},
		{solve.LongResult{Status: solve.Unknown, Bounds: solve.Bounds{AtLeast: 4, AtMost: 9}, Keys: keys}, 3,
			"win in at most 9, at least 4: Kg6\n", "a limit came before the shortest win was known",
			`{"win":true,"keys":["f6g6"],"status":"unknown","goal":"win","excluded":3,"nodes":0,"atMost":9,"atLeast":4}`},
		{solve.LongResult{Status: solve.None, Never: true, Bounds: solve.Bounds{AtLeast: 8}}, 1,
			"no win in any number of turns\n", "",
			`{"win":false,"status":"none","goal":"win","excluded":7,"nodes":0,"never":true}`},
		{solve.LongResult{Status: solve.None, Bounds: solve.Bounds{AtLeast: 8}}, 1, "no win in 7\n", "",
			`{"win":false,"status":"none","goal":"win","excluded":7,"nodes":0}`},
		{solve.LongResult{Status: solve.Unknown, Bounds: solve.Bounds{AtLeast: 5}}, 3, "unknown: no win in 4\n",
			"a limit came before a win was found",
			`{"status":"unknown","goal":"win","excluded":4,"nodes":0,"atLeast":5}`},
	} {
		for _, format := range []string{"text", "json"} {
			var out, errs strings.Builder
			s := newSession(t.Context(), nil, &out, &errs)
			call := &puzzleCall{game: g, p: p, stipulation: stipulation{goal: solve.Win, n: 7}, format: format}
			status := s.end(s.puzzleLongAnswer(call, test.result))
			want := test.text
			if format == "json" {
				want = test.json + "\n"
			}
			if status != test.status || out.String() != want || !strings.Contains(errs.String(), test.says) {
				t.Errorf("%+v: status %d, %q, want %d, %q; %s", test.result, status, out.String(), test.status, want,
					errs.String())
			}
		}
	}
}

// What a proof proves, in a sentence.
func TestProofSentences(t *testing.T) {
	chess := rulestest.Builtin(t, "chess")
	for _, test := range []struct {
		report proof.Report
		want   string
	}{
		{proof.Report{Header: proof.Header{Rules: chess, Stipulation: "win", In: 3, Keys: []string{"a1a2", "b1b2"}},
			Wins: 1, Holds: 2}, "chess, win in at most 3 by a1a2, b1b2 (1 win, 2 holds)"},
		{proof.Report{Header: proof.Header{Rules: chess, Stipulation: "win", In: 1, Keys: []string{"a1a2"}}, Wins: 2,
			Holds: 1}, "chess, win in 1 by a1a2 (2 wins, 1 hold)"},
		{proof.Report{Header: proof.Header{Rules: chess, Stipulation: "self-win", In: 3, Shortest: true,
			Complete: true, Keys: []string{"a1a2"}}},
			"chess, self-win in 3 by a1a2, in no fewer, by no other first turn (0 wins, 0 holds)"},
		{proof.Report{Header: proof.Header{Rules: chess, Stipulation: "win", In: 4, None: true}, Holds: 7},
			"chess, no win in 4 (7 holds)"},
		{proof.Report{Header: proof.Header{Rules: chess, Stipulation: "help-win", In: 2, Half: true, Shortest: true},
			Lines: 2}, "chess, help-win in 2.5, in no fewer (2 lines)"},
	} {
		if got := sentence(&test.report); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
	if got := cut(solve.Result{Lines: make([][]board.Played, 2), LineCount: 5}) +
		cut(solve.Result{Lines: make([][]board.Played, 2), LineCount: 2}); got != ", of which 2 are shown" {
		t.Error(got)
	}
}

// A list of expected failures serves all corpora: what is a case of another size is left out of it, what is none stays.
func TestAskedOrUnknown(t *testing.T) {
	smoke, err := golden.Cases(corpus.Smoke, "chess")
	if err != nil {
		t.Fatal(err)
	}
	full, err := golden.Cases(corpus.Full, "chess")
	if err != nil {
		t.Fatal(err)
	}
	other := full[slices.IndexFunc(full, func(k corpus.Case) bool {
		return !slices.ContainsFunc(smoke, func(s corpus.Case) bool { return s.ID == k.ID })
	})].ID
	if got, want := askedOrUnknown([]string{other, smoke[0].ID, "chess-00000000"}, smoke),
		[]string{smoke[0].ID, "chess-00000000"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got := askedOrUnknown(nil, smoke); got != nil {
		t.Errorf("%q", got)
	}
}

// A list of ids has one at the beginning of each line, each once; remarks and empty lines are passed over, and a
// line that is too long is named.
func TestExpectedFailures(t *testing.T) {
	s := newSession(t.Context(), strings.NewReader("# mine\n\na-1 # why\n  b-2 and more\na-1\n#c-3\nd-4#\n"),
		io.Discard, io.Discard)
	if got, err := s.expectedFailures("-"); err != nil || !slices.Equal(got, []string{"a-1", "b-2", "d-4"}) {
		t.Errorf("%q, %v", got, err)
	}
	for n, good := range map[int]bool{64 << 10: true, 64<<10 + 1: false} {
		s := newSession(t.Context(), strings.NewReader("a\n"+strings.Repeat("b", n)+"\n"), io.Discard, io.Discard)
		got, err := s.expectedFailures("-")
		if (err == nil) != good || good && len(got) != 2 || !good && !strings.HasPrefix(err.Error(), "-:2: ") {
			t.Errorf("%d bytes: %d ids, %v", n, len(got), err)
		}
	}
	broken := newSession(t.Context(), io.MultiReader(strings.NewReader("a\n"), failing{}), io.Discard, io.Discard)
	if _, err := broken.expectedFailures("-"); err == nil || !strings.Contains(err.Error(), "the cable is out") {
		t.Error(err)
	}
}

// A reader that fails.
type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errors.New("the cable is out") }

// Numbers are read with their thousands apart.
func TestThousands(t *testing.T) {
	for n, want := range map[uint64]string{0: "0", 7: "7", 999: "999", 1000: "1,000", 12345: "12,345",
		123456: "123,456", 1234567: "1,234,567", 1000000000: "1,000,000,000"} {
		if got := thousands(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}

// What tables say of a position: nothing, a draw, that the game is over, or how long it takes.
func TestValueIn(t *testing.T) {
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	g, err := rules.Named("chess")
	if err != nil {
		t.Fatal(err)
	}
	flagsOf(t, strings.Fields("turns --rules chess start"), func(_ *session, c *cli.Context) {
		tables, err := openTables(c, g)
		if err != nil {
			t.Fatal(err)
		}
		defer tables.Close()
		for fen, want := range map[string]string{
			"7k/8/8/8/8/8/8/K6N w - - 0 1":  "draw",                      // a knight cannot mate
			"R6k/8/6K1/8/8/8/8/8 b - - 0 1": "Black has lost",            // mate
			"7k/8/6K1/8/8/8/8/R7 w - - 0 1": "win in 1 ply for White",    // by Ra8
			"7k/8/6K1/8/8/8/8/R7 b - - 0 1": "loss in 2 plies for Black", // by Kg8 and Ra8
			board.StartFEN:                  "",
		} {
			p, err := g.ParseFEN(fen)
			if err != nil {
				t.Fatal(err)
			}
			if got := newSession(t.Context(), nil, io.Discard, io.Discard).valueIn(tables, &p); got != want {
				t.Errorf("%s: %q, want %q", fen, got, want)
			}
		}
	})
	if got := newSession(t.Context(), nil, io.Discard, io.Discard).valueIn(nil, nil); got != "" {
		t.Error(got)
	}
}

// Shorter puzzles to make longer are those of the rules and the stipulation, each once and in an order of their own.
func TestLongerPuzzles(t *testing.T) {
	dir := t.TempDir()
	put := func(name string, lines ...string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	collection := func(name string) []string {
		text, err := os.ReadFile("../../puzzle/collection/" + name + ".jsonl")
		if err != nil {
			t.Fatal(err)
		}
		return strings.Split(strings.TrimSpace(string(text)), "\n")
	}
	var wins []string
	for _, line := range collection("pacifist1") {
		if len(wins) < 3 {
			wins = append(wins, line)
		}
	}
	others := collection("more/self-wins")
	other := slices.IndexFunc(others, func(line string) bool { return strings.Contains(line, `"rules":"pacifist1"`) })
	if len(wins) != 3 || other < 0 {
		t.Fatal("the collection has other puzzles")
	}
	var want []string
	for _, line := range wins {
		p, err := puzzle.Parse([]byte(line))
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, p.FEN)
	}
	slices.Sort(want)
	one, two := put("one.jsonl", wins[2], wins[0], wins[2]), put("two.jsonl", wins[0], wins[1],
		collection("chess")[0], others[other])
	for _, files := range [][]string{{one, two}, {two, one}, {one, two, one}} {
		words := strings.Fields("puzzle mine --rules pacifist1 --win-in 3")
		for _, file := range files {
			words = append(words, "--longer", file)
		}
		flagsOf(t, words, func(s *session, c *cli.Context) {
			m, err := s.mine(c)
			if err != nil || m.From != mine.Longer || !slices.Equal(m.Bases, want) {
				t.Errorf("%q: %+v, %v, want %q", files, m, err, want)
			}
		})
	}
	s := idle(t)
	if err := s.shorterPuzzles(&mine.Mine{Rules: rulestest.Builtin(t, "conversion")},
		[]string{one}); statusOf(err) != statusUnusable || !strings.Contains(err.Error(),
		"no puzzle by conversion of this stipulation in "+one) {
		t.Error(err)
	}
	for n, good := range map[int]bool{mine.MaxBases: true, mine.MaxBases + 1: false} {
		m := &mine.Mine{Rules: rulestest.Builtin(t, "pacifist1")}
		for i := range n {
			m.Bases = append(m.Bases, fmt.Sprint("base ", i))
		}
		err := s.shorterPuzzles(m, nil)
		if (err == nil) != good || !good && !strings.Contains(err.Error(),
			fmt.Sprintf("--longer: %d puzzles are too many: at most %d", n, mine.MaxBases)) {
			t.Errorf("%d: %v", n, err)
		}
	}
}

// What a store says of what it is asked, and gives.
func TestStoreAnswers(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "book.db")
	text, err := os.ReadFile("../../puzzle/collection/chess.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(text), "\n")[:4]
	book := filepath.Join(dir, "book.jsonl")
	if err := os.WriteFile(book, []byte(strings.Join(lines, "")), 0o600); err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, line := range lines {
		p, err := puzzle.Parse([]byte(strings.TrimSpace(line)))
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, p.ID)
	}
	do := func(want int, words ...string) (out, said string) {
		t.Helper()
		status, out, said := call(t, "", append([]string{"puzzle", "store", path}, words...)...)
		if status != want {
			t.Errorf("%q: status %d, want %d: %s", words, status, want, said)
		}
		return out, said
	}
	if out, said := do(0, "add", "--same-idea", book); out != path+": 4 puzzles added\n" || said != "" {
		t.Errorf("add: %q %q", out, said)
	}
	out, said := do(0, "add", "--verbose", "--same-idea", book)
	if out != path+": 0 puzzles added, 4 left out: already in the store\n" ||
		strings.Count(said, " left out: already in the store (") != 4 || !strings.Contains(said, book+":3: "+ids[2]+
		" left out: ") {
		t.Errorf("add again: %q %q", out, said)
	}
	if out, _ := do(0, "add", "--json", "--same-idea", book); !strings.Contains(out, `:4`) || strings.Contains(out, "added,") {
		t.Errorf("add again: %q", out)
	}
	if out, said := do(0, "find", "--author", "Nobody"); out != "" ||
		said != "turncoat puzzle store: no puzzle is like that\n" {
		t.Errorf("find nothing: %q %q", out, said)
	}
	if out, said := do(0, "find", "--limit", "2"); out != lines[0]+lines[1] || said != "" {
		t.Errorf("find two: %q %q", out, said)
	}
	if out, said := do(2, "show", ids[1], "unknown", ids[0]); out != lines[1]+lines[0] || !strings.Contains(said, path+`: there is no puzzle "unknown"`) {
		t.Errorf("show: %q %q", out, said)
	}
	do(2, "show")
	do(2, "add")
	do(2, "add", filepath.Join(dir, "missing.jsonl"))
	to := filepath.Join(dir, "out.jsonl")
	if out, _ := do(0, "find", "--sort", "id", "-o", to); out != "" {
		t.Errorf("find to a file: %q", out)
	}
	if got, err := os.ReadFile(to); err != nil || strings.Count(string(got), "\n") != 4 {
		t.Errorf("%q, %v", got, err)
	}
	near, err := puzzle.Parse([]byte(strings.TrimSpace(lines[3])))
	if err != nil {
		t.Fatal(err)
	}
	for _, how := range []string{"material", "placement"} {
		if out, _ := do(0, "find", "--near", near.FEN, "--like", how, "--limit", "1"); out != lines[3] {
			t.Errorf("near in %s: %q", how, out)
		}
	}
	stats, _ := do(0, "stats")
	var size int64
	if info, err := os.Stat(path); err == nil {
		size = info.Size()
	}
	if !strings.HasPrefix(stats, fmt.Sprintf("4 puzzles, %d bytes (%d each); 0 solvers, 0 attempts\n", size,
		size/4)) || !strings.Contains(stats, "  chess             win in ") || !strings.Contains(stats, "  grades ") {
		t.Errorf("stats: %s for %d bytes", stats, size)
	}
	if out, _ := do(0, "stats", "--json"); !strings.HasPrefix(out, `{"puzzles":4,`) {
		t.Errorf("stats: %q", out)
	}
	if out, _ := do(0, "check"); out != "4 puzzles: all right\n" {
		t.Errorf("check: %q", out)
	}
	if out, said := do(0, "solvers"); out != "" ||
		said != "turncoat puzzle store: nobody has solved a puzzle of this store\n" {
		t.Errorf("solvers: %q %q", out, said)
	}
}
