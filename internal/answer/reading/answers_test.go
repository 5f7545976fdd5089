package reading

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"turncoat/internal/answer/searching"
	"turncoat/pgn"
	"turncoat/protocol"
	"turncoat/rules/board"
)

// The form of a text is that of its beginning.
func TestFormOf(t *testing.T) {
	const far = 4096 // what is judged, in bytes
	forms := map[string]pgn.Form{"pgn": pgn.FormPGN, "text": pgn.FormText,
		"json": pgn.FormJSON, "yaml": pgn.FormScenarios}
	for text, want := range map[string]string{
		"": "text", " \n\t": "text", "\ufeff": "text", "e4 e5": "text", "Nf3": "text", "/": "text",
		":":             "text",
		"-":             "text",
		"[Event \"x\"]": "pgn", "[": "pgn", " \n[": "pgn", "\ufeff[": "pgn", "\ufeff\n[": "pgn",
		"0-1":   "pgn",
		"1. e4": "pgn", "9": "pgn", "{a comment} 1. e4": "pgn", "{1 \"a\"}": "pgn",
		"% an escape": "pgn", "; a comment": "pgn", "{": "pgn",
		"{\"rules\":1}": "json", "{\n\t\"": "json", " {\"": "json", "\ufeff{\"": "json",
		"e4 {\"":       "text",
		"rules: chess": "yaml", "scenarios:": "yaml", "base: chess": "yaml", "family: x": "yaml",
		"# a comment\nname: a\nbase: chess": "yaml", "\ufeffrules: x": "yaml",
		"the rules: chess": "text", "rules chess": "text", "other: x": "text", "[\nrules: x": "pgn",
		strings.Repeat("#", far-7) + "\nrules:": "yaml", strings.Repeat("#", far-6) +
			"\nrules:": "text",
	} {
		if form, name := formOf([]byte(text)); name != want || form != forms[want] {
			t.Errorf("%.40q is %s (%v), want %s", text, name, form, want)
		}
	}
}

// answer returns the line that answers a request of JSON.
func answer(t *testing.T, request string) string {
	t.Helper()
	text, err := Server(searching.Options{}).Answer(t.Context(), []byte(request)).Append(nil)
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(string(text), "\n")
}

const start = board.StartFEN

// words are what findings say to people.
var words = regexp.MustCompile(`,"message":"(?:[^"\\]|\\.)*"|,"(expected|got)":\[[^]]*\]`)

