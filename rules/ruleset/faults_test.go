package ruleset

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// An error names its file and place as far as they are known.
func TestErrorText(t *testing.T) {
	fault := errors.New("no")
	for _, test := range []struct {
		err  Error
		want string
	}{
		{Error{File: "x.yaml", Line: 2, Column: 3, Err: fault}, "x.yaml:2:3: no"},
		{Error{File: "x.yaml", Err: fault}, "x.yaml: no"},
		{Error{Line: 2, Column: 3, Err: fault}, "line 2, column 3: no"},
		{Error{Err: fault}, "no"},
	} {
		if got := test.err.Error(); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}

// A near word is suggested, a far one is not; of two as near the first.
func TestSuggest(t *testing.T) {
	names := []string{"batteries", "blocked", "blacked"}
	for word, want := range map[string]string{"block": `"blocked"`, "blucked": `"blocked"`, "Batteries": `"batteries"`, "sideways": "", "": ""} {
		if got := Suggest(word, names); got == "" != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%q suggests %q, want %s", word, got, want)
		}
	}
}

// Values are whole numbers from 0 to MaxValue, each kind once.
func TestValueFaults(t *testing.T) {
	for text, want := range map[string]string{
		"{king: 4, king: 5}": `duplicate key "king"`,
		"{king: -1}":         "from 0 to 1000000",
		"{king: 1000001}":    "from 0 to 1000000",
		"{king: 4294967297}": "from 0 to 1000000",
		"{king: four}":       "from 0 to 1000000",
		"{kong: 4}":          `no piece is called "kong" (did you mean "king"?)`,
		"[1, 2]":             "values must be a mapping",
	} {
		if _, err := Parse([]byte("base: pacifist1\nvalues: "+text), ""); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %s", text, err, want)
		}
	}
	set, err := Parse([]byte("base: pacifist1\nvalues: {pawn: 0, king: 1000000}"), "")
	if err != nil || set.Values != (Values{0, 3, 3, 5, 9, 1_000_000}) {
		t.Errorf("values %v, error %v", set.Values, err)
	}
}

// An override holds values to the same bound.
func TestOverrideOfAValue(t *testing.T) {
	for text, good := range map[string]bool{"values.pawn=0": true, "values.king=1000000": true, "values.king=1000001": false, "values.king=-1": false, "values.man=1": false} {
		if _, err := ParseOverride(text); (err == nil) != good || err != nil && !errors.Is(err, ErrSetting) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// Inside another document a rule set is a name or a mapping.
func TestFromNode(t *testing.T) {
	for text, want := range map[string]string{"pacifist2": "pacifist2", "{base: chess, name: mine}": "mine", "pacifist9": "", "[chess]": ""} {
		var document yaml.Node
		if err := yaml.Unmarshal([]byte(text), &document); err != nil {
			t.Fatal(err)
		}
		set, err := FromNode(document.Content[0], "x.yaml")
		if set.Name != want || (err != nil) != (want == "") || err != nil && !strings.HasPrefix(err.Error(), "x.yaml:1:1: ") {
			t.Errorf("%s is %q, error %v", text, set.Name, err)
		}
	}
}

// The others of a setting are its values but the one of the set (PAC-7).
func TestOthers(t *testing.T) {
	set, err := Builtin("pacifist-number")
	if err != nil {
		t.Fatal(err)
	}
	setting, _ := FindSetting("moved-piece")
	if got := setting.Others(set); !slices.Equal(got, []string{"always", "each-round", "none-convert"}) {
		t.Errorf("the others are %v", got)
	}
}
