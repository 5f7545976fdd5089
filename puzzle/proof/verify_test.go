package proof

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"turncoat/internal/testing/threadtime"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

var chess, _ = ruleset.Builtin("chess")

func position(t *testing.T, at string) board.Position {
	t.Helper()
	p, err := ParsePosition(at, rules.NewReference(chess))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// King and rook against king: 1.Kg6 Kg8 2.Ra8 mates, worked out by hand.
const (
	header = `{"format":"turncoat-proof","version":1,"rules":"chess","fen":"7k/8/5K2/8/8/8/8/R7 w - - 0 1","stipulation":"win","in":2,"keys":["f6g6"]}`
	first  = `{"at":"7k/8/5K2/8/8/8/8/R7 w - -","win":2,"play":["f6g6"]}`
	second = `{"at":"6k1/8/6K1/8/8/8/8/R7 w - -","win":1,"play":["a1a8"]}`
)

func verify(lines ...string) (Report, error) {
	return Verify(context.Background(), strings.NewReader(strings.Join(append(lines, ""), "\n")),
		"p.jsonl", 1)
}

func TestRightProof(t *testing.T) {
	report, err := verify(header, first, second)
	if err != nil {
		t.Fatal(err)
	}
	if report.Wins != 2 || report.Holds != 0 || report.In != 2 {
		t.Errorf("got %+v", report)
	}
	// A hold of 1: no move mates at once.
	shortest := strings.Replace(header, `"in":2`, `"in":2,"shortest":true`, 1)
	if _, err := verify(shortest, first, second, `{"at":"7k/8/5K2/8/8/8/8/R7 w - -","hold":1}`); err != nil {
		t.Error(err)
	}
}

// Whether a castling is legal depends on the right that the step's position has. (It does not
// mate.)
func TestRightsArePartOfThePosition(t *testing.T) {
	const castling = `{"format":"turncoat-proof","version":1,"rules":"chess","fen":"8/8/8/8/8/7R/8/R3K1k1 w Q - 0 1","stipulation":"win","in":1}`
	const at = `{"at":"8/8/8/8/8/7R/8/R3K1k1 w e1a1 -","win":1,"play":["e1c1"]}`
	if _, err := verify(castling, at); err == nil ||
		!strings.Contains(err.Error(), "is not answered") {
		t.Errorf("with the right: %v", err)
	}
	if _, err := verify(castling, strings.Replace(at, "e1a1", "-", 1)); err == nil ||
		!strings.Contains(err.Error(), "not legal") {
		t.Errorf("without the right: %v", err)
	}
}

// What is wrong is found, and said where it stands.
func TestWrongProofs(t *testing.T) {
	replace := func(line, old, new string) string {
		if !strings.Contains(line, old) {
			t.Fatalf("%q is not in %q", old, line)
		}
		return strings.Replace(line, old, new, 1)
	}
	for _, test := range []struct {
		name, want string
		class      error
		lines      []string
	}{
		{"empty", "there is no header", ErrSyntax, nil},
		{"no proof", `missing "format"`, ErrSyntax, []string{`{}`}},
		{"other version", "version 3 is not known", ErrSyntax,
			[]string{replace(header, `"version":1`, `"version":3`)}},
		{"unknown rules", "unknown rules", ErrSyntax,
			[]string{replace(header, `"chess"`, `"checkers"`)}},
		{"unknown key", `unknown key "inn"`, ErrSyntax,
			[]string{replace(header, `"in"`, `"inn":1,"in"`)}},
		{"unknown stipulation", "no stipulation is called", ErrSyntax,
			[]string{replace(header, `"win"`, `"draw"`)}},
		{"bad FEN", "p.jsonl:1: ", ErrSyntax,
			[]string{replace(header, "7k/", "7x/"), first, second}},
		{"invalid position", "CON-12", ErrSyntax,
			[]string{replace(header, "5K2/8/8/8/8/R7", "5K2/8/8/8/8/7R")}},
		{"a step that says nothing", "p.jsonl:4: at ", ErrSyntax,
			[]string{header, first, second, `{"at":"7k/8/5K2/8/8/8/8/R7 w - -"}`}},
		{"a step that says two things", "one of win, hold and line", ErrSyntax,
			[]string{header, replace(first, `"win"`, `"hold":1,"win"`), second}},
		{"a negative win beside a hold", "one of win, hold and line", ErrSyntax,
			[]string{header, first, second,
				`{"at":"7k/8/5K2/8/8/8/8/R7 w - -","hold":1,"win":-1}`}},
		{"a negative hold beside a win", "one of win, hold and line", ErrSyntax,
			[]string{header, first, replace(second, `"win":1`, `"hold":-1,"win":1`)}},
		{"no turn to play", "without a turn to play", ErrSyntax,
			[]string{header, replace(first, `["f6g6"]`, `[]`), second}},
		{"not JSON", "p.jsonl:3: ", ErrSyntax, []string{header, first, second[:20]}},
		{"a reply without answer", "g8 is not answered", ErrWrong, []string{header, first}},
		{"a check that is no mate", "p.jsonl:3: ", ErrWrong,
			[]string{header, first, replace(second, "a1a8", "a1a7")}},
		{"an illegal move", "not legal", ErrWrong,
			[]string{header, first, replace(second, "a1a8", "a1b8")}},
		{"no move", "not a move", ErrSyntax,
			[]string{header, first, replace(second, "a1a8", "castle")}},
		{"stalemate", "1/2-1/2 (stalemate)", ErrWrong, []string{
			// no key at all
			replace(replace(header, "5K2/8/8/8/8/R7", "5K2/8/8/8/8/6R1"), "f6g6", "f6f7"),
			replace(replace(first, "5K2/8/8/8/8/R7", "5K2/8/8/8/8/6R1"), "f6g6", "f6f7"),
			`{"at":"7k/8/5K2/8/8/8/8/6R1 w - -","win":1,"play":["g1g7"]}`,
			`{"at":"k7/2K5/8/8/8/8/8/1R6 w - -","win":2,"play":["b1b7"]}`,
			`{"at":"k7/2Q5/1K6/8/8/8/8/8 w - -","win":2,"play":["b6a6"]}`,
			`{"at":"k7/8/1K6/8/8/2Q5/8/8 w - -","win":2,"play":["c3c7"]}`}},
		{"a circle", "is not answered", ErrWrong,
			[]string{header, first, replace(second, `"win":1`, `"win":2`)}},
		{"the wrong number", "is not answered", ErrWrong,
			[]string{header, replace(first, `"win":2`, `"win":1`), second}},
		{"a key that is not shown", "no step shows that f6f7", ErrWrong,
			[]string{replace(header, `["f6g6"]`, `["f6f7","f6g6"]`), first, second}},
		{"nothing shown", "no step shows a win in 1", ErrWrong,
			[]string{replace(replace(header, `"in":2`, `"in":1`), `["f6g6"]`, `[]`), first,
				second}},
		{"shortest not shown", "none in 1", ErrWrong,
			[]string{replace(header, `"in":2`, `"in":2,"shortest":true`), first, second}},
		{"other keys not excluded", "all other turns fail", ErrWrong,
			[]string{replace(header, `"in":2`, `"in":2,"complete":true`), first, second}},
		{"a false hold", "the goal is reached", ErrWrong,
			[]string{header, first, second, `{"at":"6k1/8/6K1/8/8/8/8/R7 w - -","hold":1}`}},
		{"a hold without answers", "there is no answer", ErrWrong,
			[]string{header, first, second,
				`{"at":"7k/8/5K2/8/8/8/8/R7 w - -","hold":2,"except":["f6f7","f6g6"]}`}},
		{"a hold that leans on nothing", "no step shows a hold of 1", ErrWrong,
			[]string{header, first, second,
				`{"at":"8/8/8/8/8/k7/8/7K w - -","hold":2,"answers":{"h1g1":"a3a4","h1g2":"a3a4","h1h2":"a3a4"}}`}},
		{"an illegal answer", "the answer a3c3 is not legal", ErrWrong,
			[]string{header, first, second,
				`{"at":"8/8/8/8/8/k7/8/7K w - -","hold":2,"answers":{"h1g1":"a3c3","h1g2":"a3c3","h1h2":"a3c3"}}`}},
		{"a line in a win", "help-win only", ErrWrong,
			[]string{header, first, second, `{"line":["f6g6"]}`}},
		{"a none that is not shown", "no step shows that there is none in 2", ErrWrong, []string{
			strings.Replace(replace(header, `"in":2`, `"none":true,"in":2`), `,"keys":["f6g6"]`, "",
				1), first, second}},
		{"none and a key", `"none" excludes keys`, ErrSyntax,
			[]string{replace(header, `"in":2`, `"none":true,"in":2`), first, second}},
		{"none and shortest", `"none" excludes keys, complete and shortest`, ErrSyntax, []string{
			strings.Replace(replace(header, `"in":2`, `"none":true,"shortest":true,"in":2`),
				`,"keys":["f6g6"]`, "", 1), first, second}},
		{"no rules", `missing "rules"`, ErrSyntax,
			[]string{replace(header, `"rules":"chess",`, ""), first, second}},
		{"rules that are nothing", "rules: null", ErrSyntax,
			[]string{replace(header, `"rules":"chess"`, `"rules":null`), first, second}},
		{"a key of the header in other letters", `unknown key "IN"`, ErrSyntax,
			[]string{replace(header, `"in":2`, `"IN":2`), first, second}},
		{"a key of a step in other letters", `unknown key "Win"`, ErrSyntax,
			[]string{header, first, replace(second, `"win"`, `"Win"`)}},
		{"a key twice", `duplicate key "in"`, ErrSyntax,
			[]string{replace(header, `"in":2`, `"in":1,"in":2`), first, second}},
		{"an answer twice", `duplicate key "h1g1"`, ErrSyntax, []string{header, first, second,
			`{"at":"8/8/8/8/8/k7/8/7K w - -","hold":1,"answers":{"h1g1":"a3a4","h1g1":"a3b4"}}`}},
		{"an answer to no move", "no legal move", ErrSyntax, []string{header, first, second,
			`{"at":"8/8/8/8/8/k7/8/7K w - -","hold":1,"answers":{"h1g3":"a3a4"}}`}},
		{"answers in a win", "answers to a hold", ErrSyntax,
			[]string{header, first, replace(second, `"win":1`, `"answers":{},"win":1`)}},
		{"play in a hold", "play belongs to a win", ErrSyntax,
			[]string{header, first, second,
				`{"at":"8/8/8/8/8/k7/8/7K w - -","hold":1,"play":["h1g1"]}`}},
		{"an answer with a reclaim after it", "not a move", ErrSyntax,
			[]string{header, first, second,
				`{"at":"8/8/8/8/8/k7/8/7K w - -","hold":2,"answers":{"h1g1":"a3a4~-","h1g2":"a3a4~-","h1h2":"a3a4~-"}}`}},
		{"a position in other words", "is written", ErrSyntax,
			[]string{header, replace(first, "5K2/8", "5K11/8"), second}},
		{"an impossible position in a step", "CON-12", ErrSyntax,
			[]string{header, first, second, `{"at":"7k/8/5K2/8/8/8/8/7R w - -","hold":1}`}},
		{"an invented en passant square", "no pawn has just passed", ErrSyntax,
			[]string{header, first, second, `{"at":"7k/8/5K2/8/8/8/8/R7 w - e6","hold":1}`}},
		{"a right of a rook that is not there", "no king and rook stand ready", ErrSyntax,
			[]string{header, first, second, `{"at":"7k/8/8/8/8/8/8/R3K3 w e1h1 -","hold":1}`}},
		{"a right on two ranks", "is not a castling right", ErrSyntax,
			[]string{header, first, second, `{"at":"7k/8/8/8/8/8/R7/4K3 w e1a2 -","hold":1}`}},
		{"a right of a king that stands elsewhere", "no king and rook stand ready", ErrSyntax,
			[]string{header, first, second, `{"at":"7k/8/8/8/8/8/4K3/R7 w e1a1 -","hold":1}`}},
		{"a right off the first ranks", "is not a castling right", ErrSyntax,
			[]string{header, first, second, `{"at":"7k/8/8/8/8/R3K3/8/8 w e3a3 -","hold":1}`}},
		{"an exact position that is another", "is not that of the FEN", ErrSyntax,
			[]string{replace(header, `"stip`, `"at":"7k/8/5K2/8/8/8/8/1R6 w - -","stip`), first,
				second}},
	} {
		_, err := verify(test.lines...)
		if err == nil || !errors.Is(err, test.class) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %q", test.name, err, test.want)
		}
	}
}

