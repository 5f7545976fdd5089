package ruleset

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The table of docs/RULES.md (Settings of a rule set): what each built-in set has other than first values.
func TestBuiltinSetsHaveTheSettingsOfTheRulesText(t *testing.T) {
	want := map[string]map[string]string{
		"pacifist1":        {"weigh": "number", "moved-piece": "always", "reclaim": "none", "king-safety": "after-turn", "castling-test": "attacked", "castling-converted": "keeps"},
		"pacifist2":        {"weigh": "value", "moved-piece": "always", "reclaim": "none", "king-safety": "after-turn", "castling-test": "attacked", "castling-converted": "keeps"},
		"pacifist-number":  {"weigh": "number", "moved-piece": "unless-persuaded", "reclaim": "optional", "king-safety": "king-moves", "castling-test": "persuaded", "castling-converted": "loses"},
		"pacifist-value":   {"weigh": "value", "moved-piece": "unless-persuaded", "reclaim": "optional", "king-safety": "king-moves", "castling-test": "persuaded", "castling-converted": "loses"},
		"pacifist-average": {"weigh": "average", "moved-piece": "unless-persuaded", "reclaim": "optional", "king-safety": "king-moves", "castling-test": "persuaded", "castling-converted": "loses"},
		"conversion":       {"castling-converted": "loses"},
		"chess":            {},
	}
	if len(want) != len(BuiltinNames()) {
		t.Fatalf("built-in sets: %v", BuiltinNames())
	}
	for _, name := range BuiltinNames() {
		set, err := Builtin(name)
		if err != nil {
			t.Fatal(err)
		}
		if set.Name != name {
			t.Errorf("%s calls itself %s", name, set.Name)
		}
		for _, s := range Settings() {
			expected := s.Choices[0].Name
			if v, ok := want[name][s.Name]; ok {
				expected = v
			}
			if got := s.Of(set); got != expected {
				t.Errorf("%s: %s is %s, want %s", name, s.Name, got, expected)
			}
		}
		values := Values{}
		if set.Family == Pacifist {
			values = Values{1, 3, 3, 5, 9, 1000} // PAC-4
		}
		if set.Values != values {
			t.Errorf("%s: values %v", name, set.Values)
		}
	}
}

