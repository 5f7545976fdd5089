package validate

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"turncoat/internal/testing/randomgame"
	"turncoat/internal/testing/rulestest"
	"turncoat/pgn"
	"turncoat/rules"
	"turncoat/rules/ruleset"
)

// A game that is legal under other rules is told so: as the one headline where the Variant tag is
// missing or wrong and explains it, as a hint where the game is orthodox or its rules are given, if
// four plies behind the first wrong one speak for it and, of a headline, the game has eight; a game
// of more than five thousand is not tried.
func TestOtherRulesAreTold(t *testing.T) {
	// After 1...d5 the pawn on e4 is Black's (PAC-6), and goes on: the fourth ply is the first that
	// no orthodox game has.
	converted := func(plies int) string {
		words := []string{"e4", "d5", "a3", "e3"}
		for i := len(words); i < plies; i++ {
			words = append(words, []string{"Nc3", "Nc6", "Nb1", "Nb8"}[i%4])
		}
		return strings.Join(words[:plies], " ")
	}
	// The third ply is a capture.
	capture := func(plies int) string {
		return strings.Join(strings.Fields("e4 d5 exd5 Nf6 Nc3 Nbd7 a3 a6 a4")[:plies], " ")
	}
	chess := Rules{Override: rules.New(rulestest.Builtin(t, "chess"))}
	for _, test := range []struct {
		what, variant, moves string
		rules                Rules
		told                 string // severity and beginning of the message, empty where nothing is
	}{
		{"no tag, eight plies", "", converted(8), Rules{},
			"error no Variant tag; all 8 plies are legal under "},
		{"no tag, seven plies", "", converted(7), Rules{}, "note all 7 plies are legal under "},
		{"a tag, eight plies", "chess", converted(8), Rules{},
			"error the Variant tag says chess; all 8 plies are legal under "},
		{"a tag, seven plies", "chess", converted(7), Rules{}, "note all 7 plies are legal under "},
		{"rules given, eight plies", "", converted(8), chess, "note all 8 plies are legal under "},
		{"rules given, seven plies", "", converted(7), chess, ""},
		{"orthodox, four plies behind", "pacifist1", capture(7), Rules{},
			"note all 7 plies are legal under "},
		{"orthodox, three plies behind", "pacifist1", capture(6), Rules{}, ""},
		{"orthodox, nine plies", "pacifist1", capture(9), Rules{},
			"note all 9 plies are legal under "},
		{"unknown rules, one ply", "atomic", "e4", Rules{}, ""},
		{"the last ply", "", converted(4), Rules{}, ""},
		{"the last two plies", "", converted(5), Rules{}, "note all 5 plies are legal under "},
		{"unknown rules, two plies", "atomic", "e4 e5", Rules{},
			"note all 2 plies are legal under "},
		{"unknown rules, none", "atomic", "", Rules{}, ""},
		{"five thousand plies", "", converted(5000), Rules{},
			"error no Variant tag; all 5000 plies are legal under "},
		{"one more", "", converted(5001), Rules{}, ""},
		{"nothing wrong", "", "e4 e5 Nf3 Nc6 Nc3 Nf6 a3 a6", Rules{}, ""},
		{"nowhere legal", "", converted(8) + " Ke5", Rules{}, ""},
	} {
		text := sevenTags + "[Result \"*\"]\n"
		if test.variant != "" {
			text += fmt.Sprintf("[Variant %q]\n", test.variant)
		}
		text += "\n" + test.moves + " *\n"
		r := judgeOne(t, []byte(text), test.rules)
		told, rest := "", 0
		for _, f := range r.Findings {
			if f.Code == pgn.OtherRules {
				told = f.Severity + " " + f.Message
				if f.Rule != "NOT-6" {
					t.Errorf("%s: by %s", test.what, f.Rule)
				}
			} else if f.Code != pgn.RulesOverridden && f.Severity == "error" {
				rest++
			}
		}

		if (told == "") != (test.told == "") || !strings.HasPrefix(told, test.told) {
			t.Errorf("%s: %q, want %q", test.what, told, test.told)
		}
		if headline := strings.HasPrefix(told, "error "); headline && rest > 0 {
			t.Errorf("%s: %d errors beside the headline", test.what, rest)
		}
		if _, sets, _ := strings.Cut(told, " under "); strings.Contains(test.moves, "exd5") &&
			told != "" &&
			!slices.Contains(strings.Split(sets, ", "), "chess") {
			t.Errorf("%s: %q", test.what, told)
		}
	}
}

// The note comes after the error that it may explain, whatever their places.
func TestNoteFollowsTheError(t *testing.T) {
	r := gameOf(t, "[Event \"a\"]\n[Variant \"chess\"]\n\n1. e4 d5 2. a3 e3 3. Nc3 *\n")
	last := r.Findings[len(r.Findings)-1]
	if last.Code != pgn.OtherRules || last.Severity != "note" || last.Line != 2 {
		t.Errorf("the last finding is %+v", last)
	}
}

// Beside the headline stands what has nothing to do with the rules of the moves.
func TestHeadlineKeepsTheRest(t *testing.T) {
	r := gameOf(t, "[Event \"a\"]\n[Result \"*\"]\n\n1. e4 d5 5. a3 e3 3. Nc3 Nc6 4. Nb1 Nb8 *\n")
	var got []string
	for _, f := range r.Findings {
		got = append(got, fmt.Sprint(f.Severity, " ", f.Code, " ", f.Ply))
	}
	slices.Sort(got)
	if want := []string{"error other-rules 0", "warning missing-tag 0",
		"warning move-number 3"}; !slices.Equal(got,
		want) || r.OK {
		t.Errorf("%q, want %q", got, want)
	}
}

// A game without a tag that only rules of one's own explain: its errors stay, and a note names such
// a set.
func TestOwnRulesAreTold(t *testing.T) {
	set, err := ruleset.Parse([]byte("name: mine\nbase: pacifist1\nlines: blocked\n"), "mine.yaml")
	if err != nil {
		t.Fatal(err)
	}
	played := randomgame.New(rand.New(rand.NewPCG(5, 1)), rules.New(set),
		randomgame.Options{Plies: 40, Greedy: 60})
	text, err := pgn.AppendPGN(nil, played, true)
	if err != nil {
		t.Fatal(err)
	}
	untagged := regexp.MustCompile(`\[Variant[^\n]*\n`).ReplaceAll(text, nil)
	r := judgeOne(t, untagged, Rules{})
	told, errors := "", 0
	for _, f := range r.Findings {
		if f.Severity == "error" {
			errors++
		}
		if f.Code == pgn.OtherRules && f.Severity == "note" {
			told = f.Message
		}
	}

	if _, named, _ := strings.Cut(told, " under "); !strings.Contains(named, "lines: blocked") ||
		errors == 0 {
		t.Errorf("%q beside %d errors:\n%s", told, errors, untagged)
	}
}
