package protocol_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"turncoat/protocol"
	"turncoat/rules"
	"turncoat/rules/ruleset"
)

// more answers the ask "more" with an error.
func more(err error) map[string]func(context.Context, *protocol.Question) (any, error) {
	return map[string]func(context.Context, *protocol.Question) (any, error){
		"more": func(context.Context, *protocol.Question) (any, error) { return nil, err },
	}
}

// A function for an ask of one's own has the position after the moves, the rule set as it was
// changed, and the request's own keys.
func TestQuestion(t *testing.T) {
	s := &protocol.Server{}
	var err error
	s.Set, err = ruleset.ParseOverrides("lines=blocked")
	if err != nil {
		t.Fatal(err)
	}
	s.More = map[string]func(context.Context, *protocol.Question) (any, error){
		"at": func(ctx context.Context, q *protocol.Question) (any, error) {
			variant, p, err := q.At(ctx)
			if err != nil {
				return nil, err
			}
			var own struct {
				Colour string `json:"colour"`
			}
			if err := q.Fields(&own); err != nil {
				return nil, err
			}
			return map[string]any{"fen": variant.FEN(&p),
				"blocked": variant.Set().Lines == ruleset.Blocked,
				"colour":  own.Colour}, nil
		},
		"set": func(_ context.Context, q *protocol.Question) (any, error) {
			variant, err := q.Variant()
			if variant == nil {
				return map[string]any{"none": err == nil}, err
			}
			return map[string]any{"name": variant.Set().Name,
				"blocked": variant.Set().Lines == ruleset.Blocked}, nil
		},
		"empty": func(context.Context, *protocol.Question) (any, error) { return struct{}{}, nil },
		"slow": func(_ context.Context, q *protocol.Question) (any, error) {
			q.Report(1)
			q.Report(2)
			return map[string]int{"done": 2}, nil
		},
	}
	for _, test := range []struct{ line, want string }{
		{`{"id":1,"ask":"at","rules":"pacifist1","fen":"start","moves":["e2e4"],"colour":"red"}`,
			`{"id":1,"blocked":true,"colour":"red","fen":"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"}`},
		{`{"id":1,"ask":"at","fen":"start"}`, `{"id":1,"error":{"code":"invalid-request"`},
		{`{"id":1,"ask":"at","rules":"pacifist1"}`, `{"id":1,"error":{"code":"invalid-request"`},
		{`{"id":1,"ask":"set","rules":"pacifist1"}`, `{"id":1,"blocked":true,"name":"pacifist1"}`},
		{`{"id":1,"ask":"set"}`, `{"id":1,"none":true}`},
		{`{"id":"e","ask":"empty"}`, `{"id":"e"}`},
		{`{"id":1,"ask":"slow"}`, `{"id":1,"done":2}`},
		{`{"id":1,"ask":"slow","progress":false}`, `{"id":1,"done":2}`},
		{`{"id":1,"ask":"slow","progress":true}`, `{"id":1,"progress":1}` + "\n" +
			`{"id":1,"progress":2}` + "\n" + `{"id":1,"done":2}`},
		{`{"id":1,"ask":"none"}`, `{"id":1,"error":{"code":"unsupported"`},
		{`{"id":1,"ask":"set","rules":"draughts"}`, `{"id":1,"error":{"code":"unknown-rules"`},
		{`{"id":1,"ask":"at","rules":"chess","fen":"start","colour":[7]}`,
			`{"id":1,"error":{"code":"invalid-request"`},
	} {
		if got := answer(t, s, test.line); !strings.HasPrefix(got, test.want) {
			t.Errorf("%s:\n%s, want\n%s", test.line, got, test.want)
		}
	}

	// Without someone to hear of it there is no progress, and with one it comes before the answer.
	line := []byte(`{"id":1,"ask":"slow","progress":true}`)
	if got, err := s.Answer(t.Context(), line).Append(nil); err != nil ||
		string(got) != `{"id":1,"done":2}`+"\n" {
		t.Errorf("%s, %v", got, err)
	}

	var heard []string
	reply := s.Converse(t.Context(), line, func(r protocol.Reply) {
		text, err := r.Append([]byte("> "))
		if err != nil {
			t.Error(err)
		}
		heard = append(heard, string(text))
	})
	text, err := reply.Append([]byte("= "))
	heard = append(heard, string(text))
	if want := []string{"> {\"id\":1,\"progress\":1}\n", "> {\"id\":1,\"progress\":2}\n",
		"= {\"id\":1,\"done\":2}\n"}; err != nil || !slices.Equal(heard, want) {
		t.Errorf("%q, %v; want %q", heard, err, want)
	}
}

