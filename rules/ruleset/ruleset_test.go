package ruleset

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"

	"turncoat/docs"
)

// The table of docs/RULES.md (Settings of a rule set): what each built-in set has other than first
// values.
func TestBuiltinSetsHaveTheSettingsOfTheRulesText(t *testing.T) {
	want := map[string]map[string]string{
		"pacifist1": {"weigh": "number", "moved-piece": "always", "reclaim": "none",
			"king-safety": "after-turn", "castling-test": "attacked",
			"castling-converted": "keeps"},
		"pacifist2": {"weigh": "value", "moved-piece": "always", "reclaim": "none",
			"king-safety": "after-turn", "castling-test": "attacked",
			"castling-converted": "keeps"},
		"pacifist-number": {"weigh": "number", "moved-piece": "unless-persuaded",
			"reclaim": "optional", "king-safety": "king-moves", "castling-test": "persuaded",
			"castling-converted": "loses"},
		"pacifist-value": {"weigh": "value", "moved-piece": "unless-persuaded",
			"reclaim": "optional", "king-safety": "king-moves", "castling-test": "persuaded",
			"castling-converted": "loses"},
		"pacifist-average": {"weigh": "average", "moved-piece": "unless-persuaded",
			"reclaim": "optional", "king-safety": "king-moves", "castling-test": "persuaded",
			"castling-converted": "loses"},
		"conversion":    {"castling-converted": "loses"},
		"benedict":      {},
		"benedict-king": {"castling-converts": "king"},
		"andernach":     {"castling-converts": "king", "castling-converted": "loses"},
		"anti-andernach": {"converts-when": "no-capture", "castling-converts": "king",
			"castling-converted": "loses"},
		"super-andernach": {"converts-when": "always", "castling-converts": "king",
			"castling-converted": "loses"},
		"tibet": {"converts-when": "other-kind", "converts-side": "black",
			"castling-converts": "king", "castling-converted": "loses"},
		"double-tibet": {"converts-when": "other-kind", "castling-converts": "king",
			"castling-converted": "loses"},
		"traitor": {"converts-when": "square", "converts-side": "black",
			"castling-converts": "king", "castling-converted": "loses"},
		"magic-squares": {"converts-when": "square", "castling-converted": "loses"},
		"masand": {"converts": "attacked", "converts-when": "check", "castling-converts": "king",
			"castling-converted": "loses"},
		"masand-generalised": {"converts": "attacked", "converts-when": "check",
			"converted-by": "every", "castling-converts": "king", "castling-converted": "loses"},
		"chess": {},
	}
	squares := map[string]Squares{"traitor": 0xffffffff, "magic-squares": 0x1818000000}
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
			if s.Name == "king-converts" && set.Family == Andernach {
				expected = "no"
			}
			if v, ok := want[name][s.Name]; ok {
				expected = v
			}
			if got := s.ValueIn(set); got != expected {
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
		if set.Squares != squares[name] {
			t.Errorf("%s: squares %v", name, set.Squares)
		}
	}
}

var (
	settingRow = regexp.MustCompile(`(?m)^\| ([a-z][a-z-]*) \| ([a-z0-9, -]+) \| [^|]+ \|$`)
	setColumns = regexp.MustCompile(`(?m)^\| \| (pacifist1 .*) \|$`)
	setRow     = regexp.MustCompile(`(?m)^\| ([a-z][a-z-]*) \| (.*) \|$`)
)

