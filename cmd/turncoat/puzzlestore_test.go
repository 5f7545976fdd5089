package main

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"turncoat/internal/puzzle/store"
)

// Who has solved puzzles is listed, and what somebody tried can be taken along.
func TestStoreHistory(t *testing.T) {
	path := filepath.Join(t.TempDir(), "book.db")
	if status, _, err := call(t, "", "puzzle", "store", path, "add", filepath.Join("..", "..", "puzzle", "collection",
		"chess.jsonl")); status != 0 {
		t.Fatal(err)
	}

	st, err := store.Open(t.Context(), path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 11, 22, 9, 30, 0, 0, time.UTC)
	var ids []string
	for range 2 {
		next, err := st.Next(t.Context(), "Ann \x1b[2J", store.Query{})
		if err == nil {
			ids = append(ids, next.ID)
			_, err = st.Record(
				t.Context(),
				store.Attempt{Solver: "Ann \x1b[2J", Puzzle: next.ID, At: at,
					Took: 90 * time.Second, Tries: len(ids), Solved: len(ids) == 1},
			)
		}

		if err != nil {
			t.Fatal(err)
		}
	}

	st.Close()
	for _, test := range []struct {
		words []string
		want  []string
	}{
		{[]string{"solvers"}, []string{`2 attempts, 1 solved  Ann \x1b[2J`}},
		{[]string{"solvers", "--json"}, []string{`"attempts":2,"solved":1`}},
		{[]string{"history", "Ann \x1b[2J"}, []string{"2026-11-22 09:30  solved", "1 first move in 1m30s",
			"not solved", "2 first moves", ids[0], ids[1]}},
		{[]string{"history", "--json", "Ann \x1b[2J"}, []string{`"puzzle":"` + ids[0] + `","at":"2026-11-22T09:30:00Z","seconds":90,"tries":1,"solved":true`}},
		{[]string{"history", "--to", "csv", "Ann \x1b[2J"},
			[]string{"puzzle,at,seconds,tries,solved,rating,counted\n", ids[1] + ",2026-11-22T09:30:00Z,90,2,false,"}},
	} {
		status, out, err := call(t, "", append([]string{"puzzle", "store", path}, test.words...)...)
		for _, want := range test.want {
			if status != 0 || !strings.Contains(out, want) || strings.Contains(out, "\x1b") {
				t.Errorf("%q: status %d, %q has no %q: %s", test.words, status, out, want, err)
			}
		}
	}

	for _, words := range [][]string{{"history"}, {"history", "Nobody"}, {"history", "--to", "pgn", "Ann"},
		{"solvers", "Ann"}} {
		if status, out, _ := call(t, "", append([]string{"puzzle", "store", path}, words...)...); status != 2 ||
			out != "" {
			t.Errorf("%q: status %d, %q", words, status, out)
		}
	}
}
