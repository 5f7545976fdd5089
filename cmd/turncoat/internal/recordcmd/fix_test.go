package recordcmd

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"turncoat/pgn"
)

// What cannot be fixed is named by its code, at its place in the unchanged text.
func TestUnfixed(t *testing.T) {
	const roster = "[Event \"a\"]\n[Site \"b\"]\n[Date \"2001.02.03\"]\n[Round \"1\"]\n" +
		"[White \"c\"]\n[Black \"d\"]\n"
	machine := "[Variant \"Pacifist1\"]\n" +
		"[Fen \"rbbnnkqr/pppppppp/8/8/8/8/PPPPPPPP/RBBNNKQR w 0 ahah\"]\n" +
		"[Result \"*\"]\n\n1.d4\n\n1.w d2.d4 wpd4.wpd7/wpd2.bpd7\n"
	for _, test := range []struct {
		text string
		want string // codes, each with the text at its place
	}{
		{roster + "[Result \"1-0\"]\n\n1. e4 e5 0-1\n", "result-mismatch 0-1"},
		{roster + "\n1. e4 e5 1-0 0-1\n", "missing-tag [Ev;result-mismatch 0-1"},
		{roster + "[Result \"*\"]\n\n2. e4+ e5 {open *\n", "truncated {op"},
		{machine, "conversion-mismatch 1.w"},
		{roster + "[Result \"*\"]\n\n1. f3 e5 2. g4 Qh4 1-0\n", ""},
		{roster + "[Result \"*\"]\n\n1. e4 e5 3. Ke3 *\n", "move-number 3. ;illegal-move Ke3"},
		{strings.Replace(roster, "2001.02.03", "3 May", 1) + "[Result \"*\"]\n\n*\n",
			"missing-tag 3 M"},
		{roster + "[White \"x\"]\n[Result \"*\"]\n\n*\n", "contradiction x\"]"},
	} {
		const before = "[Event \"b\"]\n\n*\n\n"
		text := []byte(before + test.text)
		g, _ := pgn.Next(text, len(before), true)
		changes := pgn.Changes(text, g, pgn.Options{})
		var got []string
		for _, f := range unfixed(text, g, changes, pgn.Options{}) {
			got = append(got, fmt.Sprint(f.Code, " ", string(text[f.At:f.At+3])))
		}
		if !slices.Equal(got, strings.FieldsFunc(test.want,
			func(r rune) bool { return r == ';' })) {
			t.Errorf("%q: %q, want %q", test.text, got, test.want)
		}
	}
}
