package validate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"turncoat/internal/filetest"
	"turncoat/internal/rulestest"
	"turncoat/pgn/finding"
	"turncoat/pgn/token"
	"turncoat/rules"
)

// pgnOf writes a record of tags and moves as canonical PGN begins.
func pgnOf(result, tags, moves string) []byte {
	return []byte(sevenTags + fmt.Sprintf("[Result %q]\n", result) + tags + "\n" + moves + " " + result + "\n")
}

// from writes the tags of a starting position.
func from(fen string) string { return "[SetUp \"1\"]\n[FEN \"" + fen + "\"]\n" }

// Each of these records is judged the fast path: nothing is wrong with it, and all of it is plain.
func TestFastPathReadsThePlain(t *testing.T) {
	deep := func(n int) string {
		return "1. e4" + strings.Repeat(" (1. d4", n) + strings.Repeat(")", n)
	}
	for _, test := range []struct{ result, tags, moves string }{
		{"*", "", ""}, {"*", "", "1. e4"}, {"*", "", "1. e4 e5 2. Nf3 Nc6"}, {"*", "", "1. e4 1... e5"},
		{"*", "", "e4 e5"}, {"*", "", "1 e4 e5"},
		{"*", "", "1. e4! e5?? $14 2. Nf3"}, {"*", "", "1. e4 {a} e5 {} 2. Nf3 ; b\n"}, {"*", "", "{a} 1. e4"},
		{"*", "", deep(1)}, {"*", "", deep(16)},
		{"*", "", "1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4) 1... e5"}, {"*", "[Annotator \"a\"]\n", "1. e4"},
		{"*", "[Termination \"Normal\"]\n", "1. e4"},
		{"1-0", "", "1. e4"}, {"1/2-1/2", "", "1. e4 {agreed}"}, {"0-1", "", "1. f3 e5 2. g4 Qh4#"},
		{"1/2-1/2", from("7k/8/6K1/8/8/5Q2/8/8 w - - 0 1"), "1. Qf7"},
		// Which piece is told by its file, its rank, its square.
		{"*", from("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1"), "1. Nbd2"}, {"*", from("4k3/8/8/1N6/8/1N6/8/4K3 w - - 0 1"),
			"1. N3d4"}, {"*", from("4k3/8/8/1N6/8/1N3N2/8/4K3 w - - 0 1"), "1. Nb3d4"},
		{"*", from("4k3/8/8/3n4/8/1N6/8/4K1Q1 w - - 0 1"), "1. Qd4 Nc7 2. Qd8+"},
		{"*", from("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"), "1. exd5"}, {"*", from("4k3/8/8/3n4/8/4N3/8/4K3 w - - 0 1"),
			"1. Nxd5"}, {"*", from("4k3/8/8/3n4/8/4N3/8/4K3 w - - 0 1"), "1. Nexd5"},
		{"*", from("8/P6k/8/8/8/8/8/K7 w - - 0 1"), "1. a8=Q"}, {"*", from("8/P6k/8/8/8/8/8/K7 w - - 0 1"),
			"1. a8=N"}, {"*", from("1n6/P6k/8/8/8/8/8/K7 w - - 0 1"), "1. axb8=R"},
		{"*", from("8/P6k/8/8/8/8/8/K7 w - - 0 1"), "1. a8=B"},
		{"*", from("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"), "1. O-O O-O-O"},
		{"*", from("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"), "1. O-O-O O-O"},
		{"*", from("4k3/8/8/8/8/8/8/4K3 b - - 5 9"), "9... Kd8 10. Kd1"},
		{"*", "[Variant \"pacifist1\"]\n", "1. e4 e5 2. Qh5"}, {"*", "[Variant \"pacifist1\"]\n",
			"1. e4 {[%conv -]} e5"}, {"*", "[Variant \"pacifist1\"]\n", "1. e4 (1. d4) 1... e5"},
	} {
		text := pgnOf(test.result, test.tags, test.moves)
		if read, all := agree(t, text); read != 1 || all != 1 {
			t.Errorf("read %d of %d:\n%s", read, all, text)
		}
	}
}