// What the position of the header invents is found out: a right that the FEN does not give, and one
// that it takes away.
func TestInventedRights(t *testing.T) {
	const invented = `{"format":"turncoat-proof","version":1,"rules":"pacifist1","fen":"3k4/8/8/8/8/8/2R1R3/R3K3 w - - 0 1",` +
		`"at":"3k4/8/8/8/8/8/2R1R3/R3K3 w e1a1 -","stipulation":"win","in":1,"keys":["e1c1"]}`
	const castles = `{"at":"3k4/8/8/8/8/8/2R1R3/R3K3 w e1a1 -","win":1,"play":["e1c1"]}`
	for _, rules := range []string{"chess", "pacifist1", "pacifist-value"} {
		h := strings.Replace(invented, "pacifist1", rules, 1)
		if _, err := verify(h, castles); !errors.Is(err, ErrSyntax) ||
			!strings.Contains(err.Error(), "is not that of the FEN") {
			t.Errorf("%s: an invented right: %v", rules, err)
		}

		h = strings.Replace(h, `w - - 0 1`, `w Q - 0 1`, 1)
		if _, err := verify(h, castles); err != nil && errors.Is(err, ErrSyntax) {
			t.Errorf("%s: a right that is there: %v", rules, err)
		}
		h = strings.Replace(h, `w e1a1 -`, `w - -`, 1)
		if _, err := verify(h, castles); !errors.Is(err, ErrSyntax) ||
			!strings.Contains(err.Error(), "is not that of the FEN") {
			t.Errorf("%s: a right that is kept silent: %v", rules, err)
		}
	}
}

