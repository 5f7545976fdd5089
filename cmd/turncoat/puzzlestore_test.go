package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/internal/puzzle/publish"
	"turncoat/internal/puzzle/store"
	"turncoat/internal/testing/filetest"
	"turncoat/puzzle"
)

// A store gives every form that "puzzle export" gives, in the same words, on whatever paper and in
// whatever style.
func TestStoreExport(t *testing.T) {
	path, book := filepath.Join(
		t.TempDir(),
		"book.db",
	), filepath.Join(
		"..",
		"..",
		"puzzle",
		"collection",
		"chess.jsonl",
	)
	run := func(status int, words ...string) (out, errs string) {
		t.Helper()
		got, out, errs := call(t, "", words...)
		if got != status {
			t.Fatalf("%q: status %d, want %d: %s", words, got, status, errs)
		}
		return out, errs
	}
	run(0, "puzzle", "store", path, "add", "--same-idea", book)
	for _, format := range publish.Formats() {
		flags := []string{
			"--to",
			format,
			"--title",
			"Book",
			"--paper",
			"letter",
			"--style",
			"print",
			"--solutions",
			"place",
		}
		status := map[string]int{"vchess": 1, "svg": 2, "png": 2}[format] // no chess; no more than one board
		want, said := run(status, append(append([]string{"puzzle", "export"}, flags...), book)...)
		got, saidToo := run(
			status,
			append([]string{"puzzle", "store", path, "export"}, flags...)...)
		if got != want || said != strings.Replace(saidToo, "puzzle store:", "puzzle export:", 1) {
			t.Errorf("%s: %.300q; %s", format, got, saidToo)
		}
	}
	dir := t.TempDir()
	if out, said := run(0, "puzzle", "export", "--to", "svg", "-o", filepath.Join(dir, "{id}.svg"), book); out != "" ||
		!strings.Contains(said, "files written") {
		t.Errorf("%q, %q", out, said)
	}
	drawn, _ := filepath.Glob(filepath.Join(dir, "chess-*.svg"))
	if text := filetest.Read(t, book); len(drawn) != strings.Count(string(text), "\n") {
		t.Errorf("%d pictures of %d puzzles", len(drawn), strings.Count(string(text), "\n"))
	}
	for _, flags := range [][]string{{"--paper", "a9"}, {"--style", "loud"}, {"--solutions", "nowhere"},
		{"--to", "pigeon"}} {
		run(2, append([]string{"puzzle", "store", path, "export", "--to", "html"}, flags...)...)
	}
}

// What goes into a store comes out as it was, and is found by what it is.
func TestStoreCommands(t *testing.T) {
	dir := t.TempDir()
	path, book := filepath.Join(
		dir,
		"book.db",
	), filepath.Join(
		"..",
		"..",
		"puzzle",
		"collection",
		"conversion.jsonl",
	)
	text := filetest.Read(t, book)
	lines := strings.SplitAfter(strings.TrimSpace(string(text)), "\n")
	lines[len(lines)-1] += "\n"
	do := func(status int, words ...string) (out, err string) {
		t.Helper()
		got, out, err := call(t, "", append([]string{"puzzle", "store", path}, words...)...)
		if got != status {
			t.Fatalf("%q: status %d, want %d: %s", words, got, status, err)
		}
		return out, err
	}
	do(2, "find") // no such file
	do(0, "add", "--same-idea", book)
	do(0, "find", "--text", `it's "no - way*`)
	if _, err := do(2, "find", "--text", "quiet OR"); !strings.Contains(err, "--text: ") ||
		!strings.Contains(err, "OR") {
		t.Errorf("%s", err)
	}
	if out, _ := do(0, "add", "--same-idea", book); !strings.Contains(out, "0 puzzles added") ||
		!strings.Contains(out, "already in the store") {
		t.Errorf("added again: %q", out)
	}
	if out, _ := do(0, "find", "--json"); out != string(text) {
		t.Error("the puzzles do not come back as they were")
	}
	first, err := puzzle.Parse([]byte(strings.TrimSpace(lines[0])))
	if err != nil {
		t.Fatal(err)
	}
	if out, _ := do(0, "show", "--json", first.ID); out != lines[0] {
		t.Errorf("show %s: %q", first.ID, out)
	}
	if _, err := do(2, "show", "nothing"); !strings.Contains(err, `there is no puzzle "nothing"`) {
		t.Errorf("show nothing: %q", err)
	}
	if out, _ := do(0, "check"); !strings.Contains(out, "all right") {
		t.Errorf("check: %q", out)
	}
	if out, _ := do(0, "stats"); !strings.Contains(out, "conversion") {
		t.Errorf("stats: %q", out)
	}
	if out, _ := do(0, "export", "--to", "epd", "--limit", "1"); !strings.Contains(out, "bm ") {
		t.Errorf("export: %q", out)
	}
	do(2, "find", "--grade", "9..1")
	do(2, "find", "--grade", "nan..")
	do(2, "find", "--theme", "no-such-theme")
	do(2, "invent")
}

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

// A file that holds no puzzle could not be used, as for every other command that reads puzzles.
func TestStoreAddOfWhatIsNoPuzzle(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "list.jsonl")
	filetest.Write(t, file, []byte("{}\n"))
	status, out, stderr := call(t, "", "puzzle", "store", filepath.Join(dir, "s.db"), "add", file)
	if status != command.StatusUnusable || !strings.Contains(out, "0 puzzles added") ||
		!strings.Contains(stderr,
			"list.jsonl:1: ") {
		t.Errorf("%d %q %q", status, out, stderr)
	}
}

// What comes out of a store does not take its place, by whatever name.
func TestStoreIsNoOutput(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "book.db"), filepath.Join(dir, "link.db")
	if status, _, errs := call(t, "", "puzzle", "store", path, "add", "--same-idea", filepath.Join("..", "..",
		"puzzle", "collection", "chess.jsonl")); status != 0 {
		t.Fatal(errs)
	}
	names := []string{path}
	if os.Symlink(path, link) == nil {
		names = append(names, link)
	}
	for _, name := range names {
		for _, words := range [][]string{{"export", "-o", name}, {"history", "Ann", "-o", name}} {
			if status, _, errs := call(t, "", append([]string{"puzzle", "store", path}, words...)...); status != 2 ||
				!strings.Contains(errs, "--output: "+name+": cannot overwrite a store of puzzles") {
				t.Errorf("%q: status %d: %s", words, status, errs)
			}
		}
	}
	lines := filepath.Join(dir, "lines.jsonl")
	filetest.Write(
		t,
		lines,
		filetest.Read(t, filepath.Join("..", "..", "puzzle", "collection", "chess.jsonl")),
	)
	journal := filepath.Join(dir, "journal")
	for _, words := range [][]string{
		{"puzzle", "export", "--to", "pgn", "-o", path, lines}, {"puzzle", "export", "--to", "pgn", "-o", lines, lines},
		{"corpus", "export", "--to", "json", "-o", path},
		{"puzzle", "grade", "--journal", journal, "-o", journal, lines},
	} {
		if status, _, errs := call(t, "", words...); status != 2 ||
			!strings.Contains(errs, "cannot ") {
			t.Errorf("%q: status %d: %s", words, status, errs)
		}
	}
	if status, _, errs := call(t, "", "puzzle", "store", path, "stats"); status != 0 {
		t.Errorf("status %d: %s", status, errs)
	}
}
