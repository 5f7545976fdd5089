package protocol_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"turncoat/protocol"
	"turncoat/rules/board"
)

// What is just as long or as many as may be is taken.
func TestJustWithinLimits(t *testing.T) {
	fen := board.StartFEN
	pad := func(text string, n int) string { return text + strings.Repeat(" ", n-len(text)) }
	moves := func(n int) string {
		list, _ := json.Marshal(strings.Fields(strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", n/4+1))[:n])
		return string(list)
	}
	const few = `{"base":"chess","promotion":"queen"}`
	for _, test := range []struct{ name, rules, fen, rest, want string }{
		{"a FEN", `"chess"`, pad(fen, 1024), `"depth":1`, `"nodes":20}`},
		{"rules as text", `"` + pad("base: chess", 1<<14) + `"`, "start", `"depth":1`,
			`"nodes":20}`},
		{"a rules object", `{"base":` + strings.Repeat(" ", 1<<14-16) + `"chess"}`, "start",
			`"depth":1`, `"nodes":20}`},
		// Mate: however deep, there is nothing to count.
		{"depth", `"chess"`, "R6k/8/6K1/8/8/8/8/8 b - - 0 1", `"depth":10`, `"nodes":0}`},
		{"moves", `"chess"`, "start", `"moves":` + moves(10_000) + `,"depth":0`, `"nodes":1}`},
		{"moves under other rules", few, "start", `"moves":` + moves(1000) + `,"depth":0`,
			`"nodes":1}`},
		{"too many moves", `"chess"`, "start", `"moves":` + moves(10_001) + `,"depth":0`,
			`"error":{"code":"limit","message":"`},
		{"too many moves under other rules", few, "start", `"moves":` + moves(1001) + `,"depth":0`,
			`"error":{"code":"limit","message":"`},
	} {
		line := `{"id":1,"ask":"perft","rules":` + test.rules + `,"fen":"` + test.fen + `",` +
			test.rest + `}`
		if got := answer(t, &protocol.Server{}, line); !strings.HasPrefix(got,
			`{"id":1,`+test.want) {
			t.Errorf("%s: %.200s, want %s", test.name, got, test.want)
		}
	}

	// A message of 2 KiB is whole; a longer one is cut there, but not within a character.
	whole := strings.Repeat("m", 1<<11)
	for message, want := range map[string]string{whole: whole, whole + "m": whole + "…",
		"m" + strings.Repeat("é", 1<<10): "m" + strings.Repeat("é", 1<<10-1) + "…"} {
		s := &protocol.Server{More: more(errors.New(message))}
		if got := ask(t, s, `{"ask":"more"}`, "error").(map[string]any)["message"]; got != want {
			t.Errorf("a message of %d bytes is %q", len(message), got)
		}
	}
}
