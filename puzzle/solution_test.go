package puzzle

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"turncoat/internal/testing/rulestest"
	"turncoat/rules"
	"turncoat/rules/board"
)

// An array is read and written in one form, and what is no solution is refused with what is wrong
// about it.
func TestTextJSON(t *testing.T) {
	var none Solution
	if out, err := json.Marshal(none); err != nil || string(out) != "null" {
		t.Errorf("no solution is written as %s, %v", out, err)
	}
	for _, test := range []struct{ text, want string }{
		{`["a1a2"]`, `["a1a2"]`},
		{` [ "a1a2" , [ [ "h8h7" , "h8g8" ] , [ "a2a8" ] ] , [ [ "~- h8g7" ] ] ] `,
			`["a1a2",[["h8h7","h8g8"],["a2a8"]],[["~- h8g7"]]]`},
		{`["a1a2",[["h8h7"],["a2a3",[["h7h6"],["a3a4"]],[["h7g6"]]]]]`,
			`["a1a2",[["h8h7"],["a2a3",[["h7h6"],["a3a4"]],[["h7g6"]]]]]`},
		{`null`, "not a solution: a solution is an array that begins with a turn"},
		{`7`, "not a solution: a solution is an array that begins with a turn"},
		{`{}`, "not a solution: a solution is an array that begins with a turn"},
		{`[]`, "not a solution: a solution begins with a turn"},
		{`[""]`, "not a solution: a solution begins with a turn"},
		{`[7]`, "not a solution: a solution begins with a turn"},
		{`["a1a2",7]`, "not a solution: a continuation is a list of turns, a solution and its duals"},
		{`["a1a2",[7]]`, "not a solution: a continuation follows after at least one turn"},
		{`["a1a2",[[]]]`, "not a solution: a continuation follows after at least one turn"},
		{`["a1a2",[[""]]]`, "not a solution: a continuation follows after at least one turn"},
		{`["a1a2",[["h8h7",7]]]`, "not a solution: a continuation follows after at least one turn"},
		{`["a1a2",[["h8h7"],7]]`, "not a solution: a solution is an array that begins with a turn"},
		{`["a1a2",[["h8h7"],[""]]]`, "not a solution: a solution begins with a turn"},
		{`["a1a2",[["h8h7"],["a2a8"],["a2a7"]]]`,
			"not a solution: a dual is a turn"},
		{`["a1a2",[["h8h7"],["a2a8"],"a2a7"]]`, `["a1a2",[["h8h7"],["a2a8"],"a2a7"]]`},
	} {
		var text Solution
		err := json.Unmarshal([]byte(test.text), &text)
		got := string(text)
		if err != nil {
			got = err.Error()
			if !errors.Is(err, ErrSolution) {
				t.Errorf("%s: %v is of another class", test.text, err)
			}
		}

		if got != test.want {
			t.Errorf("%s is read as\n%s, want\n%s", test.text, got, test.want)
		}
		if err == nil {
			if out, err := json.Marshal(text); err != nil || string(out) != test.want {
				t.Errorf("%s is written as %s, %v", test.text, out, err)
			}
		}
	}

	// What is cut is refused wherever the cut is.
	const whole = `["a1a2",[["h8h7","h8g8"],["a2a8"]],[["h8g7"]]]`
	for i := range len(whole) {
		if a, err := parseArray([]byte(whole[:i])); err == nil {
			t.Errorf("%s is read as %s", whole[:i], a.append(nil))
		}
	}

	if first := Solution(whole).First(); first != "a1a2" {
		t.Errorf("the first turn is %s", first)
	}
}

// A line may have maxDepth turns after the first.
func TestDepth(t *testing.T) {
	nested := func(turns int) string {
		return strings.Repeat(`["a1a2",[["h8h7"],`, turns-1) + `["a1a2"]` +
			strings.Repeat(`]]`, turns-1)
	}
	var text Solution
	if err := text.UnmarshalJSON([]byte(nested(maxDepth + 1))); err != nil {
		t.Error(err)
	}
	if err := text.UnmarshalJSON([]byte(nested(maxDepth + 2))); err == nil ||
		err.Error() != "not a solution: it is too deep" {
		t.Errorf("a turn more: %v", err)
	}
}

func position(t *testing.T, set, fen string) (*rules.Variant, *board.Position) {
	t.Helper()
	variant := rules.New(rulestest.Builtin(t, set))
	p, err := variant.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return variant, &p
}

// told writes a play with everything that a compact form says of it.
func told(variant *rules.Variant, p *board.Position, t *Play) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s in %d", variant.SAN(p, t.Turn), t.In)
	for _, c := range t.Choices {
		fmt.Fprintf(&b, " ~%s", c.Reclaimed)
		if c.Reached {
			b.WriteString("!")
		}
	}

	for _, d := range t.Defences {
		c := &t.Choices[d.Choice]
		fmt.Fprintf(&b, " (%d:%s in %d", d.Choice, variant.SAN(&c.After, d.Turn), d.In)
		if d.Short {
			b.WriteString(" short")
		}
		for _, next := range d.Continuations {
			fmt.Fprintf(&b, " ~%s %s", next.After.Reclaimed,
				told(variant, &next.After.After, &next))
		}
		b.WriteString(")")
	}

	return b.String()
}

