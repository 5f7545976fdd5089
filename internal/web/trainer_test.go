package web_test

import (
	"encoding/json"
	"io"
	"io/fs"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"turncoat/internal/puzzle/store"
	"turncoat/internal/web"
	"turncoat/puzzle"
)

// filledStore makes a store with the collection's puzzles of pacifist1, and returns where it is.
func filledStore(t *testing.T) (*store.Store, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "book.db")
	s, err := store.Open(t.Context(), path, store.Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	text, err := fs.ReadFile(puzzle.Collection(), "pacifist1.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	lines := func(yield func(store.Line, error) bool) {
		n := 0
		for line := range strings.Lines(string(text)) {
			n++
			if !yield(store.Line{Text: []byte(strings.TrimSuffix(line, "\n")), File: "pacifist1.jsonl", Number: n},
				nil) {
				return
			}
		}
	}
	if _, err := s.Add(t.Context(), lines, store.AddOptions{}); err != nil {
		t.Fatal(err)
	}
	return s, path
}

// asked returns what the trainer answers, line by line.
func asked(t testing.TB, h http.Handler, question string) []map[string]any {
	t.Helper()
	reply := call(h, "POST", "/trainer", question, map[string]string{"Content-Type": "application/json"})
	text, err := io.ReadAll(reply.Body)
	if err != nil || reply.StatusCode != 200 {
		t.Fatalf("%s: %d, %v: %s", question, reply.StatusCode, err, text)
	}
	var lines []map[string]any
	for line := range strings.Lines(string(text)) {
		var v map[string]any
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		lines = append(lines, v)
	}

	return lines
}

// What the trainer says to have kept is in the file, whoever looks: the solver, the puzzle, how many tries, how
// long, and the ratings, of which a second go changes none.
func TestTrainerKeeps(t *testing.T) {
	s, path := filledStore(t)
	h := handler(t, web.Options{Store: s})
	next := asked(t, h, `{"ask":"next","solver":"Ann","in":2,"level":3}`)[0]
	p := next["puzzle"].(map[string]any)
	if grade := p["grade"].(map[string]any); p["in"] != 2.0 || grade["level"] != 3.0 {
		t.Errorf("a puzzle in %v of the level %v", p["in"], grade["level"])
	}
	if strength := next["strength"].(map[string]any); strength["rating"] != p["grade"].(map[string]any)["rating"] ||
		strength["attempts"] != 0.0 {
		t.Errorf("before anyone has tried it: %v", strength)
	}

	id := p["id"].(string)
	first := asked(t, h, `{"ask":"attempt","solver":" Ann ","puzzle":"`+id+`","seconds":12.5,"tries":1,"solved":false}`)[0]
	again := asked(t, h, `{"ask":"attempt","solver":"Ann","puzzle":"`+id+`","seconds":20,"tries":2,"solved":true}`)[0]
	rating := first["attempt"].(map[string]any)["rating"].(float64)
	if rating >= 1500 || again["attempt"].(map[string]any)["rating"] != rating {
		t.Errorf("the ratings after a puzzle not solved: %v, and then %v", first, again)
	}
	if grade, found := p["grade"].(map[string]any)["rating"].(float64),
		first["strength"].(map[string]any)["rating"].(float64); found <= grade {
		t.Errorf("a puzzle of %v that was not solved has %v", grade, found)
	}

	if other := asked(t, h, `{"ask":"next","solver":"Ann","in":2,"level":3}`)[0]; other["puzzle"].(map[string]any)["id"] == id {
		t.Error("the puzzle comes again")
	}
	asked(t, h, `{"ask":"attempt","solver":"Bob","puzzle":"`+id+`","seconds":1,"tries":1,"solved":true}`)

	reader, err := store.Open(t.Context(), path, store.Options{ReadOnly: true}) // as another process
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	var kept []store.Attempt
	for a, err := range reader.History(t.Context(), "Ann") {
		if err != nil {
			t.Fatal(err)
		}
		kept = append(kept, a)
	}

	if len(kept) != 2 || kept[0].Puzzle != id || kept[0].Took.Seconds() != 12.5 || kept[0].Solved ||
		!kept[0].Counted || kept[1].Tries != 2 || !kept[1].Solved || kept[1].Counted {
		t.Errorf("the file holds %+v", kept)
	}

	history := asked(t, h, `{"ask":"history","solver":"Ann"}`)
	if len(history) != 2 || history[1]["seconds"] != 20.0 || history[1]["tries"] != 2.0 ||
		history[0]["counted"] != true {
		t.Errorf("the history is %v", history)
	}

	o := asked(t, h, `{"ask":"overview"}`)[0]
	if solvers := o["solvers"].([]any); len(solvers) != 2 || solvers[0].(map[string]any)["name"] != "Bob" {
		t.Errorf("solvers: %v", solvers)
	}
}

