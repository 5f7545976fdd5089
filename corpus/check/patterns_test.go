package check

import (
	"strings"
	"testing"
)

func examples(texts ...string) []example {
	var list []example
	for _, text := range texts {
		e := example{}
		for _, s := range strings.Fields(text) {
			e[s] = true
		}
		list = append(list, e)
	}
	return list
}

// Examples of what is wrong and of what is right, with the smallest patterns that part them.
func TestLearn(t *testing.T) {
	for _, test := range []struct {
		yes, no []example
		want    string
	}{
		{examples("a b", "a c"), examples("b", "c"), "a"},
		{examples("a b", "a b c"), examples("b", "c"), "a"}, // b alone is true of one that is right
		{examples("a b", "a b", "a b c", "a b"), examples("a c", "b c"), "a and b"},
		{examples("a b", "a b c"), examples("a c", "b c"), ""}, // too few to believe in two parts
		{examples("a", "a c", "a", "a"), examples("a b", "c"), "a and not b"},
		{examples("a", "a c"), examples("a b", "c"), ""},
		{examples("a b", "a b"), examples("c"), "a|b"},
		{examples("a", "a"), examples("a"), ""},
		{nil, examples("a"), ""},
	} {
		var got []string
		for _, p := range learn(test.yes, test.no) {
			got = append(got, p.String())
		}
		if s := strings.Join(got, "|"); s != test.want {
			t.Errorf("of %v and not of %v: %q, want %q", test.yes, test.no, s, test.want)
		}
	}
}