// "~-" alone answers a move after which the enemy reclaims nothing and then has no turn, short of
// the goal: stalemate by 1.Qg6 (there is no mate by it), in holds of one turn and of two, and of
// self-wins.
func TestNoReclaimAlone(t *testing.T) {
	for _, c := range []struct {
		stipulation string
		in          int
	}{{"win", 1}, {"win", 2}, {"self-win", 1}, {"self-win", 2}} {
		h := fmt.Sprintf(`{"format":"turncoat-proof","version":1,"rules":"chess","fen":"7k/5K2/8/6Q1/8/8/8/8 w - - 0 1","stipulation":%q,"none":true,"in":%d}`, c.stipulation, c.in)
		var except []string
		at := position(t, "7k/5K2/8/6Q1/8/8/8/8 w - -")
		for _, m := range rules.NewReference(chess).Moves(&at) {
			if uci := m.UCI(&board.Position{}); uci != "g5g6" {
				except = append(except, uci)
			}
		}

		hold := fmt.Sprintf(`{"at":"7k/5K2/8/6Q1/8/8/8/8 w - -","hold":%d,"except":["%s"],"answers":{"g5g6":"~-"}}`, c.in, strings.Join(except, `","`))
		_, err := verify(h, hold)
		if err == nil ||
			err.Error() != fmt.Sprintf("p.jsonl:1: wrong proof: no step shows that there is none in %d", c.in) {
			t.Errorf("%s in %d: %v", c.stipulation, c.in, err) // the step itself is right
		}
	}
}

