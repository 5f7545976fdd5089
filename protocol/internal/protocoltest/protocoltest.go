// Package protocoltest asks servers of the protocol in tests.
package protocoltest

import (
	"encoding/json"
	"testing"

	"turncoat/protocol"
)

// Ask puts a request to a server and returns a field of the answer; one that is a string under the key "text".
// An answer that is an error fails the test, unless the field is "error".
func Ask(t *testing.T, server *protocol.Server, request map[string]any, field string) map[string]any {
	t.Helper()
	line, err := json.Marshal(request)
	if err != nil {
		t.Fatal(err)
	}
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
