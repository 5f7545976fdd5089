package check

import (
	"encoding/json"
	"strings"
	"testing"

	"turncoat/corpus"
	"turncoat/internal/testing/rulestest"
	"turncoat/rules"
	"turncoat/rules/ruleset"
)

// judged reads a program's line as the answer to the example case.
func judged(t *testing.T, line string) Result {
	t.Helper()
	return judge(goodCase(t), reply{line: []byte(line)}, false)
}

const (
	kA2 = `{"uci":"a1a2","fen":"8/8/8/8/8/K7/K7/8 b"}`
	kB1 = `{"uci":"a1b1","fen":"8/8/8/8/8/k7/8/1K6 b"}`
	kB2 = `{"uci":"a1b2","fen":"8/8/8/8/8/K7/1K6/8 b"}`
)

// Answers are compared as sets of moves and boards, whatever else stands in them.
func TestRightAnswers(t *testing.T) {
	for name, line := range map[string]string{
		"the least":     `{"id":1,"turns":[` + kA2 + `,` + kB1 + `,` + kB2 + `],"outcome":"*"}`,
		"another order": `{"outcome":"*","turns":[` + kB2 + `,` + kA2 + `,` + kB1 + `]}`,
		"more keys": `{"turns":[{"uci":"a1a2","fen":"8/8/8/8/8/K7/K7/8 b - - 9 9","san":"?","outcome":"1-0","x":[1]},` + kB1 + `,` + kB2 +
			`],"outcome":"*","nodes":3,"time":0.1}`,
		"digits one by one": `{"turns":[{"uci":"a1a2","fen":"8/8/8/8/8/K1111111/K52/44 b"},` + kB1 +
			`,` + kB2 + `],"outcome":"*"}`,
	} {
		if r := judged(t, line); r.Verdict != Right {
			t.Errorf("%s: %s: %+v", name, r.Verdict, r.Difference)
		}
	}
}

func TestWrongAnswers(t *testing.T) {
	tests := []struct {
		name, line string
		says       []string
	}{
		{
			"one missing",
			`{"turns":[` + kA2 + `,` + kB2 + `],"outcome":"*"}`,
			[]string{"missing: a1b1 (Kb1) to 8/8/8/8/8/k7/8/1K6 b"},
		},
		{
			"one too many",
			`{"turns":[` + kA2 + `,` + kB1 + `,` + kB2 +
				`,{"uci":"a1a3","fen":"8/8/8/8/8/K7/8/8 b"}],"outcome":"*"}`,
			[]string{"extra: a1a3 to 8/8/8/8/8/K7/8/8 b"},
		},
		{
			"another board",
			`{"turns":[` + kA2 + `,{"uci":"a1b1","fen":"8/8/8/8/8/K7/8/1K6 b"},` + kB2 +
				`],"outcome":"*"}`,
			[]string{"missing: a1b1 (Kb1) to 8/8/8/8/8/k7/8/1K6 b",
				"extra: a1b1 to 8/8/8/8/8/K7/8/1K6 b"},
		},
		{
			"the other side to move",
			`{"turns":[` + kA2 + `,{"uci":"a1b1","fen":"8/8/8/8/8/k7/8/1K6 w"},` + kB2 +
				`],"outcome":"*"}`,
			[]string{"missing: a1b1 (Kb1) to 8/8/8/8/8/k7/8/1K6 b",
				"extra: a1b1 to 8/8/8/8/8/k7/8/1K6 w"},
		},
		{
			"the outcome",
			`{"turns":[` + kA2 + `,` + kB1 + `,` + kB2 + `],"outcome":"1-0"}`,
			[]string{"the outcome is *; the program says 1-0"},
		},
		{
			"the outcome of a turn",
			`{"turns":[{"uci":"a1a2","fen":"8/8/8/8/8/K7/K7/8 b - - 0 1","outcome":"*"},` + kB1 +
				`,` + kB2 + `],"outcome":"*"}`,
			[]string{"after a1a2 the outcome is 1-0; the program says *"},
		},
		{"twice the same", `{"turns":[` + kB2 + `,` + kA2 + `,` + kB1 + `,` + kA2 +
			`],"outcome":"*"}`, []string{"answered twice: a1a2 to 8/8/8/8/8/K7/K7/8 b"}},
		{
			"capital letters",
			`{"turns":[` + kB2 + `,{"uci":"A1A2","fen":"8/8/8/8/8/K7/K7/8 b"},` + kB1 +
				`],"outcome":"*"}`,
			[]string{"missing: a1a2 (Ka2#) to 8/8/8/8/8/K7/K7/8 b",
				"extra: A1A2 to 8/8/8/8/8/K7/K7/8 b"},
		},
		{
			"a refusal",
			`{"error":{"code":"invalid-fen","message":"kings too near"}}`,
			[]string{"refused: invalid-fen: kings too near"},
		},
	}
	for _, test := range tests {
		r := judged(t, test.line)
		if got := r.lines(); r.Verdict != Wrong ||
			strings.Join(got, "|") != strings.Join(test.says, "|") {
			t.Errorf("%s: %s, %q, want %q", test.name, r.Verdict, got, test.says)
		}
	}
}