// A win after which the enemy has more reclaim choices than anyone looks at is not proved, and
// neither is that there is none: a limit was reached.
func TestTooManyReclaims(t *testing.T) {
	const at = `K6k/PPPPPPPP/qqqqqqqq/PPPPPPPP/PPPPPPPP/qqqqqqqq/PPPPPPPP/8 w - -`
	const head = `{"format":"turncoat-proof","version":1,"rules":"pacifist-average","fen":"` + at +
		` 0 1","stipulation":`
	for rest, step := range map[string]string{`"win","in":2,"keys":["a8b8"]}`: `{"at":"` + at +
		`","win":2,"play":["a8b8"]}`, `"help-win","in":1}`: `{"line":["a8b8~a7","h8g8"]}`} {
		if _, err := verify(head+rest, step); !errors.Is(err, rules.ErrLimit) {
			t.Errorf("%s: %v", rest, err)
		}
	}
}

// A header and a step with hundreds of thousands of texts are read in a time that grows no faster
// than they do.
func TestManyKeys(t *testing.T) {
	var list strings.Builder
	for i := range 150_000 {
		fmt.Fprintf(&list, `,"k%d"`, i)
	}
	many := "[" + list.String()[1:] + "]"
	if !threadtime.Within(8*time.Second, func() {
		_, err := verify(`{"format":"turncoat-proof","version":1,"rules":"chess","fen":"7k/5K2/8/6Q1/8/8/8/8 w - - 0 1","stipulation":"win","in":1,"keys":`+many+`}`,
			`{"at":"7k/5K2/8/6Q1/8/8/8/8 w - -","hold":1,"except":`+many+`}`)
		if !errors.Is(err, ErrSyntax) {
			t.Error(err)
		}
	}) {
		t.Error("it takes too long")
	}
}

