package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/rules/ruleset"
)

// A line of best play breaks before the first word that would pass column 90: of all longest wins
// some have a line of just that, and some one that would pass it by one.
func TestLineBreaks(t *testing.T) {
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	full, over := 0, 0
	for _, rules := range ruleset.BuiltinNames() {
		for _, class := range []string{"KKQ", "KKR", "KKB", "KKN", "KKP"} {
			status, out, _ := call(
				t,
				"",
				"tablebase",
				"longest",
				"--rules",
				rules,
				"--count",
				"1",
				class,
			)
			if status == command.StatusFound { // nobody wins
				continue
			}
			lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")[2:]
			var moves []string
			for i, line := range lines {
				words := strings.Fields(line)
				moves = append(moves, slices.DeleteFunc(slices.Clone(words),
					func(w string) bool { return strings.HasSuffix(w, ".") })...)
				if line != "  "+strings.Join(words, " ") || len(line) > 90 {
					t.Errorf("%s %s: %d columns: %q", rules, class, len(line), line)
				}
				if len(line) == 90 {
					full++
				}
				if i+1 == len(lines) {
					continue
				}
				word, rest, _ := strings.Cut(strings.TrimSpace(lines[i+1]), " ")
				if strings.HasSuffix(word, ".") { // a number stays with its move
					word += " " + strings.Fields(rest)[0]
				}
				switch n := len(line) + 1 + len(word); {
				case n <= 90:
					t.Errorf("%s %s: %q has room for %s", rules, class, line, word)
				case n == 91:
					over++
				}
			}

			_, text, _ := call(
				t,
				"",
				"tablebase",
				"longest",
				"--rules",
				rules,
				"--count",
				"1",
				"--json",
				class,
			)
			var told struct{ Line []string }
			if err := json.Unmarshal([]byte(text), &told); err != nil ||
				!slices.Equal(moves, told.Line) {
				t.Errorf("%s %s: %q, as JSON %s, %v", rules, class, moves, text, err)
			}
		}
	}

	if full == 0 || over == 0 {
		t.Errorf("%d lines of 90 columns, %d that would have 91", full, over)
	}
}