// What is said of texts, in full: the fields of docs/INTERFACE.md, with the findings that validate
// reports. Without an index the first record is the one in full; of the others a list shows six
// tags, whatever the case of their names, and the first finding.
func TestReadAnswers(t *testing.T) {
	const (
		afterE4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
		afterE5 = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
		turn    = `{"uci":"e2e4","san":"e4","waves":[],"reclaimed":[],"fen":"` + afterE4 +
			`","outcome":"*"}`
	)
	for _, test := range []struct{ request, want string }{
		{`{"ask":"read","text":""}`, `{"form":"text","records":[]}`},
		{
			`{"ask":"read","text":"{hi} 1. e4 *","rules":"pacifist1"}`,
			`{"form":"pgn","records":[{"index":1,"kind":"game","rules":"pacifist1","ok":true,"plies":1,"result":"*","start":"` + start + `","comments":["hi"],"turns":[` + turn + `],"findings":[]}]}`,
		},
		{
			`{"ask":"read","index":2,"text":"[Event \"a\"]\n[SITE \"b\"]\n[DATE \"c\"]\n[Round \"d\"]\n[White \"e\"]\n[black \"f\"]\n[Result \"*\"]\n[Variant \"chess\"]\n\n9. e4 e5 2. Ke3 *\n"}`,
			`{"form":"pgn","records":[{"index":1,"kind":"game","rules":"chess","ok":false,"plies":3,"result":"*",` +
				`"tags":[["Event","a"],["DATE","c"],["White","e"],["black","f"],["Result","*"],["Variant","chess"]],` +
				`"findings":[{"code":"move-number","severity":"warning","ply":1,"move":"e4","line":10,"column":1,"fen":"` + start + `"}]}]}`,
		},
		{
			`{"ask":"read","text":"[Event \"a\"]\n[Site \"b\"]\n\n1. e4 e5 2. Ke3 *\n"}`,
			`{"form":"pgn","records":[{"index":1,"kind":"game","rules":"chess","ok":false,"plies":3,"result":"*","tags":[["Event","a"],["Site","b"]],"start":"` + start + `","turns":[` + turn +
				`,{"uci":"e7e5","san":"e5","waves":[],"reclaimed":[],"fen":"` + afterE5 +
				`","outcome":"*"}],"findings":[{"code":"illegal-move","severity":"error","ply":3,"move":"Ke3","line":4,"column":13,"fen":"` + afterE5 +
				`","rule":"CON-1"}]}]}`,
		},
		{ // under rules that nobody knows no move can be looked at
			`{"ask":"read","text":"[Variant \"none\"]\n\n1. e4 *"}`,
			`{"form":"pgn","records":[{"index":1,"kind":"game","rules":"","ok":false,"plies":1,"result":"*","tags":[["Variant","none"]],"findings":[{"code":"unknown-rules","severity":"error","line":1,"column":11,` +
				`"rule":"NOT-6"}]}]}`,
		},
		{
			`{"ask":"read","text":"name: mine\nbase: chess\n"}`,
			`{"form":"yaml","records":[{"index":1,"kind":"rules","name":"mine","rules":"mine","ok":true,"plies":0,"findings":[]}]}`,
		},
		{
			`{"ask":"read","text":"rules: chess\nscenarios:\n  - name: a\n    why: b\n    cite: [CON-1]\n    play: e4 e5\n    expect: {outcome: \"*\"}\n"}`,
			`{"form":"yaml","records":[{"index":1,"kind":"scenario","name":"a","rules":"chess","ok":true,"plies":2,"start":"` + start + `","findings":[],"why":"b","cite":["CON-1"],"play":["e4","e5"]}]}`,
		},
		{
			`{"ask":"read","text":"rules: chess\nscenarios:\n  - name: a\n    play: e5\n    expect: {outcome: \"*\"}\n"}`,
			`{"form":"yaml","records":[{"index":1,"kind":"scenario","name":"a","rules":"chess","ok":false,"plies":1,"start":"` + start + `","findings":[{"code":"illegal-move","severity":"error","ply":1,"move":"e5","line":4,"column":11,` +
				`"fen":"` + start + `","rule":"CON-1"}],"play":["e5"]}]}`,
		},
		{ // a scenario with a fault is not run, and the file has one of its own
			`{"ask":"read","text":"rules: chess\nx: 1\nscenarios:\n  - name: a\n    play: e5\n"}`,
			`{"form":"yaml","records":[{"index":1,"kind":"scenario","name":"a","rules":"chess","ok":false,"plies":1,"start":"` + start + `","findings":[{"code":"syntax","severity":"error","line":4,"column":5` +
				`}],"play":["e5"]},{"index":0,"kind":"file","rules":"","ok":false,"plies":0,"findings":[{"code":"syntax","severity":"error","line":2,"column":1` +
				`}]}]}`,
		},
	} {
		want := `{"id":null,"read":` + test.want + `}`
		if got := words.ReplaceAllString(answer(t, test.request), ""); got != want {
			t.Errorf("%s\n got %s\nwant %s", test.request, got, want)
		}
	}
}

// The rules of a scenario, and of a game in full, can be asked with, whether the program has them or
// not: here friends on co-squares change sides, which no rule set of the program has.
func TestRulesCanBeAskedWith(t *testing.T) {
	const own = `base: conversion\nfriendly: flip\n`
	for _, text := range []string{`"1. e4 *","rules":"` + own + `"`,
		`"rules: {base: conversion, friendly: flip}\nscenarios:\n- {name: a, play: e4}\n"`} {
		var reply struct {
			Read struct{ Records []struct{ Rules string } }
		}
		read := answer(t, `{"ask":"read","text":`+text+`}`)
		if err := json.Unmarshal([]byte(read), &reply); err != nil || len(reply.Read.Records) != 1 {
			t.Fatalf("%s: %v", read, err)
		}
		rules, _ := json.Marshal(reply.Read.Records[0].Rules)
		played := answer(t, `{"ask":"play","fen":"4k3/8/8/8/8/8/N7/4K2N w - - 0 1","moves":["Nb4"],`+
			`"rules":`+string(rules)+`}`)
		if !strings.Contains(played, `"san":"Nb4`) {
			t.Errorf("%s: %s", rules, played)
		}
	}
}