// The help-mate in one: 1.Kh8 Ra8 mates.
func TestHelpLine(t *testing.T) {
	const helped = `{"format":"turncoat-proof","version":1,"rules":"chess","fen":"6k1/8/6K1/8/8/8/8/R7 b - - 0 1","stipulation":"help-win","in":1}`
	if _, err := verify(helped, `{"line":["g8h8","a1a8"]}`); err != nil {
		t.Error(err)
	}
	for line, want := range map[string]string{
		`{"line":["g8f8","a1a8"]}`:               "after a1a8: wrong proof: white has not won",
		`{"line":["g8h8","a1b8"]}`:               "not legal",
		`{"line":["g8f8","a1a7","f8g8","a7a8"]}`: "more than 2 turns",
	} {
		if _, err := verify(helped, line); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", line, err, want)
		}
	}
}

// However many steps are no steps, or are wrong, the first fifty are reported and the others
// counted.
func TestFaultsAreBounded(t *testing.T) {
	for line, want := range map[string]string{`{}`: "one of win, hold and line",
		strings.Replace(second, "a1a8", "a1a7", 1): "is not answered"} {
		lines := []string{header, first, second}
		for range 2000 {
			lines = append(lines, line)
		}
		_, err := Verify(context.Background(), strings.NewReader(strings.Join(lines, "\n")), "", 3)
		joined, ok := err.(interface{ Unwrap() []error })
		if !ok || len(joined.Unwrap()) != 51 ||
			!strings.HasSuffix(err.Error(), "and 1950 more faults") ||
			!strings.HasPrefix(err.Error(), "line 4: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %.300v", line, err)
		}
	}
}
