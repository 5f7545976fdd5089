package searching

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"turncoat/internal/testing/rulestest"
	"turncoat/rules"
	"turncoat/rules/ruleset"
)

// Positions of chess whose answers anyone can check.
const (
	// The mate of fools: Qh4# is the only one.
	fools = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq g3 0 2"
	// Two rooks: after 1.Rb7 Black's king goes to e8 or g8, and Ra8 mates. No turn mates at once.
	twoRooks = "5k2/8/8/8/8/8/1R6/R6K w - - 0 1"
	// Two rooks: after 1.Rh7+ the king goes to d8 or e8, where Rg8 mates, or to f8, beside g8,
	// where it takes two turns more: Ra7, Ke8, Rg8#.
	farRooks = "8/4k3/6R1/8/8/8/8/K6R w - - 0 1"
	// Qf7 is stalemate.
	stalemate = "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1"
	// Black to move helps by Kh1, and Ra1 mates.
	helped = "R7/8/8/8/8/6K1/8/6k1 b - - 0 1"
)

// reply returns the line that answers a request of JSON, but for its null id and for how many turns
// have been looked at.
func reply(t *testing.T, o Options, request string) string {
	t.Helper()
	text, err := Server(o).Answer(t.Context(), []byte(request)).Append(nil)
	if err != nil {
		t.Fatal(err)
	}
	return nodes.ReplaceAllString(strings.TrimPrefix(strings.TrimSuffix(string(text), "}\n"),
		`{"id":null,`), "")
}

var nodes = regexp.MustCompile(`,"nodes":\d+`)

