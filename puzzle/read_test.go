package puzzle

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"

	"turncoat/puzzle/internal/jsonline"
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
	want, err := os.ReadFile("testdata/puzzles.jsonl")
	if err != nil {
		t.Fatal(err)
	}
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
		{"unknown key", `"in":`, `"inn":`, `unknown field "inn"`},
		{"wrong type", `"in":2`, `"in":"2"`, "cannot unmarshal string"},
		{"no key", `"keys":["`, `"keys":["x`, "begins with"},
		{"bad rules", `"rules":"`, `"rules":"x`, "unknown rules"},
		{"two values", `{"id"`, `{} {"id"`, "more than one value"},
		{"bad solution", `"solution":[`, `"solution":[[],`, "a solution begins with a turn"},
		{"nothing", string(good), `{}`, "it has no id, rules, fen, in, keys, line, solution, claims, source"},
	} {
		bad := strings.Replace(string(good), c.from, c.to, 1)
		if bad == string(good) {
			t.Errorf("%s: nothing was changed", c.name)
		}
		text := string(good) + "\n" + bad + "\n\n" + string(good) + "\n"
		puzzles, err := Read(strings.NewReader(text), "f")
		var at *Error
		if !errors.As(err, &at) || at.Line != 2 || !errors.Is(err, ErrSyntax) && !errors.Is(err, ruleset.ErrUnknown) || !strings.Contains(err.Error(), c.want) {
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
	if !ok || len(joined.Unwrap()) != 1001 || !strings.HasSuffix(err.Error(), "and 2000 more lines") {
		t.Errorf("%.200v", err)
	}
}
