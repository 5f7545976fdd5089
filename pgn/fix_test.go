package pgn_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"turncoat/internal/testing/randomgame"
	"turncoat/internal/testing/rulestest"
	"turncoat/pgn"
	"turncoat/rules"
	"turncoat/rules/ruleset"
)

const roster = "[Event \"a\"]\n[Site \"b\"]\n[Date \"2001.02.03\"]\n[Round \"1\"]\n[White " +
	"\"c\"]\n[Black \"d\"]\n"

func fixed(text string) string {
	g, _ := pgn.Next([]byte(text), 0, true)
	return string(pgn.Apply([]byte(text), pgn.Changes([]byte(text), g, pgn.Options{})))
}

// What is wrong is put right, and every other byte stays.
func TestFix(t *testing.T) {
	const star = roster + "[Result \"*\"]\n"
	for _, test := range []struct{ text, want string }{
		{star + "\n1.  e4 {x}  e5 $3 ( 1... c5 ) 2. Nf3 *\n", ""},
		{star + "\n1. e4 f5 2. Qh5 g6 *\n", star + "\n1. e4 f5 2. Qh5+ g6 *\n"},
		{star + "\n1. e4+! e5 3. Nf3 2. Nc6 *\n", star + "\n1. e4! e5 2. Nf3 2... Nc6 *\n"},
		{star + "\n1. f3 e5 2. g4 Qh4 1-0\n",
			roster + "[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n"},
		{star + "[PlyCount \"9\"]\n\n1. e4 e5 *\n", star + "[PlyCount \"2\"]\n\n1. e4 e5 *\n"},
		{strings.Replace(star, "2001.02.03", "2001-02-03", 1) + "\n1. e4 *\n",
			star + "\n1. e4 *\n"},
		{star + "\n1. e4 e5 2. Ke3+ 7. Nf3 *\n", ""},
		{strings.Replace(star, "2001.02.03", "2001/2/3", 1) + "\n1. e4 *\n", star + "\n1. e4 *\n"},
		{strings.Replace(star, "2001.02.03", "3 February", 1) + "\n1. e4 *\n", ""},
		{star + "[White \"c\"]\n\n1. e4 *\n", star + "\n1. e4 *\n"},
		{star + "[White \"x\"]\n\n1. e4 *\n", ""}, // which one is right?
		{star + "\n1. e4 e5\n", star + "\n1. e4 e5\n*\n"},
		{star + "\n1. e4 e5 ; well\n\n[Event \"b\"]\n\n*\n",
			star + "\n1. e4 e5 ; well\n*\n\n[Event \"b\"]\n\n*\n"},
		{"1. e4 *\n",
			"[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White " +
				"\"?\"]\n[Black \"?\"]\n[Result \"*\"]\n\n1. e4 *\n"},
		{star + position("pacifist1", diagram, "1. Nf5+ {a [%conv e7] b} *"),
			star + position("pacifist1", diagram, "1. Nf5 {a [%conv e7,g7;f8;d8,g8;f7,h7] b} *")},
		{star + variant("conversion", "1. Nf3 d5 2. d4 Bh3+ *"),
			star + variant("conversion", "1. Nf3 d5 2. d4 Bh3/Nf3+ *")},
	} {
		want := test.want
		if want == "" {
			want = test.text
		}
		unset := strings.NewReplacer("[SetUp \"1\"]\n", "")
		if got := fixed(test.text); unset.Replace(got) != unset.Replace(want) {
			t.Errorf("%q:\n%q, want\n%q", test.text, got, want)
		}
	}
}

// What is added ends its lines as the others do.
func TestFixKeepsLineEnds(t *testing.T) {
	for _, end := range []string{"\n", "\r\n", "\r"} {
		lines := strings.NewReplacer("\n", end)
		text := lines.Replace(roster + "\n1. e4 *\n")
		want := lines.Replace(roster + "[Result \"*\"]\n\n1. e4 *\n")
		if got := fixed(text); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// A fixed game has nothing left to fix, and means what it meant.
func TestFixedIsFixed(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for _, name := range ruleset.BuiltinNames() {
		variant := rules.New(rulestest.Builtin(t, name))
		text, err := pgn.AppendPGN(nil, randomgame.New(r, variant, randomgame.Options{Plies: 40,
			Annotated: true}), true)
		if err != nil {
			t.Fatal(err)
		}
		if got := fixed(string(text)); got != string(text) {
			t.Errorf("%s: a canonical record is changed:\n%s\n%s", name, text, got)
		}
		spoil := strings.NewReplacer("+ ", " ", "# ", " ", "2. ", "3. ", "[%conv a", "[%conv h1,a")
		spoilt := spoil.Replace(string(text))
		once := fixed(spoilt)
		if twice := fixed(once); twice != once {
			t.Errorf("%s: fixed again:\n%s\n%s", name, once, twice)
		}
	}
}

func FuzzFix(f *testing.F) {
	f.Add([]byte("[Event \"a\"]\n\n1. e4 {[%conv e5]} e5+ 3. Nf3 (2. d4 {[%conv}) 1-0\n"))
	f.Add([]byte(" 3. Nf3")) // tags are put where the number is changed
	f.Add([]byte("[Result \"\xfe\xfe\xfe\xfe\"]\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		if g, _ := pgn.Next(text, 0, true); g != nil {
			once := pgn.Apply(text, pgn.Changes(text, g, pgn.Options{}))
			if utf8.Valid(text) && !utf8.Valid(once) {
				t.Errorf("%q becomes %q", text, once)
			}
		}
	})
}