// What is wrong with a request has its code: a field of another kind, rules that nobody knows, a
// record that is none or cannot be played.
func TestRefusals(t *testing.T) {
	const unknown = `{"code":"unknown-rules"`
	for request, want := range map[string]string{
		`{"ask":"read","text":1}`:                                                    `{"code":"invalid-request"`,
		`{"ask":"convert","text":1}`:                                                 `{"code":"invalid-request"`,
		`{"ask":"read","text":"1. e4 *","rules":"none"}`:                             unknown,
		`{"ask":"convert","text":"1. e4 *","to":"pgn","rules":"none"}`:               unknown,
		`{"ask":"convert","text":"","to":"json"}`:                                    `{"code":"invalid-request"`,
		`{"ask":"convert","text":"1. e4 *","to":"x"}`:                                `{"code":"invalid-request"`,
		`{"ask":"convert","text":"1. e5 *","to":"pgn"}`:                              `{"code":"illegal-move"`,
		`{"ask":"scenario","rules":"chess","fen":"start","moves":["e5"]}`:            `{"code":"illegal-move"`,
		`{"ask":"scenario","rules":"chess","fen":"start","moves":["e"]}`:             `{"code":"invalid-request"`,
		`{"ask":"scenario","rules":"chess","fen":"start","moves":["e4","e5","e5"]}`:  `{"code":"illegal-move"`,
		`{"ask":"scenario","rules":"chess","fen":"8/8/8/8/8/8/8/8"}`:                 "",
		`{"ask":"convert","text":"[Variant \"none\"]\n\n1. e4 *","to":"pgn"}`:        "",
		`{"ask":"convert","text":"[Variant \"conversion\"]\n1. e4 *","to":"vchess"}`: "",
	} {
		got := answer(t, request)
		if !strings.HasPrefix(got, `{"id":null,"error":`+cmp.Or(want, "{")) {
			t.Errorf("%s\n got %s\nwant %s", request, got, want)
		}
	}
}

// The first record of a text is written in each form; its conversions only where they are wanted.
// Under pacifist1 the third worked example of the rules text converts nine pieces in seven waves.
func TestConvertAnswers(t *testing.T) {
	const (
		plain = `{"ask":"convert","text":"[White \"a\"]\n\n1. e4 *\n\n1. d4 *","to":"%s"}`
		third = `{"ask":"convert","text":"[Variant \"pacifist1\"]\n[FEN \"1rknn1br/p1pp1p1p/3bp1p1/1p1q2n1/5p2/2P4B/pP1PP1PP/B1RKR1QN w - - 0 1\"]\n\n1. Qb6# 1-0","to":"pgn","conversions":%t}`
	)
	for request, want := range map[string]string{
		fmt.Sprintf(plain, "pgn"): `[White \"a\"]\n[Black \"?\"]\n[Result \"*\"]\n\n1. e4 *\n\n"}`,
		fmt.Sprintf(plain,
			"json"): `"result\":\"*\",\"turns\":[{\"uci\":\"e2e4\",\"san\":\"e4\",\"waves\":[],\"reclaimed\":[]}]}\n"}`,
		`{"ask":"convert","text":"1. e4 *","to":"vchess","rules":"pacifist2"}`: `[Variant \"Pacifist2\"]\n[Fen \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 ahah\"]\n[Result \"*\"]\n\n1.e4\n\n1.w e2.e4 wpe4/wpe2\n\n"}`,
		fmt.Sprintf(third, false): `\n\n1. Qb6# 1-0\n\n"}`,
		fmt.Sprintf(third, true):  `\n\n1. Qb6# {[%conv a7;b8;b5,c8;d7,d8;e8;c7;d6;f4]} 1-0\n\n"}`,
	} {
		if got := answer(t, request); !strings.HasSuffix(got, want) {
			t.Errorf("%s\n got %s\nwant %s", request, got, want)
		}
	}
}

