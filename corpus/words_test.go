package corpus

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// What a POSIX shell makes of these words.
func TestSplitWords(t *testing.T) {
	for text, want := range map[string][]string{
		`turncoat answer`:                 {"turncoat", "answer"},
		"  a\tb\nc  ":                     {"a", "b", "c"},
		`node '/my dir/a.js' --x="1 2"`:   {"node", "/my dir/a.js", "--x=1 2"},
		`a\ b c\\d`:                       {"a b", `c\d`},
		`'it'\''s' ""`:                    {"it's", ""},
		`"a\"b\$c\d"`:                     {`a"b$c\d`},
		`$HOME ; rm * > x && "$(date)" ~`: {"$HOME", ";", "rm", "*", ">", "x", "&&", "$(date)", "~"},
		`a'b'"c"d`:                        {"abcd"},
		"a\\\nb \"c\\\nd\"":               {"ab", "cd"},
	} {
		if got, err := SplitWords(text); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q (%v), want %q", text, got, err, want)
		}
	}
	for _, bad := range []string{``, `  `, `'a`, `"a`, `a\`, `"a\"`} {
		if got, err := SplitWords(bad); !errors.Is(err, ErrWords) {
			t.Errorf("%s: %q, error %v", bad, got, err)
		}
	}
}

// Words that are quoted come back as they were.
func FuzzSplitWords(f *testing.F) {
	f.Add("a b", `c'd"e\f`)
	f.Fuzz(func(t *testing.T, a, b string) {
		_, _ = SplitWords(a)
		single := func(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
		double := func(s string) string {
			return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, `$`, `\$`, "`", "\\`").Replace(s) + `"`
		}
		got, err := SplitWords(single(a) + " " + double(b))
		if err != nil || !slices.Equal(got, []string{a, b}) {
			t.Errorf("%q and %q came back as %q (%v)", a, b, got, err)
		}
	})
}
