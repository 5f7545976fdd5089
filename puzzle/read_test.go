package puzzle

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"

	"turncoat/internal/jsonline"
	"turncoat/internal/testing/filetest"
	"turncoat/rules/ruleset"
)

// sample reads a few puzzles of every rule set that have been mined.
func sample(t testing.TB) []Puzzle {
	t.Helper()
	file, err := os.Open("testdata/puzzles.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	numbered, err := Read(file, "puzzles.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var list []Puzzle
	for _, n := range numbered {
		list = append(list, n.Puzzle)
	}
	return list
}

// What is read is written again byte by byte.
func TestPuzzlesRoundTrip(t *testing.T) {
	want := filetest.Read(t, "testdata/puzzles.jsonl")
	var got bytes.Buffer
	if err := Write(&got, sample(t)); err != nil || !bytes.Equal(got.Bytes(), want) {
		t.Errorf("%v; written and read again the puzzles differ", err)
	}
}

func TestReadIsStrict(t *testing.T) {
	good, err := jsonline.Encode(&sample(t)[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, from, to, want string }{
		{"unknown key", `"in":`, `"inn":`, `unknown key "inn"`},
		{"wrong type", `"in":2`, `"in":"2"`, "in: want a whole number, not a string"},
		{"no key", `"keys":["`, `"keys":["x`, "begins with"},
		{"bad rules", `"rules":"`, `"rules":"x`, "unknown rules"},
		{"two values", `{"id"`, `{} {"id"`, "after the object"},
		{"duplicate key", `"in":`, `"in":2,"in":`, `duplicate key "in"`},
		{"other letters", `"in":`, `"In":`, `unknown key "In"`},
		{"bad solution", `"solution":[`, `"solution":[[],`, "a solution begins with a turn"},
		{"no duals", `"duals":0,`, ``, `claims: missing "duals"`},
		{"duals of nothing", `"duals":0,`, `"duals":null,`, "claims.duals: null"},
		{"unknown claim", `"duals":0,`, `"duals":0,"cooks":0,`, `claims: unknown key "cooks"`},
		{"no themes", `"themes":`, `"themes":null,"comments":`, "themes: null"},
		{"no rating", `"rating":`, `"rating":null,"level":`, "grade.rating: null"},
		{"unknown measure", `"rating":`, `"ratings":3,"rating":`, `grade: unknown key "ratings"`},
		{"a wild deviation", `"deviation":`, `"deviation":-`, "grade: negative"},
		{"no unit", `"unit":`, `"ply":`, `source: missing "unit"`},
		{"a unit before the first", `"unit":`, `"unit":-`, "source: negative"},
		{"half a turn of a win", `"in":`, `"half":true,"in":`, "half a turn belongs to a help-win"},
		{"lines of a win", `"in":`, `"lines":[],"in":`, "lines belong to a help-win or a series"},
		{"unknown stipulation", `"in":`, `"stipulation":"stalemates","in":`,
			`unknown stipulation "stalemates"`},
		{"half a turn in a series", `"in":`,
			`"stipulation":"series-help-win","half":true,"lines":[["a1a2"]],"in":`, "half"},
		{"unknown source", `"from":"`, `"from":"x`, "source: from "},
		{"unknown key of a source", `"from":"`, `"form":1,"from":"`, `source: unknown key "form"`},
		{"nothing", string(good), `{}`,
			`missing "id", "rules", "fen", "in", "keys", "line", "claims", "themes", "source"`},
	} {
		bad := strings.Replace(string(good), c.from, c.to, 1)
		if bad == string(good) {
			t.Errorf("%s: nothing was changed", c.name)
		}
		text := string(good) + "\n" + bad + "\n\n" + string(good) + "\n"
		puzzles, err := Read(strings.NewReader(text), "f")
		var at *Error
		if !errors.As(err, &at) || at.Line != 2 || !errors.Is(err, ErrSyntax) &&
			!errors.Is(err, ruleset.ErrUnknown) || !strings.Contains(err.Error(), c.want) ||
			!strings.HasPrefix(err.Error(), "f:2: ") {
			t.Errorf("%s: %v, want %q at f:2", c.name, err, c.want)
		}

		if len(puzzles) != 2 || puzzles[1].Line != 4 {
			t.Errorf("%s: %d puzzles are left, want those of lines 1 and 4", c.name, len(puzzles))
		}
	}
}

// However many lines are no puzzles, a thousand are reported and the others counted.
func TestFaultsAreBounded(t *testing.T) {
	_, err := Read(strings.NewReader(strings.Repeat("{}\n", 3000)), "f")
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok || len(joined.Unwrap()) != 1001 ||
		!strings.HasSuffix(err.Error(), "and 2000 more lines") {
		t.Errorf("%.200v", err)
	}
}

// A help-win has lines, sorted, each once, begun by the keys and as long as it says.
func TestReadHelpWin(t *testing.T) {
	const good = `{"id":"chess-help-win-1.5-dc0c4671","rules":"chess","fen":"7k/8/5K2/8/8/8/8/R7 w - - 0 1","stipulation":"help-win","in":1,"half":true,` +
		`"keys":["f6f7","f6g6"],"line":["Kf7","Kh7","Rh1#"],"lines":[["f6f7","h8h7","a1h1"],["f6g6","h8g8","a1a8"]],` +
		`"claims":{"firstTurns":21,"defences":0,"choice":false,"duals":0,"lineDuals":0},"themes":[],"source":{"from":"given","unit":0}}`
	p, err := Parse([]byte(good))
	if err != nil {
		t.Fatal(err)
	}
	if p.Symbol() != "h#1.5" || p.Length() != "1.5" || !p.Strict() ||
		p.Instruction() != "White begins, both sides help, and White mates in 1.5 turns" {
		t.Errorf("%s, %s, %t, %s", p.Symbol(), p.Length(), p.Strict(), p.Instruction())
	}

	tree, err := p.Tree()
	if err != nil || len(tree.Keys) != 2 || len(tree.Keys[1].Line()) != 3 {
		t.Errorf("%+v, %v", tree, err)
	}
	for _, c := range [][2]string{
		{`"half":true,`, ``},
		{`"lines":[["f6f7","h8h7","a1h1"],["f6g6","h8g8","a1a8"]],`, ``},
		{`["f6f7","h8h7","a1h1"],["f6g6","h8g8","a1a8"]`,
			`["f6g6","h8g8","a1a8"],["f6f7","h8h7","a1h1"]`},
		{`["f6g6","h8g8","a1a8"]`, `["f6f7","h8h7","a1h1"]`},
		{`"keys":["f6f7","f6g6"]`, `"keys":["f6f7"]`},
		{`"lines":[`, `"lines":[["f6f7","h8h7","a1h1"],`},
		{`"help-win","in"`, `"self-win","in"`},
		{`"stipulation":"help-win",`, ``},
		{`"f6f7","h8h7"`, `"f6f7~x","h8h7"`},
		{`"lines":`, `"solution":["f6f7"],"lines":`},
	} {
		bad := strings.Replace(good, c[0], c[1], 1)
		if _, err := Parse([]byte(bad)); bad == good || !errors.Is(err, ErrSyntax) {
			t.Errorf("with %q: %v", c[1], err)
		}
	}

	if _, err := Parse([]byte(strings.Replace(good, "h8h7", "h8h6", 1))); err != nil {
		t.Errorf("whether a line can be played is not for the reader: %v", err)
	}
}

// An identifier says the rules, the goal unless it is a win, and the length; it ends with eight
// digits of the position.
func TestIdentify(t *testing.T) {
	variant := named(t, "chess")
	p := read(t, variant, "7k/8/5K2/8/8/8/8/R7 w - - 0 1")
	for want, got := range map[string]string{
		"chess-2-":            Identify(variant, &p, Win, 2, false),
		"chess-self-win-3-":   Identify(variant, &p, SelfWin, 3, false),
		"chess-claim-1-":      Identify(variant, &p, Claim, 1, false),
		"chess-help-win-1.5-": Identify(variant, &p, HelpWin, 1, true),
		"chess-help-win-2-":   Identify(variant, &p, HelpWin, 2, false),
	} {
		if !strings.HasPrefix(got, want) || len(got) != len(want)+8 {
			t.Errorf("got %s, want %s and eight digits", got, want)
		}
	}
}
