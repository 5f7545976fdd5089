package check

import (
	"fmt"
	"slices"
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

// learned returns the patterns that part examples, as texts.
func learned(yes, no []example) (list []string) {
	var v vocabulary
	sets := func(examples []example) (list []factSet) {
		for _, e := range examples {
			list = append(list, v.set(e))
		}
		return list
	}
	for _, p := range v.learn(sets(yes), sets(no)) {
		list = append(list, p.String())
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
		{examples("a", "a", "a", "a"), examples("a b"), ""}, // that it is an a says nothing more
		{slices.Repeat(examples("a b c"), 6), examples("a b", "a c", "b c"), "a and b and c"},
		{slices.Repeat(examples("a b c"), 5), examples("a b", "a c", "b c"), ""},
		// three parts at the most
		{slices.Repeat(examples("a b c d"), 8), examples("a b c", "a b d", "a c d", "b c d"), ""},
		{slices.Repeat(examples("a"), 6), examples("a b", "a c", "d"), ""}, // and one exception
		{slices.Repeat(examples("a b"), 6), examples("a b c", "a d", "b d"), "a and b and not c"},
		// twelve patterns at the most
		{examples("a b c d e f g h i j k l m", "a b c d e f g h i j k l m"), examples("z"), "a|b|c|d|e|f|g|h|i|j|k|l"},
	} {
		if s := strings.Join(learned(test.yes, test.no), "|"); s != test.want {
			t.Errorf("of %v and not of %v: %q, want %q", test.yes, test.no, s, test.want)
		}
	}
}

// More names than fit into one word.
func TestLearnOfMany(t *testing.T) {
	var yes, no []example
	for i := range 200 {
		e := example{fmt.Sprint("n", i): true, "seen": true}
		if i%2 == 0 {
			e["even"] = true
			yes = append(yes, e)
		} else {
			no = append(no, e)
		}
	}
	if got := strings.Join(learned(yes, no), "|"); got != "even" {
		t.Errorf("even numbers are told by %q", got)
	}
}
