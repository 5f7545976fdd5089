package protocol_test

import (
	"encoding/json"
	"io"
	"strings"
	"testing"
	"time"

	"turncoat/internal/testing/threadtime"
	"turncoat/protocol"
	"turncoat/rules/ruleset"
)

// ask returns one field of an answer, an error as the field "error".
func ask(t *testing.T, s *protocol.Server, line string, field string) any {
	t.Helper()
	var reply map[string]any
	if err := json.Unmarshal([]byte(answer(t, s, line)), &reply); err != nil {
		t.Fatal(err)
	}
	if field != "error" && reply["error"] != nil {
		t.Fatalf("%s: %v", line, reply["error"])
	}
	return reply[field]
}

// An illegal move is explained by what has changed sides in the moves before it.
func TestRefusedBySides(t *testing.T) {
	const moves, note = `["e4","e5","Nf3","Nc6","Bb5","a6"`,
		"Bxc6 is not legal: the bishop on b5 has been Black's since 3...a6 (wave 1); there are no captures in pacifist1 (PAC-1)"
	start := func(rest string) string {
		return `{"id":1,"rules":"pacifist1","fen":"start",` + rest +
			`}`
	}
	explained := ask(t, &protocol.Server{},
		start(`"ask":"explain","moves":`+moves+`],"move":"Bxc6"`), "explain").(map[string]any)
	if explained["message"] != note {
		t.Errorf("%v, want %q", explained["message"], note)
	}
}

// Weights counted by hand: PAC-4 has the rook a1 bear on a8 through the rook a2 behind which it
// stands, by value 5 and 5.
func TestWeights(t *testing.T) {
	fen := "n6k/8/8/8/8/8/R7/R6K w - - 0 1"
	for rules, want := range map[string]string{"pacifist1": "2", "pacifist2": "10",
		"pacifist-average": "5", "chess": "1"} {
		weights := ask(t, &protocol.Server{},
			`{"ask":"weights","rules":"`+rules+`","fen":"`+fen+`"}`, "weights").(map[string]any)
		if len(weights) != 64 {
			t.Fatalf("%d squares", len(weights))
		}
		a8 := weights["a8"].(map[string]any)
		white := a8["white"].(map[string]any)
		if white["weight"] != want || a8["black"].(map[string]any)["weight"] != "0" ||
			a8["outweighs"] != "white" {
			t.Errorf("%s: %v, want %s", rules, a8, want)
		}

		if d4 := weights["d4"].(map[string]any); d4["outweighs"] != nil {
			t.Errorf("%s: nobody bears on d4: %v", rules, d4)
		}
	}
}

// All built-in sets, and one's own as the text of a file.
func TestRules(t *testing.T) {
	sets := ask(t, &protocol.Server{}, `{"ask":"rules"}`, "sets").([]any)
	if len(sets) != len(ruleset.BuiltinNames()) || sets[0].(map[string]any)["name"] != "pacifist1" {
		t.Errorf("%v", sets)
	}
	mine := ask(t, &protocol.Server{},
		`{"ask":"rules","rules":"name: mine\nbase: pacifist-number\nlines: blocked\n"}`,
		"rules").(map[string]any)
	if mine["name"] != "mine" || mine["reclaim"] != true || mine["family"] != "pacifist" {
		t.Errorf("%v", mine)
	}
	if got := ask(t, &protocol.Server{}, `{"ask":"turns","rules":"base: pacifist1\nlines: bent\n","fen":"start"}`, "error"); got.(map[string]any)["code"] != "unknown-rules" {
		t.Errorf("%v", got)
	}
}

// Limits hold work, not only what is written: a position with a million reclaims is refused at
// once.
func TestLimitsHoldWork(t *testing.T) {
	wild := `"fen":"K6k/PPPPPPPP/qqqqqqqq/PPPPPPPP/PPPPPPPP/qqqqqqqq/PPPPPPPP/8 w"}`
	for _, of := range []string{`"turns","rules":"pacifist-number"`,
		`"turns","rules":"pacifist-average"`,
		`"perft","depth":1,"rules":"pacifist-average"`,
		`"turns","rules":{"base":"pacifist-average","promotion":"queen"}`,
		`"perft","depth":1,"rules":{"base":"pacifist-average","promotion":"queen"}`} {
		if !threadtime.Within(20*time.Second, func() {
			got := ask(t, &protocol.Server{}, `{"ask":`+of+`,`+wild, "error").(map[string]any)
			if got["code"] != "limit" {
				t.Errorf("%s: %v", of, got)
			}
		}) {
			t.Fatalf("%s is not refused", of)
		}
	}

	moves, _ := json.Marshal(strings.Fields(strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", 1000)))
	slow := `{"ask":"play","rules":{"base":"chess","promotion":"queen"},"fen":"start","moves":` +
		string(moves) + `}`
	if got := ask(t, &protocol.Server{}, slow, "error").(map[string]any); got["code"] != "limit" {
		t.Errorf("%v", got)
	}
}

// A request that runs is ended by one that follows it; the answers keep their order.
func TestCancel(t *testing.T) {
	asks, w := io.Pipe()
	in, answers := io.Pipe()
	go func() {
		_ = new(protocol.Server).Serve(t.Context(), asks,
			flusher{answers})
		answers.Close()
	}()
	go func() {
		_, _ = io.WriteString(w,
			`{"id":"long","ask":"perft","rules":"pacifist1","fen":"start","depth":9}`+"\n")
		_, _ = io.WriteString(w, `{"id":2,"ask":"cancel","cancels":"long"}`+"\n"+
			`{"id":3,"ask":"cancel","cancels":"none"}`+"\n")
		w.Close()
	}()
	out, err := io.ReadAll(in)
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if err != nil || len(lines) != 3 || !strings.HasPrefix(lines[0],
		`{"id":"long","error":{"code":"cancelled"`) ||
		lines[1] != `{"id":2,"cancelled":true}` || lines[2] != `{"id":3,"cancelled":false}` {
		t.Errorf("%q %v", lines, err)
	}
}
