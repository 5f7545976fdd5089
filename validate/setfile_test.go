package validate

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"turncoat/internal/testing/filetest"
	"turncoat/pgn"
)

// Records and scenarios may name a rule-set file beside them or beneath, and nothing else; standard
// input none.
func TestNamedSetFiles(t *testing.T) {
	dir := t.TempDir()
	inner := filepath.Join(dir, "games")
	if err := os.MkdirAll(filepath.Join(inner, "sets"), 0o700); err != nil {
		t.Fatal(err)
	}
	filetest.Write(t, filepath.Join(dir, "outside.yaml"), []byte("base: chess\n"))
	filetest.Write(t, filepath.Join(inner, "sets", "mine.yaml"),
		[]byte("name: mine\nbase: chess\npromotion: queen\n"))
	record := func(variant, move string) string {
		return `[Variant "` + variant + `"]` +
			"\n[FEN \"8/4P3/8/8/8/8/8/K5k1 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. " + move + " *\n"
	}
	filetest.Write(t, filepath.Join(inner, "g.pgn"), []byte(record("sets/mine.yaml", "e8=Q")+
		record(" sets/mine.yaml ", "e8=N")+record("../outside.yaml", "e8=Q")+record("sets/none.yml",
		"e8=Q")))
	scenario := func(name, rules string) string {
		return "  - name: " + name + "\n    " + rules +
			"\n    fen: 8/4P3/8/8/8/8/8/K5k1 w - - 0 1\n    expect: {turns: {count: 4}}\n"
	}
	filetest.Write(t, filepath.Join(inner, "s.yaml"), []byte("rules: sets/mine.yaml\nscenarios:\n"+
		scenario("the file's", "why: a king's three moves and one promotion")+
		scenario("as of a record", "variant: sets/mine.yaml")+
		scenario("outside", "rules: ../outside.yaml")))
	records, _, unusable := runPaths(t, Options{}, filepath.Join(inner, "g.pgn"),
		filepath.Join(inner, "s.yaml"))
	if len(records) != 7 || len(unusable) > 0 {
		t.Fatalf("%+v, %v", records, unusable)
	}
	for i, want := range []string{"mine", "mine illegal-move", " unknown-rules", " unknown-rules",
		"mine", "mine",
		" unknown-rules"} {
		r := &records[i]
		got := []string{r.Rules}
		for _, f := range r.Findings {
			if f.Severity == "error" {
				got = append(got, string(f.Code))
			}
		}

		name, errors, _ := strings.Cut(want, " ")
		if s := strings.Join(got[1:], " "); s != errors || !strings.HasPrefix(r.Rules, name) {
			t.Errorf("%d: %q, want %q", i, got, want)
		}
	}

	// Rules that cannot be read are one finding, however many scenarios there are.
	both := "rules: none.yaml\nscenarios:\n" + scenario("a", "why: a") + scenario("b", "why: b")
	records, _, _ = runPaths(t, Options{As: pgn.FormScenarios, Stdin: strings.NewReader(both)},
		Stdin)
	if len(records) != 1 || records[0].Kind != KindFile || len(records[0].Findings) != 1 {
		t.Errorf("rules that cannot be read: %+v", records)
	}

	records, _, _ = runPaths(t, Options{Stdin: strings.NewReader(record("sets/mine.yaml", "e8=Q"))},
		Stdin)
	if len(records) != 1 || !slices.ContainsFunc(records[0].Findings,
		func(f pgn.Finding) bool { return f.Code == pgn.UnknownRules }) {
		t.Errorf("standard input: %q", records[0].Rules)
	}
}