func TestAnswers(t *testing.T) {
	for _, test := range []struct{ request, want string }{
		{`{"ask":"win","rules":"chess","fen":"` + fools + `","in":60}`,
			`"win":true,"in":1,"keys":["d8h4"]`},
		{`{"ask":"win","rules":"chess","fen":"` + twoRooks + `","in":1}`, `"win":false`},
		{`{"ask":"solve","rules":"chess","fen":"` + fools + `","in":60}`,
			`"solve":{"goal":"win","status":"won","in":1,"keys":[{"uci":"d8h4","san":"Qh4#"}],"excluded":0}`},
		{`{"ask":"solve","rules":"chess","fen":"` + twoRooks + `","in":1,"tree":true}`,
			`"solve":{"goal":"win","status":"none","keys":[],"excluded":1}`},
		{
			`{"ask":"solve","rules":"chess","fen":"` + helped +
				`","in":1,"goal":"help-win","tree":true}`,
			`"solve":{"goal":"help-win","status":"won","in":1,"keys":[{"uci":"g1h1","san":"Kh1"}],"excluded":0,"lines":[["Kh1","Ra1#"]]}`,
		},
		{ // Black's king is in its corner already, where Ra1 mates, and must leave it
			`{"ask":"solve","rules":"chess","fen":"R7/8/8/8/8/6K1/8/7k b - - 0 1","goal":"h#1","set":true}`,
			`"solve":{"goal":"help-win","status":"won","in":1,"keys":[{"uci":"h1g1","san":"Kg1"}],"excluded":0,` +
				`"lines":[["Kg1","Ra1#"]],"set":[["Ra1#"]]}`,
		},
		{ // by castling: the only solution, as Popeye says
			`{"ask":"solve","rules":"chess","fen":"q3k2r/8/5p2/5N2/5K2/8/8/8 w k - 0 1","goal":"h#3.5"}`,
			`"solve":{"goal":"help-win","status":"won","in":3,"half":true,"keys":[{"uci":"f4g4","san":"Kg4"}],"excluded":2,` +
				`"lines":[["Kg4","O-O","Kh5","Qh1+","Kg6","Qh8","Ne7#"]]}`,
		},
		{ // both stalemates, as Popeye says
			`{"ask":"solve","rules":"chess","fen":"` + stalemate + `","goal":"=1"}`,
			`"solve":{"goal":"stalemate","status":"won","in":1,"keys":[{"uci":"f1c4","san":"Qc4"},{"uci":"f1f7","san":"Qf7"}],"excluded":0}`,
		},
		{ // the only solution, as Popeye says
			`{"ask":"solve","rules":"chess","fen":"7k/8/5K2/8/8/8/8/5Q2 b - - 0 1","goal":"series-help-stalemate","in":2}`,
			`"solve":{"goal":"series-help-stalemate","status":"won","in":2,"keys":[{"uci":"h8h7","san":"Kh7"}],"excluded":1,` +
				`"lines":[["Kh7","Kh6","Qf5"]]}`,
		},
		{ // the third worked example of the rules text, with its waves
			`{"ask":"solve","rules":"pacifist1","fen":"1rknn1br/p1pp1p1p/3bp1p1/1p1q2n1/5p2/2P4B/pP1PP1PP/B1RKR1QN w - - 0 1","in":1}`,
			`"solve":{"goal":"win","status":"won","in":1,"keys":[{"uci":"g1b6","san":"Qb6#","waves":[["a7"],["b8"],["b5","c8"],["d7","d8"],["e8"],["c7"],["d6"],["f4"]]}],"excluded":0}`,
		},
		{`{"ask":"tries","rules":"chess","fen":"` + fools + `","in":1}`, `"tries":[]`},

		{`{"ask":"puzzle","rules":"chess","fen":"` + twoRooks + `","in":2}`,
			`"puzzle":{"right":true,"solved":false,"left":2,"fen":"` + twoRooks + `"}`},
		{`{"ask":"puzzle","rules":"chess","fen":"` + twoRooks + `","in":1,"keys":true}`,
			`"puzzle":{"right":false,"solved":false,"left":1,"fen":"` + twoRooks + `"}`},
		{
			`{"ask":"puzzle","rules":"chess","fen":"` + twoRooks +
				`","in":2,"moves":["Rb7","Ke8"],"keys":true}`,
			`"puzzle":{"right":true,"solved":false,"left":1,"fen":"4k3/1R6/8/8/8/8/8/R6K w - - 2 2","keys":["Ra8#"]}`,
		},
		{ // both defences are mated at once; the first by its squares is played
			`{"ask":"puzzle","rules":"chess","fen":"` + twoRooks + `","in":2,"moves":["Rb7"]}`,
			`"puzzle":{"right":true,"solved":false,"left":1,"reply":{"uci":"f8e8","san":"Ke8","waves":[],"reclaimed":[],"fen":"4k3/1R6/8/8/8/8/8/R6K w - - 2 2","outcome":"*"},"typed":"Ke8","fen":"4k3/1R6/8/8/8/8/8/R6K w - - 2 2"}`,
		},
		{`{"ask":"puzzle","rules":"chess","fen":"` + twoRooks +
			`","in":2,"moves":["Rb7","Ke8","Ra8"]}`,
			`"puzzle":{"right":true,"solved":true,"left":0,"fen":"R3k3/1R6/8/8/8/8/8/7K b - - 3 2"}`},
		{ // of three defences the last holds out longest
			`{"ask":"puzzle","rules":"chess","fen":"` + farRooks + `","in":3,"moves":["Rh7"]}`,
			`"puzzle":{"right":true,"solved":false,"left":2,"reply":{"uci":"e7f8","san":"Kf8","waves":[],"reclaimed":[],"fen":"5k2/7R/6R1/8/8/8/8/K7 w - - 2 2","outcome":"*"},"typed":"Kf8","fen":"5k2/7R/6R1/8/8/8/8/K7 w - - 2 2"}`,
		},
		{ // too long for a puzzle in 2, so that it refutes
			`{"ask":"puzzle","rules":"chess","fen":"` + farRooks + `","in":2,"moves":["Rh7"]}`,
			`"puzzle":{"right":false,"solved":false,"left":1,"reply":{"uci":"e7f8","san":"Kf8","waves":[],"reclaimed":[],"fen":"5k2/7R/6R1/8/8/8/8/K7 w - - 2 2","outcome":"*"},"typed":"Kf8","fen":"5k2/7R/6R1/8/8/8/8/K7 w - - 2 2"}`,
		},
		{ // the turns are used up: any answer will do
			`{"ask":"puzzle","rules":"chess","fen":"` + fools + `","in":1,"moves":["Qg5"]}`,
			`"puzzle":{"right":false,"solved":false,"left":0,"reply":{"uci":"a2a3","san":"a3","waves":[],"reclaimed":[],"fen":"rnb1kbnr/pppp1ppp/8/4p1q1/6P1/P4P2/1PPPP2P/RNBQKBNR b KQkq - 0 3","outcome":"*"},"typed":"a3",` +
				`"fen":"rnb1kbnr/pppp1ppp/8/4p1q1/6P1/P4P2/1PPPP2P/RNBQKBNR b KQkq - 0 3"}`,
		},
		{ // a draw, with turns left
			`{"ask":"puzzle","rules":"chess","fen":"` + stalemate + `","in":2,"moves":["Qf7"]}`,
			`"puzzle":{"right":false,"solved":false,"left":1,"fen":"7k/5Q2/6K1/8/8/8/8/8 b - - 1 1"}`,
		},
	} {
		if got := reply(t, Options{}, test.request); got != test.want {
			t.Errorf("%s\n got %s\nwant %s", test.request, got, test.want)
		}
	}
}