// Each puzzle comes once before one comes again; an attempt of more than a day took a day.
func TestTrainerTurns(t *testing.T) {
	s, _ := filledStore(t)
	h := handler(t, web.Options{Store: s})
	for seen := map[string]bool{}; ; {
		next := asked(t, h, `{"ask":"next","solver":" Ann ","in":4}`)[0]
		id := next["puzzle"].(map[string]any)["id"].(string)
		if next["again"] != seen[id] {
			t.Fatalf("%s: again %v after %d", id, next["again"], len(seen))
		}
		if seen[id] {
			if len(seen) < 2 {
				t.Errorf("%d puzzles", len(seen))
			}
			return
		}

		seen[id] = true
		kept := asked(t, h, `{"ask":"attempt","solver":"Ann","puzzle":"`+id+`","seconds":90000,"tries":1000,"solved":true}`)[0]
		if kept["attempt"].(map[string]any)["seconds"] != 86400.0 {
			t.Errorf("%v", kept)
		}
	}
}

// What cannot be answered is refused, with a reason, and nothing is kept.
func TestTrainerRefuses(t *testing.T) {
	s, path := filledStore(t)
	h := handler(t, web.Options{Store: s})
	const malformed, none = "no JSON object of the known form", "the store has no such puzzle"
	const bounds = "a solver of at most 100 bytes, tries from 1 to 1000, and seconds"
	attempt := func(solver, rest string) string {
		return `{"ask":"attempt","solver":"` + solver + `","puzzle":"x",` + rest + `}`
	}
	for question, want := range map[string]string{
		``: malformed, `[]`: malformed, `{}`: "none of overview, next, attempt and history", `{"ask":"next","theme":"no such"}`: none,
		`{"ask":"next","random":true,"rules":"chess"}`: none,
		`{"ask":"history","solver":"nobody"}`:          "nobody", attempt(strings.Repeat("a", 100), `"tries":1`): `not in the store: puzzle "x"`,
		attempt("A", `"tries":0`): bounds, attempt("A", `"tries":1001`): bounds, attempt(" ", `"tries":1`): bounds,
		attempt("A", `"tries":1,"seconds":-0.1`): bounds, attempt(strings.Repeat("a", 101), `"tries":1`): bounds,
	} {
		reply := asked(t, h, question)
		e, ok := reply[0]["error"].(map[string]any)
		if len(reply) != 1 || !ok || !strings.Contains(e["message"].(string), want) {
			t.Errorf("%s: %v, want %s", question, reply, want)
		}
	}

	asJSON := map[string]string{"Content-Type": "application/json"}
	if reply := call(h, "POST", "/trainer", strings.Repeat("a", 70_000), asJSON); reply.StatusCode != 413 {
		t.Errorf("a long question: %d", reply.StatusCode)
	}
	for header, code := range map[[2]string]int{
		{"Content-Type", "text/plain"}: 415, {"Origin", "https://evil.example"}: 403,
	} {
		headers := map[string]string{"Content-Type": "application/json", header[0]: header[1]}
		if reply := call(h, "POST", "/trainer", `{"ask":"overview"}`, headers); reply.StatusCode != code {
			t.Errorf("%s: %d", header, reply.StatusCode)
		}
	}

	if reply := call(handler(t, web.Options{}), "POST", "/trainer", `{"ask":"overview"}`, asJSON); reply.StatusCode == 200 {
		t.Error("without a store it answers")
	}
	if solvers, err := s.Solvers(t.Context()); err != nil || len(solvers) != 0 {
		t.Errorf("solvers: %v, %v", solvers, err)
	}
	reader, err := store.Open(t.Context(), path, store.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	for a, err := range s.Find(t.Context(), store.Query{Limit: 1}) {
		if err != nil {
			t.Fatal(err)
		}
		reply := asked(t, handler(t, web.Options{Store: reader}), `{"ask":"attempt","solver":"Ann","puzzle":"`+a.ID+`","tries":1}`)
		if e, ok := reply[0]["error"].(map[string]any); !ok || !strings.Contains(e["message"].(string),
			"read-only") {
			t.Errorf("a read-only store: %v", reply)
		}
	}
}

func FuzzTrainer(f *testing.F) {
	f.Add(`{"ask":"next","solver":"Ann","theme":"x","level":-3,"in":1e300,"random":true,"seed":18446744073709551615}`)
	f.Add(`{"ask":"attempt","solver":"\u0000","puzzle":"'; --","seconds":1e300,"tries":1}`)
	f.Add(`{"ask":"history","solver":"\ud800"}`)
	s, err := store.Open(f.Context(), filepath.Join(f.TempDir(), "book.db"), store.Options{Create: true})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { s.Close() })
	h := handler(f, web.Options{Store: s})
	f.Fuzz(func(t *testing.T, question string) {
		if len(question) < 60_000 {
			asked(t, h, question)
		}
	})
}

