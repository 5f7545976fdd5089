package protocol_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"turncoat/internal/lines"
	"turncoat/protocol"
	"turncoat/rules/ruleset"
)

const (
	// The first worked example of the rules text, and the turn of Nf5 there.
	example = `rkqn1rb1/ppppppbp/P7/1n4p1/8/4N3/1PPPPPPP/RNK1BBQR`
	nf5     = `{"uci":"e3f5","san":"Nf5","waves":[["e7","g7"],["f8"],["d8","g8"],["f7","h7"]],"reclaimed":[],"fen":"rkqN1RB1/ppppPPBP/P7/1n3Np1/8/8/1PPPPPPP/RNK1BBQR b - - 0 1","outcome":"*"}`
)

func answer(t *testing.T, s *protocol.Server, line string) string {
	t.Helper()
	var out strings.Builder
	if err := s.Serve(t.Context(), strings.NewReader(line), &out); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(out.String(), "\n")
}

// Answers to the letter. The counts are those of the rules' published facts (perft 3 of the
// standard start), the turns worked out by hand from the rules text.
func TestAnswers(t *testing.T) {
	loneKings := "8/8/8/8/8/k7/8/K7 w - - 0 1"
	tests := []struct{ name, ask, want string }{
		{"perft",
			`{"id":2,"ask":"perft","rules":"conversion","fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","depth":3}`, `{"id":2,"nodes":8902}`},
		{"perft after moves",
			`{"id":2,"ask":"perft","rules":"chess","fen":"start","moves":["e2e4","e7e5"],"depth":1}`, `{"id":2,"nodes":29}`},
		{"perft 0", `{"id":2,"ask":"perft","rules":"chess","fen":"start","depth":0}`,
			`{"id":2,"nodes":1}`},
		{"play", `{"id":3,"ask":"play","rules":"pacifist1","fen":"` + example +
			`","moves":["Nf5"]}`,
			`{"id":3,"turn":` + nf5 +
				`,"fen":"rkqN1RB1/ppppPPBP/P7/1n3Np1/8/8/1PPPPPPP/RNK1BBQR b - - 0 1","outcome":"*"}`},
		{"play nothing", `{"id":3,"ask":"play","rules":"pacifist1","fen":"` + loneKings +
			`","moves":[]}`, `{"id":3,"fen":"` + loneKings + `","outcome":"*"}`},
		// The king that goes next to the other claims it, for nobody supports that one (PAC-5,
		// PAC-12).
		{"turns", `{"id":1,"ask":"turns","rules":"pacifist1","fen":"` + loneKings + `"}`,
			`{"id":1,"turns":[` +
				`{"uci":"a1a2","san":"Ka2#","waves":[["a3"]],"reclaimed":[],"fen":"8/8/8/8/8/K7/K7/8 b - - 0 1","outcome":"1-0","reason":"claimless"},` +
				`{"uci":"a1b1","san":"Kb1","waves":[],"reclaimed":[],"fen":"8/8/8/8/8/k7/8/1K6 b - - 1 1","outcome":"*"},` +
				`{"uci":"a1b2","san":"Kb2#","waves":[["a3"]],"reclaimed":[],"fen":"8/8/8/8/8/K7/1K6/8 b - - 0 1","outcome":"1-0","reason":"claimless"}` +
				`],"outcome":"*"}`},
		{"no turns",
			`{"id":1,"ask":"turns","rules":"pacifist1","fen":"8/8/8/8/8/K7/K7/8 b - - 0 1"}`,
			`{"id":1,"turns":[],"outcome":"1-0","reason":"claimless"}`},
		{"unknown keys", `{"id":1,"ask":"perft","rules":"chess","fen":"start","depht":1,"depth":1}`,
			`{"id":1,"error":{"code":"invalid-request","message":"unknown key \"depht\" (did you mean \"depth\"?)"}}`},
	}
	for _, test := range tests {
		got := answer(t, &protocol.Server{}, test.ask)
		if got != test.want {
			t.Errorf("%s:\n%s, want\n%s", test.name, got, test.want)
		}
	}
}