// Errors of functions keep their codes; limits and deadlines are limits, and anything else cannot
// be answered.
func TestErrorsOfFunctions(t *testing.T) {
	for _, test := range []struct {
		err  error
		want protocol.Error
	}{
		{&protocol.Error{Code: protocol.IllegalMove, Message: "no", Rule: "PAC-1"},
			protocol.Error{Code: protocol.IllegalMove, Message: "no", Rule: "PAC-1"}},
		{fmt.Errorf("of moves: %w", protocol.Invalid("%q is odd", "x")),
			protocol.Error{Code: protocol.InvalidRequest, Message: `"x" is odd`}},
		{fmt.Errorf("nodes: %w", rules.ErrLimit), protocol.Error{Code: protocol.Limit,
			Message: "nodes: " + rules.ErrLimit.Error()}},
		{context.DeadlineExceeded, protocol.Error{Code: protocol.Limit,
			Message: context.DeadlineExceeded.Error()}},
		{errors.New("odd"), protocol.Error{Code: protocol.Unsupported, Message: "odd"}},
	} {
		reply := (&protocol.Server{More: more(test.err)}).Answer(t.Context(),
			[]byte(`{"id":5,"ask":"more"}`))
		if reply.Error == nil || *reply.Error != test.want || string(reply.ID) != "5" {
			t.Errorf("%v: %+v of %s, want %+v", test.err, reply.Error, reply.ID, test.want)
		}
	}

	// Whatever the answer would be, none comes after the time, nor after an interruption.
	s := &protocol.Server{More: map[string]func(context.Context, *protocol.Question) (any, error){
		"more": func(context.Context, *protocol.Question) (any, error) { return struct{}{}, nil },
	}}
	late, cancel := context.WithTimeout(t.Context(), 0)
	defer cancel()
	if got := s.Answer(late, []byte(`{"id":5,"ask":"more"}`)).Error; got == nil ||
		got.Code != protocol.Limit {
		t.Errorf("after the time: %v", got)
	}

	interrupted, stop := context.WithCancel(t.Context())
	stop()
	if got := s.Answer(interrupted, []byte(`{"id":5,"ask":"more"}`)).Error; got == nil ||
		got.Code != protocol.Cancelled {
		t.Errorf("after an interruption: %v", got)
	}
}

// broken is a writer that takes so many pieces, and whose Flush fails then.
type broken struct{ writes, flushes int }

var errBroken = errors.New("broken pipe")

func (b *broken) Write(p []byte) (int, error) {
	b.writes--
	if b.writes < 0 {
		return 0, errBroken
	}
	return len(p), nil
}

func (b *broken) Flush() error {
	b.flushes--
	if b.flushes < 0 {
		return errBroken
	}
	return nil
}

// What cannot be written ends the conversation: answers, progress, and what is flushed after them.
func TestServeCannotWrite(t *testing.T) {
	asked := 0
	var after error // what the work is told once its progress could not be written
	s := &protocol.Server{More: map[string]func(context.Context, *protocol.Question) (any, error){
		"slow": func(ctx context.Context, q *protocol.Question) (any, error) {
			asked++
			q.Report(1)
			after = ctx.Err()
			return struct{}{}, after
		},
	}}
	input := strings.Repeat(`{"id":1,"ask":"slow","progress":true}`+"\n", 3)
	for _, test := range []struct {
		writes, flushes, asked int
		fails                  bool
	}{{0, 9, 1, true}, {1, 9, 1, true}, {2, 9, 2, true}, {9, 0, 1, true}, {9, 1, 1, true},
		{9, 3, 2, true}, {6, 6, 3, false}} {
		asked = 0
		err := s.Serve(t.Context(), strings.NewReader(input), &broken{test.writes, test.flushes})
		if test.writes == 0 && !errors.Is(after, context.Canceled) {
			t.Errorf("work whose progress cannot be written goes on: %v", after)
		}
		if errors.Is(err, errBroken) != test.fails || asked != test.asked {
			t.Errorf("with %d writes and %d flushes: %v after %d questions, want %d", test.writes,
				test.flushes, err, asked, test.asked)
		}
	}
}

// Lines without one at the end, empty lines and the ends of lines of Windows.
func TestLines(t *testing.T) {
	const ask, want = `{"id":1,"ask":"perft","rules":"chess","fen":"start","depth":0}`,
		`{"id":1,"nodes":1}`
	for input, answers := range map[string]int{"": 0, ask: 1, ask + "\n": 1, ask + "\r\n" + ask: 2,
		"\ufeff" + ask + "\n" + ask + "\n": 2} {
		var out strings.Builder
		if err := new(protocol.Server).Serve(t.Context(), strings.NewReader(input),
			&out); err != nil {
			t.Fatal(err)
		}

		if out.String() != strings.Repeat(want+"\n", answers) {
			t.Errorf("%q is answered by %q", input, out.String())
		}
	}
}

// The turns of one move: all its reclaims, or the full one alone.
func TestTurnsOfMove(t *testing.T) {
	// Rc2 leaves the knight d5 to the bishop b7 (PAC-8).
	const head = `{"ask":"turns","rules":"pacifist-number","fen":"1k4r1/1b6/8/3N4/6nR/8/3R4/K7 w - - 0 1","move":"Rc2"`
	reclaims := func(line string) []any {
		var list []any
		for _, turn := range ask(t, &protocol.Server{}, line, "turns").([]any) {
			if uci := turn.(map[string]any)["uci"]; uci != "d2c2" {
				t.Errorf("%s lists %s", line, uci)
			}
			list = append(list, turn.(map[string]any)["reclaimed"])
		}

		return list
	}
	if got := reclaims(head + `}`); !reflect.DeepEqual(got, []any{[]any{}, []any{"d5"}}) {
		t.Errorf("all: %v", got)
	}
	if got := reclaims(head + `,"reclaim":"all"}`); !reflect.DeepEqual(got, []any{[]any{},
		[]any{"d5"}}) {
		t.Errorf("all, said: %v", got)
	}

	if got := reclaims(head + `,"reclaim":"full"}`); !reflect.DeepEqual(got, []any{[]any{"d5"}}) {
		t.Errorf("full: %v", got)
	}
}

