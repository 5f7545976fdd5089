package puzzle

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"turncoat/internal/jsonline"
	"turncoat/internal/lines"
	"turncoat/internal/testing/filetest"
	"turncoat/puzzle/proof"
	"turncoat/rules/board"
)

// kinds reads puzzles of every kind: a help-win in one and a half turns, a win in two of rook and
// king with seven keys, set play and tries, one with twins, and a self-win.
func kinds(t testing.TB) (help, rook, twins, self Puzzle) {
	t.Helper()
	list, err := Read(bytes.NewReader(filetest.Read(t, "testdata/kinds.jsonl")), "kinds.jsonl")
	if err != nil || len(list) != 4 {
		t.Fatal(len(list), err)
	}
	return list[0].Puzzle, list[1].Puzzle, list[2].Puzzle, list[3].Puzzle
}

// A tree has every key in its order, and the phases.
func TestTreeOfSeveralKeys(t *testing.T) {
	_, p, _, _ := kinds(t)
	tree, err := p.Tree()
	if err != nil {
		t.Fatal(err)
	}
	var keys []string
	for _, k := range tree.Keys {
		keys = append(keys, k.Turn.Move.String())
		if k.In != 2 {
			t.Errorf("after %s it is %d turns", k.Turn.Move, k.In)
		}
	}

	// The king of Black has h8 alone, where the rook mates from every square of the sixth rank but
	// a6, and from h6.
	if want := []string{"a6b6", "a6c6", "a6d6", "a6e6", "a6f6", "a6g6", "f7f8"}; !slices.Equal(keys,
		want) {
		t.Errorf("the keys are %v, want %v", keys, want)
	}

	if !reflect.DeepEqual(PhasesOf(tree), p.Phases) {
		t.Errorf("the phases have become %+v", PhasesOf(tree))
	}
	for what, change := range map[string]func(p *Puzzle){
		"a key that is no move":   func(p *Puzzle) { p.Keys = []string{"a6b6", "a6z6"} },
		"a key that is not legal": func(p *Puzzle) { p.Keys = []string{"a6b6", "a6b7"} },
		"a threat that is no turn": func(p *Puzzle) {
			p.Phases = &Phases{Threats: []string{"b6z6"}}
		},
		"set play that is illegal": func(p *Puzzle) {
			p.Phases = &Phases{Set: `["0000",[["h7h7"],["a6h6"]]]`}
		},
		"a try that is not legal": func(p *Puzzle) {
			p.Phases = &Phases{Tries: []Try{{Solution: `["a6b7"]`}}}
		},
		"a threat of a try, no turn": func(p *Puzzle) {
			p.Phases = &Phases{Tries: []Try{{Solution: p.Phases.Tries[0].Solution,
				Threats:     []string{"a1z1"},
				Refutations: []string{"h7h6"}}}}
		},
	} {
		q := p
		change(&q)
		if _, err := q.Tree(); !errors.Is(err, ErrUnsound) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// As few of everything as a puzzle can have.
func TestSmallestPuzzles(t *testing.T) {
	const claims = `"claims":{"firstTurns":1,"defences":0,"choice":false,"duals":0,"lineDuals":0},"themes":[],"source":{"from":"given","unit":0}}`
	for _, text := range []string{
		`{"id":"a","rules":"chess","fen":"7k/8/6K1/8/8/8/8/R7 w - - 0 1","in":1,"keys":["a1a8"],"line":["Ra8#"],"solution":["a1a8"],` + claims,
		`{"id":"a","rules":"chess","fen":"6k1/8/6K1/8/8/8/8/R7 b - - 0 1","stipulation":"help-win","in":1,"keys":["g8h8"],"line":["Kh8","Ra8#"],"lines":[["g8h8","a1a8"]],` + claims,
	} {
		if p, err := Parse([]byte(text)); err != nil {
			t.Errorf("%s: %v", p.Symbol(), err)
		}
	}
}

// Strict is one key and no dual, and of a help-win that its solutions begin differently.
func TestStrict(t *testing.T) {
	help, rook, _, self := kinds(t)
	dual, cooked := self, self
	dual.Claims.Duals = 1
	cooked.Keys = []string{"e5b8", "e5e8"}
	alike := help
	alike.Keys, alike.Lines = []string{"f6f7"},
		[][]string{{"f6f7", "h8h7", "a1h1"}, {"f6f7", "h8h7", "a1h2"}}
	for i, c := range []struct {
		p    Puzzle
		want bool
	}{{help, true}, {alike, false}, {rook, false}, {self, true}, {dual, false}, {cooked, false}} {
		if c.p.Strict() != c.want {
			t.Errorf("%d, %s: %t", i, c.p.ID, !c.want)
		}
	}
}

func TestPlies(t *testing.T) {
	for _, c := range []struct {
		stipulation string
		in          int
		half        bool
		plies       int
	}{
		{"", 1, false, 1}, {"", 3, false, 5}, {"claim", 2, false, 3}, {"self-win", 2, false, 4},
		{"help-win", 2, false, 4}, {"help-win", 2, true, 5},
	} {
		p := Puzzle{Stipulation: c.stipulation, In: c.in, Half: c.half}
		if p.Plies() != c.plies {
			t.Errorf("%s: %d plies, want %d", p.Symbol(), p.Plies(), c.plies)
		}
	}
}

// Levels are steps of 200: 1 below 1200, 5 from 1800.
func TestLevelOf(t *testing.T) {
	for rating, want := range map[int]int{-50: 1, 999: 1, 1000: 1, 1199: 1, 1200: 2, 1399: 2,
		1400: 3, 1600: 4,
		1799: 4, 1800: 5, 2000: 5, 3000: 5} {
		if got := LevelOf(rating); got != want {
			t.Errorf("%d is of level %d, want %d", rating, got, want)
		}
	}
}

// Puzzles are the same when their identifier is, or what they are about under the same rules.
func TestUnique(t *testing.T) {
	_, rook, twins, self := kinds(t)
	as := func(p Puzzle, id string) Puzzle { p.ID = id; return p }
	other := rook
	other.ID, other.FEN = "other", "8/5K1k/R7/8/8/8/8/b7 w - - 0 1"
	list := Unique([]Puzzle{rook, as(rook, "again"), twins, as(self, twins.ID), self,
		as(self, "self"), other})
	var ids []string
	for _, p := range list {
		ids = append(ids, p.ID)
	}
	if want := []string{rook.ID, twins.ID, self.ID}; !slices.Equal(ids, want) {
		t.Errorf("%v stay, want %v", ids, want)
	}
}

// The piece of a key, its squares and what it becomes tell ideas apart; what else stands on the
// board does not.
func TestIdea(t *testing.T) {
	for _, c := range []struct {
		name, a, b string // position and move
		same       bool
	}{
		{"another piece stands by", "7k/8/6K1/8/8/8/8/R7 w - - 0 1 a1a8",
			"7k/8/6K1/8/8/8/5p2/R7 w - - 0 1 a1a8", true},
		{"the mirror", "7k/8/6K1/8/8/8/8/R7 w - - 0 1 a1a8", "k7/8/1K6/8/8/8/8/7R w - - 0 1 h1h8",
			true},
		{"the colours", "7k/8/6K1/8/8/8/7p/R7 w - - 0 1 a1a8",
			"r7/7P/8/8/8/6k1/8/7K b - - 0 1 a8a1", true},
		{"another kind", "7k/8/6K1/8/8/8/8/R7 w - - 0 1 a1a8",
			"6k1/8/6K1/8/8/8/8/Q7 w - - 0 1 a1a8", false},
		{"another square", "7k/8/6K1/8/8/8/8/R7 w - - 0 1 a1a8",
			"7k/8/6K1/8/8/8/1R6/8 w - - 0 1 b2b8", false},
		{"another promotion", "7k/P7/6K1/8/8/8/8/8 w - - 0 1 a7a8q",
			"7k/P7/6K1/8/8/8/8/8 w - - 0 1 a7a8r", false},
	} {
		ideas := map[string]bool{}
		for _, text := range []string{c.a, c.b} {
			i := strings.LastIndex(text, " ")
			p := Puzzle{Rules: named(t, "chess").Set(), FEN: text[:i], In: 1,
				Keys: []string{text[i+1:]}}
			if err := p.Solution.UnmarshalJSON([]byte(`["` + text[i+1:] + `"]`)); err != nil {
				t.Fatal(err)
			}
			tree, err := p.Tree()
			if err != nil {
				t.Fatal(err)
			}
			ideas[Idea(p.Rules, &tree.Position, &tree.Keys[0])] = true
		}

		if got := len(ideas) == 1; got != c.same {
			t.Errorf("%s: the ideas are %v", c.name, ideas)
		}
	}
}

// A twin has keys, a line and claims, and a puzzle at most 25 twins.
func TestTwinsAreChecked(t *testing.T) {
	_, _, p, _ := kinds(t)
	first := p.Twins[0]
	for what, change := range map[string]func(*Twin){
		"no keys":              func(t *Twin) { t.Keys = nil },
		"no line":              func(t *Twin) { t.Line = nil },
		"no claims":            func(t *Twin) { t.Claims = Claims{} },
		"no change":            func(t *Twin) { t.Change = "nothing" },
		"another key":          func(t *Twin) { t.Keys = []string{"a7a8r"} },
		"lines of a win":       func(t *Twin) { t.Lines = [][]string{{"a7a8q"}} },
		"a piece that is gone": func(t *Twin) { t.Change = "-Ra1" },
	} {
		twin := first
		change(&twin)
		p.Twins = []Twin{first, twin}
		if err := p.checkTwins(); !errors.Is(err, ErrSyntax) {
			t.Errorf("%s: %v", what, err)
		}
	}

	help, _, _, _ := kinds(t)
	help.Twins = []Twin{{Change: "Ra1-b1", Keys: []string{"f6f7"},
		Line:  []string{"Kf7", "Kh7", "Rh1#"},
		Lines: [][]string{{"f6f7", "h8h7", "b1h1"}}, Claims: help.Claims}}
	if err := help.checkTwins(); err != nil {
		t.Error(err)
	}
	help.Twins[0].Keys = []string{"f6g6"}
	if err := help.checkTwins(); !errors.Is(err, ErrSyntax) {
		t.Errorf("lines that begin with another key: %v", err)
	}
	p.Twins = slices.Repeat([]Twin{first}, 25)
	if err := p.checkTwins(); err != nil {
		t.Error(err)
	}
	p.Twins = append(p.Twins, first)
	if err := p.checkTwins(); !errors.Is(err, ErrSyntax) {
		t.Errorf("26 twins: %v", err)
	}
}

// Every symbol and sentence of a stipulation.
func TestInstruction(t *testing.T) {
	const white, black = "7k/8/6K1/8/8/8/8/R7 w - - 0 1", "7k/8/6K1/8/8/8/8/R7 b - - 0 1"
	for _, c := range []struct {
		p                   Puzzle
		symbol, instruction string
	}{
		{Puzzle{FEN: white, In: 1}, "#1", "White to move mates in 1 turn"},
		{Puzzle{FEN: black, In: 2, Stipulation: "self-win"}, "s#2",
			"Black to move forces White to mate in 2 turns"},
		{Puzzle{FEN: black, In: 2, Stipulation: "claim"}, "claim in 2",
			"Black to move claims a king in 2 turns"},
		{Puzzle{FEN: black, In: 2, Stipulation: "help-win"}, "h#2",
			"Black begins, both sides help, and White mates in 2 turns"},
		{Puzzle{FEN: white, In: 2, Stipulation: "help-win", Half: true}, "h#2.5",
			"White begins, both sides help, and White mates in 2.5 turns"},
		{Puzzle{FEN: "8", In: 1}, "#1", ""},
	} {
		c.p.Rules = named(t, "chess").Set()
		if c.p.Symbol() != c.symbol || c.p.Instruction() != c.instruction {
			t.Errorf("%s: %s, want %s: %s", c.p.Symbol(), c.p.Instruction(), c.symbol,
				c.instruction)
		}
	}
}

// Rights end with their king or rook.
func TestRightsEnd(t *testing.T) {
	variant := named(t, "chess")
	at := read(t, variant, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
	for text, want := range map[string]string{"-Rh1": "Qkq", "-Ra1": "Kkq", "-Rh8": "KQq",
		"-Ra8":   "KQk",
		"Ke1-e2": "kq", "Ke8-d8": "KQ", "+wNd4": "KQkq"} {
		change, err := ParseChange(text)
		if err != nil {
			t.Fatal(err)
		}
		_, p, err := change.Apply(variant, &at, board.White)
		if got := strings.Fields(variant.FEN(&p)); err != nil || got[2] != want ||
			p.EnPassant != board.NoSquare {
			t.Errorf("%s: %v, %v, want %s", text, got, err, want)
		}
	}
}

// Where castling allows one image only, the squares of a key are its own.
func TestIdeaWithRights(t *testing.T) {
	p := Puzzle{Rules: named(t, "chess").Set(), FEN: "7k/8/6K1/8/8/8/8/R7 w - - 0 1", In: 1,
		Keys: []string{"a1a8"}, Solution: `["a1a8"]`}
	tree, err := p.Tree()
	if err != nil {
		t.Fatal(err)
	}
	castles := read(t, named(t, "chess"), "7k/8/8/8/8/8/8/R3K3 w Q - 0 1")
	if got := Idea(p.Rules, &castles, &tree.Keys[0]); got != "Ra1a8()" {
		t.Errorf("the idea is %s", got)
	}
}

// A proof is of what the solution shows: the first key.
func TestHeader(t *testing.T) {
	help, p, _, _ := kinds(t)
	headerOf := func(p *Puzzle) (h proof.Header) {
		var text bytes.Buffer
		if err := p.WriteProof(&text, &Tree{}); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text.Bytes(), &h); err != nil {
			t.Fatal(err)
		}
		return h
	}
	h := headerOf(&p)
	if !slices.Equal(h.Keys, []string{"a6b6"}) || h.FEN != p.FEN || h.In != 2 || h.Half ||
		h.Stipulation != "win" ||
		h.Rules.Name != "chess" {
		t.Errorf("%+v", h)
	}

	if h := headerOf(&help); !h.Half || h.In != 1 || h.Stipulation != "help-win" {
		t.Errorf("%+v", h)
	}
	if h := headerOf(&Puzzle{Rules: p.Rules}); len(h.Keys) != 0 {
		t.Errorf("%+v", h)
	}
}

// A line that is too long is named and skipped, and what stands before and behind it is there,
// whatever ends the lines.
func TestTooLongLine(t *testing.T) {
	_, p, _, _ := kinds(t)
	var text bytes.Buffer
	if err := Write(&text, []Puzzle{p}); err != nil {
		t.Fatal(err)
	}
	good := strings.TrimSpace(text.String())
	for _, end := range []string{"\n", "\r\n", "\r"} {
		long := strings.Repeat("x", MaxLine+1)
		// a byte order mark is passed over
		list, err := Read(strings.NewReader("\ufeff"+good+end+long+end+good+end), "f")
		var at *Error
		if !errors.As(err, &at) || at.Line != 2 || !errors.Is(err, ErrSyntax) ||
			err.Error() != "f:2: not a puzzle: the line is longer than 16 MiB: 16777217 bytes" {
			t.Errorf("%q: %v", end, err)
		}

		if len(list) != 2 || list[0].Line != 1 || list[1].Line != 3 || list[1].ID != p.ID {
			t.Errorf("%q: %d puzzles", end, len(list))
		}
	}
}

// A file of empty lines is named.
func TestEmptyLines(t *testing.T) {
	_, err := Read(strings.NewReader(strings.Repeat("\n", 1<<24+1)), "f")
	var at *Error
	if !errors.As(err, &at) || at.File != "f" || !errors.Is(err, lines.ErrEmpty) {
		t.Errorf("%v", err)
	}
}

// Nothing of a grade that counts is negative, and all of it may be 0.
func TestSmallestGrade(t *testing.T) {
	for _, c := range []struct {
		grade  Grade
		source Source
		good   bool
	}{
		{Grade{Lure: -1}, Source{From: "given"}, true},
		{Grade{Deviation: -1}, Source{From: "given"}, false},
		{Grade{Plausible: -1}, Source{From: "given"}, false},
		{Grade{}, Source{From: "given", Unit: -1}, false},
		{Grade{}, Source{From: "given", Ply: -1}, false},
		{Grade{}, Source{From: "given", Improved: -1}, false},
	} {
		p := sample(t)[0]
		p.Grade, p.Source = &c.grade, c.source
		line, err := jsonline.Encode(&p)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Parse(line); (err == nil) != c.good {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// A line of one character is no puzzle either, and one of spaces is none at all.
func TestShortestLine(t *testing.T) {
	_, err := Read(strings.NewReader("  \n}\n"), "f")
	var at *Error
	if !errors.As(err, &at) || at.Line != 2 {
		t.Errorf("%v", err)
	}
}