// Whatever the id is, it comes back; one that cannot be read comes back as null.
func TestIDs(t *testing.T) {
	for _, id := range []string{`1`, `"a<b>&c"`, `null`, `{"a":[1,{"b":null}]}`, `1e400`, `-0.0`,
		`"\u00e9\ud83d\ude00"`, `true`, `12345678901234567890123`} {
		want := `{"id":` + id + `,"nodes":1}`
		if got := answer(t, &protocol.Server{},
			`{"ask":"perft","rules":"chess","fen":"start","depth":0,"id":`+id+`}`); got != want {
			t.Errorf("%s, want %s", got, want)
		}

		// With an error, too.
		if got := answer(t, &protocol.Server{}, `{"ask":7,"id":`+id+`}`); !strings.HasPrefix(got,
			`{"id":`+id+`,"error":{"code":"invalid-request"`) {
			t.Errorf("%s: the id is lost", got)
		}
	}

	for _, line := range []string{`{"ask":"perft","rules":"chess","fen":"start","depth":0}`,
		`{"id":`, `{"ID":4,"ask":"x"}`} {
		if got := answer(t, &protocol.Server{}, line); !strings.HasPrefix(got, `{"id":null,`) {
			t.Errorf("%s: %s, want a null id", line, got)
		}
	}
}

// Each thing that cannot be answered has its code, and the next line is answered all the same.
func TestErrors(t *testing.T) {
	tests := []struct{ line, code, rule string }{
		{`x`, "malformed", ""},
		{``, "malformed", ""},
		{`[]`, "malformed", ""},
		{`null`, "malformed", ""},
		{`{"ask":"turns"} {}`, "malformed", ""},
		{`{"ask":"turns",`, "malformed", ""},
		{strings.Repeat("[", 20000), "malformed", ""},
		{`{"ask":"turns","fen":"` + strings.Repeat("8", protocol.MaxLine) + `"}`, "too-long", ""},
		{`{}`, "invalid-request", ""},
		{`{"ask":5}`, "invalid-request", ""},
		{`{"ask":"turns","fen":"start"}`, "invalid-request", ""},
		{`{"ask":"turns","rules":7,"fen":"start"}`, "invalid-request", ""},
		{`{"ask":"turns","rules":"chess"}`, "invalid-request", ""},
		{`{"ask":"turns","rules":"chess","fen":1}`, "invalid-request", ""},
		{`{"ask":"turns","rules":"chess","fen":"start","moves":"e4"}`, "invalid-request", ""},
		{`{"ask":"turns","rules":"chess","fen":"start","moves":["the pawn"]}`, "invalid-request",
			""},
		{`{"ask":"turns","rules":"chess","fen":"start","reclaim":"some"}`, "invalid-request", ""},
		{`{"ask":"perft","rules":"chess","fen":"start"}`, "invalid-request", ""},
		{`{"ask":"perft","rules":"chess","fen":"start","depth":-1}`, "invalid-request", ""},
		{`{"ask":"perft","rules":"chess","fen":"start","depth":1.5}`, "invalid-request", ""},
		{`{"ask":"turns","rules":"checkers","fen":"start"}`, "unknown-rules", ""},
		{`{"ask":"turns","rules":{"base":"pacifist9"},"fen":"start"}`, "unknown-rules", ""},
		{`{"ask":"turns","rules":{"base":"pacifist1","lines":"bent"},"fen":"start"}`,
			"unknown-rules", ""},
		{`{"ask":"turns","rules":{"base":"pacifist1","chain":"yes"},"fen":"start"}`,
			"unknown-rules", ""},
		{`{"ask":"turns","rules":"../testdata/mine.yaml","fen":"start"}`, "unknown-rules", ""},
		{`{"ask":"turns","rules":"chess","fen":"8/8"}`, "invalid-fen", ""},
		{`{"ask":"turns","rules":"chess","fen":"` + strings.Repeat("8/", 1000) + `"}`,
			"invalid-fen", ""},
		{`{"ask":"turns","rules":"chess","fen":"8/8/8/8/8/8/8/K7 w - - 0 1"}`, "invalid-fen", ""},
		{`{"ask":"turns","rules":"chess","fen":"start","moves":["e2e4","e2e4"]}`, "illegal-move",
			"CON-1"},
		{`{"ask":"turns","rules":"pacifist1","fen":"k7/8/8/8/8/5n2/8/K5R1 b - - 0 1","moves":["Nxg1"]}`, "illegal-move", "PAC-1"},
		{`{"ask":"turns","rules":"chess","fen":"k7/8/8/8/8/8/K7/N3N3 w - - 0 1","moves":["Nc2"]}`,
			"illegal-move", "NOT-1"},
		{`{"ask":"mate","rules":"chess","fen":"start"}`, "unsupported", ""},
		{`{"ask":"win","rules":"pacifist1","fen":"start","in":2}`, "unsupported", ""},
		{`{"ask":"perft","rules":"chess","fen":"start","depth":11}`, "limit", ""},
		{`{"ask":"turns","rules":[],"fen":"start"}`, "invalid-request", ""},
		{`{"ask":"turns","rules":"chess","fen":"start","rounds":["e4"]}`, "invalid-request", ""},
		{`{"ask":"turns","rules":"chess","fen":"start","in":1.5}`, "invalid-request", ""},
		{`{"ask":"explain","rules":"chess","fen":"start"}`, "invalid-request", ""},
		{`{"ask":"reclaim","rules":"pacifist-number","fen":"start"}`, "invalid-request", ""},
		{`{"ask":"reclaim","rules":"pacifist1","fen":"start","move":"e4"}`, "unsupported", ""},
		{`{"ask":"rules","rules":7}`, "invalid-request", ""},
		{`{"ask":"cancel"}`, "invalid-request", ""},
		{`{"ask":"turns","rules":"chess","fen":"` + strings.Repeat(" ", 1025) + `"}`, "invalid-fen",
			""},
		{`{"ask":"turns","rules":"a:` + strings.Repeat(" ", 1<<14) + `","fen":"start"}`, "limit",
			""},
		{`{"ask":"turns","rules":{"base":"` + strings.Repeat("x", 1<<14) + `"},"fen":"start"}`,
			"limit", ""},
	}
	for _, test := range tests {
		var out strings.Builder
		line := test.line + "\n" +
			`{"id":"next","ask":"perft","rules":"chess","fen":"start","depth":0}`
		if err := new(protocol.Server).Serve(t.Context(), strings.NewReader(line),
			&out); err != nil {
			t.Fatal(err)
		}

		first, next, _ := strings.Cut(out.String(), "\n")
		var reply protocol.Reply
		if err := json.Unmarshal([]byte(first), &reply); err != nil {
			t.Fatalf("%.80s: %v", test.line, err)
		}
		if next != `{"id":"next","nodes":1}`+"\n" {
			t.Errorf("%.80s: the next line is answered by %s", test.line, next)
		}
		if reply.Error == nil {
			t.Errorf("%.80s: answered by %s, want %s", test.line, first, test.code)
			continue
		}

		if string(reply.Error.Code) != test.code || reply.Error.Rule != test.rule ||
			reply.Error.Message == "" {
			t.Errorf("%.80s: %+v, want %s %s", test.line, *reply.Error, test.code, test.rule)
		}

		if len(reply.Error.Message) > 1<<12 {
			t.Errorf("%.80s: a message of %d bytes", test.line, len(reply.Error.Message))
		}
	}
}

