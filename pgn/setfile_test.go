package pgn_test

import (
	"path/filepath"
	"strings"
	"testing"

	"turncoat/internal/testing/filetest"
	"turncoat/pgn"
)

// A record that names a rule-set file is written again with that name, without which nobody could
// read it.
func TestNamedSetFile(t *testing.T) {
	dir := t.TempDir()
	filetest.Write(t, filepath.Join(dir, "mine.yaml"),
		[]byte("name: mine\nbase: pacifist1\ncastling-test: none\n"))
	const variant = `[Variant "mine.yaml"]`
	g, _ := pgn.Next([]byte(variant+"\n\n1. e4 e5 *\n"), 0, true)
	record, problems := pgn.Replay(g, pgn.Options{Dir: dir})
	text, err := pgn.AppendPGN(nil, record, false)
	if err != nil || pgn.Err(problems) != nil || !strings.Contains(string(text), variant) {
		t.Errorf("%v, %v:\n%s", problems, err, text)
	}
}
