package golden_test

import (
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"

	"turncoat/corpus"
	"turncoat/internal/testing/rulestest"
	"turncoat/rules/ruleset"
)

// The cases of several rule sets come in the order in which these are named; of all of them where
// none is.
func TestCasesOfSeveral(t *testing.T) {
	sets := func(names ...string) (list []string) {
		t.Helper()
		cases, err := corpus.Golden(corpus.Smoke, names...)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range cases {
			list = append(list, c.Rules.Name)
		}
		return slices.Compact(list)
	}
	for _, want := range [][]string{{"chess"}, {"pacifist1", "chess"},
		{"chess", "conversion", "pacifist2"}} {
		if got := sets(want...); !slices.Equal(got, want) {
			t.Errorf("cases of %q, want of %q", got, want)
		}
	}

	if got := sets(); !slices.Equal(got, ruleset.BuiltinNames()) {
		t.Errorf("of all there are cases of %q, want of %q", got, ruleset.BuiltinNames())
	}
}

// What there is none of is named.
func TestNoSuchFile(t *testing.T) {
	for _, test := range []struct {
		size  corpus.Size
		names []string
		want  string
		file  bool // it is a file that is missing
	}{
		{corpus.Smoke, []string{"draughts"}, `"draughts"`, false}, {corpus.Smoke,
			[]string{"chess", "draughts"}, `"draughts"`, false},
		{"huge", []string{"chess"}, "chess-huge.jsonl", true}, {"", []string{"pacifist1"},
			"pacifist1-.jsonl", true},
	} {
		cases, err := corpus.Golden(test.size, test.names...)
		if err == nil || !strings.Contains(err.Error(), test.want) ||
			errors.Is(err, fs.ErrNotExist) != test.file ||
			cases != nil {
			t.Errorf("%q of %q: %d cases, %v; want an error about %s", test.size, test.names,
				len(cases), err, test.want)
		}
	}

	if f, err := corpus.OpenGolden("chess.txt"); f != nil || !errors.Is(err, fs.ErrNotExist) ||
		!strings.Contains(err.Error(), "chess.txt:") {
		t.Errorf("%v, %v", f, err)
	}
}

// Files are named as they lie in the directory: the smallest corpora as they are, the others
// compressed.
func TestFileName(t *testing.T) {
	chess := rulestest.Builtin(t, "chess")
	for size, want := range map[corpus.Size]string{corpus.Smoke: "chess-smoke.jsonl",
		corpus.Standard: "chess-standard.jsonl.gz", corpus.Full: "chess-full.jsonl.gz"} {
		if got := corpus.GoldenFileName(chess, size); got != want {
			t.Errorf("%s: %s, want %s", size, got, want)
		}
		if _, err := os.Stat(want); err != nil {
			t.Error(err)
		}
	}
}