// A line of just MaxLine bytes is read, one byte more is too long, wherever the reads break.
func TestLongestLine(t *testing.T) {
	fill := func(n int) string {
		head, tail := `{"id":1,"ask":"perft","rules":"chess","fen":"start","depth":0`, `}`
		return head + strings.Repeat(" ", n-len(head)-len(tail)) + tail
	}
	for _, reader := range []func(io.Reader) io.Reader{iotest.HalfReader, iotest.DataErrReader} {
		input := fill(protocol.MaxLine) + "\n" + fill(protocol.MaxLine+1) + "\n" +
			fill(protocol.MaxLine) + "\n" + fill(protocol.MaxLine+1)
		var out strings.Builder
		if err := new(protocol.Server).Serve(t.Context(), reader(strings.NewReader(input)),
			&out); err != nil {
			t.Fatal(err)
		}

		lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
		if len(lines) != 4 || lines[0] != `{"id":1,"nodes":1}` || lines[2] != lines[0] {
			t.Fatalf("the answers are %q", lines)
		}
		for _, i := range []int{1, 3} {
			if !strings.HasPrefix(lines[i], `{"id":null,"error":{"code":"too-long"`) {
				t.Errorf("a line too long is answered by %s", lines[i])
			}
		}
	}
}

// Every answer is out before the next request is read: programs talk in lock-step.
func TestLockStep(t *testing.T) {
	asks, answers := io.Pipe()
	in, out := io.Pipe()
	done := make(chan error, 1)
	go func() { done <- new(protocol.Server).Serve(t.Context(), asks, flusher{out}) }()
	replies := bufio.NewReader(in)
	for i := range 3 {
		fmt.Fprintf(answers, `{"id":%d,"ask":"perft","rules":"chess","fen":"start","depth":1}`+"\n",
			i)
		got, err := replies.ReadString('\n')
		if want := fmt.Sprintf(`{"id":%d,"nodes":20}`+"\n", i); got != want || err != nil {
			t.Fatalf("%s, want %s, error %v", got, want, err)
		}
	}

	answers.Close()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

type flusher struct{ io.Writer }

func (flusher) Flush() error { return nil }

func TestServeEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err := new(protocol.Server).Serve(ctx,
		strings.NewReader(`{"ask":"perft","rules":"chess","fen":"start","depth":9}`), io.Discard)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want the context's", err)
	}
	if err := new(protocol.Server).Serve(t.Context(), iotest.ErrReader(io.ErrNoProgress),
		io.Discard); !errors.Is(err, io.ErrNoProgress) {
		t.Errorf("error %v, want the reader's", err)
	}
}

