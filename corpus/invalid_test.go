package corpus_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"turncoat/corpus"
	"turncoat/internal/testing/filetest"
	"turncoat/internal/testing/rulestest"
	"turncoat/internal/testing/schematest"
	"turncoat/protocol"
	"turncoat/rules"
	"turncoat/rules/ruleset"
)

// Every invalid input is refused with its code, by the protocol and by both implementations of the
// rules.
func TestInvalidInput(t *testing.T) {
	for _, name := range ruleset.BuiltinNames() {
		set := rulestest.Builtin(t, name)
		for _, q := range corpus.InvalidInput(set) {
			rule, _ := json.Marshal(name)
			request, err := json.Marshal(protocol.Request{ID: []byte("1"), Ask: protocol.AskTurns,
				Rules: rule, FEN: q.FEN, Moves: q.Moves})
			if err != nil {
				t.Fatal(err)
			}
			reply := (&protocol.Server{}).Answer(t.Context(), request)
			if reply.Error == nil || string(reply.Error.Code) != q.Code {
				t.Errorf("%s: %s: %+v", name, q.Why, reply)
			}
			seed := corpus.Seed{FEN: q.FEN, Moves: q.Moves}
			if _, err := seed.Position(rules.New(set)); err == nil {
				t.Errorf("%s: %s is played", name, q.Why)
			}
			if _, err := seed.Position(rules.NewReference(set)); err == nil {
				t.Errorf("%s: %s is played by the reference", name, q.Why)
			}
		}
	}
}

func TestInvalidSchema(t *testing.T) {
	conforms := schematest.Open(t, "schema/invalid.json")
	for line := range bytes.Lines(filetest.Read(t, "invalid.jsonl")) {
		if err := conforms(line); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
}