// Every setting and value of docs/RULES.md (Settings of a rule set), in its order, and which family reads it.
func TestSettingsAreThoseOfTheRulesText(t *testing.T) {
	want := []string{
		"weigh pacifist: number value average",
		"lines pacifist: batteries blocked any-friend both-colours attackers",
		"pawn-bears pacifist: attack advance",
		"king-bears pacifist: yes no",
		"king-converts pacifist: yes no",
		"threshold pacifist: exceeds equals",
		"rounds pacifist: all first",
		"candidates pacifist: all touched",
		"moved-piece pacifist: always unless-persuaded each-round none-convert",
		"reclaim pacifist: none optional full",
		"king-safety pacifist: after-turn every-king before-conversion king-moves none",
		"kingless pacifist: must-claim free",
		"stalemate pacifist conversion chess: draw loss",
		"two-step pacifist: passed free both",
		"castling-test pacifist: attacked persuaded none",
		"castling-converted pacifist conversion: keeps loses",
		"promotion pacifist conversion chess: any queen",
		"pairs-king-queen conversion: yes no",
		"pairs-many conversion: yes no",
		"cosquares-by conversion: moved either",
		"chain conversion: no yes",
		"friendly conversion: stay flip",
		"castling-cosquares conversion: both king rook none",
		"promotion-cosquares conversion: no yes",
		"conversion-check conversion: yes no",
	}
	var got []string
	for _, s := range Settings() {
		line := s.Name
		for f := Pacifist; f <= Chess; f++ {
			if s.ReadBy(f) {
				line += " " + f.String()
			}
		}
		got = append(got, line+": "+strings.Join(s.names(), " "))
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestShownSetsReadBack(t *testing.T) {
	for _, name := range BuiltinNames() {
		set, _ := Builtin(name)
		sets := []Set{set}
		for _, s := range SettingsOf(set.Family) {
			for _, v := range s.Others(set) {
				other, err := s.With(set, v)
				if err != nil {
					t.Fatal(err)
				}
				sets = append(sets, other)
			}
		}
		for _, set := range sets {
			set.Name = "it's: mine"
			got, err := Parse(AppendYAML(nil, set), "")
			if err != nil || got != set {
				t.Errorf("%s reads back as %v, %v", AppendYAML(nil, set), got, err)
			}
		}
	}
}

func TestParseChangesTheBase(t *testing.T) {
	set, err := Parse([]byte("name: mine\nbase: pacifist1\nvalues: {pawn: 1, king: 4}\nlines: blocked\n"), "mine.yaml")
	if err != nil {
		t.Fatal(err)
	}
	want, _ := Builtin("pacifist1")
	want.Name, want.Lines, want.Values[King] = "mine", Blocked, 4
	if set != want {
		t.Errorf("got %+v, want %+v", set, want)
	}
	if _, same := IsBuiltin(set); same {
		t.Error("a changed set passes for a built-in one")
	}
	alias, _ := Parse([]byte(`{"base": "pacifist2", "name": "p2"}`), "")
	if b, ok := IsBuiltin(alias); !ok || b.Name != "pacifist2" {
		t.Errorf("a renamed pacifist2 is %v, %v", b.Name, ok)
	}
}

func TestFaultsAreNamedAtTheirPlace(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", "x.yaml:1:1: not a rule set: the file is empty"},
		{"- a", "x.yaml:1:1: not a rule set: want a mapping"},
		{"lines: blocked", "x.yaml:1:1: not a rule set: neither base nor family"},
		{"base: pacifist1\nfamily: chess", "x.yaml:2:1: not a rule set: base and family exclude each other"},
		{"base: pacifist", `x.yaml:1:7: unknown rules: "pacifist" is not one of`},
		{"family: chees", `x.yaml:1:9: no such setting: family cannot be "chees": it is one of pacifist, conversion, chess (did you mean "chess"?)`},
		{"base: pacifist1\nlines: block", `x.yaml:2:8: no such setting: lines cannot be "block": it is one of batteries, blocked, any-friend, both-colours, attackers`},
		{"base: pacifist1\nline: blocked", `x.yaml:2:1: no such setting: "line" (did you mean "lines"?)`},
		{"base: pacifist1\nchain: yes", `x.yaml:2:1: no such setting: the pacifist family does not read "chain"`},
		{"base: chess\nvalues: {pawn: 1}", `x.yaml:2:1: no such setting: the chess family does not read "values"`},
		{"base: pacifist1\nvalues: {pawn: 1.5}", `x.yaml:2:16: no such setting: the value of a pawn is a whole number`},
		{"base: pacifist1\nvalues: {pown: 1}", `x.yaml:2:10: no such setting: no piece is called "pown" (did you mean "pawn"?)`},
		{"base: pacifist1\nlines: blocked\nlines: batteries", `x.yaml:3:1: not a rule set: "lines" stands twice, first in line 2`},
		{"base: pacifist1\n---\nbase: chess", "x.yaml:2:1: not a rule set: more than one document"},
		{"base: [", "x.yaml:1:1: not a rule set: line 1"},
	} {
		_, err := Parse([]byte(test.text), "x.yaml")
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: got %v, want %s", test.text, err, test.want)
		}
	}
	_, err := Parse([]byte("base: pacifist1\nlines: no\nrounds: no\n"), "")
	if err == nil || strings.Count(err.Error(), "no such setting") != 2 {
		t.Errorf("two faults give %v", err)
	}
	var place *Error
	if !errors.As(err, &place) || place.Line != 2 {
		t.Errorf("the first fault is at %+v", place)
	}
}

func FuzzParse(f *testing.F) {
	paths, _ := filepath.Glob("builtin/*.yaml")
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte("base: pacifist1\nvalues: {king: 4}\nlines: &a blocked\nrounds: *a\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		set, err := Parse(text, "")
		if err != nil {
			return
		}
		again, err := Parse(AppendYAML(nil, set), "")
		if err != nil || again != set {
			t.Errorf("%+v reads back as %+v, %v", set, again, err)
		}
	})
}
