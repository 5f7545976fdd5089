package collection_test

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"turncoat/internal/puzzle/analysis"
	"turncoat/internal/tablebase"
	"turncoat/internal/tablebase/embedded"
	"turncoat/internal/testing/filetest"
	"turncoat/internal/testing/longtest"
	"turncoat/internal/testing/puzzletest"
	"turncoat/puzzle"
	"turncoat/rules/ruleset"
)

var rewrite = flag.Bool("rewrite", false, "write the table of coverage anew")

// wanted are how many puzzles there should be of each theme that a rule set can show, of help-wins,
// and of self-wins.
const (
	wantedThemes    = 3
	wantedHelpWins  = 10
	wantedSelfWins  = 5
	coverageFile    = "COVERAGE.md"
	coverageHeading = `# What the collection shows

How many puzzles show each theme, by rule set; chains of waves of any length together. A dash: no puzzle of that rule set can show it, for the reason below.
In bold what there are fewer of than three, ten (help-wins) or five (self-wins): no more were found in the time that the mines were given; no mine
looked for the themes of lines and mates, nor for the Zagoruiko.
No mine met reciprocal play: what shows it was composed towards it, so far in no rule set of Benedict Chess. Made by
` + "`go test ./puzzle/collection -run Coverage -rewrite`" + ` and held to the files by the same test.

`
)

// everything reads all files of the collection.
func everything(t *testing.T) []puzzle.Puzzle {
	t.Helper()
	return append(readFiles(t, "*.jsonl"), readFiles(t, "more/*.jsonl")...)
}

func readFiles(t *testing.T, pattern string) (list []puzzle.Puzzle) {
	t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) == 0 {
		t.Fatal(pattern, err)
	}
	for _, name := range names {
		list = append(list, puzzletest.File(t, name)...)
	}
	return list
}

// shown names the themes of a puzzle, chains of waves alike.
func shown(p *puzzle.Puzzle) []string {
	var names []string
	for _, name := range p.Themes {
		if strings.HasPrefix(name, analysis.WavesPrefix) {
			name = "waves"
		}
		names = append(names, name)
	}

	return names
}

// The table says what is there, and every gap in it has its reason.
func TestCoverage(t *testing.T) {
	counts := map[string]map[string]int{}
	goals := map[string]map[puzzle.Goal]int{}
	for _, p := range everything(t) {
		rules := p.Rules.Name
		if counts[rules] == nil {
			counts[rules], goals[rules] = map[string]int{}, map[puzzle.Goal]int{}
		}
		for _, name := range shown(&p) {
			counts[rules][name]++
		}
		goals[rules][p.Goal()]++
	}

	names := []string{"waves"}
	for _, theme := range analysis.Themes() {
		names = append(names, theme.Name)
	}
	sets := slices.DeleteFunc(ruleset.BuiltinNames(), func(name string) bool {
		return counts[name] == nil
	})
	var table strings.Builder
	table.WriteString(coverageHeading)
	fmt.Fprintf(&table, "| theme | %s |\n| --- |%s\n", strings.Join(sets, " | "),
		strings.Repeat(" --- |", len(sets)))
	reasons := map[string][]string{} // from a reason and the rule sets to the themes
	for _, name := range names {
		fmt.Fprintf(&table, "| `%s` |", name)
		without := map[string][]string{}
		for _, rules := range sets {
			set, _ := ruleset.Builtin(rules)
			n, why := counts[rules][name], analysis.Impossible(name, set, puzzle.Win)
			switch {
			case why != "" && n > 0:
				t.Errorf("%d puzzles of %s show %s, of which it is said: %s", n, rules, name, why)
			case why != "":
				table.WriteString(" – |")
				without[why] = append(without[why], "`"+rules+"`")
			case n < wantedThemes:
				fmt.Fprintf(&table, " **%d** |", n)
			default:
				fmt.Fprintf(&table, " %d |", n)
			}
		}

		table.WriteByte('\n')
		for why, sets := range without {
			where := fmt.Sprintf("%s, in %s", why, strings.Join(sets, ", "))
			reasons[where] = append(reasons[where], "`"+name+"`")
		}
	}

	for _, row := range []struct {
		goal   puzzle.Goal
		wanted int
	}{{puzzle.Win, 1}, {puzzle.HelpWin, wantedHelpWins}, {puzzle.SelfWin, wantedSelfWins}} {
		fmt.Fprintf(&table, "| %ss |", row.goal)
		for _, rules := range sets {
			if n := goals[rules][row.goal]; n < row.wanted {
				fmt.Fprintf(&table, " **%d** |", n)
			} else {
				fmt.Fprintf(&table, " %d |", n)
			}
		}

		table.WriteByte('\n')
	}

	table.WriteString("\nWhy there is a dash:\n\n")
	for _, why := range slices.Sorted(maps.Keys(reasons)) {
		fmt.Fprintf(&table, "- %s: %s.\n", why, strings.Join(reasons[why], ", "))
	}
	if *rewrite {
		if err := os.WriteFile(coverageFile, []byte(table.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}

	if string(filetest.Read(t, coverageFile)) != table.String() {
		t.Errorf("%s is not what the collection shows: see CONTRIBUTING.md", coverageFile)
	}
}

// The further puzzles are sound, none stands in the collection twice, and each is proved again from
// nothing, all of them in a long run; of long wins the proof is checked that the solution is.
func TestFurtherPuzzles(t *testing.T) {
	seen := puzzle.Seen{}
	tables := map[string]*tablebase.Tables{}
	for _, name := range ruleset.BuiltinNames() {
		set, _ := ruleset.Builtin(name)
		small, err := embedded.Open(set, "")
		if err != nil {
			t.Fatal(err)
		}
		defer small.Close()
		tables[name] = small
	}

	firstBook := len(readFiles(t, "*.jsonl")) // it is verified elsewhere
	for i, p := range everything(t) {
		if !seen.Add(&p) {
			t.Errorf("%s: the position or the idea stands in the collection already", p.ID)
		}
		if p.Grade == nil || len(p.Unsound) > 0 {
			t.Errorf("%s is not graded, or unsound", p.ID)
		}
		further := p.Goal() != puzzle.Win || i >= firstBook
		if !further || i%19 != 0 && !longtest.Enabled() {
			continue
		}
		if p.Goal() == puzzle.HelpWin && len(p.Lines) != 1 {
			t.Errorf("%s has %d solutions", p.ID, len(p.Lines))
		}
		if p.Goal() != puzzle.HelpWin && len(p.Keys) != 1 {
			t.Errorf("%s has %d keys", p.ID, len(p.Keys))
		}
		if p.In > 4 {
			// that there is no shorter win takes minutes to find out again
			if report := puzzletest.Proved(t, &p); report.Wins == 0 {
				t.Errorf("%s: nothing is proved", p.ID)
			}
			continue
		}

		if _, err := analysis.Verify(context.Background(), &p, 1,
			tables[p.Rules.Name]); err != nil {
			t.Errorf("%s: %v", p.ID, err)
		}
	}
}