// Knights that lose their guards may be reclaimed, by White after Rc2 and by Black after Re8;
// worked out by hand (PAC-8).
const reclaims = "1k4r1/1b6/8/3N4/6nR/8/3R4/K7 w - - 0 1"

// A solution is played as it is written: with the reclaims that each side chooses, the lengths, and
// where the goal is reached.
func TestTree(t *testing.T) {
	for _, test := range []struct {
		set, fen string
		goal     Goal
		text     Solution
		want     string
	}{
		{"chess", "7k/8/5K2/8/8/8/8/R7 w - - 0 1", Win, `["f6f7",[["h8h7"],["a1h1"]]]`,
			"Kf7 in 2 ~- (0:Kh7 in 1 ~- Rh1# in 1 ~-!)"},
		// What follows the king's way about the corner is written twice and is of two lengths.
		{"chess", "7k/8/5K2/8/8/8/8/R7 w - - 0 1", Win,
			`["a1a2",[["h8g8"],["a2a3",[["g8h7"],["a3a4"]],[["g8h8","g8f8"]]]],[["h8h7"],["a2a4"]]]`,
			"Ra2 in 3 ~- (0:Kg8 in 2 ~- Ra3 in 2 ~- (0:Kh7 in 1 ~- Ra4 in 1 ~-) (0:Kh8 in 0 short) (0:Kf8 in 0 short))" +
				" (0:Kh7 in 1 short ~- Ra4 in 1 ~-)"},
		{"pacifist-number", reclaims, Win,
			`["d2c2",[["g8e8","~- g8e8"],["a1b1"]],[["b8a7","~- b8a7"],["~- a1a2"]]]`,
			"Rc2 in 2 ~d5 ~- (0:Re8 in 1 ~g4 Kb1 in 1 ~-) (1:Re8 in 1 ~g4 Kb1 in 1 ~-) (0:Ka7 in 1 ~- Ka2 in 1 ~-) (1:Ka7 in 1 ~- Ka2 in 1 ~-)"},
		{"pacifist-number", reclaims, Win, `["d2c2",[["~- g8e8"],["~- a1a2"]],[["~d5 g8e8"]]]`,
			"Rc2 in 2 ~d5 ~- (1:Re8 in 1 ~- Ka2 in 1 ~-) (0:Re8 in 0 short)"},
		// The king on the rook's file is converted by any turn, and Black has nothing left to claim
		// it with.
		{"pacifist-number", "k7/8/8/8/8/8/8/RK6 w - - 0 1", Claim, `["b1c1"]`, "Kc1# in 1 ~-!"},
	} {
		variant, p := position(t, test.set, test.fen)
		tree, err := test.text.Tree(variant, p, test.goal)
		if err != nil {
			t.Errorf("%s: %v", test.text, err)
			continue
		}

		if got := told(variant, p, &tree.Keys[0]); got != test.want {
			t.Errorf("%s is played as\n%s, want\n%s", test.text, got, test.want)
		}
		if tree.Keys[0].Text() != test.text || tree.In != tree.Keys[0].In ||
			tree.Goal != test.goal ||
			tree.Position != *p {
			t.Errorf("%s: %s, %s in %d, of %s", test.text, tree.Keys[0].Text(), tree.Goal, tree.In,
				variant.FEN(&tree.Position))
		}

		// Put into order and written again, it is the same text where the order was that already.
		tree.Keys[0].Finish(p, nil)
		if got := tree.Keys[0].Text(); len(got) > len(test.text) {
			t.Errorf("%s is written again as %s", test.text, got)
		}
	}
}