// Twenty thousand records are listed, and it is said that there are more.
func TestManyRecords(t *testing.T) {
	for _, form := range []struct{ head, record string }{{"", "1. e4 *\n\n"}, {"scenarios:\n",
		"- {}\n"}} {
		for records, more := range map[int]bool{20_000: false, 20_001: true} {
			text := form.head + strings.Repeat(form.record, records)
			got := answer(t, fmt.Sprintf(`{"ask":"read","index":0,"text":%q}`, text))
			if n := strings.Count(got, `"index":`); n != min(records, 20_000) ||
				strings.HasSuffix(got, `"more":true}}`) != more {
				t.Errorf("%d of %q: %d are listed, …%s", records, form.record, n, got[len(got)-20:])
			}
		}
	}
}

// Two hundred findings of one record are reported; here every number of a move is wrong, or a key
// of the file.
func TestManyFindings(t *testing.T) {
	var keys strings.Builder
	for i := range 250 {
		fmt.Fprintf(&keys, "k%d: 1\n", i)
	}
	for _, text := range []string{strings.Repeat("999. Nf3 999... Nf6 999. Ng1 999... Ng8 ", 100) +
		"*", "scenarios: []\n" + keys.String()} {
		if got := answer(t, fmt.Sprintf(`{"ask":"read","text":%q}`, text)); strings.Count(got,
			`"code":`) != 200 {
			t.Errorf("%.20s: %d findings are reported", text, strings.Count(got, `"code":`))
		}
	}
}

// A record of more than four MiB goes beyond a limit.
func TestTooLong(t *testing.T) {
	request := `{"ask":"read","text":"{` + strings.Repeat("a", 5<<20) + `} 1. e4 *"}`
	if got := answer(t, request); !strings.HasPrefix(got, `{"id":null,"error":{"code":"limit"`) {
		t.Errorf("%.200s", got)
	}
}

// Aliases of YAML make no long text of a short one, and what they refer to is reported once.
func TestAliases(t *testing.T) {
	text := func(items, scenarios int) string {
		text := "rules: chess\nscenarios:\n- &s {name: a, play: e4, expect: {turns: {include: [" +
			strings.Repeat("e9,", items) + "]}}}\n" + strings.Repeat("- *s\n", scenarios)
		request, err := json.Marshal(map[string]string{"ask": AskRead, "text": text})
		if err != nil {
			t.Fatal(err)
		}
		return string(request)
	}

	few := answer(t, text(1, 100))
	records, faults := strings.Count(few, `"index":`), strings.Count(few, `"line":3,`)
	if records != 101 || faults > 2 {
		t.Errorf("%d records, %d faults of one", records, faults)
	}
	many := answer(t, text(10_000, 10_000))
	if strings.Count(many, `"kind":`) != 1 || strings.Count(many, `"code":`) != 1 {
		t.Errorf("%.300s", many)
	}
}

// Who has gone away is not worked for.
func TestGone(t *testing.T) {
	gone, end := context.WithCancel(t.Context())
	end()
	text := []byte("rules: chess\nscenarios:\n  - {name: a, play: e4, expect: {perft: {3: 1}}}\n")
	if err := readScenarios(gone, text, &reading{}); !errors.Is(err, context.Canceled) {
		t.Errorf("scenarios: %v", err)
	}
	read := func(ctx context.Context) (err error) {
		server := Server(searching.Options{})
		inner := server.More[AskRead]
		server.More[AskRead] = func(_ context.Context, q *protocol.Question) (any, error) {
			var answer any
			answer, err = inner(ctx, q)
			return answer, nil
		}
		server.Answer(t.Context(), []byte(`{"ask":"read","text":"1. e4 *"}`))
		return err
	}
	if err := read(gone); !errors.Is(err, context.Canceled) {
		t.Errorf("records: %v", err)
	}
	if err := read(t.Context()); err != nil {
		t.Errorf("%v", err)
	}
}
