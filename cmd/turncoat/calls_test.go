package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"

	"turncoat/corpus"
	"turncoat/corpus/golden"
	"turncoat/internal/rulestest"
	"turncoat/puzzle"
	"turncoat/puzzle/analysis"
	"turncoat/puzzle/mine"
	"turncoat/puzzle/proof"
	"turncoat/puzzle/solve"
	"turncoat/puzzle/store"
	"turncoat/rules"
	"turncoat/rules/board"
)

// flagsOf calls do with the flags of a command as words give them; nothing else of the command runs.
func flagsOf(t *testing.T, words []string, do func(s *session, c *cli.Context)) {
	t.Helper()
	s := idle(t)
	app := s.app(words...)
	var replace func(commands []*cli.Command)
	replace = func(commands []*cli.Command) {
		for _, c := range commands {
			c.Action = func(c *cli.Context) error { do(s, c); return nil }
			replace(c.Subcommands)
		}
	}
	replace(app.Commands)
	ordered, err := order(app, append([]string{"turncoat"}, words...))
	if err == nil {
		err = app.RunContext(t.Context(), ordered)
	}
	if err != nil {
		t.Errorf("%q: %v", words, err)
	}
}

// Each flag of "puzzle mine" says one thing of what is looked for, and without flags it is what the help says.
func TestMineFlags(t *testing.T) {
	usual := func() *mine.Mine {
		d := analysis.Sound()
		d.MaxSize = 60
		return &mine.Mine{Rules: rulestest.Builtin(t, "pacifist1"), From: mine.SelfPlay, Least: 2, Most: 3, Count: 10, Pool: 10, Seed: 1, Improve: 300, Nodes: 3_000_000, Demands: d}
	}
	start, err := rules.Named("pacifist1")
	if err != nil {
		t.Fatal(err)
	}
	at := start.Start()
	help := func(m *mine.Mine) { m.Goal, m.From, m.Pieces, m.Demands.Lines = solve.HelpWin, mine.Composed, "4-7", 1 }
	for words, change := range map[string]func(m *mine.Mine){
		"":                          func(*mine.Mine) {},
		"--win-in 4":                func(m *mine.Mine) { m.Least, m.Most = 4, 4 },
		"--win-in 2..5":             func(m *mine.Mine) { m.Least, m.Most = 2, 5 },
		"--count 3":                 func(m *mine.Mine) { m.Count, m.Pool = 3, 3 },
		"--count 3 --choose-from 7": func(m *mine.Mine) { m.Count, m.Pool = 3, 7 },
		"--seed 9":                  func(m *mine.Mine) { m.Seed = 9 },
		"--improve 0":               func(m *mine.Mine) { m.Improve = 0 },
		"--units 5":                 func(m *mine.Mine) { m.Units = 5 },
		"--nodes 77":                func(m *mine.Mine) { m.Nodes = 77 },
		"--max-size 0":              func(m *mine.Mine) { m.Demands.MaxSize = 0 },
		"--strict":                  func(m *mine.Mine) { m.Demands.Strict = true },
		"--allow-cooks":             func(m *mine.Mine) { m.Demands.OneKey = false },
		"--allow-duals":             func(m *mine.Mine) { m.Demands.NoDuals = false },
		"--allow-only-turn":         func(m *mine.Mine) { m.Demands.Turns = false },
		"--allow-no-choice":         func(m *mine.Mine) { m.Demands.Choice = false },
		"--allow-won":               func(m *mine.Mine) { m.Demands.Mistake = false },
		"--allow-unreached":         func(m *mine.Mine) { m.Demands.Reached = false },
		"--pieces 6-8":              func(m *mine.Mine) { m.From, m.Pieces = mine.Composed, "6-8" },
		"--position start":          func(m *mine.Mine) { m.From, m.Position = mine.Given, start.FEN(&at) },
		"--theme castling":          func(m *mine.Mine) { m.From, m.Pieces, m.Themes = mine.Composed, "6-11", []string{"castling"} },
		"--theme waves --pieces 7":  func(m *mine.Mine) { m.From, m.Pieces, m.Themes = mine.Composed, "7", []string{"waves"} },
		"--self-win 2": func(m *mine.Mine) {
			m.Goal, m.From, m.Pieces, m.Least, m.Most = solve.SelfWin, mine.Composed, "6-11", 2, 2
		},
		"--claim 1..2": func(m *mine.Mine) {
			m.Goal, m.From, m.Pieces, m.Least, m.Most = solve.Claim, mine.Composed, "6-11", 1, 2
		},
		"--help-win 2":                 func(m *mine.Mine) { help(m); m.Least, m.Most = 2, 2 },
		"--help-win 1.5..2.5":          func(m *mine.Mine) { help(m); m.Half, m.Least, m.Most = true, 1, 2 },
		"--help-win 2 --solutions 3":   func(m *mine.Mine) { help(m); m.Least, m.Most, m.Demands.Lines = 2, 2, 3 },
		"--help-win 2 --duplex":        func(m *mine.Mine) { help(m); m.Least, m.Most, m.Duplex = 2, 2, true },
		"--key Q@h7 --final R@a8":      func(m *mine.Mine) { m.Key, m.Final = "Q@h7", "R@a8" },
		"--help-win 2 --solutions 1":   func(m *mine.Mine) { help(m); m.Least, m.Most = 2, 2 },
		"--help-win 2 --pieces KQkb":   func(m *mine.Mine) { help(m); m.Least, m.Most, m.Pieces = 2, 2, "KQkb" },
		"--theme castling --theme key": nil,
	} {
		flagsOf(t, append(strings.Fields("puzzle mine --rules pacifist1"), strings.Fields(words)...), func(s *session, c *cli.Context) {
			got, err := s.mine(c)
			if change == nil {
				if statusOf(err) != statusUnusable {
					t.Errorf("%s: %+v, %v", words, got, err)
				}
				return
			}
			if err != nil {
				t.Errorf("%s: %v", words, err)
				return
			}
			want := usual()
			change(want)
			if err := want.Check(); err != nil { // which reads the material and the position
				t.Errorf("%s: %v", words, err)
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s: %+v, want %+v", words, got, want)
			}
		})
	}
}

