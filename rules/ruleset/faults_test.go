package ruleset

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

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
		if _, err := Parse([]byte("base: pacifist1\nvalues: "+text), ""); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %s", text, err, want)
		}
	}

	set, err := Parse([]byte("base: pacifist1\nvalues: {pawn: 0, king: 1000000}"), "")
	if err != nil || set.Values != (Values{0, 3, 3, 5, 9, 1_000_000}) {
		t.Errorf("values %v, error %v", set.Values, err)
	}
}

// One that was not read by ParseOverride and is out of bounds changes nothing.
func TestOverrideOutOfBounds(t *testing.T) {
	set := First(Pacifist)
	for _, value := range []string{"1000001", "four", "-1", ""} {
		if got := (Override{"values.king", value}).Apply(set); got.Values != set.Values {
			t.Errorf("by %q the values become %v", value, got.Values)
		}
	}
}

// A setting is one word.
func TestSettingOfSeveralWords(t *testing.T) {
	for _, value := range []string{"[blocked]", "{a: b}"} {
		if _, err := Parse([]byte("base: pacifist1\nlines: "+value), ""); !errors.Is(err,
			ErrSyntax) || !strings.Contains(err.Error(), "line 2, column 8: ") ||
			!strings.Contains(err.Error(), "lines must be one word") {
			t.Errorf("%s: %v", value, err)
		}
	}
}

// Inside another document a rule set is a name or a mapping.
func TestFromNode(t *testing.T) {
	for text, want := range map[string]string{"pacifist2": "pacifist2",
		"{base: chess, name: mine}": "mine", "pacifist9": "", "[chess]": ""} {
		var document yaml.Node
		if err := yaml.Unmarshal([]byte(text), &document); err != nil {
			t.Fatal(err)
		}
		set, err := FromNode(document.Content[0], "x.yaml")
		if set.Name != want || (err != nil) != (want == "") || err != nil &&
			!strings.HasPrefix(err.Error(), "x.yaml:1:1: ") {
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
	if got := setting.Others(set); !slices.Equal(got, []string{"always", "each-round",
		"none-convert"}) {
		t.Errorf("the others are %v", got)
	}
}

// An override is for the families that read its setting.
func TestOverrideReadBy(t *testing.T) {
	for _, c := range []struct {
		key    string
		family Family
		want   bool
	}{
		{"lines", Pacifist, true}, {"lines", Chess, false}, {"chain", Conversion, true},
		{"chain", Pacifist, false},
		{"values.king", Pacifist, true}, {"values.king", Conversion, false}, {"nothing", Pacifist,
			false},
	} {
		if got := (Override{Key: c.key}).ReadBy(c.family); got != c.want {
			t.Errorf("%s is read by %v: %t", c.key, c.family, got)
		}
	}
}

// A set in full names every setting that its family reads, and all values where it has them.
func TestAppendJSONNamesAll(t *testing.T) {
	for _, family := range []Family{Pacifist, Conversion, Chess} {
		var object map[string]any
		if err := json.Unmarshal(AppendJSON(nil, First(family)), &object); err != nil {
			t.Fatal(err)
		}
		want := []string{"family", "name"}
		for _, s := range SettingsOf(family) {
			want = append(want, s.Name)
		}
		if values, ok := object["values"].(map[string]any); ok != (family == Pacifist) || ok &&
			len(values) != len(kindNames) {
			t.Errorf("%v: values %v", family, object["values"])
		}

		delete(object, "values")
		slices.Sort(want)
		if got := slices.Sorted(maps.Keys(object)); !slices.Equal(got, want) {
			t.Errorf("%v: %v, want %v", family, got, want)
		}
	}
}

// In a file a name is quoted only where it must be.
func TestQuotedNames(t *testing.T) {
	for name, want := range map[string]string{
		"mine": "mine", "two words": "two words", "yes": `"yes"`, "a: b": `"a: b"`,
		"null": `"null"`,
		"No":   `"No"`, "a b\tc": `"a b\tc"`, "12": `"12"`,
	} {
		if got := quoted(name); got != want {
			t.Errorf("%s is written %s, want %s", name, got, want)
		}
	}
}

// Squares are read as a list or as one word, single or as rectangles, and written so that they read
// back.
func TestSquares(t *testing.T) {
	tests := []struct {
		yaml    string
		want    Squares
		written string
	}{
		{"squares: d4", 1 << 27, "d4"},
		{"squares: [a1, h8]", 1 | 1<<63, "a1,h8"},
		{"squares: [h4-a1]", 0xffffffff, "a1-h4"},
		{"squares: ['a1-b1', 'a2,b2']", 0x303, "a1-b2"},
		{"squares: []", 0, ""},
	}
	for _, test := range tests {
		set, err := Parse([]byte("{base: magic-squares, name: mine, "+test.yaml+"}"), "")
		if err != nil || set.Squares != test.want || set.Squares.String() != test.written {
			t.Errorf("%s gives %x, written %v: %v", test.yaml, uint64(set.Squares),
				set.Squares, err)
		}
	}

	for _, text := range []string{"[i4]", "[a0]", "a1-", "[{a: b}]", "''", "[a1-b2-c3]"} {
		_, err := Parse([]byte("{base: magic-squares, squares: "+text+"}"), "")
		if !errors.Is(err, ErrSetting) {
			t.Errorf("squares %s: %v", text, err)
		}
	}

	if _, err := Parse([]byte("{base: chess, squares: [a1]}"), ""); !errors.Is(err, ErrSetting) {
		t.Errorf("chess reads squares: %v", err)
	}
	magic, _ := Builtin("magic-squares")
	o, err := ParseOverride("squares=a1-h4")
	if changed := o.Apply(magic); err != nil || changed.Squares != 0xffffffff ||
		o.ReadBy(Chess) {
		t.Errorf("%v gives %v: %v", o, changed.Squares, err)
	}
}
