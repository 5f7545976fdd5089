package protocol_test

import (
	"encoding/json"
	"fmt"
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
	for _, test := range []struct{ name, line, want string }{
		{"a FEN", `{"id":1,"ask":"perft","rules":"chess","fen":"` + pad(fen, 1024) + `","depth":1}`, `{"id":1,"nodes":20}`},
		{"rules as text", `{"id":1,"ask":"perft","rules":"` + pad("base: chess", 1<<14) + `","fen":"start","depth":1}`, `{"id":1,"nodes":20}`},
		{"a rules object", `{"id":1,"ask":"perft","rules":{"base":` + strings.Repeat(" ", 1<<14-16) + `"chess"},"fen":"start","depth":1}`, `{"id":1,"nodes":20}`},
		// Mate: however deep, there is nothing to count.
		{"depth", `{"id":1,"ask":"perft","rules":"chess","fen":"R6k/8/6K1/8/8/8/8/8 b - - 0 1","depth":10}`, `{"id":1,"nodes":0}`},
		{"moves", `{"id":1,"ask":"perft","rules":"chess","fen":"start","moves":` + moves(10_000) + `,"depth":0}`, `{"id":1,"nodes":1}`},
		{"moves under other rules", `{"id":1,"ask":"perft","rules":{"base":"chess","promotion":"queen"},"fen":"start","moves":` + moves(1000) + `,"depth":0}`, `{"id":1,"nodes":1}`},
		{"too many moves", `{"id":1,"ask":"perft","rules":"chess","fen":"start","moves":` + moves(10_001) + `,"depth":0}`, `{"id":1,"error":{"code":"limit","message":"`},
		{"too many moves under other rules", `{"id":1,"ask":"perft","rules":{"base":"chess","promotion":"queen"},"fen":"start","moves":` + moves(1001) + `,"depth":0}`,
			`{"id":1,"error":{"code":"limit","message":"`},
	} {
		if got := answer(t, &protocol.Server{}, test.line); !strings.HasPrefix(got, test.want) {
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