// What is wrong with a request has its code, and numbers have their ends.
func TestRefusals(t *testing.T) {
	const kind = `{"code":"invalid-request"`
	for _, test := range []struct{ request, want string }{
		{`"win","rules":"chess","fen":"start","in":61`, `{"code":"limit"`},
		{`"solve","rules":"chess","fen":"start","in":61`, kind},
		{`"solve","rules":"chess","fen":"start"`, kind},
		{`"tries","rules":"chess","fen":"start","in":0`, kind},
		{`"solve","rules":"chess","fen":"start","in":1,"tries":-1`, kind},
		{`"solve","rules":"chess","fen":"start","in":1,"goal":"x"`, kind},
		{`"solve","rules":"chess","fen":"start","in":1,"proof":true`, `{"code":"unsupported"`},
		{`"solve","rules":"chess","fen":"start","in":1,"goal":"claim"`, `{"code":"unsupported"`},
		{`"solve","rules":"chess","fen":"start","in":2,"goal":"h#2.5"`, kind},
		{`"solve","rules":"chess","fen":"start","goal":"h#61"`, kind},
		{`"tries","rules":"chess","fen":"start","in":1,"goal":"help-win"`, kind},
		{`"tries","rules":"chess","fen":"start","goal":"ser-#3"`, kind},
		{`"tries","rules":"pacifist1","fen":"start","in":5,"nodes":1`, `{"code":"limit"`},
		{`"puzzle","rules":"chess","fen":"start"`, kind},
		{`"puzzle","rules":"chess","fen":"start","in":9`, kind},
		{`"puzzle","rules":"chess","fen":"start","in":1,"moves":["e4","e5"]`, kind},
		{`"puzzle","rules":"chess","fen":"start","in":1,"moves":["e4","e5","d4"]`, kind},
		{`"puzzle","rules":"chess","fen":"start","in":1,"moves":["e5"]`, `{"code":"illegal-move"`},
		{`"puzzle","rules":"chess","fen":"start","in":2,"moves":["e4","e4","d4"]`,
			`{"code":"illegal-move"`},
		{`"solve","rules":"chess","fen":"8/8","in":1`, `{"code":"invalid-fen"`},
		{`"puzzle","rules":"chess","fen":"8/8","in":1`, `{"code":"invalid-fen"`},
		{`"solve","rules":"chess","fen":"start","in":"1"`, kind},
		{`"puzzle","rules":"chess","fen":"start","in":1,"keys":1`, kind},
		{`"tries","rules":"chess","fen":"start","in":1,"goal":1`, kind},
		{`"best","rules":"chess","fen":"start","seed":-1`, kind},
	} {
		if got := reply(t, Options{}, `{"ask":`+test.request+`}`); !strings.HasPrefix(got, `"error":`+test.want) {
			t.Errorf("%s\n got %s\nwant %s", test.request, got, test.want)
		}
	}
}

// A solution comes with a tree, with tries or with set play, as it is asked for, and with a text; a
// proof comes where one can be had.
func TestSolutionsAsked(t *testing.T) {
	for fields, want := range map[string]string{
		"": "", `,"tree":true`: "solution text", `,"tries":1`: "solution text",
		`,"set":true`: "solution text", `,"proof":true`: "proof",
		`,"tree":true,"proof":true`: "solution text proof",
	} {
		var got map[string]json.RawMessage
		text := strings.TrimPrefix(reply(t, Options{Proofs: true},
			`{"ask":"solve","rules":"chess","fen":"`+twoRooks+`","in":2`+fields+`}`), `"solve":`)
		if err := json.Unmarshal([]byte(text), &got); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		var has []string
		for _, name := range []string{"solution", "text", "proof"} {
			if got[name] != nil {
				has = append(has, name)
			}
		}

		if strings.Join(has, " ") != want {
			t.Errorf("%s: %s, want %s", fields, has, want)
		}
	}

	if got := reply(t, Options{Proofs: true}, `{"ask":"solve","rules":"pacifist1","fen":"start","in":5,"nodes":1,"proof":true}`); got != `"solve":{"goal":"win","status":"unknown","keys":[],"excluded":0}` {
		t.Errorf("a proof of nothing: %s", got)
	}
}

// A search has the limit of the rule set's speed, or a lower one that is asked for, and one
// goroutine if nothing is said.
func TestOptions(t *testing.T) {
	slow := rulestest.Builtin(t, "pacifist1")
	override, err := ruleset.ParseOverride("lines=blocked")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		set        ruleset.Set
		jobs       int
		asked      uint64
		wantJobs   int
		wantsNodes uint64
	}{
		{rulestest.Builtin(t, "pacifist1"), 0, 0, 1, 200_000_000},
		{rulestest.Builtin(t, "chess"), -1, 1, 1, 1},
		{rulestest.Builtin(t, "chess"), 1, 2, 1, 2},
		{rulestest.Builtin(t, "chess"), 2, 200_000_001, 2, 200_000_000},
		{ruleset.ApplyAll(slow, []ruleset.Override{override}), 3, 0, 3, 1_000_000},
		{ruleset.ApplyAll(slow, []ruleset.Override{override}), 3, 1_000_001, 3, 1_000_000},
	} {
		got := answerer{Options{Jobs: test.jobs}}.options(rules.New(test.set), test.asked)
		if got.Jobs != test.wantJobs || got.Nodes != test.wantsNodes {
			t.Errorf("%s, %d jobs, %d asked: %+v", test.set.Name, test.jobs, test.asked, got)
		}
	}

	if got := Limits(rules.New(slow)); got.Jobs != 1 || got.Nodes != 200_000_000 {
		t.Errorf("%+v", got)
	}
}