func TestOverrides(t *testing.T) {
	// Under lines=blocked the rook b1 does not bear through the rook b2 (PAC-4): the knight b8,
	// supported once, stays black.
	s := &protocol.Server{}
	ask := `{"ask":"play","rules":"pacifist1","fen":"kn6/8/8/8/8/8/1R6/1R5K w - - 0 1","moves":["Kh2"]}`
	if got := answer(t, s, ask); !strings.Contains(got, `"fen":"kN6/`) && !strings.Contains(got,
		`"fen":"KN6/`) {
		t.Errorf("with batteries the knight should turn: %s", got)
	}

	s.Set, _ = ruleset.ParseOverrides("lines=blocked")
	if got := answer(t, s, ask); !strings.Contains(got, `"fen":"kn6/`) {
		t.Errorf("with blocked lines the knight should stay: %s", got)
	}
}

// Whatever the lines are, each gets one answer that is JSON, in order, and nothing panics.
func FuzzServe(f *testing.F) {
	for _, seed := range []string{
		`{"id":1,"ask":"turns","rules":"pacifist1","fen":"` + example + `"}`,
		`{"id":3,"ask":"play","rules":{"base":"pacifist-average","lines":"blocked"},"fen":"8/8/8/8/8/k7/8/K7","moves":["Ka2~-"]}`,
		"x\n{\"id\":\n\n[]", `{"id":4,"ask":"perft","rules":"conversion","fen":"start","depth":1}`,
		"\xff\x00", `{"ask":"play","rules":{"base":"chess","name":"\ud800"},"fen":"start"}`,
		"\ufeff{}\r[]\rx",
	} {
		f.Add([]byte(seed))
	}

	f.Fuzz(func(t *testing.T, input []byte) {
		if bytes.Contains(input, []byte("perft")) {
			return // deep counts take long; they are no matter of reading
		}
		var out bytes.Buffer
		if err := new(protocol.Server).Serve(t.Context(), bytes.NewReader(input),
			&out); err != nil {
			t.Fatal(err)
		}

		// Lines end with carriage returns where the first does, and a byte order mark before them
		// is none of theirs.
		text, _ := io.ReadAll(lines.Ends(bytes.NewReader(input)))
		text = bytes.TrimPrefix(text, []byte("\ufeff"))
		want := bytes.Count(text, []byte("\n"))
		if len(text) > 0 && text[len(text)-1] != '\n' {
			want++
		}
		if got := bytes.Count(out.Bytes(), []byte("\n")); got != want {
			t.Fatalf("%d answers to %d lines", got, want)
		}
		for line := range bytes.Lines(out.Bytes()) {
			var reply protocol.Reply
			if err := json.Unmarshal(line, &reply); err != nil {
				t.Fatalf("%q: %v", line, err)
			}
		}
	})
}
