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

// A verdict names what is wrong with an answer: turns that are missing or too many, outcomes, turns
// listed twice, refusals.
func TestWrongAnswers(t *testing.T) {
	turns := func(list ...string) string {
		return `{"turns":[` + strings.Join(list, ",") + `],"outcome":"*"}`
	}
	const a1a3 = `{"uci":"a1a3","fen":"8/8/8/8/8/K7/8/8 b"}`
	for name, test := range map[string]struct {
		line                     string
		missing, extra, outcomes int
		repeated                 int
		got, refused             string
	}{
		"one missing":  {line: turns(kA2, kB2), missing: 1},
		"one too many": {line: turns(kA2, kB1, kB2, a1a3), extra: 1},
		"another board": {line: turns(kA2, strings.Replace(kB1, "k7", "K7", 1), kB2), missing: 1,
			extra: 1},
		"another side": {line: turns(kA2, strings.Replace(kB1, " b", " w", 1), kB2), missing: 1,
			extra: 1},
		"capitals": {line: turns(kB2, strings.Replace(kA2, "a1a2", "A1A2", 1), kB1),
			missing: 1, extra: 1},
		"the outcome": {line: strings.Replace(turns(kA2, kB1, kB2), `"*"`, `"1-0"`, 1),
			got: "1-0"},
		"a turn's": {line: turns(strings.Replace(kA2, "}", `,"outcome":"*"}`, 1), kB1, kB2),
			outcomes: 1},
		"twice the same": {line: turns(kB2, kA2, kB1, kA2), repeated: 1},
		"a refusal": {line: `{"error":{"code":"invalid-fen","message":"kings too near"}}`,
			refused: "invalid-fen", missing: 3},
	} {
		r := judged(t, test.line)
		d := r.Difference
		if r.Verdict != Wrong || len(d.Missing) != test.missing || len(d.Extra) != test.extra ||
			len(d.Outcomes) != test.outcomes || len(d.Repeated) != test.repeated ||
			d.Got != test.got || d.Refused != test.refused || len(r.lines()) == 0 {
			t.Errorf("%s: %s, %+v", name, r.Verdict, d)
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
		if r.Verdict != Failed || r.Finding == nil || r.Finding.Code != code ||
			r.Finding.Case != r.Case.ID {
			t.Errorf("%.80s: %+v", line, r)
		}
	}

	for code, want := range map[string]Verdict{"limit": Failed, "unsupported": Unsupported,
		"unknown-rules": Unsupported, "illegal-move": Wrong} {
		r := judged(t, `{"error":{"code":"`+code+`","message":"so it is"}}`)
		if r.Verdict != want || r.Message != "so it is" {
			t.Errorf("%s: %s, %q", code, r.Verdict, r.Message)
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
