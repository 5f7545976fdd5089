package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"turncoat/protocol"
	"turncoat/puzzle/collection"
	"turncoat/puzzle/store"
)

// Levels are two hundred wide; the first and the last are open.
func TestLevelGrades(t *testing.T) {
	for level, want := range map[int]store.Range{
		-1: {}, 0: {}, 1: {From: 0, To: 1199}, 2: {From: 1200, To: 1399}, 3: {From: 1400, To: 1599},
		4: {From: 1600, To: 1799}, 5: {From: 1800, To: 0}, 6: {From: 2000, To: 0},
	} {
		if got := levelGrades(level); got != want {
			t.Errorf("level %d: %+v, want %+v", level, got, want)
		}
	}
}

// What is said of errors.
func TestRefusals(t *testing.T) {
	own := protocol.Invalid("no")
	for _, test := range []struct {
		err  error
		want protocol.Error
	}{
		{fmt.Errorf("x: %w", own), *own}, {fmt.Errorf("x: %w", store.ErrUnknown),
			protocol.Error{Code: protocol.InvalidRequest, Message: "x: " + store.ErrUnknown.Error()}},
		{context.DeadlineExceeded, protocol.Error{Code: protocol.Limit,
			Message: "the store has not answered in time"}},
		{errors.New("odd"), protocol.Error{Code: protocol.Unsupported, Message: "odd"}},
	} {
		if got := refusal(test.err); *got != test.want {
			t.Errorf("%v: %+v", test.err, got)
		}
	}
}

// threePuzzles makes a trainer with three mates, of which two are of one length, and a help-mate that nobody trains.
func threePuzzles(t *testing.T) *trainer {
	t.Helper()
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "book.db"), store.Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	text, err := collection.Files.ReadFile("chess.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	taken := map[string]int{}
	n := 0
	_, err = s.Add(t.Context(), func(yield func(store.Line, error) bool) {
		for line := range strings.Lines(string(text)) {
			var p struct {
				In          int
				Stipulation string
			}
			if err := json.Unmarshal([]byte(line), &p); err != nil {
				t.Error(err)
			}
			kind := fmt.Sprint(p.Stipulation, p.In)
			if n++; taken[kind] >= map[string]int{"2": 2, "3": 1}[kind] {
				continue
			}
			taken[kind]++
			if !yield(store.Line{Text: []byte(strings.TrimSuffix(line, "\n")), File: "chess.jsonl", Number: n}, nil) {
				return
			}
		}
	}, store.AddOptions{})
	if err != nil || taken["2"] != 2 || taken["3"] != 1 {
		t.Fatal(taken, err)
	}
	return &trainer{store: s, now: func() time.Time { return time.Date(2026, 5, 6, 7, 8, 9, 0, time.UTC) }}
}

// answers returns what a trainer says to a question, as maps.
func answers(t *testing.T, tr *trainer, question string) (all []map[string]any, failed error) {
	t.Helper()
	failed = tr.answer(t.Context(), []byte(question), func(v any) error {
		text, err := json.Marshal(v)
		if err != nil {
			return err
		}
		var m map[string]any
		if err := json.Unmarshal(text, &m); err != nil {
			return err
		}
		all = append(all, m)
		return nil
	})
	return all, failed
}

// A trainer tells what there is, gives each puzzle once before one comes again, and keeps attempts with their times.
func TestTrainerAnswers(t *testing.T) {
	tr := threePuzzles(t)
	list, err := answers(t, tr, `{"ask":"overview"}`)
	if err != nil || len(list) != 1 || list[0]["puzzles"] != 3.0 || fmt.Sprint(list[0]["rules"], list[0]["lengths"],
		list[0]["solvers"]) != "[chess] [2 3] []" {
		t.Fatalf("%v, %v", list, err)
	}
	seen := map[any]bool{}
	for i := range 3 {
		list, err := answers(t, tr, `{"ask":"next","solver":" Ann ","in":2}`)
		if err != nil || len(list) != 1 {
			t.Fatalf("%v, %v", list, err)
		}
		p := list[0]["puzzle"].(map[string]any)
		if p["in"] != 2.0 || seen[p["id"]] != (i == 2) || list[0]["again"] != (i == 2) {
			t.Errorf("%d: %v again %v", i, p["id"], list[0]["again"])
		}
		seen[p["id"]] = true
		list, err = answers(t, tr, fmt.Sprintf(`{"ask":"attempt","solver":"Ann ","puzzle":%q,"seconds":90000,"tries":1000,"solved":true}`, p["id"]))
		if err != nil || len(list) != 1 {
			t.Fatalf("%v, %v", list, err)
		}
		if a := list[0]["attempt"].(map[string]any); a["seconds"] != 86400.0 || a["at"] != "2026-05-06T07:08:09Z" ||
			a["tries"] != 1000.0 || a["solved"] != true || list[0]["strength"].(map[string]any)["attempts"] == 0.0 {
			t.Errorf("%v", list[0])
		}
	}
	if list, err := answers(t, tr, `{"ask":"history","solver":" Ann"}`); err != nil || len(list) != 3 {
		t.Errorf("%v, %v", list, err)
	}
	if list, err := answers(t, tr, `{"ask":"next","random":true,"in":3,"solver":"Ann"}`); err != nil || list[0]["again"] != false || list[0]["puzzle"].(map[string]any)["in"] != 3.0 {
		t.Errorf("%v, %v", list, err)
	}
	if list, err := answers(t, tr, `{"ask":"next","rules":"chess","in":3}`); err != nil || list[0]["again"] != false {
		t.Errorf("%v, %v", list, err)
	}
	for question, want := range map[string]string{
		`[]`: "malformed: the question is no JSON object of the known form", `{"ask":"x"}`: "invalid-request: what is asked is none of overview, next, attempt and history",
		`{"ask":"next","rules":"conversion"}`: "invalid-request: the store has no such puzzle", `{"ask":"next","random":true,"in":7}`: "invalid-request: the store has no such puzzle",
		`{"ask":"next","theme":"none"}`:                                                        "invalid-request: the store has no such puzzle",
		`{"ask":"attempt","puzzle":"x","tries":1}`:                                             "invalid-request: an attempt has a solver of at most 100 bytes, tries from 1 to 1000, and seconds",
		`{"ask":"attempt","solver":"A","puzzle":"x","tries":0}`:                                "invalid-request: an attempt has a solver of at most 100 bytes, tries from 1 to 1000, and seconds",
		`{"ask":"attempt","solver":"A","puzzle":"x","tries":1001}`:                             "invalid-request: an attempt has a solver of at most 100 bytes, tries from 1 to 1000, and seconds",
		`{"ask":"attempt","solver":"A","puzzle":"x","tries":1,"seconds":-0.1}`:                 "invalid-request: an attempt has a solver of at most 100 bytes, tries from 1 to 1000, and seconds",
		`{"ask":"attempt","solver":"` + strings.Repeat("a", 101) + `","puzzle":"x","tries":1}`: "invalid-request: an attempt has a solver of at most 100 bytes, tries from 1 to 1000, and seconds",
	} {
		if list, err := answers(t, tr, question); len(list) > 0 || err == nil || err.Error() != want {
			t.Errorf("%s: %v, %v", question, list, err)
		}
	}
	// A solver's name may have a hundred bytes; a puzzle must be there.
	if _, err := answers(t, tr, `{"ask":"attempt","solver":"`+strings.Repeat("a", 100)+`","puzzle":"x","tries":1}`); !errors.Is(err, store.ErrUnknown) {
		t.Errorf("%v", err)
	}
}
