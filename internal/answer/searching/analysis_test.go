package searching_test

import (
	"context"
	"strings"
	"testing"

	"turncoat/internal/answer/searching"
	"turncoat/internal/testing/protocoltest"
	"turncoat/protocol"
	"turncoat/puzzle/proof"
)

// ask returns a field of an answer.
func ask(t *testing.T, request map[string]any, field string) map[string]any {
	t.Helper()
	return protocoltest.Ask(t, searching.Server(searching.Options{Proofs: true}), request, field)
}

type object = map[string]any

// The third worked example of the rules text: Qb6# wins in one.
const third = "1rknn1br/p1pp1p1p/3bp1p1/1p1q2n1/5p2/2P4B/pP1PP1PP/B1RKR1QN"

func TestSolve(t *testing.T) {
	got := ask(t, object{"ask": "solve", "rules": "pacifist1", "fen": third, "in": 2, "tree": true,
		"proof": true}, "solve")
	if !strings.Contains(got["text"].(string), "1.Qb6#!") {
		t.Errorf("%s", got["text"])
	}
	if _, err := proof.Verify(t.Context(), strings.NewReader(got["proof"].(string)), "", 1); err != nil {
		t.Errorf("the proof: %v", err)
	}
	got = ask(t, object{"ask": "solve", "rules": "pacifist1", "fen": "start", "in": 5,
		"nodes": 1000}, "solve")
	if got["status"] != "unknown" {
		t.Errorf("within a thousand turns: %v", got)
	}
}

// A search that takes long reports how far it has come, and ends when it is told to.
func TestProgress(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var lines []string
	line := `{"id":1,"ask":"solve","rules":"pacifist1","fen":"start","in":12,"progress":true}`
	reply := searching.Server(searching.Options{}).Converse(ctx, []byte(line),
		func(r protocol.Reply) {
			text, _ := r.Append(nil)
			lines = append(lines, string(text))
			cancel()
		})
	if len(lines) == 0 || !strings.HasPrefix(lines[0], `{"id":1,"progress":{"depth":`) ||
		reply.Error == nil || reply.Error.Code != protocol.Cancelled {
		t.Errorf("%q, %+v", lines, reply.Error)
	}
}
