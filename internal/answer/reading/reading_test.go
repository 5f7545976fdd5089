package reading_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"turncoat/internal/answer/reading"
	"turncoat/internal/answer/searching"
	"turncoat/internal/testing/protocoltest"
)

// ask returns a field of an answer.
func ask(t *testing.T, request map[string]any, field string) map[string]any {
	t.Helper()
	return protocoltest.Ask(t, reading.Server(searching.Options{Proofs: true}), request, field)
}

type object = map[string]any

// The third worked example of the rules text: Qb6# wins in one.
const third = "1rknn1br/p1pp1p1p/3bp1p1/1p1q2n1/5p2/2P4B/pP1PP1PP/B1RKR1QN"

// The record in full has its comments, annotations and variations.
func TestRead(t *testing.T) {
	const text = "1. d4 *\n\n1. e4 $1 {the king's pawn} e5 (1... c5 2. Nf3) 2. Ke3 *\n"
	records := ask(t, object{"ask": "read", "text": text, "index": 2}, "read")["records"].([]any)
	if len(records) != 2 || records[0].(object)["turns"] != nil {
		t.Fatalf("%v", records)
	}
	turns := records[1].(object)["turns"].([]any)
	if len(turns) != 2 || !reflect.DeepEqual(turns[0].(object)["nags"], []any{1.0}) ||
		!reflect.DeepEqual(turns[0].(object)["comments"], []any{"the king's pawn"}) {
		t.Errorf("%v", turns)
	}

	side := turns[1].(object)["variations"].([]any)[0].(object)["turns"].([]any)
	if len(side) != 2 || side[1].(object)["san"] != "Nf3" {
		t.Errorf("%v", side)
	}
}

// Scenarios are read and held to the rules; what is written of a position is read back and holds.
func TestScenario(t *testing.T) {
	text := ask(t, object{"ask": "scenario", "rules": "pacifist1", "fen": third,
		"moves": []string{"Qb6"}}, "scenario")["text"].(string)
	records := ask(t, object{"ask": "read", "text": text}, "read")["records"].([]any)
	if len(records) != 1 || records[0].(object)["ok"] != true ||
		!reflect.DeepEqual(records[0].(object)["play"], []any{"Qb6#"}) {
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

func FuzzRead(f *testing.F) {
	f.Add("1. e4 e5 *")
	f.Add("scenarios:\n  - name: a\n    play: e4\n    expect: {outcome: \"*\"}\n")
	f.Add(`{"rules":"chess","turns":[{"uci":"e2e4"}]}`)
	server := reading.Server(searching.Options{})
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Contains(text, "perft") || strings.Contains(text, "win") {
			return // deep counts take long; they are no matter of reading
		}
		line, _ := json.Marshal(object{"ask": "read", "text": text})
		reply := server.Answer(t.Context(), line)
		if _, err := reply.Append(nil); err != nil {
			t.Fatal(err)
		}
	})
}
