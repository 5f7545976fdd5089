package analysis_test

import (
	"context"
	"reflect"
	"strings"
	"testing"

	"turncoat/protocol"
	"turncoat/protocol/analysis"
	"turncoat/protocol/internal/protocoltest"
	"turncoat/puzzle/proof"
)

// ask puts a request and returns the field of its answer that is named as the ask, or its error.
func ask(t *testing.T, request map[string]any, field string) map[string]any {
	t.Helper()
	return protocoltest.Ask(t, analysis.Server(analysis.Options{Proofs: true}), request, field)
}

type object = map[string]any

// The third worked example of the rules text: Qb6# wins in one.
const third = "1rknn1br/p1pp1p1p/3bp1p1/1p1q2n1/5p2/2P4B/pP1PP1PP/B1RKR1QN"

func TestSolve(t *testing.T) {
	got := ask(t, object{"ask": "solve", "rules": "pacifist1", "fen": third, "in": 2, "tree": true, "proof": true},
		"solve")
	keys := got["keys"].([]any)
	if got["status"] != "won" || got["in"] != 1.0 || len(keys) != 1 || keys[0].(object)["san"] != "Qb6#" {
		t.Errorf("%v", got)
	}
	if !strings.Contains(got["text"].(string), "1.Qb6#!") {
		t.Errorf("%s", got["text"])
	}
	if _, err := proof.Verify(t.Context(), strings.NewReader(got["proof"].(string)), "", 1); err != nil {
		t.Errorf("the proof: %v", err)
	}
	// The README's win in three, and that there is none in two.
	got = ask(t, object{"ask": "solve", "rules": "pacifist1",
		"fen": "1nb1kbnr/rp2p1pp/p2p1p2/qnp5/1p1p4/p3P3/2P2PPP/R1BQKBNR w HAh -", "in": 2}, "solve")
	if got["status"] != "none" || got["excluded"] != 2.0 {
		t.Errorf("%v", got)
	}
	if got := ask(t, object{"ask": "solve", "rules": "pacifist1", "fen": third, "in": 2, "goal": "draw"},
		"error"); got["code"] != "invalid-request" {
		t.Errorf("%v", got)
	}
	got = ask(t, object{"ask": "solve", "rules": "pacifist1", "fen": "start", "in": 5, "nodes": 1000}, "solve")
	if got["status"] != "unknown" {
		t.Errorf("within a thousand turns: %v", got)
	}
}

// The mate of fools, played backwards from the end: before 2...Qh4# Black has one key.
func TestPuzzle(t *testing.T) {
	const fools = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq g3 0 2"
	for move, right := range map[string]bool{"Qh4": true, "Qg5": false} {
		got := ask(t, object{"ask": "puzzle", "rules": "chess", "fen": fools, "in": 1, "moves": []string{move}},
			"puzzle")
		if got["right"] != right || got["solved"] != right || (got["reply"] == nil) != right {
			t.Errorf("%s: %v", move, got)
		}
	}
	got := ask(t, object{"ask": "puzzle", "rules": "chess", "fen": fools, "in": 1, "keys": true}, "puzzle")
	if !reflect.DeepEqual(got["keys"], []any{"Qh4#"}) {
		t.Errorf("%v", got)
	}
	// Two rooks mate on the edge in two: 1.Rb7 and 2.Ra8#; Black's king has g8 and e8 only.
	rooks := object{"ask": "puzzle", "rules": "chess", "fen": "5k2/8/8/8/8/8/1R6/R6K w - - 0 1", "in": 2,
		"moves": []string{"Rb7"}}
	got = ask(t, rooks, "puzzle")
	if got["right"] != true || got["solved"] != false || got["left"] != 1.0 || got["reply"] == nil {
		t.Errorf("%v", got)
	}
	rooks["moves"] = []string{"Rb7", got["typed"].(string), "Ra8"}
	if got = ask(t, rooks, "puzzle"); got["solved"] != true {
		t.Errorf("%v", got)
	}
	rooks["moves"] = []string{"Kg1"}
	if got = ask(t, rooks, "puzzle"); got["right"] != false || got["reply"] == nil {
		t.Errorf("%v", got)
	}
}

// A player takes the win that it sees, and plays the same move again.
func TestChoose(t *testing.T) {
	for level := 3; level <= 4; level++ {
		if got := ask(t, object{"ask": "choose", "rules": "pacifist1", "fen": third, "level": level},
			"turn"); got["san"] != "Qb6#" {
			t.Errorf("level %d: %v", level, got)
		}
	}
	weak := object{"ask": "choose", "rules": "pacifist-number", "fen": "start", "level": 1, "seed": 7}
	if a, b := ask(t, weak, "turn"), ask(t, weak, "turn"); !reflect.DeepEqual(a, b) || a["uci"] == nil {
		t.Errorf("%v and %v", a, b)
	}
	over := object{"ask": "choose", "rules": "pacifist1", "fen": "8/8/8/8/8/K7/K7/8 b - - 0 1"}
	if got := ask(t, over, "error"); got["code"] != "illegal-move" {
		t.Errorf("%v", got)
	}
}

// A search that takes long reports how far it has come, and ends when it is told to.
func TestProgress(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var lines []string
	line := `{"id":1,"ask":"solve","rules":"pacifist1","fen":"start","in":12,"progress":true}`
	reply := analysis.Server(analysis.Options{}).Converse(ctx, []byte(line), func(r protocol.Reply) {
		text, _ := r.Append(nil)
		lines = append(lines, string(text))
		cancel()
	})
	if len(lines) == 0 || !strings.HasPrefix(lines[0], `{"id":1,"progress":{"depth":`) || reply.Error == nil || reply.Error.Code != protocol.Cancelled {
		t.Errorf("%q, %+v", lines, reply.Error)
	}
}
