package validate

import (
	"fmt"
	"strings"
	"testing"

	"turncoat/internal/lines"
)

// pgnOf writes a record of tags and moves as canonical PGN begins.
func pgnOf(result, tags, moves string) []byte {
	return []byte(sevenTags + fmt.Sprintf("[Result %q]\n",
		result) + tags + "\n" + moves + " " + result + "\n")
}

// from writes the tags of a starting position.
func from(fen string) string { return "[SetUp \"1\"]\n[FEN \"" + fen + "\"]\n" }

const pacifist = "[Variant \"pacifist1\"]\n"

// Two knights that can go to one square, and a pawn before its last step.
var knights, pawn = from("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1"), from("8/P6k/8/8/8/8/8/K7 w - - 0 1")

// Nothing is wrong with these records.
func TestCleanRecords(t *testing.T) {
	deep := func(n int) string {
		return "1. e4" + strings.Repeat(" (1. d4", n) + strings.Repeat(")", n)
	}
	for _, test := range []struct{ result, tags, moves string }{
		{"*", "", ""}, {"*", "", "1. e4"}, {"*", "", "1. e4 e5 2. Nf3 Nc6"}, {"*", "",
			"1. e4 1... e5"},
		{"*", "", "e4 e5"}, {"*", "", "1 e4 e5"},
		{"*", "", "1. e4! e5?? $14 2. Nf3"}, {"*", "", "1. e4 {a} e5 {} 2. Nf3 ; b\n"}, {"*", "",
			"{a} 1. e4"},
		{"*", "", deep(1)}, {"*", "", deep(16)},
		{"*", "", "1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4) 1... e5"}, {"*", "[Annotator \"a\"]\n",
			"1. e4"},
		{"*", "[Termination \"Normal\"]\n", "1. e4"},
		{"1-0", "", "1. e4"}, {"1/2-1/2", "", "1. e4 {agreed}"}, {"0-1", "", "1. f3 e5 2. g4 Qh4#"},
		{"1/2-1/2", from("7k/8/6K1/8/8/5Q2/8/8 w - - 0 1"), "1. Qf7"},
		// Which piece is told by its file, its rank, its square.
		{"*", knights, "1. Nbd2"}, {"*", from("4k3/8/8/1N6/8/1N6/8/4K3 w - - 0 1"),
			"1. N3d4"}, {"*", from("4k3/8/8/1N6/8/1N3N2/8/4K3 w - - 0 1"), "1. Nb3d4"},
		{"*", from("4k3/8/8/3n4/8/1N6/8/4K1Q1 w - - 0 1"), "1. Qd4 Nc7 2. Qd8+"},
		{"*", from("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"), "1. exd5"}, {"*",
			from("4k3/8/8/3n4/8/4N3/8/4K3 w - - 0 1"),
			"1. Nxd5"}, {"*", from("4k3/8/8/3n4/8/4N3/8/4K3 w - - 0 1"), "1. Nexd5"},
		{"*", pawn, "1. a8=Q"}, {"*", pawn,
			"1. a8=N"}, {"*", from("1n6/P6k/8/8/8/8/8/K7 w - - 0 1"), "1. axb8=R"},
		{"*", pawn, "1. a8=B"},
		{"*", from("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"), "1. O-O O-O-O"},
		{"*", from("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"), "1. O-O-O O-O"},
		{"*", from("4k3/8/8/8/8/8/8/4K3 b - - 5 9"), "9... Kd8 10. Kd1"},
		{"*", pacifist, "1. e4 e5 2. Qh5"}, {"*", pacifist,
			"1. e4 {[%conv -]} e5"}, {"*", pacifist, "1. e4 (1. d4) 1... e5"},
	} {
		text := pgnOf(test.result, test.tags, test.moves)
		if !clean(t, text) {
			t.Errorf("not clean:\n%s", text)
		}
	}
}