// None of these is: something is wrong with it, or it needs a second look.
func TestFastPathLeavesTheRest(t *testing.T) {
	rooks := from("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
	for _, test := range []struct{ result, tags, moves string }{
		{"*", "", "2. e4"}, {"*", "", "1... e4"}, {"*", "", "1. e4 1. e5"}, {"*", "", "1. e4 2... e5"},
		{"*", "", "1. e5"}, {"*", "", "1. e4+"}, {"*", "", "1. e4#"}, {"*", "", "1. e4 e5 2. Nf3xc6"},
		{"*", "", "1. e"}, {"*", "", "1. N"}, {"*", "", "1. Ni3"}, {"*", "", "1. Nf9"}, {"*", "", "1. a0"},
		{"0-1", "", "1. f3 e5 2. g4 Qh4"}, {"0-1", "", "1. f3 e5 2. g4 Qh4+"}, {"1-0", "", "1. f3 e5 2. g4 Qh4#"},
		{"*", "", "1. f3 e5 2. g4 Qh4#"}, {"1-0", from("7k/8/6K1/8/8/5Q2/8/8 w - - 0 1"), "1. Qf7"},
		{"1/2-1/2", from("7k/8/6K1/8/8/5Q2/8/8 w - - 0 1"), "1. Qf7#"},
		// Mate is check without a turn: neither a check that can be met nor stalemate.
		{"1-0", "", "1. e4 e5 2. Qh5 Nc6 3. Qxf7#"}, {"*", "", "1. e4 e5 2. Qh5 Nc6 3. Qxf7# Kxf7"},
		{"1-0", from("7k/8/6K1/8/8/5Q2/8/8 w - - 0 1"), "1. Qf7#"},
		{"*", rooks, "1. O-O-O-O"}, {"*", rooks, "1. O"}, {"*", rooks, "1. OO"}, {"*", rooks, "1. Ke2 Ke7 2. O-O"},
		{"*", from("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1"), "1. Nd2"}, {"*", from("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1"),
			"1. Nad2"}, {"*", from("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1"), "1. N2d2"},
		{"*", from("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1"), "1. Nbb1d2"}, {"*", from("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1"),
			"1. Nb2d2"},
		{"*", from("8/P6k/8/8/8/8/8/K7 w - - 0 1"), "1. a8"}, {"*", from("8/P6k/8/8/8/8/8/K7 w - - 0 1"), "1. a8=K"},
		{"*", from("8/P6k/8/8/8/8/8/K7 w - - 0 1"), "1. a8=P"}, {"*", from("8/P6k/8/8/8/8/8/K7 w - - 0 1"),
			"1. a8=X"}, {"*", from("8/P6k/8/8/8/8/8/K7 w - - 0 1"), "1. Kb1=Q"},
		{"1/2-1/2", "", "1. e4 {draw by repetition}"}, {"1/2-1/2", "[Termination \"fifty moves\"]\n", "1. e4"},
		{"*", "[Termination \"a \\\"b\\\"\"]\n", "1. e4"}, {"*", "[SetUp \"1\"]\n", "1. e4"},
		{"*", "[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n", "1. Kd1"}, {"*", from("x"), "1. e4"},
		{"*", "[Variant \"none\"]\n", "1. e4"}, {"*", "[Event \"again\"]\n", "1. e4"}, {"*", "", "1. e4 * e5"},
		{"*", "", "1. e4 1-0"}, {"*", "", "1. e4" + strings.Repeat(" (1. d4", 17) + strings.Repeat(")", 17)},
		{"*", "", "1. e4 (1. d5) 1... e5"}, {"*", "", "1. e4 ((1. d4)"},
		{"*", "[Variant \"pacifist1\"]\n", "1. e4 {[%conv e5]}"}, {"*", "[Variant \"pacifist1\"]\n",
			"1. e4 {[%conv]}"}, {"*", "[Variant \"pacifist1\"]\n", "{[%conv -]} 1. e4"},
		{"*", "[Variant \"pacifist1\"]\n", "1. e4 {[%conv -x]}"},
		{"*", "[Variant \"pacifist1\"]\n", "1. e4 {[%conv}"}, {"*", "[Variant \"pacifist1\"]\n", "1. e4 {[%conv }"},
		{"*", "[Variant \"pacifist1\"]\n", "1. e4 {[%conv -}"}, {"*", "[Variant \"pacifist1\"]\n", "1. e4 {[%convx-]}"},
		{"*", "[Variant \"pacifist1\"]\n", "1. e4 {[%reclaim}"}, {"*", "[Variant \"pacifist1\"]\n",
			"1. e4 {[%reclaim }"}, {"*", "[Variant \"pacifist1\"]\n", "1. e4 {[%reclaim -}"},
		{"*", "[Variant \"pacifist1\"]\n", "1. e4 {[%reclaimx-]}"},
	} {
		text := pgnOf(test.result, test.tags, test.moves)
		if read, _ := agree(t, text); read != 0 {
			t.Errorf("read:\n%s", text)
		}
	}
	// A record without a Result tag, or with one that is none, needs a second look, too.
	for _, text := range []string{sevenTags + "\n1. e4 *\n", sevenTags + "[Result \"won\"]\n\n1. e4 *\n"} {
		if read, _ := agree(t, []byte(text)); read != 0 {
			t.Errorf("read:\n%s", text)
		}
	}
}

// The conversions and reclaims that comments command are held to what happens, whole and in order (NOT-4). The
// rook that comes to a1 converts the knight, and that the pawn (PAC-6).
func TestFastPathHoldsCommands(t *testing.T) {
	const waves = "7k/8/2p5/n7/8/8/8/1R5K w - - 0 1"
	for command, want := range map[string]int{
		"[%conv a5;c6]": 1, "x [%conv a5;c6] y": 1, "[%clk 1] [%conv a5;c6]": 1, "[%conv c6;a5]": 0,
		"[%conv a5,c6]": 0, "[%conv a5]": 0, "[%conv a5;c6;h8]": 0, "[%conv a5;c6": 0, "[%conv a5,a5;c6]": 0,
		"[%conv a5;c6;]": 0, "[%conv -]": 0, "[%conv a5;c]": 0, "[%conva5;c6]": 0, "[%conv a5;c6;c6]": 0,
		"[%conv a5;c6]]": 1,
	} {
		text := pgnOf("*", "[Variant \"pacifist1\"]\n"+from(waves), "1. Ra1 {"+command+"}")
		if read, all := agree(t, text); read != want || all != 1 {
			t.Errorf("%s: read %d of %d", command, read, all)
		}
		// the replay goes along
		text = pgnOf("*", "[Variant \"pacifist1\"]\n"+from(waves), "1. Rb2 Kg8 2. Ra2 {"+command+"}")
		if read, all := agree(t, text); read != want || all != 1 {
			t.Errorf("later, %s: read %d of %d", command, read, all)
		}
	}
	// After Rc2 Black may take the knight d5 back, or leave it (PAC-8).
	const reclaim = "1k4r1/1b6/8/3N4/6nR/8/3R4/K7 w - - 0 1"
	for command, want := range map[string]int{
		"": 1, "[%reclaim d5]": 1, "[%reclaim -]": 1, "[%reclaim d5,c2]": 0, "[%reclaim d5,d5]": 0,
		"[%reclaim c2]": 0, "[%reclaim d5": 0, "[%reclaim d]": 0, "[%reclaim]": 0, "[%reclaim d5;]": 0,
		"[%reclaimd5]": 0, "[%reclaim d5] [%reclaim d5]": 1, "[%reclaim -] [%reclaim d5]": 0,
		"[%reclaim d5] [%reclaim -]": 0,
	} {
		text := pgnOf("*", "[Variant \"pacifist-number\"]\n"+from(reclaim), "1. Rc2 {"+command+"}")
		if read, all := agree(t, text); read != want && want == 1 || all != 1 {
			t.Errorf("%s: read %d of %d", command, read, all)
		}
	}
}

// What stands behind slashes is what is converted, each once (NOT-3): as in the third game of the Grand Prix the
// pawn e5.
func TestFastPathHoldsSlashes(t *testing.T) {
	const moves = "1. e4 d5 2. c4 c6 3. cxd5 e5 4. Qh5"
	for slash, want := range map[string]int{"/e5": 1, "": 0, "/": 0, "/e": 0, "/e5/": 0, "/e5/e5": 0, "/Ne5": 0,
		"/Xe5": 0, "/d5": 0, "/e5x": 0} {
		if read, all := agree(t, pgnOf("*", "[Variant \"conversion\"]\n", moves+slash)); read != want || all != 1 {
			t.Errorf("Qh5%s: read %d of %d", slash, read, all)
		}
	}
}

// A line is cut before and after the characters that a finding is about.
func TestCutAt(t *testing.T) {
	for _, test := range []struct {
		line         string
		caret, width int
		want         [3]string
	}{
		{"abcde", 1, 2, [3]string{"a", "bc", "de"}}, {"abcde", 0, 5, [3]string{"", "abcde", ""}},
		{"abcde", 4, 1, [3]string{"abcd", "e", ""}}, {"abcde", 4, 3, [3]string{"abcd", "e", ""}},
		{"abcde", 5, 1, [3]string{"abcde", " ", ""}}, {"abcde", 9, 1, [3]string{"abcde", " ", ""}},
		{"äöü", 1, 1, [3]string{"ä", "ö", "ü"}}, {"", 0, 1, [3]string{"", "", ""}},
	} {
		before, marked, after := cutAt(test.line, test.caret, test.width)
		if got := [3]string{before, marked, after}; got != test.want {
			t.Errorf("%q at %d, %d: %q, want %q", test.line, test.caret, test.width, got, test.want)
		}
	}
}

func TestFileURI(t *testing.T) {
	for path, want := range map[string]string{"-": "stdin", "a b/c.pgn": "a%20b/c.pgn",
		"/a/ü.pgn": "file:///a/%C3%BC.pgn"} {
		if got := fileURI(path); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}

// A string of JSON is what the standard library reads back, and plain text stands as it is.
func TestAppendString(t *testing.T) {
	for _, text := range []string{"", "abc", "a\"b", "a\\b", "a\nb", "~", "\x7f", "ä", "\u202e", "a\x1fb", " "} {
		b := appendString([]byte("x"), text)
		var got string
		if err := json.Unmarshal(b[1:], &got); err != nil || got != text || b[0] != 'x' {
			t.Errorf("%q: %s, %v", text, b, err)
		}
		if plain := !strings.ContainsAny(text, "\"\\\n\x7fä\u202e\x1f"); plain && string(b) != `x"`+text+`"` {
			t.Errorf("%q: %s", text, b)
		}
	}
	if got := appendString(nil, "\u202e\x7f"); bytes.ContainsAny(got, "\u202e\x7f") {
		t.Errorf("%s", got)
	}
}

// The command that explains a finding can be copied: only of built-in rules, of what happens in a move, and of
// nothing that a shell would read.
func TestCommands(t *testing.T) {
	chess := rules.New(rulestest.Builtin(t, "chess"))
	p := chess.Start()
	own := chess.Set()
	own.Name = "mine"
	own.Stalemate = 1
	played, err := chess.Parse(&p, "e2e4")
	if err != nil {
		t.Fatal(err)
	}
	const see = "turncoat explain --rules chess 'F' '"
	for _, test := range []struct {
		what string
		f    Finding
		want string
	}{
		{"an illegal move", Finding{Code: finding.IllegalMove, FEN: "F", asked: "Ke2"}, see + "Ke2'"},
		{"an ambiguous one", Finding{Code: finding.AmbiguousMove, FEN: "F", asked: "Nd2"}, see + "Nd2'"},
		{"one after the end", Finding{Code: finding.MoveAfterEnd, FEN: "F", asked: "a8=Q+"}, see + "a8=Q+'"},
		{"a conversion", Finding{Code: finding.ConversionMismatch, FEN: "F", asked: "e4", turn: &played, position: p},
			see + "e2e4'"},
		{"a reclaim", Finding{Code: finding.ReclaimMismatch, FEN: "F", asked: "O-O"}, see + "O-O'"},
		{"a sign", Finding{Code: finding.CheckSign, FEN: "F", asked: "Ke2"}, ""},
		{"no position", Finding{Code: finding.IllegalMove, asked: "Ke2"}, ""},
		{"no move", Finding{Code: finding.IllegalMove, FEN: "F"}, ""},
		{"a quote", Finding{Code: finding.IllegalMove, FEN: "F", asked: "K'e2"}, ""},
		{"a blank", Finding{Code: finding.IllegalMove, FEN: "F", asked: "K e2"}, ""},
		{"what looks like a flag", Finding{Code: finding.IllegalMove, FEN: "F", asked: "-e2"}, ""},
		{"one that is given", Finding{Code: finding.Expectation, see: "turncoat x"}, "turncoat x"},
	} {
		test.f.set = chess.Set()
		if got := test.f.command(); got != test.want {
			t.Errorf("%s: %q, want %q", test.what, got, test.want)
		}
	}
	if f := (Finding{Code: finding.IllegalMove, FEN: "F", asked: "Ke2", set: own}); f.command() != "" {
		t.Errorf("of rules of one's own: %s", f.command())
	}
}

// Where record and rules part on what converts, the report says who persuades and who supports (PAC-5).
func TestDisputed(t *testing.T) {
	g := rules.New(rulestest.Builtin(t, "pacifist1"))
	q, err := g.ParseFEN("7k/8/2p5/n7/8/8/8/1R5K w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	turn, err := g.Parse(&q, "b1a1")
	if err != nil {
		t.Fatal(err)
	}
	f := Finding{Code: finding.ConversionMismatch, set: g.Set(), position: q, turn: &turn, Expected: []string{"a5", "c6"},
		Got: []string{"h8", "a1", "b2", "x"}}
	want := []string{
		"a5 converts in wave 1: White persuades with 1 (rook a1), Black supports with nothing",
		"c6 converts in wave 2: White persuades with 1 (knight a5), Black supports with nothing",
		"h8 does not convert: White persuades with nothing, Black supports with nothing",
		"a1 does not convert: the rook on it is White's already",
		"b2 does not convert: no piece stands on it",
	}
	if got := f.disputed(); !slices.Equal(got, want) {
		t.Errorf("%q, want\n%q", got, want)
	}
	f.Got = []string{"a5", "c6"}
	if got := f.disputed(); got != nil {
		t.Errorf("where they agree: %q", got)
	}
	f.Got = nil
	for _, change := range []func(f *Finding){func(f *Finding) { f.turn = nil },
		func(f *Finding) { f.Code = finding.ReclaimMismatch }, func(f *Finding) { f.set.Family++ }} {
		other := f
		if change(&other); other.disputed() != nil {
			t.Errorf("%+v is disputed", other)
		}
	}
}

// Of YAML the keys at the top say what it is; of what is neither scenarios nor a rule set nothing is told.
func TestYAMLOfAKind(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"services: {}\n", ""}, {"- a\n", ""}, {"", ""}, {"a: [\n", "file false"},
		{"rules: chess\nscenarios:\n  - name: a\n    expect: {turns: {count: 20}}\n", "scenario true"},
		{"rules: chess\nscenarios:\n  - name: a\n    expect: {turns: {count: 21}}\n", "scenario false"},
		{"scenarios:\n  - name: a\n    fen: x\n", "scenario false"}, {"scenarios: []\nodd: 1\n", "file false"},
		{"name: mine\nbase: chess\n", "rules true"}, {"name: mine\nfamily: chess\n", "rules true"},
		{"name: mine\nfamily: none\n", "rules false"}, {"name: mine\nbase: none\n", "rules false"},
	} {
		var got []string
		for _, r := range yamlRecords(t.Context(), []byte(test.text), token.NewLines([]byte(test.text)), nil) {
			got = append(got, fmt.Sprint(r.Kind, " ", r.OK))
			if !r.OK && (len(r.Findings) == 0 || r.Findings[0].Severity != "error" || r.Findings[0].Message == "") {
				t.Errorf("%q: %+v", test.text, r.Findings)
			}
		}
		if all := strings.Join(got, "; "); all != test.want {
			t.Errorf("%q: %s, want %s", test.text, all, test.want)
		}
	}
}

// Directories are walked in the order of the paths of their files; what is passed over is counted by its ending.
func TestWalk(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a/z.pgn", "a-b.pgn", "a/b/c.txt", "x.json", "x.md", "Makefile", ".git/a.pgn",
		"b.yaml"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		filetest.Write(t, path, nil)
	}
	var visited, passed []string
	note := func(list *[]string) func(path string) {
		return func(path string) {
			name, _ := filepath.Rel(dir, path)
			*list = append(*list, filepath.ToSlash(name))
		}
	}
	skipped, err := walk(t.Context(), dir, func(path string) error { note(&visited)(path); return nil }, note(&passed))
	if got := strings.Join(visited, " "); err != nil || got != "a-b.pgn a/b/c.txt a/z.pgn b.yaml" {
		t.Errorf("%s, %v", got, err)
	}
	if got := strings.Join(passed, " "); got != "Makefile x.json x.md" ||
		fmt.Sprint(skipped) != "map[.json:1 .md:1 Makefile:1]" {
		t.Errorf("%s, %v", got, skipped)
	}
	stop := fmt.Errorf("enough")
	n := 0
	if _, err := walk(t.Context(), dir, func(string) error { n++; return stop }, func(string) {}); err != stop ||
		n != 1 {
		t.Errorf("%d visited, %v", n, err)
	}
	for _, path := range []string{filepath.Join(dir, "x.md"), "-"} { // what is named is visited, whatever its name
		n = 0
		if skipped, err := walk(t.Context(), path, func(string) error { n++; return nil },
			func(string) { t.Error("passed over") }); err != nil || n != 1 || skipped != nil {
			t.Errorf("%s: %d visited, %v, %v", path, n, skipped, err)
		}
	}
	if _, err := walk(t.Context(), filepath.Join(dir, "none"), func(string) error { return nil },
		func(string) {}); !os.IsNotExist(err) {
		t.Errorf("of nothing: %v", err)
	}
}
