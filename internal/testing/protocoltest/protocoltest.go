// Package protocoltest asks servers of the protocol in tests.
package protocoltest

import (
	"encoding/json"
	"errors"
	"testing"

	"turncoat/protocol"
)

// Ask returns a field of an answer, a string under the key "text". An answer that is an error fails
// unless that is asked for.
func Ask(t *testing.T, s *protocol.Server, request map[string]any, field string) map[string]any {
	t.Helper()
	line, err := json.Marshal(request)
	text, fault := s.Answer(t.Context(), line).Append(nil)
	var all map[string]any
	if err := errors.Join(err, fault, json.Unmarshal(text, &all)); err != nil || field != "error" && all["error"] != nil {
		t.Fatalf("%s: %s %v", line, text, err)
	}
	if text, ok := all[field].(string); ok {
		return map[string]any{"text": text}
	}
	out, _ := all[field].(map[string]any)
	return out
}