// Every setting and value that docs/RULES.md lists (Settings of a rule set), in its order, and no
// other.
func TestSettingsAreThoseOfTheRulesText(t *testing.T) {
	_, text, _ := strings.Cut(docs.Rules, "| setting | values |")
	text, sets, found := strings.Cut(text, "The sets:")
	if !found {
		t.Fatal("docs/RULES.md has no table of settings")
	}
	var want, got []string
	for _, m := range settingRow.FindAllStringSubmatch(text, -1) {
		want = append(want, m[1]+": "+m[2])
	}
	for _, s := range Settings() {
		got = append(got, s.Name+": "+strings.Join(s.names(), ", "))
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") || len(want) < 20 {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	// What the built-in sets have other than first values stands in the table that follows.
	pacifist, kin, _ := strings.Cut(sets, "| | converts |")
	names := strings.Split(setColumns.FindStringSubmatch(pacifist)[1], " | ")
	rows := setRow.FindAllStringSubmatch(pacifist, -1)
	if len(names) != 5 || len(rows) != 6 {
		t.Fatalf("%d sets and %d settings in the table of the sets", len(names), len(rows))
	}
	for _, row := range rows {
		for i, value := range strings.Split(row[2], " | ") {
			checkSetting(t, names[i], row[1], value)
		}
	}

	head, kin, _ := strings.Cut(kin, " |\n")
	settings := append([]string{"converts"}, strings.Split(strings.Trim(head, " "), " | ")...)
	rows = setRow.FindAllStringSubmatch(kin, -1)
	if len(settings) != 5 || len(rows) != 9 {
		t.Fatalf("%d sets and %d settings in the table of Andernach Chess and its kin", len(rows),
			len(settings))
	}
	for _, row := range rows {
		for i, value := range strings.Split(row[2], " | ") {
			checkSetting(t, row[1], settings[i], value)
		}
	}
}

// checkSetting checks the value of a setting in a built-in set.
func checkSetting(t *testing.T, name, setting, value string) {
	t.Helper()
	s, ok := FindSetting(setting)
	if !ok {
		t.Fatalf("there is no setting %s", setting)
	}
	set, err := Builtin(name)
	if err != nil || s.ValueIn(set) != value {
		t.Errorf("%s of %s is %s, want %s (%v)", setting, name, s.ValueIn(set), value, err)
	}
}

// Which families read a setting.
func TestSettingsOfFamilies(t *testing.T) {
	all := []Family{Pacifist, Conversion, Benedict, Andernach, Chess}
	shared := map[string][]Family{"stalemate": all, "promotion": all,
		"castling-converted": {Pacifist, Conversion, Benedict, Andernach},
		"king-converts":      {Pacifist, Benedict, Andernach}, "chain": {Conversion, Benedict},
		"converted-by": {Benedict, Andernach}, "castling-converts": {Benedict, Andernach}}
	conversion := []string{"pairs-king-queen", "pairs-many", "cosquares-by", "friendly",
		"castling-cosquares", "promotion-cosquares", "conversion-check"}
	benedict := []string{"capture-moves", "king-in-check"}
	andernach := []string{"converts", "converts-when", "converts-side", "pawn-converts",
		"knight-converts", "bishop-converts", "rook-converts", "queen-converts", "converted-kind",
		"castling-gained", "converts-order", "en-passant"}
	for _, s := range Settings() {
		want, ok := shared[s.Name]
		switch {
		case ok:
		case slices.Contains(conversion, s.Name):
			want = []Family{Conversion}
		case slices.Contains(benedict, s.Name):
			want = []Family{Benedict}
		case slices.Contains(andernach, s.Name):
			want = []Family{Andernach}
		default:
			want = []Family{Pacifist}
		}

		for f := Pacifist; f <= Chess; f++ {
			if s.ReadBy(f) != slices.Contains(want, f) {
				t.Errorf("%s: read by %v: %v", s.Name, f, s.ReadBy(f))
			}
		}
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
			set.Name = "mine"
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
	for _, test := range []struct {
		text         string
		line, column int
		class        error
		quotes       string // words of the text that the message has, or a suggestion
	}{
		{"", 1, 1, ErrSyntax, ""},
		{"- a", 1, 1, ErrSyntax, "mapping"},
		{"lines: blocked", 1, 1, ErrSyntax, "base"},
		{"base: pacifist1\nfamily: chess", 2, 1, ErrSyntax, "family"},
		{"base: pacifist", 1, 7, ErrUnknown, `"pacifist1"`},
		{"family: chees", 1, 9, ErrSetting, `"chess"`},
		{"base: pacifist1\nlines: block", 2, 8, ErrSetting, "any-friend"},
		{"base: pacifist1\nline: blocked", 2, 1, ErrSetting, `"lines"`},
		{"base: pacifist1\nchain: yes", 2, 1, ErrSetting, `"chain"`},
		{"base: chess\nvalues: {pawn: 1}", 2, 1, ErrSetting, `"values"`},
		{"base: pacifist1\nvalues: {pawn: 1.5}", 2, 16, ErrSetting, "1.5"},
		{"base: pacifist1\nvalues: {pown: 1}", 2, 10, ErrSetting, `"pawn"`},
		{"base: pacifist1\nlines: blocked\nlines: batteries", 3, 1, ErrSyntax, "line 2"},
		{"base: pacifist1\n---\nbase: chess", 2, 1, ErrSyntax, "document"},
		{"base: [", 1, 1, ErrSyntax, "YAML"},
		{"base: pacifist1\nname: [mine]", 2, 7, ErrSyntax, "name"},
	} {
		_, err := Parse([]byte(test.text), "x.yaml")
		var at *Error
		if !errors.As(err, &at) || !errors.Is(err, test.class) || !strings.Contains(err.Error(),
			test.quotes) {
			t.Errorf("%q: %v, want %v about %s", test.text, err, test.class, test.quotes)
			continue
		}

		if at.File != "x.yaml" || at.Line != test.line || at.Column != test.column {
			t.Errorf("%q: %v, want it at %d:%d", test.text, err, test.line, test.column)
		}
	}

	_, err := Parse([]byte("base: pacifist1\nlines: no\nrounds: no\n"), "")
	if err == nil || strings.Count(err.Error(), "invalid setting") != 2 {
		t.Errorf("two faults give %v", err)
	}
	var place *Error
	if !errors.As(err, &place) || place.Line != 2 {
		t.Errorf("the first fault is at %+v", place)
	}
}

func FuzzParse(f *testing.F) {
	for _, name := range BuiltinNames() {
		f.Add(AppendYAML(nil, builtins()[name]))
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

// Which positions are valid is PAC-17 in the forms of Pacifist Chess, BEN-7 in Benedict Chess,
// AND-12 in Andernach Chess and its kin, and CON-12 in Conversion Chess and in chess "alike".
func TestRule(t *testing.T) {
	for _, name := range BuiltinNames() {
		set, err := Builtin(name)
		if err != nil {
			t.Fatal(err)
		}
		want := "PAC-17"
		switch name {
		case "conversion", "chess":
			want = "CON-12"
		case "benedict", "benedict-king":
			want = "BEN-7"
		case "andernach", "anti-andernach", "super-andernach", "tibet", "double-tibet", "traitor",
			"magic-squares", "masand", "masand-generalised":
			want = "AND-12"
		}

		if got := set.Rule(PositionRule); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

// A number of no kind has no name.
func TestKindName(t *testing.T) {
	for kind, want := range map[int]string{Pawn: "pawn", King: "king", -1: "", 22: ""} {
		if got := KindName(kind); got != want {
			t.Errorf("%d: %q, want %q", kind, got, want)
		}
	}
}

// A setting that is yes or no may be true or false, as programs write it that read YAML 1.1.
func TestBooleans(t *testing.T) {
	for text, want := range map[string]Answer{`{"base":"pacifist1","king-bears":false}`: No,
		"base: pacifist1\nking-bears: True\n": Yes, "base: pacifist1\nking-bears: no\n": No} {
		set, err := Parse([]byte(text), "")
		if err != nil || set.KingBears != want {
			t.Errorf("%s: %v, %v", text, set.KingBears, err)
		}
	}
	if _, err := Parse([]byte(`{"base":"pacifist1","lines":false}`), ""); err == nil {
		t.Error("lines can be false")
	}
}