// What does not go together in "puzzle mine" is refused by name.
func TestMineRefuses(t *testing.T) {
	for words, want := range map[string]string{
		"--win-in 2 --self-win 2":            "--win-in and --self-win exclude each other",
		"--self-win 2 --claim 2":             "--self-win and --claim exclude each other",
		"--help-win 2 --claim 2":             "--help-win and --claim exclude each other",
		"--win-in 2 --solutions 2":           "--solutions is for --help-win",
		"--help-win 2 --solutions 0":         "--solutions cannot be 0: it is 1 to 1000",
		"--help-win 2 --solutions 1001":      "--solutions cannot be 1001: it is 1 to 1000",
		"--duplex":                           "--duplex is for --help-win",
		"--help-win 1.5..3":                  `--help-win: "1.5..3" is neither a number of turns nor a range`,
		"--claim 0":                          `--claim: "0" is neither a number of turns nor a range`,
		"--pieces 5 --position start":        "only one of --pieces, --games, --position and --longer can be given",
		"--games x --longer y":               "only one of --pieces, --games, --position and --longer can be given",
		"--position 8/8":                     "FEN",
		"--position":                         "--position wants a value",
		"--count 0":                          "--count cannot be 0: it is a number from 1",
		"--choose-from 0":                    "--choose-from cannot be 0: it is a number from 1",
		"--improve -1":                       "--improve",
		"--count 3 --choose-from 2":          "",
		"--theme nonsense":                   "nonsense",
		"--key X":                            "X",
		"--win-in 2 --out x --pieces KQ":     "two kings are wanted",
		"--win-in 2 --seed -1":               "--seed",
		"--win-in 2 surplus":                 `unexpected argument "surplus": there are none`,
		"--win-in 2 --jobs -1":               "--jobs cannot be -1",
		"--win-in 2 --time 0s":               "--time must be positive",
		"--win-in 2 --cluster listen:nobody": "is no PORT and no HOST:PORT",
	} {
		status, out, message := call(t, "", append(strings.Fields("puzzle mine --rules chess"), strings.Fields(words)...)...)
		if status != statusUnusable || out != "" || !strings.Contains(message, want) {
			t.Errorf("%s: status %d, %q, %s, want %s", words, status, out, message, want)
		}
	}
	status, out, message := call(t, "", strings.Fields("puzzle mine --rules chess --win-in 9 --pieces KQkq --count 3 --time 1ms")...)
	if status != statusLimit || out != "" || !strings.Contains(message, "the time is over at 0 of 3 puzzles; they have been printed") {
		t.Errorf("after a millisecond: status %d, %q, %s", status, out, message)
	}
	status, _, message = call(t, "", append(strings.Fields("puzzle mine --rules chess --win-in 9 --pieces KQkq --count 3 --time 1ms --out"), t.TempDir())...)
	if status != statusLimit || !strings.Contains(message, "the time is over at 0 of 3 puzzles; the same call goes on from there") {
		t.Errorf("after a millisecond: status %d, %s", status, message)
	}
}

