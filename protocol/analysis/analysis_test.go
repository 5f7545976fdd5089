package analysis_test

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"reflect"
	"strings"
	"testing"

	"turncoat/protocol"
	"turncoat/protocol/analysis"
	"turncoat/puzzle/proof"
)

// ask puts a request and gives the field of its answer that is named as the ask, or its error.
func ask(t *testing.T, request map[string]any, field string) map[string]any {
	t.Helper()
	line, err := json.Marshal(request)
	if err != nil {
		t.Fatal(err)
	}
	server := analysis.Server(analysis.Options{Proofs: true})
	reply := server.Answer(t.Context(), line)
	text, err := reply.Append(nil)
	if err != nil {
		t.Fatal(err)
	}
	var all map[string]any
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	if field != "error" && all["error"] != nil {
		t.Fatalf("%s: %v", line, all["error"])
	}
	if s, ok := all[field].(string); ok {
		return map[string]any{"text": s}
	}
	out, _ := all[field].(map[string]any)
	return out
}

type object = map[string]any

// The third worked example of the rules text: Qb6# wins in one.
const third = "1rknn1br/p1pp1p1p/3bp1p1/1p1q2n1/5p2/2P4B/pP1PP1PP/B1RKR1QN"

func TestSolve(t *testing.T) {
	got := ask(t, object{"ask": "solve", "rules": "pacifist1", "fen": third, "in": 2, "tree": true, "proof": true}, "solve")
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
	got = ask(t, object{"ask": "solve", "rules": "pacifist1", "fen": "1nb1kbnr/rp2p1pp/p2p1p2/qnp5/1p1p4/p3P3/2P2PPP/R1BQKBNR w HAh -", "in": 2}, "solve")
	if got["status"] != "none" || got["excluded"] != 2.0 {
		t.Errorf("%v", got)
	}
	if got := ask(t, object{"ask": "solve", "rules": "pacifist1", "fen": third, "in": 2, "goal": "draw"}, "error"); got["code"] != "invalid-request" {
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
		got := ask(t, object{"ask": "puzzle", "rules": "chess", "fen": fools, "in": 1, "moves": []string{move}}, "puzzle")
		if got["right"] != right || got["solved"] != right || (got["reply"] == nil) != right {
			t.Errorf("%s: %v", move, got)
		}
	}
	got := ask(t, object{"ask": "puzzle", "rules": "chess", "fen": fools, "in": 1, "keys": true}, "puzzle")
	if !reflect.DeepEqual(got["keys"], []any{"Qh4#"}) {
		t.Errorf("%v", got)
	}
	// Two rooks mate on the edge in two: 1.Rb7 and 2.Ra8#; Black's king has g8 and e8 only.
	rooks := object{"ask": "puzzle", "rules": "chess", "fen": "5k2/8/8/8/8/8/1R6/R6K w - - 0 1", "in": 2, "moves": []string{"Rb7"}}
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

// A game with a variation, a comment and an annotation, and a fault in its third ply.
func TestRead(t *testing.T) {
	text := "[White \"<b>\u202e\"]\n[Black \"?\"]\n\n1. e4 $1 {the king's pawn} e5 (1... c5 2. Nf3) 2. Ke3 *\n\n[Variant \"Pacifist1\"]\n\n1. e4 *\n"
	got := ask(t, object{"ask": "read", "text": text}, "read")
	records := got["records"].([]any)
	if got["form"] != "pgn" || len(records) != 2 {
		t.Fatalf("%v", got)
	}
	first, second := records[0].(object), records[1].(object)
	if first["ok"] != false || second["ok"] != true || second["rules"] != "pacifist1" || second["turns"] != nil {
		t.Errorf("%v", records)
	}
	turns := first["turns"].([]any)
	if len(turns) != 2 || !reflect.DeepEqual(turns[0].(object)["nags"], []any{1.0}) || !reflect.DeepEqual(turns[0].(object)["comments"], []any{"the king's pawn"}) {
		t.Errorf("%v", turns)
	}
	side := turns[1].(object)["variations"].([]any)[0].(object)["turns"].([]any)
	if len(side) != 2 || side[1].(object)["san"] != "Nf3" {
		t.Errorf("%v", side)
	}
	fault := object{}
	for _, f := range first["findings"].([]any) {
		if f.(object)["severity"] == "error" {
			fault = f.(object)
		}
	}
	if fault["ply"] != 3.0 || fault["line"] != 4.0 || fault["code"] != "illegal-move" || fault["move"] != "Ke3" {
		t.Errorf("%v", fault)
	}
	got = ask(t, object{"ask": "read", "text": text, "index": 2}, "read")
	if records = got["records"].([]any); len(records[1].(object)["turns"].([]any)) != 1 || records[0].(object)["turns"] != nil {
		t.Errorf("%v", records)
	}
}

// The three tournament games of the rules text, as plain text.
func TestReadText(t *testing.T) {
	text, err := os.ReadFile("../../examples/grand-prix-1993.txt")
	if err != nil {
		t.Fatal(err)
	}
	got := ask(t, object{"ask": "read", "text": string(text)}, "read")
	if records := got["records"].([]any); got["form"] != "text" || len(records) != 3 || records[0].(object)["plies"] != 18.0 {
		t.Errorf("%v", got)
	}
}

// Scenarios are read and held to the rules; what is written of a position is read back and holds.
func TestScenario(t *testing.T) {
	text := ask(t, object{"ask": "scenario", "rules": "pacifist1", "fen": third, "moves": []string{"Qb6"}}, "scenario")["text"].(string)
	records := ask(t, object{"ask": "read", "text": text}, "read")["records"].([]any)
	if len(records) != 1 || records[0].(object)["ok"] != true || !reflect.DeepEqual(records[0].(object)["play"], []any{"Qb6#"}) {
		t.Errorf("%s\n%v", text, records)
	}
	false := strings.Replace(text, "outcome: 1-0", "outcome: 0-1", 1)
	if false == text {
		t.Fatalf("no outcome in\n%s", text)
	}
	records = ask(t, object{"ask": "read", "text": false}, "read")["records"].([]any)
	if first := records[0].(object); first["ok"] == true || len(first["findings"].([]any)) == 0 {
		t.Errorf("%v", records)
	}
}

func TestConvert(t *testing.T) {
	text := "1. e4 e5 {x} *"
	if got := ask(t, object{"ask": "convert", "text": text, "to": "pgn"}, "text")["text"].(string); !strings.Contains(got, "\n1. e4 e5 { x } *\n") && !strings.Contains(got, "\n1. e4 e5 {x} *\n") {
		t.Errorf("%s", got)
	}
	json := ask(t, object{"ask": "convert", "text": text, "to": "json"}, "text")["text"].(string)
	records := ask(t, object{"ask": "read", "text": json}, "read")["records"].([]any)
	if len(records) != 1 || len(records[0].(object)["turns"].([]any)) != 2 {
		t.Errorf("%v", records)
	}
	if got := ask(t, object{"ask": "convert", "text": text, "to": "vchess"}, "error"); got["code"] == "" {
		t.Errorf("%v", got)
	}
}

// A player takes the win that it sees, and plays the same move again.
func TestChoose(t *testing.T) {
	for level := 3; level <= 4; level++ {
		if got := ask(t, object{"ask": "choose", "rules": "pacifist1", "fen": third, "level": level}, "turn"); got["san"] != "Qb6#" {
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

func FuzzRead(f *testing.F) {
	f.Add("1. e4 e5 *")
	f.Add("scenarios:\n  - name: a\n    play: e4\n    expect: {outcome: \"*\"}\n")
	f.Add(`{"rules":"chess","turns":[{"uci":"e2e4"}]}`)
	server := analysis.Server(analysis.Options{})
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Contains(text, "perft") || strings.Contains(text, "win") {
			return // deep counts take long; they are no matter of reading
		}
		line, _ := json.Marshal(object{"ask": "read", "text": text})
		reply := server.Answer(t.Context(), line)
		if _, err := reply.Append(nil); err != nil {
			t.Fatal(err)
		}
		_, _ = io.Discard.Write(line)
	})
}
