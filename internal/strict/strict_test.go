package strict

import (
	"strings"
	"testing"
)

// A near word is suggested, a far one is not; of two as near the first.
func TestSuggest(t *testing.T) {
	names := []string{"batteries", "blocked", "blacked"}
	for word, want := range map[string]string{"block": `"blocked"`, "blucked": `"blocked"`,
		"Batteries": `"batteries"`, "sideways": "", "": ""} {
		if got := Suggest(word, names); got == "" != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%q suggests %q, want %s", word, got, want)
		}
	}
}

// A name that would have to change in every letter is not near.
func TestSuggestShortNames(t *testing.T) {
	if got := Suggest("xy", []string{"no"}); got != "" {
		t.Errorf("suggested is%s", got)
	}
	if got := Suggest("on", []string{"in"}); got != ` (did you mean "in"?)` {
		t.Errorf("suggested is%s", got)
	}
}
