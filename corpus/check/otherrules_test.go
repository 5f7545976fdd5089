package check

import (
	"slices"
	"strings"
	"testing"

	"turncoat/corpus"
	"turncoat/internal/rulestest"
	"turncoat/rules"
	"turncoat/rules/board"
)

// movesWith returns the moves of a position as a program with a bug has them, of pacifist1 with a setting misread.
func movesWith(t *testing.T, setting, bug, fen string) []string {
	t.Helper()
	m, err := corpus.ParseMisreading(rulestest.Builtin(t, "pacifist1"), setting)
	if err != nil {
		t.Fatal(err)
	}
	p, err := rules.New(m.Set).ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	ways := waysByName()[bug]
	if len(ways) == 0 {
		t.Fatalf("no bug is called %q", bug)
	}
	var list []string
	for turn := range (&wrongJudge{set: m.Set, way: &ways[0]}).each(&p) {
		list = append(list, turn.move.UCI(&p))
	}
	return list
}

// Bugs that show only where a setting is misread as well: a king that cannot be converted stays over-persuaded.
func TestBugsBesideMisreadings(t *testing.T) {
	for _, test := range []struct {
		setting, bug, fen string
		allowed, refused  string
	}{
		// From the h-file the rook persuades the king, which nothing supports.
		{"king-converts=no", "the enemy's kings are tested for king safety, not the mover's",
			"7k/8/8/8/8/8/8/K5R1 w - - 0 1", "g1g2 g1f1 a1b1", "g1h1 g1g8"},
		{"king-converts=no", "a side without a king may make any turn that it likes", "7k/8/8/8/8/8/8/K5R1 w - - 0 1",
			"g1g2 g1h1 g1g8", ""},
		// The rook on a4 persuades the king, whose side claims another from the h-file, and supports it on a2.
		{"king-safety=every-king", "a turn that claims a king is not tested for king safety",
			"7k/8/8/8/r7/8/6R1/K7 w - - 0 1", "g2h2 g2a2", "g2g3"},
	} {
		got := movesWith(t, test.setting, test.bug, test.fen)
		for _, uci := range strings.Fields(test.allowed) {
			if !slices.Contains(got, uci) {
				t.Errorf("%s, %s: %s is refused in %s", test.setting, test.bug, uci, test.fen)
			}
		}
		for _, uci := range strings.Fields(test.refused) {
			if slices.Contains(got, uci) {
				t.Errorf("%s, %s: %s is allowed in %s", test.setting, test.bug, uci, test.fen)
			}
		}
	}
}

// Only those kinds are said to lose steps that have them: rooks have no diagonal ones, so that rooks and queens
// lose what queens lose.
func TestStepsThatAreLostAreThere(t *testing.T) {
	listed := map[string]bool{}
	for _, w := range lostSteps() {
		listed[w.name] = true
	}
	for of, want := range map[string]bool{
		"diagonal steps of queens":            true,
		"straight steps of queens":            true,
		"diagonal steps of queens and kings":  true,
		"steps along ranks of rooks":          true,
		"diagonal steps of rooks":             false,
		"diagonal steps of rooks and queens":  false,
		"straight steps of bishops":           false,
		"straight steps of knights":           false,
		"steps along ranks of bishops":        false,
		"steps along files of knights":        false,
		"straight steps of knights and kings": false,
	} {
		if name := "the " + of + " are missing in moving and in bearing"; listed[name] != want {
			t.Errorf("%s: listed %v", name, !want)
		}
	}
}

// An attack is one in the orthodox sense: a rook behind a queen attacks nothing that she does.
func TestAttackedByAKind(t *testing.T) {
	_, p, _ := at(t, "pacifist1", "3r3k/8/8/3q4/8/8/8/K7 w - - 0 1", "a1b1")
	for s, want := range map[string][2]bool{"d3": {true, false}, "d6": {true, true}, "e8": {false, true},
		"h3": {false, false}} {
		for i, k := range []board.Kind{board.Queen, board.Rook} {
			if got := attackedBy(p, squareOf(t, s), board.Black, func(kind board.Kind) bool { return kind == k }); got != want[i] {
				t.Errorf("%s is attacked by a %v: %v", s, k, got)
			}
		}
	}
}