// To how many turns tries may fail: as is said, else to one in puzzles of up to three turns, and longer ones have none.
func TestWantedTries(t *testing.T) {
	for _, test := range []struct {
		words    string
		in, want int
	}{{"", 1, 1}, {"", 3, 1}, {"", 4, 0}, {"--tries 0", 2, 0}, {"--tries 2", 2, 2}, {"--tries 2", 5, 2}} {
		flagsOf(t, append(strings.Fields("puzzle new --rules chess"), strings.Fields(test.words)...), func(_ *session, c *cli.Context) {
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
		{solve.LongResult{Status: solve.Won, Bounds: solve.Bounds{AtLeast: 6, AtMost: 6}, Keys: keys, Complete: true, Nodes: 5}, 0, "win in 6: Kg6\n", "",
			`{"win":true,"in":6,"keys":["f6g6"],"status":"won","goal":"win","excluded":5,"nodes":5,"atMost":6,"atLeast":6}`},
		{solve.LongResult{Status: solve.Won, Bounds: solve.Bounds{AtLeast: 6, AtMost: 6}, Keys: keys}, 3, "win in 6: Kg6, and perhaps other turns\n", "a limit came before all first turns were settled",
			`{"win":true,"in":6,"keys":["f6g6"],"status":"won","goal":"win","excluded":5,"nodes":0,"atMost":6,"atLeast":6}`},
		{solve.LongResult{Status: solve.Unknown, Bounds: solve.Bounds{AtLeast: 4, AtMost: 9}, Keys: keys}, 3, "win in at most 9, at least 4: Kg6\n", "a limit came before the shortest win was known",
			`{"win":true,"keys":["f6g6"],"status":"unknown","goal":"win","excluded":3,"nodes":0,"atMost":9,"atLeast":4}`},
		{solve.LongResult{Status: solve.None, Never: true, Bounds: solve.Bounds{AtLeast: 8}}, 1, "no win in any number of turns\n", "",
			`{"win":false,"status":"none","goal":"win","excluded":7,"nodes":0,"never":true}`},
		{solve.LongResult{Status: solve.None, Bounds: solve.Bounds{AtLeast: 8}}, 1, "no win in 7\n", "",
			`{"win":false,"status":"none","goal":"win","excluded":7,"nodes":0}`},
		{solve.LongResult{Status: solve.Unknown, Bounds: solve.Bounds{AtLeast: 5}}, 3, "unknown: no win in 4\n", "a limit came before a win was found",
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
				t.Errorf("%+v: status %d, %q, want %d, %q; %s", test.result, status, out.String(), test.status, want, errs.String())
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
		{proof.Report{Header: proof.Header{Rules: chess, Stipulation: "win", In: 3, Keys: []string{"a1a2", "b1b2"}}, Wins: 1, Holds: 2}, "chess, win in at most 3 by a1a2, b1b2 (1 win, 2 holds)"},
		{proof.Report{Header: proof.Header{Rules: chess, Stipulation: "win", In: 1, Keys: []string{"a1a2"}}, Wins: 2, Holds: 1}, "chess, win in 1 by a1a2 (2 wins, 1 hold)"},
		{proof.Report{Header: proof.Header{Rules: chess, Stipulation: "self-win", In: 3, Shortest: true, Complete: true, Keys: []string{"a1a2"}}}, "chess, self-win in 3 by a1a2, in no fewer, by no other first turn (0 wins, 0 holds)"},
		{proof.Report{Header: proof.Header{Rules: chess, Stipulation: "win", In: 4, None: true}, Holds: 7}, "chess, no win in 4 (7 holds)"},
		{proof.Report{Header: proof.Header{Rules: chess, Stipulation: "help-win", In: 2, Half: true, Shortest: true}, Lines: 2}, "chess, help-win in 2.5, in no fewer (2 lines)"},
	} {
		if got := sentence(&test.report); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
	if got := cut(solve.Result{Lines: make([][]board.Played, 2), LineCount: 5}) + cut(solve.Result{Lines: make([][]board.Played, 2), LineCount: 2}); got != ", of which 2 are shown" {
		t.Error(got)
	}
}

// Ranges of numbers, open at either end.
func TestNumberRanges(t *testing.T) {
	for text, want := range map[string]store.Range{"": {}, "3": {From: 3, To: 3}, "2..4": {From: 2, To: 4}, "2..": {From: 2}, "..4": {To: 4}, "2..2": {From: 2, To: 2}, "1000000": {From: 1e6, To: 1e6}, "0.5": {From: .5, To: .5}} {
		if got, err := parseNumberRange(text); err != nil || got != want {
			t.Errorf("%q: %+v, %v, want %+v", text, got, err, want)
		}
	}
	for _, text := range []string{"..", "4..2", "0", "0..3", "-1", "x", "2..x", "nan", "inf", "1000001", "..0", "2...4"} {
		if got, err := parseNumberRange(text); err == nil {
			t.Errorf("%q: %+v", text, got)
		}
	}
}

// What is asked of a store is read from the flags, and what nobody can mean is refused.
func TestStoreQuery(t *testing.T) {
	for words, want := range map[string]store.Query{
		"": {},
		"--rules chess --rules conversion --stipulation help-win --theme promotion --theme waves --any-theme --not-theme claim": {
			Rules: []string{"chess", "conversion"}, Stipulation: "help-win", Themes: []string{"promotion", "waves"}, AnyTheme: true, NotThemes: []string{"claim"}},
		"--author A --text B --strict --random --limit 3": {Author: "A", Text: "B", Strict: true, Random: true, Limit: 3},
		"--win-in 2..3 --grade 900.. --pieces ..8":        {Length: store.Range{From: 2, To: 3}, Grade: store.Range{From: 900}, Pieces: store.Range{To: 8}},
		"--key-piece q --key-piece N":                     {KeyPieces: []string{"Q", "N"}},
		"--stipulation win":                               {Stipulation: "win"},
	} {
		want.Sort, want.Seed = store.ByAge, 1
		flagsOf(t, append([]string{"puzzle", "store", "x.db", "find"}, strings.Fields(words)...), func(_ *session, c *cli.Context) {
			if got, err := storeQuery(c); err != nil || fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", want) {
				t.Errorf("%s: %+v, %v, want %+v", words, got, err, want)
			}
		})
	}
	for words, want := range map[string]string{
		"--key-piece X": `--key-piece is one of K, Q, R, B, N and P, not "X"`, "--key-piece QR": "--key-piece", "--win-in 3..2": "--win-in", "--pieces x": "--pieces", "--grade 0": "--grade",
		"--stipulation mate": "--stipulation is one of win, help-win, self-win and claim", "--sort beauty": "--sort is one of added, grade, length, pieces and id", "--limit -1": "--limit",
		"--near 8/8": "--near: ", "--near 8/8/8/8/8/k7/8/K7 --like looks": `--like is material or placement, not "looks"`, "--to pigeon": "--to is one of", "now": `"now" is one word too many`,
	} {
		path := filepath.Join(t.TempDir(), "book.db")
		if status, _, message := call(t, "", "puzzle", "store", path, "add", "../../puzzle/collection/chess.jsonl"); status != 0 {
			t.Fatal(message)
		}
		status, out, message := call(t, "", append([]string{"puzzle", "store", path, "find"}, strings.Fields(words)...)...)
		if status != statusUnusable || out != "" || !strings.Contains(message, want) {
			t.Errorf("%s: status %d, %q, %s, want %s", words, status, out, message, want)
		}
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
	if got, want := askedOrUnknown([]string{other, smoke[0].ID, "chess-00000000"}, smoke), []string{smoke[0].ID, "chess-00000000"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got := askedOrUnknown(nil, smoke); got != nil {
		t.Errorf("%q", got)
	}
}

// A list of ids has one at the beginning of each line, each once; remarks and empty lines are passed over, and a line that is too long is named.
func TestExpectedFailures(t *testing.T) {
	s := newSession(t.Context(), strings.NewReader("# mine\n\na-1 # why\n  b-2 and more\na-1\n#c-3\nd-4#\n"), io.Discard, io.Discard)
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
	for n, want := range map[uint64]string{0: "0", 7: "7", 999: "999", 1000: "1,000", 12345: "12,345", 123456: "123,456", 1234567: "1,234,567", 1000000000: "1,000,000,000"} {
		if got := thousands(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}

// The greatest number of a flag is a billion, and some do not begin at 0.
func TestNumbersOfFlags(t *testing.T) {
	for _, test := range []struct {
		name string
		n    int
		good bool
	}{{"limit", 0, true}, {"limit", -1, false}, {"limit", 1_000_000_000, true}, {"limit", 1_000_000_001, false}, {"count", 0, false}, {"count", 1, true}, {"depth", 0, false}, {"depth", 1, true},
		{"positions", 0, false}, {"positions", 1, true}, {"choose-from", 0, false}, {"choose-from", 1, true}, {"jobs", 0, true}, {"jobs", 1, true}, {"jobs", -1, false}, {"jobs", 1 << 20, false}} {
		if err := checkInt(test.name, test.n); (err == nil) != test.good {
			t.Errorf("--%s %d: %v", test.name, test.n, err)
		}
	}
}

// Tables lie where the system keeps what belongs to a user. They are read there if the place is there; that they cannot be used is said, and
// the work goes on without them.
func TestUsualTables(t *testing.T) {
	data := t.TempDir()
	t.Setenv("XDG_DATA_HOME", data)
	place := filepath.Join(data, "turncoat", "tables")
	if got := usualTables(); got != place {
		t.Fatalf("%s, want %s", got, place)
	}
	explain := func() (string, string) {
		t.Helper()
		status, out, message := call(t, "", "explain", "--rules", "pacifist1", "n7/8/8/4K3/8/8/8/7k w", "Kd6")
		if status != 0 {
			t.Fatalf("status %d: %s", status, message)
		}
		return out, message
	}
	if out, message := explain(); strings.Contains(out, "By the tables") || message != "" {
		t.Errorf("without the place: %s%s", out, message)
	}
	if err := os.MkdirAll(filepath.Join(place, "pacifist1"), 0o700); err != nil {
		t.Fatal(err)
	}
	if out, message := explain(); !strings.Contains(out, "By the tables: win in 25 plies for White before the turn, loss in 24 plies for Black after it.\n") || message != "" {
		t.Errorf("with the place: %s%s", out, message)
	}
	if err := os.WriteFile(filepath.Join(place, "pacifist1", "KKRB.tct"), []byte("no table"), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, message := explain(); strings.Contains(out, "By the tables") || !strings.Contains(message, "KKRB.tct: ") || !strings.Contains(message, "; going on without tables\n") {
		t.Errorf("with a table that is none: %s%s", out, message)
	}
	t.Setenv("XDG_DATA_HOME", "relative")
	t.Setenv("HOME", data)
	if got := usualTables(); !filepath.IsAbs(got) || !strings.HasPrefix(got, data) || !strings.HasSuffix(got, filepath.Join("turncoat", "tables")) {
		t.Errorf("without a place for data: %s", got)
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

// The counts of a table by length and by owner come to those of the whole table; the longest bar has forty signs.
func TestStatsComeToTheWhole(t *testing.T) {
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	status, out, message := call(t, "", "tablebase", "stats", "--rules", "pacifist1", "--histogram", "--owners", "KKN")
	if status != 0 || !strings.HasPrefix(out, "KKN         125,552 positions  won   81,987  lost   43,553  drawn        12  longest  25 plies") {
		t.Fatalf("status %d, %s%s", status, out, message)
	}
	number := func(text string) (n int) {
		fmt.Sscan(strings.ReplaceAll(text, ",", ""), &n)
		return n
	}
	counts, longest, owned, bars := map[string]int{}, map[string]int{}, 0, []int{}
	for line := range strings.Lines(out) {
		words := strings.Fields(line)
		switch {
		case words[0] == "win" || words[0] == "loss":
			counts[words[0]] += number(words[3])
			longest[words[0]] = number(words[2])
			bars = append(bars, len(words[4]))
		case words[1] == "to": // who owns what
			owned += number(words[slices.Index(words, "positions")-1])
		}
	}
	if counts["win"] != 81987 || counts["loss"] != 43553 || longest["win"] != 25 || longest["loss"] != 24 || owned != 125552 {
		t.Errorf("%v, longest %v, %d owned", counts, longest, owned)
	}
	if len(bars) == 0 || slices.Max(bars) != 40 || slices.Min(bars) != 1 {
		t.Errorf("bars %d", bars)
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
	one, two := put("one.jsonl", wins[2], wins[0], wins[2]), put("two.jsonl", wins[0], wins[1], collection("chess")[0], others[other])
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
	if err := s.shorterPuzzles(&mine.Mine{Rules: rulestest.Builtin(t, "conversion")}, []string{one}); statusOf(err) != statusUnusable || !strings.Contains(err.Error(), "no puzzle by conversion of this stipulation in "+one) {
		t.Error(err)
	}
	for n, good := range map[int]bool{mine.MaxBases: true, mine.MaxBases + 1: false} {
		m := &mine.Mine{Rules: rulestest.Builtin(t, "pacifist1")}
		for i := range n {
			m.Bases = append(m.Bases, fmt.Sprint("base ", i))
		}
		err := s.shorterPuzzles(m, nil)
		if (err == nil) != good || !good && !strings.Contains(err.Error(), fmt.Sprintf("--longer: %d puzzles are too many: at most %d", n, mine.MaxBases)) {
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
	if out != path+": 0 puzzles added, 4 left out: already in the store\n" || strings.Count(said, " left out: already in the store (") != 4 || !strings.Contains(said, book+":3: "+ids[2]+" left out: ") {
		t.Errorf("add again: %q %q", out, said)
	}
	if out, _ := do(0, "add", "--json", "--same-idea", book); !strings.Contains(out, `:4`) || strings.Contains(out, "added,") {
		t.Errorf("add again: %q", out)
	}
	if out, said := do(0, "find", "--author", "Nobody"); out != "" || said != "turncoat puzzle store: no puzzle is like that\n" {
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
	if !strings.HasPrefix(stats, fmt.Sprintf("4 puzzles, %d bytes (%d each); 0 solvers, 0 attempts\n", size, size/4)) || !strings.Contains(stats, "  chess             win in ") || !strings.Contains(stats, "  grades ") {
		t.Errorf("stats: %s for %d bytes", stats, size)
	}
	if out, _ := do(0, "stats", "--json"); !strings.HasPrefix(out, `{"puzzles":4,`) {
		t.Errorf("stats: %q", out)
	}
	if out, _ := do(0, "check"); out != "4 puzzles: all right\n" {
		t.Errorf("check: %q", out)
	}
	if out, said := do(0, "solvers"); out != "" || said != "turncoat puzzle store: nobody has solved a puzzle of this store\n" {
		t.Errorf("solvers: %q %q", out, said)
	}
}
