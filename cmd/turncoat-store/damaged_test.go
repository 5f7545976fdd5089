package main

import (
	"bytes"
	"database/sql"
	"path/filepath"
	"strings"
	"testing"

	"turncoat/cmd/internal/command"
)

// In a store in which somebody has changed a puzzle, check finds it, and find does not write it in
// another form. Whether or not there is an output, nothing is left of it.
func TestDamagedStore(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "book.db")
	call := func(words ...string) (status int, said string) {
		var out, errs bytes.Buffer
		words = append([]string{program.Name}, words...)
		status = command.Run(t.Context(), program, words, strings.NewReader(""), &out, &errs)
		return status, errs.String()
	}
	if status, said := call("add", path, "../../puzzle/collection/chess.jsonl"); status != command.StatusOK {
		t.Fatal(said)
	}
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.Exec("UPDATE puzzle SET line = CAST('{}' AS BLOB) WHERE n = (SELECT min(n) FROM puzzle)")
	if err != nil {
		t.Fatal(err)
	}
	db.Close()

	for _, words := range [][]string{
		{"check", path}, {"find", path}, {"find", path, "--json"},
		{"find", path, "--to", "pgn", "-o", dir + "/out"},
	} {
		status, said := call(words...)
		if status != command.StatusFound || !strings.Contains(said, "damaged") {
			t.Errorf("%q: status %d, %s", words, status, said)
		}
	}
	left, err := filepath.Glob(dir + "/*out*")
	if err != nil || len(left) > 0 {
		t.Errorf("left are %q, %v", left, err)
	}
}
