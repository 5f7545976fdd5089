package ruleset

import (
	"errors"
	"strings"
	"testing"
)

func TestOverridesChangeWhatTheFamilyReads(t *testing.T) {
	all, err := ParseOverrides("lines=blocked + values.king=4+chain=yes")
	if err != nil {
		t.Fatal(err)
	}
	want := First(Pacifist)
	want.Lines, want.Values[King] = Blocked, 4
	got := ApplyAll(First(Pacifist), all)
	if got.String() != "custom (base: pacifist1, values: {king: 4}, lines: blocked)" {
		t.Errorf("the set is called %v", got)
	}
	got.Name = want.Name
	if got != want {
		t.Errorf("%+v instead of %+v", got, want)
	}
	want = First(Conversion)
	want.Chain = Granted
	got = ApplyAll(First(Conversion), all)
	if got.Chain != Granted || got.Lines != want.Lines ||
		got.Values != want.Values {
		t.Errorf("%+v instead of %+v", got, want)
	}

	if First(Chess) != ApplyAll(First(Chess), all) {
		t.Error("chess reads none of them")
	}
}

func TestOverridesAreRefusedWithWhatIsGood(t *testing.T) {
	for text, want := range map[string]string{
		"lines":             "want SETTING=VALUE",
		"line=blocked":      `did you mean "lines"?`,
		"lines=bloked":      `did you mean "blocked"?`,
		"lines=":            "batteries, blocked",
		"values.rok=5":      `did you mean "rook"?`,
		"values.king=-1":    "from 0 to 1000000",
		"values.king=2e3":   "whole number",
		"lines=blocked+":    "want SETTING=VALUE",
		"value.king=4":      `did you mean "values.king"?`,
		"values.king=99e99": "whole number",
	} {
		if _, err := ParseOverrides(text); !errors.Is(err, ErrSetting) ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
