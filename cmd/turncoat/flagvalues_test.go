package main

import (
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"

	"turncoat/internal/rulestest"
	"turncoat/puzzle/analysis"
	"turncoat/puzzle/mine"
	"turncoat/puzzle/solve"
	"turncoat/puzzle/store"
	"turncoat/rules"
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
		return &mine.Mine{Rules: rulestest.Builtin(t, "pacifist1"), From: mine.SelfPlay, Least: 2, Most: 3, Count: 10,
			Pool: 10, Seed: 1, Improve: 300, Nodes: 3_000_000, Demands: d}
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
		"--theme castling": func(m *mine.Mine) {
			m.From, m.Pieces, m.Themes = mine.Composed, "6-11",
				[]string{"castling"}
		},
		"--theme waves --pieces 7": func(m *mine.Mine) {
			m.From, m.Pieces, m.Themes = mine.Composed, "7",
				[]string{"waves"}
		},
		"--self-win 2": func(m *mine.Mine) {
			m.Goal, m.From, m.Pieces, m.Least, m.Most = solve.SelfWin, mine.Composed, "6-11", 2, 2
		},
		"--claim 1..2": func(m *mine.Mine) {
			m.Goal, m.From, m.Pieces, m.Least, m.Most = solve.Claim, mine.Composed, "6-11", 1, 2
		},
		"--help-win 2":                  func(m *mine.Mine) { help(m); m.Least, m.Most = 2, 2 },
		"--help-win 1.5..2.5":           func(m *mine.Mine) { help(m); m.Half, m.Least, m.Most = true, 1, 2 },
		"--help-win 2 --solutions 3":    func(m *mine.Mine) { help(m); m.Least, m.Most, m.Demands.Lines = 2, 2, 3 },
		"--help-win 2 --solutions 1000": func(m *mine.Mine) { help(m); m.Least, m.Most, m.Demands.Lines = 2, 2, 1000 },
		"--help-win 2 --duplex":         func(m *mine.Mine) { help(m); m.Least, m.Most, m.Duplex = 2, 2, true },
		"--key Q@h7 --final R@a8":       func(m *mine.Mine) { m.Key, m.Final = "Q@h7", "R@a8" },
		"--help-win 2 --solutions 1":    func(m *mine.Mine) { help(m); m.Least, m.Most = 2, 2 },
		"--help-win 2 --pieces KQkb":    func(m *mine.Mine) { help(m); m.Least, m.Most, m.Pieces = 2, 2, "KQkb" },
		"--theme castling --theme key":  nil,
	} {
		flagsOf(t, append(strings.Fields("puzzle mine --rules pacifist1"), strings.Fields(words)...),
			func(s *session, c *cli.Context) {
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
		"--win-in 2 --cluster listen:nobody": "turncoat-queue",
	} {
		status, out, message := call(t, "", append(strings.Fields("puzzle mine --rules chess"),
			strings.Fields(words)...)...)
		if status != statusUnusable || out != "" || !strings.Contains(message, want) {
			t.Errorf("%s: status %d, %q, %s, want %s", words, status, out, message, want)
		}
	}
	status, out, message := call(t, "",
		strings.Fields("puzzle mine --rules chess --win-in 9 --pieces KQkq --count 3 --time 1ms")...)
	if status != statusLimit || out != "" || !strings.Contains(message,
		"the time is over at 0 of 3 puzzles; they have been printed") {
		t.Errorf("after a millisecond: status %d, %q, %s", status, out, message)
	}
	status, _, message = call(t, "",
		append(strings.Fields("puzzle mine --rules chess --win-in 9 --pieces KQkq --count 3 --time 1ms --out"),
			t.TempDir())...)
	if status != statusLimit || !strings.Contains(message,
		"the time is over at 0 of 3 puzzles; the same call goes on from there") {
		t.Errorf("after a millisecond: status %d, %s", status, message)
	}
}

// Ranges of numbers, open at either end.
func TestNumberRanges(t *testing.T) {
	for text, want := range map[string]store.Range{"": {}, "3": {From: 3, To: 3}, "2..4": {From: 2, To: 4},
		"2..": {From: 2}, "..4": {To: 4}, "2..2": {From: 2, To: 2}, "1000000": {From: 1e6, To: 1e6},
		"0.5": {From: .5, To: .5}} {
		if got, err := parseNumberRange(text); err != nil || got != want {
			t.Errorf("%q: %+v, %v, want %+v", text, got, err, want)
		}
	}
	for _, text := range []string{"..", "4..2", "0", "0..3", "-1", "x", "2..x", "nan", "inf", "1000001", "..0",
		"2...4"} {
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
			Rules: []string{"chess", "conversion"}, Stipulation: "help-win", Themes: []string{"promotion", "waves"},
			AnyTheme: true, NotThemes: []string{"claim"}},
		"--author A --text B --strict --random --limit 3": {Author: "A", Text: "B", Strict: true, Random: true,
			Limit: 3},
		"--win-in 2..3 --grade 900.. --pieces ..8": {Length: store.Range{From: 2, To: 3},
			Grade: store.Range{From: 900}, Pieces: store.Range{To: 8}},
		"--key-piece q --key-piece N": {KeyPieces: []string{"Q", "N"}},
		"--stipulation win":           {Stipulation: "win"},
	} {
		want.Sort, want.Seed = store.ByAge, 1
		flagsOf(t, append([]string{"puzzle", "store", "x.db", "find"}, strings.Fields(words)...),
			func(_ *session, c *cli.Context) {
				if got, err := storeQuery(c); err != nil || fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", want) {
					t.Errorf("%s: %+v, %v, want %+v", words, got, err, want)
				}
			})
	}
	for words, want := range map[string]string{
		"--key-piece X": `--key-piece is one of K, Q, R, B, N and P, not "X"`, "--key-piece QR": "--key-piece", "--win-in 3..2": "--win-in", "--pieces x": "--pieces", "--grade 0": "--grade",
		"--stipulation mate": "--stipulation is one of win, help-win, self-win and claim",
		"--sort beauty":      "--sort is one of added, grade, length, pieces and id", "--limit -1": "--limit",
		"--near 8/8": "--near: ", "--near 8/8/8/8/8/k7/8/K7 --like looks": `--like is material or placement, not "looks"`, "--to pigeon": "--to is one of", "now": `"now" is one word too many`,
	} {
		path := filepath.Join(t.TempDir(), "book.db")
		if status, _, message := call(t, "", "puzzle", "store", path, "add",
			"../../puzzle/collection/chess.jsonl"); status != 0 {
			t.Fatal(message)
		}
		status, out, message := call(t, "", append([]string{"puzzle", "store", path, "find"},
			strings.Fields(words)...)...)
		if status != statusUnusable || out != "" || !strings.Contains(message, want) {
			t.Errorf("%s: status %d, %q, %s, want %s", words, status, out, message, want)
		}
	}
}

// The greatest number of a flag is a billion, and some do not begin at 0.
func TestNumbersOfFlags(t *testing.T) {
	for _, test := range []struct {
		name string
		n    int
		good bool
	}{{"limit", 0, true}, {"limit", -1, false}, {"limit", 1_000_000_000, true}, {"limit", 1_000_000_001, false},
		{"count", 0, false}, {"count", 1, true}, {"depth", 0, false}, {"depth", 1, true},
		{"positions", 0, false}, {"positions", 1, true}, {"choose-from", 0, false}, {"choose-from", 1, true},
		{"jobs", 0, true}, {"jobs", 1, true}, {"jobs", -1, false}, {"jobs", 1 << 20, false}} {
		if err := checkInt(test.name, test.n); (err == nil) != test.good {
			t.Errorf("--%s %d: %v", test.name, test.n, err)
		}
	}
}