// Something is wrong with each of these.
func TestFaultyRecords(t *testing.T) {
	rooks := from("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
	for _, test := range []struct{ result, tags, moves string }{
		{"*", "", "2. e4"}, {"*", "", "1... e4"}, {"*", "", "1. e4 1. e5"}, {"*", "",
			"1. e4 2... e5"},
		{"*", "", "1. e5"}, {"*", "", "1. e4+"}, {"*", "", "1. e4#"}, {"*", "",
			"1. e4 e5 2. Nf3xc6"},
		{"*", "", "1. e"}, {"*", "", "1. N"}, {"*", "", "1. Ni3"}, {"*", "", "1. Nf9"}, {"*", "",
			"1. a0"},
		{"0-1", "", "1. f3 e5 2. g4 Qh4"}, {"0-1", "", "1. f3 e5 2. g4 Qh4+"}, {"1-0", "",
			"1. f3 e5 2. g4 Qh4#"},
		{"*", "", "1. f3 e5 2. g4 Qh4#"}, {"1-0", from("7k/8/6K1/8/8/5Q2/8/8 w - - 0 1"), "1. Qf7"},
		{"1/2-1/2", from("7k/8/6K1/8/8/5Q2/8/8 w - - 0 1"), "1. Qf7#"},
		// Mate is check without a turn: neither a check that can be met nor stalemate.
		{"1-0", "", "1. e4 e5 2. Qh5 Nc6 3. Qxf7#"}, {"*", "", "1. e4 e5 2. Qh5 Nc6 3. Qxf7# Kxf7"},
		{"1-0", from("7k/8/6K1/8/8/5Q2/8/8 w - - 0 1"), "1. Qf7#"},
		{"*", rooks, "1. O-O-O-O"}, {"*", rooks, "1. O"}, {"*", rooks, "1. Ke2 Ke7 2. O-O"},
		{"*", knights, "1. Nd2"}, {"*", knights,
			"1. Nad2"}, {"*", knights, "1. N2d2"},
		{"*", knights, "1. Nbb1d2"}, {"*", knights,
			"1. Nb2d2"},
		{"*", pawn, "1. a8"}, {"*", pawn, "1. a8=K"},
		{"*", pawn, "1. a8=P"}, {"*", pawn,
			"1. a8=X"}, {"*", pawn, "1. Kb1=Q"},
		{"1/2-1/2", "", "1. e4 {draw by repetition}"}, {"1/2-1/2",
			"[Termination \"fifty moves\"]\n", "1. e4"},
		{"*", "[SetUp \"1\"]\n", "1. e4"},
		{"*", "[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n", "1. Kd1"}, {"*", from("x"), "1. e4"},
		{"*", "[Variant \"none\"]\n", "1. e4"}, {"*", "", "1. e4 * e5"},
		{"*", "", "1. e4 1-0"},
		{"*", "", "1. e4 (1. d5) 1... e5"}, {"*", "", "1. e4 ((1. d4)"},
		{"*", pacifist, "1. e4 {[%conv e5]}"}, {"*", pacifist, "{[%conv -]} 1. e4"},
		{"*", pacifist, "1. e4 {[%conv -x]}"}, {"*", pacifist, "1. e4 {[%reclaimx-]}"},
	} {
		text := pgnOf(test.result, test.tags, test.moves)
		if clean(t, text) {
			t.Errorf("clean:\n%s", text)
		}
	}

	for _, text := range []string{sevenTags + "\n1. e4 *\n",
		sevenTags + "[Result \"won\"]\n\n1. e4 *\n"} {
		if clean(t, []byte(text)) {
			t.Errorf("clean:\n%s", text)
		}
	}
}

// The conversions and reclaims that comments command are held to what happens, whole and in order
// (NOT-4). The rook that comes to a1 converts the knight, and that the pawn (PAC-6).
func TestCommands(t *testing.T) {
	const waves = "7k/8/2p5/n7/8/8/8/1R5K w - - 0 1"
	for command, want := range map[string]bool{
		"[%conv a5;c6]": true, "x [%conv a5;c6] y": true, "[%clk 1] [%conv a5;c6]": true,
		"[%conv c6;a5]": false,
		"[%conv a5,c6]": false, "[%conv a5]": false, "[%conv a5;c6;h8]": false,
		"[%conv a5;c6": true, "[%conv a5,a5;c6]": false,
		"[%conv a5;c6;]": false, "[%conv -]": false, "[%conv a5;c]": false, "[%conva5;c6]": true,
		"[%conv a5;c6;c6]": false,
		"[%conv a5;c6]]":   true,
	} {
		text := pgnOf("*", pacifist+from(waves), "1. Ra1 {"+command+"}")
		if got := clean(t, text); got != want {
			t.Errorf("%s: clean is %t", command, got)
		}
		// the replay goes along
		text = pgnOf("*", pacifist+from(waves), "1. Rb2 Kg8 2. Ra2 {"+command+"}")
		if got := clean(t, text); got != want {
			t.Errorf("later, %s: clean is %t", command, got)
		}
	}

	// After Rc2 Black may take the knight d5 back, or leave it (PAC-8).
	const reclaim = "1k4r1/1b6/8/3N4/6nR/8/3R4/K7 w - - 0 1"
	for command, want := range map[string]bool{
		"": true, "[%reclaim d5]": true, "[%reclaim -]": true, "[%reclaim d5,c2]": false,
		"[%reclaim d5,d5]": false,
		"[%reclaim c2]":    false, "[%reclaim d5": true, "[%reclaim d]": false, "[%reclaim]": false,
		"[%reclaim d5;]": false,
		"[%reclaimd5]":   true, "[%reclaim d5] [%reclaim d5]": true,
		"[%reclaim -] [%reclaim d5]": false,
		"[%reclaim d5] [%reclaim -]": false,
	} {
		text := pgnOf("*", "[Variant \"pacifist-number\"]\n"+from(reclaim), "1. Rc2 {"+command+"}")
		if got := clean(t, text); got != want {
			t.Errorf("%s: clean is %t", command, got)
		}
	}
}

// What stands behind slashes is what is converted, each once (NOT-3): as in the third game of the
// Grand Prix the pawn e5.
func TestSlashes(t *testing.T) {
	const moves = "1. e4 d5 2. c4 c6 3. cxd5 e5 4. Qh5"
	for slash, want := range map[string]bool{"/e5": true, "": false, "/": false, "/e": false,
		"/e5/": false, "/e5/e5": false, "/Ne5": false,
		"/Xe5": false, "/d5": false, "/e5x": false} {
		if got := clean(t, pgnOf("*", "[Variant \"conversion\"]\n", moves+slash)); got != want {
			t.Errorf("Qh5%s: clean is %t", slash, got)
		}
	}
}

// Of YAML the keys at the top say what it is; of what is neither scenarios nor a rule set nothing
// is told.
func TestYAMLOfAKind(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"services: {}\n", ""}, {"- a\n", ""}, {"", ""}, {"a: [\n", "file false"},
		{"rules: chess\nscenarios:\n  - name: a\n    expect: {turns: {count: 20}}\n",
			"scenario true"},
		{"rules: chess\nscenarios:\n  - name: a\n    expect: {turns: {count: 21}}\n",
			"scenario false"},
		{"scenarios:\n  - name: a\n    fen: x\n", "scenario false"}, {"scenarios: []\nodd: 1\n",
			"file false"},
		{"name: mine\nbase: chess\n", "rules true"}, {"name: mine\nfamily: chess\n", "rules true"},
		{"name: mine\nfamily: none\n", "rules false"}, {"name: mine\nbase: none\n", "rules false"},
		{"name: mine\nlines: blocked\n", "rules false"}, {"base: [pacifist1]\n", "rules false"},
	} {
		var got []string
		for _, r := range yamlRecords(t.Context(), []byte(test.text),
			lines.NewPlaces([]byte(test.text)), Rules{}) {
			got = append(got, fmt.Sprint(r.Kind, " ", r.OK))
			if !r.OK && (len(r.Findings) == 0 || r.Findings[0].Severity != "error" ||
				r.Findings[0].Message == "") {
				t.Errorf("%q: %+v", test.text, r.Findings)
			}
		}

		if all := strings.Join(got, "; "); all != test.want {
			t.Errorf("%q: %s, want %s", test.text, all, test.want)
		}
	}
}
