package check

import (
	"bytes"
	"encoding/json"
	"testing"

	"turncoat/internal/testing/schematest"
	"turncoat/protocol"
)

// Questions that the check asks, and answers that the server gives, are as the schemas say.
func TestProtocolSchemas(t *testing.T) {
	asked, reply := schematest.Open(t, "../../../corpus/schema/request.json"),
		schematest.Open(t, "../../../corpus/schema/reply.json")
	cases := few(t, 5)
	lines := []string{
		`{"id":2,"ask":"perft","rules":"conversion","fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","depth":2}`,
		`{"id":"x","ask":"play","rules":{"base":"pacifist2","lines":"blocked"},"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","moves":["e2e4"]}`,
		`{"id":null,"ask":"turns","rules":"pacifist-average","fen":"8/8/8/8/8/k7/8/K7 w - - 0 1","reclaim":"full"}`,
		`{"id":4,"ask":"win","rules":"pacifist1","fen":"8/8/8/8/8/k7/8/K7 w - - 0 1","in":2}`,
		`{"id":5,"ask":"turns","rules":"pacifist1","fen":"k7/8/8/8/8/5n2/8/K5R1 b - - 0 1","moves":["f3g1"]}`,
	}
	for i := range cases {
		q := request(&cases[i])
		q.ID = json.RawMessage("1")
		line, err := json.Marshal(q)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, string(line))
	}

	server := &protocol.Server{}
	for _, line := range lines {
		if err := asked([]byte(line)); err != nil {
			t.Errorf("%s: %v", line, err)
		}
		answer, err := json.Marshal(server.Answer(t.Context(), []byte(line)))
		if err != nil {
			t.Fatal(err)
		}
		if err := reply(answer); err != nil {
			t.Errorf("%s: %v", answer, err)
		}
	}

	for _, bad := range []string{`{"id":1,"rules":"chess","fen":"x"}`,
		`{"id":1,"ask":"perft","rules":"chess","fen":"x"}`,
		`{"id":1,"ask":"mate","rules":"chess","fen":"x"}`,
		`{"id":1,"ask":"turns","rules":7,"fen":"x"}`} {
		if asked([]byte(bad)) == nil {
			t.Errorf("the request %s conforms", bad)
		}
	}

	for _, bad := range []string{`{"id":1}`, `{"turns":[],"outcome":"*"}`,
		`{"id":1,"turns":[{"uci":"e2e4"}],"outcome":"*"}`,
		`{"id":1,"error":{"code":"oops","message":""}}`, `{"id":1,"turns":[]}`} {
		if reply([]byte(bad)) == nil {
			t.Errorf("the reply %s conforms", bad)
		}
	}
}

func TestReportSchema(t *testing.T) {
	s := schematest.Open(t, "../../../corpus/schema/report.json")
	for _, b := range []string{"good", "misread:stalemate=loss+promotion=queen", "die", "crash:9",
		"unknown", "limit",
		"empty"} {
		r, err := Check(t.Context(), behaving(t, b), few(t, 12),
			Options{Expected: []string{"chess-00000000", few(t, 1)[0].ID}})
		if err != nil {
			t.Fatal(err)
		}
		var text bytes.Buffer
		if err := r.WriteJSON(&text); err != nil {
			t.Fatal(err)
		}
		if err := s(text.Bytes()); err != nil {
			t.Errorf("%s: %v\n%s", b, err, text.Bytes())
		}
	}

	if s([]byte(`{"program":"x"}`)) == nil {
		t.Error("an empty report conforms")
	}
}
