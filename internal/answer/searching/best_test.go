package searching

import (
	"encoding/json"
	"runtime"
	"strings"
	"testing"

	"turncoat/protocol"
)

// best asks for the best turn and returns the answer; of an error, its code alone.
func best(t testing.TB, request string) (r bestReply, code protocol.Code) {
	t.Helper()
	answer := Server(Options{}).Answer(t.Context(), []byte(request))
	if answer.Error != nil {
		return r, answer.Error.Code
	}
	line, err := answer.Append(nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(line, &r); err != nil {
		t.Fatal(err)
	}
	return r, ""
}

// A search is brief if it ends by itself within about a second, or is refused at once.
func TestBrief(t *testing.T) {
	for request, want := range map[string]bool{
		`"ask":"best"`: true, `"ask":"best","time":1000`: true, `"ask":"best","time":1001`: false,
		`"ask":"best","level":8`: true, `"ask":"best","nodes":20000`: true,
		`"ask":"best","nodes":100000000`: false, `"ask":"best","depth":20`: false,
		`"ask":"best","left":5000`: true, `"ask":"best","left":3600000`: false,
		`"ask":"best","time":0`: true, `"ask":"best","time":"x"`: true,
		`"ask":"solve","in":1`: false,
	} {
		r, _ := protocol.ParseRequest([]byte("{" + request + "}"))
		if got := Brief(&r); got != want {
			t.Errorf("%s: %t, want %t", request, got, want)
		}
	}
}

func TestBest(t *testing.T) {
	ask := `{"ask":"best","rules":"chess","fen":"` + fools + `",`
	for _, limit := range []string{`"nodes":5000`, `"depth":3`, `"level":8`, `"time":50`,
		`"left":1000,"increment":10`} {
		r, code := best(t, ask+limit+`}`)
		if code != "" || r.UCI != "d8h4" || r.Mate == nil || *r.Mate != 1 || r.Score != nil ||
			len(r.Line) != 1 {
			t.Errorf("%s: %+v %s", limit, r, code)
		}
	}

	r, _ := best(t, ask+`"depth":3,"lines":3}`)
	if len(r.Lines) != 3 || r.Lines[0].UCI != "d8h4" || r.Lines[1].Score == nil ||
		r.Lines[2].UCI == r.Lines[1].UCI {
		t.Errorf("%+v", r.Lines)
	}
	// Moves are played first, and a position that they repeat is a draw: with three queens less,
	// Black repeats.
	r, _ = best(t,
		`{"ask":"best","rules":"chess","fen":"6k1/8/8/8/8/8/5PPP/QQ4K1 b - - 0 1","nodes":3000}`)
	if r.Score == nil && r.Mate == nil || r.Mate != nil && *r.Mate > 0 ||
		r.Score != nil && *r.Score > -500 {
		t.Errorf("two queens less: %+v", r)
	}
}

// With a millisecond left there is no time for memory: a table of 16 MiB alone would take longer.
func TestBestAtTheLastMoment(t *testing.T) {
	allocated := func() uint64 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.TotalAlloc
	}
	ask := `{"ask":"best","rules":"chess","fen":"` + fools + `","left":1}`
	best(t, ask)
	before := allocated()
	if r, code := best(t, ask); code != "" || r.UCI == "" {
		t.Errorf("%+v %s", r, code)
	}
	if all := allocated() - before; all > 4<<20 {
		t.Errorf("it took %d bytes", all)
	}
}

// What the side that is not to move takes back is its own choice: here (PAC-8) every choice is
// legal, and the answer is one of them.
func TestBestReclaim(t *testing.T) {
	const fen = "1k6/8/8/8/1r6/8/8/K2R4 w - - 0 1"
	var list struct {
		Turns []struct{ Reclaimed []string }
	}
	reply := Server(Options{}).Answer(t.Context(),
		[]byte(`{"ask":"turns","rules":"pacifist-number","fen":"`+fen+`","move":"Rd4"}`))
	line, err := reply.Append(nil)
	if err != nil || json.Unmarshal(line, &list) != nil {
		t.Fatal(err)
	}
	r, code := best(t, `{"ask":"best","rules":"pacifist-number","fen":"`+fen+
		`","move":"Rd4","nodes":2000}`)
	legal := false
	for _, turn := range list.Turns {
		legal = legal || strings.Join(turn.Reclaimed, ",") == strings.Join(r.Reclaimed, ",")
	}
	if code != "" || !legal || r.UCI != "d1d4" {
		t.Errorf("%+v %s; the choices are %+v", r, code, list.Turns)
	}
}

func TestBestRefusals(t *testing.T) {
	for _, test := range []struct {
		rest string
		want protocol.Code
	}{
		{`"fen":"start","time":0`, protocol.InvalidRequest},
		{`"fen":"start","time":5,"nodes":5`, protocol.InvalidRequest},
		{`"fen":"start","nodes":0`, protocol.InvalidRequest},
		{`"fen":"start","nodes":-1`, protocol.InvalidRequest},
		{`"fen":"start","level":9`, protocol.InvalidRequest},
		{`"fen":"start","lines":1000`, protocol.InvalidRequest},
		{`"fen":"start","depth":-1`, protocol.InvalidRequest},
		{`"fen":"start","nodes":9,"moves":["e2e5"]`, protocol.IllegalMove},
		{`"fen":"start","nodes":9,"move":"e2e5"`, protocol.IllegalMove},
		{`"fen":"8/8","nodes":9`, protocol.InvalidFEN},
		{`"fen":"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1","nodes":9`, protocol.IllegalMove},
	} {
		if _, code := best(t, `{"ask":"best","rules":"chess",`+test.rest+`}`); code != test.want {
			t.Errorf("%s: %q, want %q", test.rest, code, test.want)
		}
	}
}

// Whatever is asked, there is an answer, and what is called the best is a legal turn.
func FuzzBest(f *testing.F) {
	f.Add("pacifist1", "start", "e4", 3, 500, "")
	f.Add("pacifist-value", "rkqn1rb1/ppppppbp/P7/1n4p1/8/4N3/1PPPPPPP/RNK1BBQR", "", 1, 300, "Nf5")
	f.Add("conversion", "start", "e2e4", 20, 100, "e5")
	f.Fuzz(func(t *testing.T, rules, fen, move string, lines, nodes int, asked string) {
		request, err := json.Marshal(map[string]any{"ask": "best", "rules": rules, "fen": fen,
			"moves": []string{move}, "lines": lines, "nodes": min(nodes, 2000), "move": asked})
		if err != nil {
			t.Skip()
		}
		r, code := best(t, string(request))
		if code == "" && asked == "" {
			played, err := json.Marshal(map[string]any{"ask": "play", "rules": rules, "fen": fen,
				"moves": append([]string{move}, r.Line...)})
			if err != nil {
				t.Fatal(err)
			}
			if answer := Server(Options{}).Answer(t.Context(), played); answer.Error != nil {
				t.Errorf("%s: %v", played, answer.Error)
			}
		}
	})
}
