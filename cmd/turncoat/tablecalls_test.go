package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"turncoat/cmd/internal/command"
)

// Tables lie where the system keeps what belongs to a user. They are read there if the place is
// there; that they cannot be used is said, and the work goes on without them.
func TestUsualTables(t *testing.T) {
	data := t.TempDir()
	t.Setenv("XDG_DATA_HOME", data)
	place := filepath.Join(data, "turncoat", "tables")
	if got := command.UsualTables(); got != place {
		t.Fatalf("%s, want %s", got, place)
	}
	explain := func() (string, string) {
		t.Helper()
		status, out, message := call(t, "", "explain", "--rules", "pacifist1",
			"n7/8/8/4K3/8/8/8/7k w", "Kd6")
		if status != 0 {
			t.Fatalf("status %d: %s", status, message)
		}
		return out, message
	}
	if out, message := explain(); strings.Contains(out, "By the tables") || message != "" {
		t.Errorf("without the place: %s%s", out, message)
	}
	if err := os.MkdirAll(filepath.Join(place, "pacifist1"), 0o700); err != nil {
		t.Fatal(err)
	}
	if out, message := explain(); !strings.Contains(
		out,
		"By the tables: win in 25 plies for White before the turn, loss in 24 plies for Black after it.\n",
	) ||
		message != "" {
		t.Errorf("with the place: %s%s", out, message)
	}

	if status, out, message := call(t, "", "explain", "--rules", "chess", "8/8/8/8/8/k1p5/2R5/K7 w",
		"Rxc3+"); status != 0 || message != "" || strings.Contains(out, "By the tables") {
		t.Errorf("where one of two positions has a table: status %d, %s%s", status, out, message)
	}

	for words, want := range map[string]string{
		"--rules chess":           "move       uci     leads to",
		"--rules pacifist1":       "move       uci     converts              leads to",
		"--rules pacifist-number": "move       uci     converts              taken back  leads to",
	} {
		status, out, message := call(t, "", append([]string{"turns", "8/8/8/8/8/3k4/1B6/K7"},
			strings.Fields(words)...)...)
		lines := strings.Split(out, "\n")
		if status != 0 || message != "" || lines[1] != want {
			t.Fatalf("%s: status %d, %s%s", words, status, out, message)
		}
		column := strings.Index(want, "leads to")
		for _, line := range lines[2 : len(lines)-2] {
			if value := line[min(column, len(line)):]; !strings.HasSuffix(
				line[:min(column, len(line))],
				"  ",
			) ||
				value != "draw" && !strings.HasPrefix(value, "win in ") &&
					!strings.HasPrefix(value, "loss in ") &&
					!strings.HasSuffix(value, " has lost") {
				t.Errorf("%s: %q in %s", words, line, out)
			}
		}

		if _, out, _ := call(t, "", append([]string{"turns", "--json", "8/8/8/8/8/3k4/1B6/K7"},
			strings.Fields(words)...)...); strings.Contains(out, "plies") {
			t.Errorf("%s: as JSON values are given that were not asked for: %s", words, out)
		}
	}

	if err := os.WriteFile(filepath.Join(place, "pacifist1", "KKRB.tct"), []byte("no table"), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, message := explain(); strings.Contains(out, "By the tables") ||
		!strings.Contains(message,
			"KKRB.tct: ") ||
		!strings.Contains(message, "; continuing without tables\n") {
		t.Errorf("with a table that is none: %s%s", out, message)
	}

	t.Setenv("XDG_DATA_HOME", "relative")
	t.Setenv("HOME", data)
	if got := command.UsualTables(); !filepath.IsAbs(got) || !strings.HasPrefix(got, data) ||
		!strings.HasSuffix(got,
			filepath.Join("turncoat", "tables")) {
		t.Errorf("without a place for data: %s", got)
	}
}

// The counts of a table by length and by owner come to those of the whole table; the longest bar
// has forty signs.
func TestStatsComeToTheWhole(t *testing.T) {
	status, out, message := call(t, "", "tablebase", "stats", "--rules", "pacifist1", "--histogram",
		"--owners", "KKN")
	if status != 0 || !strings.HasPrefix(
		out,
		"KKN         125,552 positions  won   81,987  lost   43,553  drawn        12  longest  25 plies",
	) {
		t.Fatalf("status %d, %s%s", status, out, message)
	}

	number := func(text string) (n int) {
		fmt.Sscan(strings.ReplaceAll(text, ",", ""), &n)
		return n
	}
	counts, longest, owned, bars := map[string]int{}, map[string]int{}, 0, []int{}
	for line := range strings.Lines(out) {
		words := strings.Fields(line)
		switch {
		case words[0] == "win" || words[0] == "loss":
			counts[words[0]] += number(words[3])
			longest[words[0]] = number(words[2])
			bars = append(bars, len(words[4]))
		case words[1] == "to": // who owns what
			owned += number(words[slices.Index(words, "positions")-1])
		}
	}

	if counts["win"] != 81987 || counts["loss"] != 43553 || longest["win"] != 25 ||
		longest["loss"] != 24 ||
		owned != 125552 {
		t.Errorf("%v, longest %v, %d owned", counts, longest, owned)
	}

	if len(bars) == 0 || slices.Max(bars) != 40 || slices.Min(bars) != 1 {
		t.Errorf("bars %d", bars)
	}
}