// A reclaim made round by round, worked out by hand: b4 and g4 are both open to Black's pieces, or
// b4 first and g4 through it.
func TestReclaimByRounds(t *testing.T) {
	state := func(fen, move, rounds string) string {
		line := fmt.Sprintf(`{"id":1,"ask":"reclaim","rules":"pacifist-number","fen":"%s","move":"%s","rounds":%s}`, fen, move, rounds)
		return answer(t, &protocol.Server{}, line)
	}
	// The pawn a5 attacks the rook b4, which no one supports; the rook, once it is Black's, attacks
	// the knight g4.
	const chain = "k7/8/8/p7/1R4N1/8/8/K7 w - - 0 1"
	for _, test := range []struct{ rounds, want string }{
		{`[]`,
			`{"id":1,"full":["b4","g4"],"taken":[],"can":["b4"],"board":"k7/8/8/p7/1R4N1/8/K7/8","chosen":"Ka2~-"}`},
		{`[["b4"]]`,
			`{"id":1,"full":["b4","g4"],"taken":["b4"],"can":["g4"],"board":"k7/8/8/p7/1r4N1/8/K7/8","chosen":"Ka2~b4"}`},
		{`[["b4"],["g4"]]`,
			`{"id":1,"full":["b4","g4"],"taken":["b4","g4"],"can":[],"board":"k7/8/8/p7/1r4n1/8/K7/8","chosen":"Ka2"}`},
		{`[["g4"]]`, `{"id":1,"error":{"code":"illegal-move","message":"rounds[0]: `},
		{`[["b4","g4"]]`, `{"id":1,"error":{"code":"illegal-move","message":"rounds[0]: `},
		{`[["b4"],["z9"]]`, `{"id":1,"error":{"code":"illegal-move","message":"rounds[1]: `},
	} {
		if got := state(chain, "Ka2", test.rounds); !strings.HasPrefix(got, test.want) {
			t.Errorf("%s:\n%s, want\n%s", test.rounds, got, test.want)
		}
	}

	got := ask(t, &protocol.Server{}, `{"ask":"reclaim","rules":"pacifist-number","fen":"`+chain+
		`","move":"Kc3"}`, "error").(map[string]any)
	if got["code"] != "illegal-move" || !strings.HasPrefix(got["message"].(string), "move: ") {
		t.Errorf("Kc3: %v", got)
	}
	// Kings that do not convert are not taken back, though they are over-persuaded.
	for _, test := range []struct{ rules, want string }{
		{`"pacifist-number"`, "[d4]"},
		{`{"base":"pacifist-number","king-converts":"no"}`, "[]"},
	} {
		// The rook leaves the king d4 to the rook d8.
		line := `{"ask":"reclaim","rules":` + test.rules +
			`,"fen":"3r3k/8/8/8/R2K4/8/8/8 w - - 0 1","move":"Ra1"}`
		if got := fmt.Sprint(ask(t, &protocol.Server{}, line, "can")); got != test.want {
			t.Errorf("%s: %s, want %s", test.rules, got, test.want)
		}
	}
}

// A moved piece that does not count (PAC-7), and what is taken back, are told with their rules,
// each once.
func TestSentences(t *testing.T) {
	cited := func(rules, fen, move string) []string {
		var list []string
		for _, s := range ask(t, &protocol.Server{},
			`{"ask":"explain","rules":"`+rules+`","fen":"`+fen+`","move":"`+move+`"}`,
			"sentences").([]any) {
			if s.(map[string]any)["text"] == "" {
				t.Errorf("%v says nothing", s)
			}
			list = append(list, s.(map[string]any)["rule"].(string))
		}

		return list
	}
	for _, test := range []struct {
		rules, fen, move string
		want             []string
	}{
		{"pacifist1", "8/8/8/8/8/k7/8/K7 w - - 0 1", "Kb1", nil},
		{"pacifist1", "8/8/8/8/8/k7/8/K7 w - - 0 1", "Ka2", []string{"PAC-5"}},
		{"pacifist1", example, "Ne5", []string{"PAC-1"}},
		// The rook on h8 is over-persuaded by the rook e8, and not supported: it does not count.
		{"pacifist-number", "1k2r3/8/8/8/7R/8/8/K7 w - - 0 1", "Rh8", []string{"PAC-7", "PAC-8"}},
	} {
		if got := cited(test.rules, test.fen, test.move); !slices.Equal(got, test.want) {
			t.Errorf("%s %s: %q, want %q", test.rules, test.move, got, test.want)
		}
	}
}
