package main

import (
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"turncoat/internal/puzzle/store"
	"turncoat/puzzle"
)

// In a store in which somebody has changed something "check" finds it, and what is no puzzle any
// more is not written in another form.
func TestDamagedStore(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "book.db")
	exchanges(
		t,
		[]exchange{
			{words: "puzzle store " + path + " add ../../puzzle/collection/chess.jsonl", out: path +
				": [0-9]+ puzzles added.*\n"},
		},
	)
	db, err := sql.Open("sqlite", path)
	if err == nil {
		_, err = db.Exec(
			"UPDATE puzzle SET line = CAST('{}' AS BLOB), length = 9 WHERE n = (SELECT min(n) FROM puzzle)",
		)
	}

	if err == nil {
		err = db.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	exchanges(t, []exchange{
		{
			words:  "puzzle store " + path + " check",
			status: 1,
			said:   "turncoat puzzle store: " + path + ": ",
		},
		{
			words:  "puzzle store " + path + " export --to pgn",
			status: 1,
			said:   store.ErrDamaged.Error() + ": ",
		},
		{words: "puzzle store " + path + " export --to pgn -o " + dir + "/out", status: 1,
			said: store.ErrDamaged.Error()},
		{
			words:  "puzzle store " + path + " solvers now",
			status: 2,
			said:   `unexpected argument "now"`,
		},
		{words: "puzzle store " + path + " history", status: 2, said: "history needs the name"},
		{
			words:  "puzzle store " + path + " history --to pgn Ann",
			status: 2,
			said:   `--to must be csv`,
		},
		{words: "puzzle store " + path + " add", status: 2, said: "add needs FILEs"},
		{words: "puzzle store " + path + " show", status: 2, said: "show needs the ID"},
		{words: "puzzle store " + path + " invent", status: 2, said: `unknown action "invent"`},
	})
	if left, err := filepath.Glob(dir + "/*out*"); err != nil || len(left) > 0 {
		t.Errorf("left are %q, %v", left, err)
	}
	for _, verb := range []string{"find", "show x", "export", "stats", "check", "solvers", "history Ann"} {
		exchanges(
			t,
			[]exchange{{words: "puzzle store " + dir + "/none.db " + verb, status: 2, said: dir +
				"/none.db: "}},
		)
	}
}

// What somebody has tried, line by line, and who has solved what, the best first.
func TestSolversAndHistory(t *testing.T) {
	path := filepath.Join(t.TempDir(), "book.db")
	exchanges(
		t,
		[]exchange{
			{
				words: "puzzle store " + path + " add ../../puzzle/collection/chess.jsonl",
				out:   ".*\n",
			},
		},
	)
	st, err := store.Open(t.Context(), path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("../../puzzle/collection/chess.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, line := range strings.Split(string(text), "\n")[:2] {
		p, err := puzzle.Parse([]byte(line))
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, p.ID)
	}

	at := time.Date(2026, 11, 22, 9, 30, 0, 0, time.UTC)
	for i, a := range []store.Attempt{
		{Solver: "Ann", Puzzle: ids[0], Tries: 1, Took: 90 * time.Second, Solved: true},
		{Solver: "Ann", Puzzle: ids[1], Tries: 2, Took: 1500 * time.Millisecond},
		{Solver: "Ann", Puzzle: ids[0], Tries: 1, Took: time.Second, Solved: true}, // which is not rated again
		{Solver: "Bob", Puzzle: ids[0], Tries: 3, Took: time.Hour},
	} {
		a.At = at.Add(time.Duration(i) * time.Minute)
		if _, err := st.Record(t.Context(), a); err != nil {
			t.Fatal(err)
		}
	}

	st.Close()
	exchanges(t, []exchange{
		{
			words: "puzzle store " + path + " history Ann",
			out:   `2026-11-22 09:30  solved     1 first move in 1m30s  \d{4}  ` + ids[0] + `\n2026-11-22 09:31  not solved 2 first moves in 2s  \d{4}  ` + ids[1] + `\n2026-11-22 09:32  again      1 first move in 1s  \d{4}  ` + ids[0] + `\n`,
		},
		{
			words: "puzzle store " + path + " history --to csv Ann",
			out:   `puzzle,at,seconds,tries,solved,rating,counted\n` + ids[0] + `,2026-11-22T09:30:00Z,90,1,true,\d+\.\d,true\n` + ids[1] + `,2026-11-22T09:31:00Z,1.5,2,false,\d+\.\d,true\n` + ids[0] + `,2026-11-22T09:32:00Z,1,1,true,\d+\.\d,false\n`,
		},
		{
			words: "puzzle store " + path + " history --json Bob",
			out:   `{.*"tries":3,"solved":false,.*"counted":true}\n`,
		},
		{
			words: "puzzle store " + path + " solvers",
			out:   `\d{4} ± \d+ *  3 attempts, 2 solved  Ann\n *\d+ ± \d+ *  1 attempt, 0 solved  Bob\n`,
		},
		{words: "puzzle store " + path + " solvers --json", out: `{.*"Ann".*}\n{.*"Bob".*}\n`},
		{words: "puzzle store " + path + " stats", out: `(?s).*; 2 solvers, 4 attempts\n.*`},
	})
}
