package main

import (
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"turncoat/internal/testing/longtest"
)

// What a call has opened it closes: files, compressed or not, tables, stores and journals.
func TestNothingStaysOpen(t *testing.T) {
	if _, err := os.ReadDir("/proc/self/fd"); err != nil || !longtest.Enabled() {
		t.Skip("long, or not possible here")
	}
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	dir := t.TempDir()
	open := func() []string {
		t.Helper()
		links, err := filepath.Glob("/proc/self/fd/*")
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, link := range links {
			if name, err := os.Readlink(link); err == nil && filepath.IsAbs(name) && !strings.HasPrefix(name,
				"/dev/") &&
				!strings.HasPrefix(name, "/proc/") {
				names = append(names, name)
			}
		}

		maps, err := os.ReadFile("/proc/self/maps") // where tables are
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(maps)) {
			if i := strings.Index(line, dir); i >= 0 {
				names = append(names, line[i:])
			}
		}

		slices.Sort(names)
		return names
	}
	for _, words := range []string{"tablebase build --rules chess --dir DIR/tables KKB",
		"puzzle store DIR/s.db add BOOK",
		"puzzle new --rules chess --win-in 1 --keep-unsound -o DIR/one 7k/8/6K1/8/8/8/8/R7",
		"puzzle solve --rules chess --win-in 1 --keys-only --prove DIR/proof 7k/8/6K1/8/8/8/8/R7"} {
		call(t, "", strings.Fields(strings.NewReplacer("DIR", dir, "BOOK",
			"../../puzzle/collection/chess.jsonl").Replace(words))...)
	}

	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // which closes what nobody knows of
	before := open()
	for _, words := range []string{
		"turns --rules chess --tables DIR/tables 8/8/8/8/8/2k5/1B6/K7",
		"explain --rules chess --tables DIR/tables 8/8/8/8/8/2k5/1B6/K7 Kb1", "answer --tables DIR/tables",
		"tablebase probe --rules chess --tables DIR/tables 8/8/8/8/8/2k5/1B6/K7",
		"tablebase stats --rules chess --tables DIR/tables KKB",
		"tablebase longest --rules chess --tables DIR/tables KKB",
		"tablebase longest --rules chess --prove DIR/four KKB", "tablebase longest --rules chess --prove DIR/four KKRB",
		"tablebase mine --rules chess --tables DIR/tables KKB", "tablebase verify --sample 1 DIR/tables",
		"tablebase build --rules chess --dir DIR/tables KKB",
		"puzzle solve --rules chess --win-in 1 --tables DIR/tables 7k/8/6K1/8/8/8/8/R7",
		"puzzle new --rules chess --win-in 1 --tables DIR/tables 7k/8/6K1/8/8/8/8/R7",
		"puzzle solve --rules chess --win-in 2 --prove DIR/two --keys-only 7k/8/6K1/8/8/8/8/R7",
		"puzzle solve --rules chess --win-in 2 --prove DIR/three start",
		"puzzle solve --rules chess --win-in 3 --nodes 1 --prove DIR/three start",
		"puzzle solve --rules chess --any-length --nodes 1 --prove DIR/three start",
		"puzzle new --rules chess --win-in 2 -o DIR/new 7k/8/5K2/8/8/8/8/R7",
		"puzzle verify DIR/one DIR/proof", "puzzle verify --tables DIR/tables --journal DIR/j DIR/one",
		"puzzle grade --missing --journal DIR/k DIR/one -o DIR/graded",
		"puzzle grade --missing DIR/missing -o DIR/graded",
		"puzzle export --to epd DIR/one -o DIR/epd", "puzzle export --to epd DIR/missing -o DIR/epd",
		"puzzle solve --rules chess --win-in 1 --batch ../../examples/two-kings.jsonl",
		"puzzle store DIR/s.db add DIR/one", "puzzle store DIR/s.db find", "puzzle store DIR/s.db find -o DIR/found",
		"puzzle store DIR/s.db show x", "puzzle store DIR/s.db stats", "puzzle store DIR/s.db check",
		"puzzle store DIR/s.db solvers",
		"puzzle store DIR/s.db history Ann", "puzzle mine --rules chess --games ../../examples --win-in 1 --units 1",
		"puzzle mine --rules chess --longer DIR/one --win-in 2 --units 1",
		"pgn convert ../../examples/vchess-pacifist1.pgn",
		"corpus diff ../../examples/two-kings.jsonl ../../examples/two-kings.jsonl",
		"corpus export ../../examples/two-kings.jsonl -o DIR/cases", "corpus export DIR/missing -o DIR/cases",
		"corpus check --cmd nothing -o DIR/report ../../examples/two-kings.jsonl",
		"corpus generate --rules chess --cluster listen:x --out DIR/none.jsonl",
		"corpus generate --rules chess --size all --cluster listen:x --out DIR",
		"corpus check --cmd turncoat --expected DIR/one ../../examples/two-kings.jsonl -o DIR/report --timeout 1s --no-diagnosis", "corpus score --search 0 --html DIR/html ../../examples/two-kings.jsonl", "diagram start -o DIR/start.svg",
		"corpus generate --rules pacifist1 --size smoke --search 1 --from ../../examples/vchess-pacifist1.pgn --out DIR/corpus.jsonl", "corpus generate --rules chess --format epd --positions 1 --depth 1 --out DIR/counts.epd",
		"board --no-open --tables DIR/tables --addr x ../../examples/vchess-pacifist1.pgn",
	} {
		_, _, message := call(t, "", strings.Fields(strings.ReplaceAll(words, "DIR", dir))...)
		after := open()
		for _, name := range after {
			if !slices.Contains(before, name) {
				t.Errorf("after %s %s is open: %s", words, name, message)
			}
		}

		before = after
	}

	if left, err := filepath.Glob(dir + "/.*.tmp"); err != nil || len(left) > 0 {
		t.Errorf("left are %q, %v", left, err)
	}
}