func TestUselessAnswers(t *testing.T) {
	for line, code := range map[string]string{
		`{"id":1}`:                                 "bad-reply",
		`{"turns":[]}`:                             "bad-reply",
		`{"turns":7,"outcome":"*"}`:                "bad-reply",
		`{"turns":[{}],"outcome":"*"}`:             "bad-reply",
		`{"turns":[{"uci":"a1a2"}],"outcome":"*"}`: "bad-reply",
		`{"error":"boom"}`:                         "bad-reply",
		`{"error":{"code":"limit"}}`:               "limit",
		// More turns than a misreading can have are not held.
		`{"turns":[` + strings.Repeat(kB1+`,`, 5000) + kB1 + `],"outcome":"*"}`: "bad-reply",
	} {
		r := judged(t, line)
		if r.Verdict != Failed || r.Finding == nil || r.Finding.Code != code {
			t.Errorf("%.80s: %+v", line, r)
		} else if strings.Contains(r.Finding.Message, "struct") { // the words of this program are no help
			t.Errorf("%.80s: %s", line, r.Finding.Message)
		}
	}
}

// An answer may have 4,096 turns, and four times those of its case beside, here three: more are not
// held.
func TestMostTurnsOfAnAnswer(t *testing.T) {
	for turns, want := range map[int]Verdict{4096 + 4*3: Wrong, 4096 + 4*3 + 1: Failed} {
		line := `{"turns":[` + kA2 + `,` + kB2 + strings.Repeat(`,`+kB1, turns-2) +
			`],"outcome":"*"}`
		if r := judged(t, line); r.Verdict != want {
			t.Errorf("%d turns: %s, want %s", turns, r.Verdict, want)
		}
	}
}

// Castling may be written as the king's move or as king takes rook where the interface says so, and
// only there.
func TestCastlingSpelling(t *testing.T) {
	tests := []struct{ fen, uci, want string }{
		{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "e1g1"},
		{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1h1", "e1g1"},
		{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1a1", "e1c1"},
		// a program that forgot the right is lost
		{"4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "e1h1", "e1g1"},
		{"4k3/8/8/8/8/8/8/1R2K1R1 w KQ - 0 1", "e1g1", "e1g1"},
		{"4k3/8/8/8/8/8/8/1R3KR1 w KQ - 0 1", "f1g1", "f1g1"},
		{"4k3/8/8/8/8/8/8/1R3K1R w KQ - 0 1", "f1g1", "f1g1"}, // a king's move
		{"4k3/8/8/8/8/8/8/1R3K1R w KQ - 0 1", "f1h1", "f1h1"},
		{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "nonsense", "nonsense"},
		{"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8Q", "a7a8Q"},
	}
	variant := rules.New(rulestest.Builtin(t, "chess"))
	for _, test := range tests {
		p, err := variant.ParseFEN(test.fen)
		if err != nil {
			t.Fatal(err)
		}
		if got := spelled(&p, test.uci); got != test.want {
			t.Errorf("%s in %s: %s, want %s", test.uci, test.fen, got, test.want)
		}
	}
}

// Whatever a program says, reading it ends in a verdict.
func FuzzAnswer(f *testing.F) {
	f.Add(`{"turns":[` + kA2 + `,` + kB1 + `,` + kB2 + `],"outcome":"*"}`)
	f.Add(`{"turns":[{"uci":"e1g1","fen":"x"}],"outcome":"2-0","error":null}`)
	f.Fuzz(func(t *testing.T, line string) {
		r := judged(t, line)
		if r.Verdict == Right && len(r.answer.Turns) != 3 {
			t.Errorf("%s is right", line)
		}
		if r.Verdict != Right && len(r.lines()) == 0 {
			t.Errorf("%s is %s and nobody says why", line, r.Verdict)
		}
		_ = r.json()
	})
}

// A program is sent every setting of a set of one's own, and the names of the others.
func TestRuleName(t *testing.T) {
	set := rulestest.Builtin(t, "pacifist2")
	if got := string(ruleName(set)); got != `"pacifist2"` {
		t.Error(got)
	}

	m, err := corpus.ParseMisreading(set, "lines=blocked")
	if err != nil {
		t.Fatal(err)
	}
	own := m.Set
	own.Name = "mine"
	var sent map[string]any
	if err := json.Unmarshal(ruleName(own), &sent); err != nil {
		t.Fatal(err)
	}
	for _, s := range ruleset.SettingsOf(set.Family) {
		if sent[s.Name] != s.ValueIn(own) {
			t.Errorf("%s is %v, not %v", s.Name, sent[s.Name], s.ValueIn(own))
		}
	}

	var again ruleset.Set
	if err := json.Unmarshal(ruleName(own), &again); err != nil || again != own {
		t.Errorf("read again: %v, %v", again, err)
	}
}