// What cannot be played is refused.
func TestTreeRefused(t *testing.T) {
	for _, test := range []struct {
		set, fen string
		text     Solution
		want     string // in the message
	}{
		{"chess", "7k/8/5K2/8/8/8/8/R7 w - - 0 1", `["f6g7"]`, "f6g7"},
		{"chess", "7k/8/5K2/8/8/8/8/R7 w - - 0 1", `["f6"]`, "f6"},
		{"chess", "7k/8/5K2/8/8/8/8/R7 w - - 0 1", `[]`,
			"not a solution: a solution begins with a turn"},
		{"chess", "7k/8/5K2/8/8/8/8/R7 w - - 0 1", `["~- f6f7"]`, ""},
		{"chess", "7k/8/5K2/8/8/8/8/R7 w - - 0 1", `["~f6f7"]`,
			`not a solution: "~f6f7" has a reclaim and no move`},
		{"chess", "7k/8/5K2/8/8/8/8/R7 w - - 0 1", `["f6f7",[["h8g8"],["a1h1"]]]`, "h8g8"},
		{"chess", "7k/8/5K2/8/8/8/8/R7 w - - 0 1", `["f6f7",[["h8h7"],["a1a1"]]]`, "a1a1"},
		{"chess", "7k/8/5K2/8/8/8/8/R7 w - - 0 1", `["f6f7",[["h8h7","h8h7"]]]`,
			`not a solution: "h8h7" is listed twice after f6f7`},
		{"chess", "7k/8/5K2/8/8/8/8/R7 w - - 0 1", `["f6f7",[["h8h7"],["a1h1"]],[["h8h7"]]]`,
			`not a solution: "h8h7" is listed twice after f6f7`},
		{"chess", "7k/8/5K2/8/8/8/8/R7 w - - 0 1", `["f6f7",[["~h8h7"]]]`,
			`not a solution: "~h8h7" has a reclaim and no move`},
		{"chess", "7k/8/5K2/8/8/8/8/R7 w - - 0 1", `["f6f7",[["h8h7"],["~a1h1"]]]`,
			`not a solution: "~a1h1" has a reclaim and no move`},
		{"pacifist-number", reclaims, `["d2c2",[["~z9 g8e8"]]]`,
			`not a solution: "z9" is no list of squares`},
		{"pacifist-number", reclaims, `["d2c2",[["~c2 g8e8"]]]`, "c2"},
		{"pacifist-number", reclaims, `["d2c2",[["g8e8"],["~e8 a1a2"]]]`, "e8"},
		{"pacifist-number", reclaims, `["d2c2",[["g8e8"],["~x a1a2"]]]`,
			`not a solution: "x" is no list of squares`},
	} {
		variant, p := position(t, test.set, test.fen)
		tree, err := test.text.Tree(variant, p, Win)
		switch {
		case test.want == "":
			if err != nil {
				t.Errorf("%s: %v", test.text, err)
			}
		case err == nil:
			t.Errorf("%s is played as %s", test.text, told(variant, p, &tree.Keys[0]))
		case !strings.Contains(err.Error(), test.want):
			t.Errorf("%s: %v, want %s", test.text, err, test.want)
		}
	}
}

// Every turn of the enemy's is counted, and a place that was played is not played again, whatever
// its clock.
func TestTurnsAreCounted(t *testing.T) {
	variant, p := position(t, "chess", "7k/8/5K2/8/8/8/8/R7 w - - 0 1")
	for text, turns := range map[string]int{
		`["a1a2",[["h8g8"],["a2a3",[["g8h7"],["a3a4"]],[["g8h8","g8f8"]]]],[["h8h7"],["a2a4"]]]`: 5,
		`["f6f7",[["h8h7"],["a1h1"]]]`: 1,
	} {
		a, err := parseArray([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		for left := range turns + 2 {
			x := newPlayer(variant, Win)
			x.left = left
			_, err := x.play(p, nil, a)
			if left >= turns && err != nil {
				t.Errorf("%s with %d turns: %v", text, left, err)
			}
			if left < turns && (err == nil || err.Error() != "not a solution: it is too long") {
				t.Errorf("%s with %d turns: %v", text, left, err)
			}
		}
	}

	a, err := parseArray([]byte(`["f6f7",[["h8h7"],["a1h1"]]]`))
	if err != nil {
		t.Fatal(err)
	}
	x := newPlayer(variant, Win)
	x.left = 1
	before := board.Played{After: *p}
	for i := range 3 {
		later := *p
		later.Clock, later.Number = uint16(i), later.Number+uint16(i)
		got, err := x.play(&later, &before, a)
		if err != nil {
			t.Fatalf("played for the %d. time: %v", i+1, err)
		}
		if got.After != &before || told(variant, p,
			got) != "Kf7 in 2 ~- (0:Kh7 in 1 ~- Rh1# in 1 ~-!)" {
			t.Errorf("played for the %d. time: %s after %p", i+1, told(variant, p, got), got.After)
		}
	}
}

// A sealed play is written with its defences in order, those with one answer together.
func TestCompact(t *testing.T) {
	variant, p := position(t, "pacifist-number", reclaims)
	for _, test := range []struct{ text, want Solution }{
		{`["d2c2",[["b8a7"],["a1b1"]],[["~- g8e8"],["~- a1a2"]],[["~- b8a7","g8e8"],["a1b1"]],[["g8f8"]]]`,
			`["d2c2",[["b8a7","g8e8","~- b8a7"],["a1b1"]],[["~- g8e8"],["~- a1a2"]],[["g8f8"]]]`},
	} {
		tree, err := test.text.Tree(variant, p, Win)
		if err != nil {
			t.Fatal(err)
		}
		key := &tree.Keys[0]
		key.Finish(p, nil)
		// "~" comes after the letters.
		if got := key.Text(); got != test.want {
			t.Errorf("%s is sealed as\n%s, want\n%s", test.text, got, test.want)
		}
		var words []string
		for i := range key.Defences {
			words = append(words, key.Defences[i].word)
		}
		if want := []string{"b8a7", "g8e8", "~- b8a7", "~- g8e8", "g8f8"}; !slices.Equal(words,
			want) {
			t.Errorf("the defences are %q, want %q", words, want)
		}
	}
}