// In the browser: two people, one who fails and then solves, one with a hint; the next visitor finds what was kept.
func TestTrainer(t *testing.T) {
	t.Parallel()
	s, _ := filledStore(t)
	home := serve(t, web.Options{Store: s})
	p := open(t, home, "", reduced)
	p.press("Puzzles")
	p.says("to move wins in")
	p.reads("#puzzles", "Say who you are")
	p.set("Solver", "Ann <b>")
	p.reads("#puzzles", "Ann <b>: nothing tried yet.")
	p.set("Length", "3")
	p.until("a puzzle in 3 stands there", `/pacifist1-3-.*solved by 0 of 0|solved by 0 of 0 .*pacifist1-3-/.test($('#puzzles').textContent) && $('.square.own')`)
	id := see[string](p, `$('#puzzles').textContent.match(/pacifist1-3-[0-9a-f]+/)[0]`)
	found, err := s.Get(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	one, err := puzzle.Parse(found.Line)
	if err != nil {
		t.Fatal(err)
	}
	key := one.Line[0]
	p.press("Solution")
	p.says("The main line: " + key)
	p.reads("#puzzles", "0 of 1 goes solved")
	p.press("Try again")
	p.says("wins in 3")
	p.set("Solver", "Bob")
	p.reads("#puzzles", "Bob: nothing tried yet.")
	see[bool](p, `($('#puzzles [role=status] + .small').dataset.old = 'yes') === 'yes'`)
	p.press("Next")
	p.until("another puzzle", `$('#puzzles [role=status] + .small:not([data-old])')`)
	p.press("Hint")
	p.until("a hint", `/quiet turn|sets off/.test($('#puzzles').textContent)`)

	q := open(t, home, "", reduced)
	q.press("Puzzles")
	q.says("to move wins in")
	q.set("Solver", "Ann <b>")
	q.reads("#puzzles", "Ann <b>: 0 of 1 goes solved (0 %).")
	q.press("Save my history")
}
