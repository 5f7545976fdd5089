package protocol_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"turncoat/protocol"
	"turncoat/rules/board"
)

// What is wrong with a request is said in words that name the key and what it wants.
func TestMessages(t *testing.T) {
	chess := func(rest string) string { return `{"ask":"turns","rules":"chess","fen":"start"` + rest + `}` }
	for _, test := range []struct{ line, code, message string }{
		{`[]`, "malformed", "the line is not one JSON object"},
		{`null`, "malformed", "the line is not one JSON object"},
		{`7`, "malformed", "the line is not one JSON object"},
		{`{"ask":`, "malformed", "the line is not one JSON object: unexpected end of JSON input"},
		{`{}`, "invalid-request", `"ask" is missing`},
		{`{"ask":""}`, "invalid-request", `"ask" is missing`},
		{`{"ask":5}`, "invalid-request", `"ask" wants a string`},
		{`{"ask":"turns","rules":"chess","fen":5}`, "invalid-request", `"fen" wants a string`},
		{`{"ask":"turns","rules":"chess"}`, "invalid-request", `"fen" is missing`},
		{`{"ask":"turns","fen":"start"}`, "invalid-request", `"rules" is missing`},
		{`{"ask":"turns","rules":[],"fen":"start"}`, "invalid-request", `"rules" wants a name or an object`},
		{chess(`,"moves":"e4"`), "invalid-request", `"moves" wants a list of strings`},
		{chess(`,"depth":"1"`), "invalid-request", `"depth" wants a whole number`},
		{chess(`,"in":1.5`), "invalid-request", `"in" wants a whole number`},
		{chess(`,"reclaim":1`), "invalid-request", `"reclaim" wants a string`},
		{chess(`,"reclaim":"some"`), "invalid-request", `"reclaim" cannot be "some": it is all or full`},
		{chess(`,"move":1`), "invalid-request", `"move" wants a string`},
		{chess(`,"rounds":["e4"]`), "invalid-request", `"rounds" wants a list of lists of squares`},
		{chess(`,"progress":"yes"`), "invalid-request", `"progress" wants true or false`},
		{`{"ask":"perft","rules":"chess","fen":"start"}`, "invalid-request", `"depth" is missing`},
		{`{"ask":"perft","rules":"chess","fen":"start","depth":-1}`, "invalid-request", `"depth" is -1: it is at least 0`},
		{`{"ask":"perft","rules":"chess","fen":"start","depth":11}`, "limit", `"depth" is 11: it is at most 10`},
		{`{"ask":"explain","rules":"chess","fen":"start"}`, "invalid-request", `"move" is missing`},
		{`{"ask":"reclaim","rules":"pacifist-number","fen":"start"}`, "invalid-request", `"move" is missing`},
		{`{"ask":"reclaim","rules":"pacifist1","fen":"start","move":"e4"}`, "unsupported", "pacifist1 has no choice of reclaims"},
		{`{"ask":"reclaim","rules":"conversion","fen":"start","move":"e4"}`, "unsupported", "conversion has no choice of reclaims"},
		{`{"ask":"cancel"}`, "invalid-request", `"cancels" is missing`},
		{`{"ask":"win","rules":"chess","fen":"start","in":1}`, "unsupported", "forced wins are not searched for"},
		{`{"ask":"mate"}`, "unsupported", `"mate" cannot be asked: it is one of turns, perft, play, win, explain, weights, reclaim, rules, cancel`},
		{`{"ask":"turns","rules":"chess","fen":"` + strings.Repeat(" ", 1025) + `"}`, "invalid-fen", "the FEN is longer than 1024 bytes"},
		{`{"ask":"turns","rules":"a:` + strings.Repeat(" ", 1<<14) + `","fen":"start"}`, "limit", `"rules" is longer than 16384 bytes`},
		{`{"ask":"turns","rules":{"base":"` + strings.Repeat("x", 1<<14) + `"},"fen":"start"}`, "limit", `"rules" is longer than 16384 bytes`},
	} {
		got := (&protocol.Server{}).Answer(t.Context(), []byte(test.line)).Error
		if got == nil || *got != (protocol.Error{Code: protocol.Code(test.code), Message: test.message}) {
			t.Errorf("%.90s: %+v, want %s: %s", test.line, got, test.code, test.message)
		}
	}
	// Where a move is wrong.
	for line, want := range map[string]string{
		chess(`,"moves":["e4","the pawn"]`):                          "moves[1]: ",
		chess(`,"moves":["e5"]`):                                     "moves[0]: ",
		chess(`,"move":"e5"`):                                        "move: ",
		chess(`,"move":"the pawn"`):                                  "move: ",
		`{"ask":"explain","rules":"chess","fen":"start","move":"?"}`: "move: ",
	} {
		if got := ask(t, &protocol.Server{}, line, "error").(map[string]any)["message"].(string); !strings.HasPrefix(
			got, want) {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}

// What is just as long or as many as may be is taken.
func TestJustWithinLimits(t *testing.T) {
	fen := board.StartFEN
	pad := func(text string, n int) string { return text + strings.Repeat(" ", n-len(text)) }
	moves := func(n int) string {
		list, _ := json.Marshal(strings.Fields(strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", n/4+1))[:n])
		return string(list)
	}
	for _, test := range []struct{ name, line, want string }{
		{"a FEN", `{"id":1,"ask":"perft","rules":"chess","fen":"` + pad(fen, 1024) + `","depth":1}`, `{"id":1,"nodes":20}`},
		{"rules as text", `{"id":1,"ask":"perft","rules":"` + pad("base: chess", 1<<14) + `","fen":"start","depth":1}`, `{"id":1,"nodes":20}`},
		{"a rules object", `{"id":1,"ask":"perft","rules":{"base":` + strings.Repeat(" ", 1<<14-16) + `"chess"},"fen":"start","depth":1}`, `{"id":1,"nodes":20}`},
		// Mate: however deep, there is nothing to count.
		{"depth", `{"id":1,"ask":"perft","rules":"chess","fen":"R6k/8/6K1/8/8/8/8/8 b - - 0 1","depth":10}`, `{"id":1,"nodes":0}`},
		{"moves", `{"id":1,"ask":"perft","rules":"chess","fen":"start","moves":` + moves(10_000) + `,"depth":0}`, `{"id":1,"nodes":1}`},
		{"moves under other rules", `{"id":1,"ask":"perft","rules":{"base":"chess","promotion":"queen"},"fen":"start","moves":` + moves(1000) + `,"depth":0}`, `{"id":1,"nodes":1}`},
		{"too many moves", `{"id":1,"ask":"perft","rules":"chess","fen":"start","moves":` + moves(10_001) + `,"depth":0}`, `{"id":1,"error":{"code":"limit","message":"more than 10000 moves"}}`},
		{"too many moves under other rules", `{"id":1,"ask":"perft","rules":{"base":"chess","promotion":"queen"},"fen":"start","moves":` + moves(1001) + `,"depth":0}`,
			`{"id":1,"error":{"code":"limit","message":"more than 1000 moves"}}`},
	} {
		if got := answer(t, &protocol.Server{}, test.line); got != test.want {
			t.Errorf("%s: %.200s, want %s", test.name, got, test.want)
		}
	}
	// A message of 2 KiB is whole; a longer one is cut there.
	for _, n := range []int{1 << 11, 1<<11 + 1} {
		s := &protocol.Server{More: more(fmt.Errorf("%s", strings.Repeat("m", n)))}
		want := strings.Repeat("m", 1<<11)
		if n > 1<<11 {
			want += "…"
		}
		if got := ask(t, s, `{"ask":"more"}`, "error").(map[string]any)["message"]; got != want {
			t.Errorf("a message of %d bytes is %.20s… of %d", n, got, len(got.(string)))
		}
	}
	half := &protocol.Server{More: more(fmt.Errorf("m%s", strings.Repeat("é", 1<<10)))}
	if got := ask(t, half, `{"ask":"more"}`, "error").(map[string]any)["message"]; got != "m"+strings.Repeat("é", 1<<10-1)+"…" {
		t.Errorf("a message is cut within a character: %q", got)
	}
}
