package store

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// What is found by words: puzzle 1 is "The turncoat" by Ann Lee and Bob, with "a quiet key" and
// "and no dual" as comments, 6 is "Quiet" by BOB, 11 has the comment "made by Bob", and 16 is by
// Cleo.
func TestText(t *testing.T) {
	s, puzzles := queried(t)
	for _, test := range []struct {
		text string
		want []int
	}{
		{"quiet", []int{1, 6}},
		{"quiet key", []int{1}},
		{"key quiet", []int{1}},
		{`"quiet key"`, []int{1}},
		{`"key quiet"`, nil},
		{"qui*", []int{1, 6}},
		{`"quiet k"*`, []int{1}},
		{"qui", nil},
		{"title:quiet", []int{6}},
		{"title: Quiet", []int{6}},
		{`TITLE:"quiet"`, []int{6}},
		{"comments:bob", []int{11}},
		{"author:bob", nil}, // no part has this name: the two words side by side
		// Signs in words and around them.
		{`quiet"`, []int{1, 6}},
		{`"quiet`, []int{1, 6}},
		{`qu"iet`, nil},
		{"quiet-key", []int{1}},
		{"quiet - key", []int{1}},
		{"-quiet", []int{1, 6}},
		{"quiet * ? ! + ^ { } ; 'key'", []int{1}},
		{"(quiet)", []int{1, 6}},
		{"((quiet", []int{1, 6}},
		{"key's", nil},
		{"lee,ann", nil},
		{"ann,lee", []int{1}},
		{"qui\x00et", nil},
		{"quiet\x00key", []int{1}},
		{"\"quiet\x00key\"", []int{1}},
		{"\xff quiet", []int{1, 6}},
		{"near(bob)", nil},
		{"and no dual", []int{1}},
		{"and or not", nil},
		// Operators.
		{"cleo OR key", []int{1, 16}},
		{"quiet AND bob", []int{1, 6}},
		{"bob NOT quiet", []int{11}},
		{"bob NOT quiet key", []int{6, 11}}, // without both words
		{"bob NOT (quiet key)", []int{6, 11}},
		{"(bob NOT quiet) made", []int{11}},
		{"cleo OR made AND bob", []int{11, 16}}, // AND binds closer
		{"(cleo OR made) AND bob", []int{11}},
		{"cleo OR bob NOT quiet", []int{11, 16}},
		{"title:(quiet OR turncoat) key", []int{1}},
		{"(title:quiet OR comments:made)", []int{6, 11}},
		{"cleo OR title:(title:quiet)", []int{6, 16}},
		{"cleo OR title:(comments:quiet)", []int{16}}, // in both parts at once, and so in none
		{`"AND" OR cleo`, []int{1, 16}},
		{`"a b) (" OR cleo`, []int{16}},
		{"bob NOT dual NOT made", []int{6}},
	} {
		want := []string{}
		for _, i := range test.want {
			want = append(want, puzzles[i].ID)
		}
		if got := ids(t, s, puzzles, Query{Text: test.text}); !slices.Equal(got, want) {
			t.Errorf("%q finds %q, want %q", test.text, got, want)
		}
	}
}

// An invalid text is refused before the database sees it.
func TestTextFaults(t *testing.T) {
	for _, text := range []string{" ", "*", "title:", "quiet title:", "AND", "AND quiet",
		"quiet OR", "quiet OR NOT key", "(quiet OR key", "quiet) OR key", "quiet OR ()",
		"quiet OR (", strings.Repeat("a ", 65), strings.Repeat("long", 300)} {
		if match, err := matchOf(text); !errors.Is(err, ErrText) {
			t.Errorf("%q is %q, %v", text, match, err)
		}
	}
}

// Whatever is asked for is found, or not found, or refused before the database sees it.
func FuzzText(f *testing.F) {
	for _, text := range []string{"a", `"a b" c*`, "a OR (b AND title:c) NOT d",
		strings.Repeat("(", 30) + "a OR b" + strings.Repeat(")", 30),
		strings.Repeat("a AND (title:(", 16) + "b" + strings.Repeat(")", 32),
		strings.Repeat("a (b OR ", 20) + "c" + strings.Repeat(")", 20), "\x00\"*\xff:",
		"\"a\x00b\"", "a NOT b NOT c", "NEAR(a b, 2)", "^a + b"} {
		f.Add(text)
	}

	s := opened(f, f.TempDir()+"/store.db", Options{Create: true})
	f.Cleanup(func() { s.Close() })
	f.Fuzz(func(t *testing.T, text string) {
		for found, err := range s.Find(t.Context(), Query{Text: text, Limit: 1}) {
			if text == "" || err == nil || !errors.Is(err, ErrText) {
				t.Errorf("%q: %v, %v", text, found, err)
			}
		}
	})
}
