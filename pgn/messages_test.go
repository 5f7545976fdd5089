package pgn_test

import (
	"fmt"
	"strings"
	"testing"

	"turncoat/internal/testing/rulestest"
	"turncoat/pgn"
	"turncoat/rules"
	"turncoat/rules/ruleset"
)

// worded plays the one game of a text and says in full what is wrong with it: a line each with
// code, ply, move, rule, the piece of text, and the message.
func worded(t *testing.T, text string, o pgn.Options) string {
	t.Helper()
	g, _ := pgn.Next([]byte(text), 0, true)
	if g == nil {
		t.Fatalf("no game in %q", text)
	}
	_, problems := pgn.Replay(g, o)
	return wordedIn(text, problems)
}

func wordedIn(text string, problems []pgn.Finding) string {
	var all []string
	for _, p := range problems {
		line := string(p.Code)
		if p.Ply > 0 {
			line += fmt.Sprintf(" %d %s", p.Ply, p.Move)
		}
		if p.Variation != "" {
			line += " in place of " + p.Variation
		}
		if p.Rule != "" {
			line += " " + p.Rule
		}
		if p.Meant != "" {
			line += " meant " + p.Meant
		}
		line += "|" + text[p.At:p.End] + "|" + p.Message
		if p.Reason != "" {
			line += "|" + p.Reason
		}
		all = append(all, line)
	}

	return strings.Join(all, "\n")
}

// Each finding names its code, ply, move, rule, and the piece of the text that it is about.
func TestMessages(t *testing.T) {
	const kings, claim = "8/8/8/8/8/k7/8/K7 w - - 0 1", "1r5q/8/8/8/8/k7/8/K7 w - - 0 1"
	for _, test := range []struct{ text, want string }{
		// What a comment says of conversions and reclaims (NOT-4).
		{position("pacifist1", diagram, "1. Nf5 {a [%conv e9] b} *"),
			`syntax 1 Nf5 NOT-4|[%conv e9]`},
		{position("pacifist1", diagram, "1. Nf5 {[%conv e7,,g7} *"),
			`syntax 1 Nf5 NOT-4|[%conv e7,,g7`},
		{position("pacifist1", diagram, "1. Nf5 {[%conv e7;]} *"),
			`syntax 1 Nf5 NOT-4|[%conv e7;]`},
		{position("pacifist1", diagram, "1. Nf5 {[%conv e7;-]} *"),
			`syntax 1 Nf5 NOT-4|[%conv e7;-]`},
		{position("pacifist1", diagram, "1. Nf5 {a [%conv -] b} *"),
			`conversion-mismatch 1 Nf5 PAC-6|[%conv -]`},
		{position("pacifist1", diagram, "1. Nf5 {[%conv]} *"),
			`conversion-mismatch 1 Nf5 PAC-6|[%conv]`},
		{position("pacifist1", diagram, "1. Nf5 {[%conv e7,g7;f8;d8,g8]} *"),
			`conversion-mismatch 1 Nf5 PAC-6|[%conv e7,g7;f8;d8,g8]`},
		{position("pacifist1", diagram, "1. Nf5 {[%conv e7,g7;f8;d8,g8;f7,h7,c8]} *"),
			`conversion-mismatch 1 Nf5 PAC-6|[%conv e7,g7;f8;d8,g8;f7,h7,c8]`},
		{position("pacifist1", diagram, "1. Nf5 {[%conv e7,g7;f8;d8,g8;f7,a7,b7]} *"),
			`conversion-mismatch 1 Nf5 PAC-6|[%conv e7,g7;f8;d8,g8;f7,a7,b7]`},
		{position("pacifist1", kings, "1. Kb1 {[%conv -]} *"), ""},
		{position("pacifist-number", knights, "1. Kb1 {a [%reclaim z9] b} *"),
			`syntax 1 Kb1 NOT-4|[%reclaim z9]`},
		{position("pacifist-number", knights, "1. Kb1 {a [%reclaim b1] b} *"),
			"reclaim-mismatch 1 Kb1 PAC-8|[%reclaim b1]"},
		{position("pacifist-number", kings, "1. Kb1 {[%reclaim b1]} *"),
			"reclaim-mismatch 1 Kb1 PAC-8|[%reclaim b1]"},
		{position("pacifist-number", kings, "1. Kb1 {[%reclaim]} *"),
			`syntax 1 Kb1 NOT-4|[%reclaim]`},
		{position("pacifist-number", knights, "1. Kb1~b1 *"),
			"reclaim-mismatch 1 Kb1~b1 PAC-8|Kb1~b1"},
		{variant("conversion", "1. e4 {[%reclaim e4]} *"),
			"reclaim-mismatch 1 e4 PAC-8|[%reclaim e4]"},
		{"1. e4 {[%reclaim e4]} *", "reclaim-mismatch 1 e4 PAC-8|[%reclaim e4]"},
		// Conversions after slashes (NOT-3).
		{variant("conversion", "1. Nf3/d4/e5 *"),
			"conversion-mismatch 1 Nf3/d4/e5 CON-4|Nf3/d4/e5"},
		{variant("conversion", "1. Nf3 d5 2. d4 Bh3/e4+ *"),
			"conversion-mismatch 4 Bh3/e4+ CON-4|Bh3/e4+"},
		{variant("conversion", "1. Nf3 d5 2. d4 Bh3+ {[%conv e4]} *"),
			"conversion-mismatch 4 Bh3+ CON-4|[%conv e4]"},
		{variant("conversion", "1. g1f3 d7d5 2. d2d4 c8h3 *"), ""},
		// Check signs (NOT-2).
		{"1. e4 f5 2. Qh5 g6 *", `check-sign 3 Qh5 NOT-2|Qh5`},
		{"1. e4+ *", `check-sign 1 e4+ NOT-2|e4+`},
		{"1. e4# *", `check-sign 1 e4# NOT-2|e4#`},
		{"1. f3 e5 2. g4 Qh4+ 0-1", `check-sign 4 Qh4+ NOT-2|Qh4+`},
		{"1. f3 e5 2. g4 Qh4 0-1", `check-sign 4 Qh4 NOT-2|Qh4`},
		{"1. e4 f5 2. Qh5# g6 *", `check-sign 3 Qh5# NOT-2|Qh5#`},
		{position("pacifist1", diagram, "1. Nf5+ *"), `check-sign 1 Nf5+ NOT-2|Nf5+`},
		{position("pacifist1", kings, "1. Kb2 1-0"), `check-sign 1 Kb2 NOT-2|Kb2`},
		{position("pacifist1", claim, "1. Kb2 *"), `check-sign 1 Kb2 NOT-2|Kb2`},
		{position("pacifist1", claim, "1. Kb2# *"), `check-sign 1 Kb2# NOT-2|Kb2#`},
		// Results.
		{"[Result \"2-0\"]\n\n1. e4 *\n", `syntax|2-0`},
		{"1. e4 0-1 1-0\n", "result-mismatch|1-0"},
		{"[Result \"1-0\"]\n\n1. e4 0-1\n", "result-mismatch|0-1"},
		{"[Result \"1-0\"]\n\n1. e4 1-0 1/2-1/2\n",
			"result-mismatch|1/2-1/2"},
		{"[Result \"1-0\"]\n\n1. e4 e5 2. Resigns\n",
			"result-mismatch|Resigns"},
		{"[Result \"1-0\"]\n\n1. e4 e5 White resigns\n",
			"result-mismatch|resigns"},
		{"[Result \"1-0\"]\n\n1. e4 e5 Black resigns\n", ""},
		// it is not known who was to move
		{"[Result \"1-0\"]\n\n1. e4 e6 2. e6 resigns\n", "illegal-move 3 e6 CON-1|e6"},
		{"1. f3 e5 2. g4 Qh4# 1-0", "result-mismatch CON-11|1-0"},
		{"[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# 1-0",
			"result-mismatch CON-11|1-0"},
		{"[Result \"*\"]\n\n1. f3 e5 2. g4 Qh4# 1-0",
			"result-mismatch|1-0"},
		{"1. f3 e5 2. g4 Qh4# 1-0 0-1",
			"result-mismatch|0-1"},
		{position("chess", "7k/5K2/8/6Q1/8/8/8/8 w - - 0 1", "1. Qg6 1-0"),
			"result-mismatch CON-11|1-0"},
		{position("chess", "7k/5K2/8/6Q1/8/8/8/8 w - - 0 1", "1. Qg6 1/2"), ""},
		{position("pacifist1", claimless, "1. Qb6# 0-1"),
			"result-mismatch PAC-12|0-1"},
		// The king that is converted has lost, and a side without a turn has drawn.
		{position("benedict", "4k3/8/8/8/8/8/8/R6K w - - 0 1", "1. Ra8# 0-1"),
			"result-mismatch BEN-4|0-1"},
		{position("benedict", "4k3/8/8/8/8/8/8/R6K w - - 0 1", "1. Ra8# Kd8 1-0"),
			"move-after-end 2 Kd8 BEN-4|Kd8"},
		// Numbers, words, pieces, places.
		{"1. e4 well e5 *", `syntax 2 well|well`},
		{"1. e4 e5 3. Nf3 Nc6 4. Bb5 6. a6 *",
			"move-number 3 Nf3|3. \nmove-number 6 a6|6. "},
		{"1. e4 -- 2. d4 *", "illegal-move 2 -- NOT-5|--"},
		{"1. f3 e5 2. g4 Qh4# 3. a3 0-1",
			"move-after-end 5 a3 CON-11|a3"},
		{"1. e4 1-0 e5 Nf3", "move-after-end 2 e5|e5"},
		{"[SetUp \"1\"]\n\n1. e4 *\n",
			"contradiction|1"},
		{"[SetUp \"0\"]\n\n1. e4 *\n", ""},
		// A letter of another language is told once, wherever it stands.
		{"1. e4 e5 2. Cf3 Cc6 *", "foreign-letter 3 Cf3 NOT-5|Cf3"},
		{position("chess", "8/4P3/8/8/8/8/k7/7K w - - 0 1", "1. e8=D *"),
			"foreign-letter 1 e8=D NOT-5|e8=D"},
		{variant("conversion", "1. Nf3 d5 2. d4 Bh3/Cf3+ *"),
			"foreign-letter 4 Bh3/Cf3+ NOT-5|Bh3/Cf3+"},
	} {
		got := ""
		for line := range strings.Lines(worded(t, test.text, pgn.Options{})) {
			fields := strings.SplitN(line, "|", 3) // what the message says is no matter
			got += "\n" + fields[0] + "|" + fields[1]
		}

		got = strings.TrimPrefix(got, "\n")
		if got != test.want {
			t.Errorf("%s\ngot  %s\nwant %s", test.text, got, test.want)
		}
	}
}

// Rules of the call that the tag names, too, are not said to be other rules; a set of one's own is
// known by its name.
func TestOverridden(t *testing.T) {
	g := rules.New(rulestest.Builtin(t, "conversion"))
	set := g.Set()
	set.Name, set.Chain = "soft", ruleset.Granted
	soft := rules.New(set)
	for _, test := range []struct {
		value   string
		variant *rules.Variant
		told    bool
	}{{"chess", g, true}, {"nonsense", g, true}, {"Conversion Chess", g, false}, {"soft", soft,
		false}, {"conversion", soft, true}} {
		if got := worded(t, variant(test.value, "1. e4 *"),
			pgn.Options{Variant: test.variant}); strings.HasPrefix(got,
			"rules-overridden NOT-6|") != test.told {
			t.Errorf("%s: %s", test.value, got)
		}
	}
}

// A finding in a variation names the move that the variation stands for.
func TestFindingsInVariations(t *testing.T) {
	text := "1. e4 (1. e5) 1... e5 2. Nf3 (2. Nc3 (2. Na4) 2... Nc3) 2... Ke6 *"
	want := []string{"1 e5 in place of 1.e4", "3 Na4 in place of 2.Nc3", "4 Nc3 in place of 2.Nf3",
		"4 Ke6"}
	lines := strings.Split(worded(t, text, pgn.Options{}), "\n")
	for i, line := range lines {
		if i >= len(want) || !strings.HasPrefix(line, "illegal-move "+want[i]+" CON-1|") {
			t.Errorf("%s", line)
		}
	}

	if len(lines) != len(want) {
		t.Errorf("%d findings, want %d", len(lines), len(want))
	}
}

// What the record says in the end: its result, whether somebody resigned, and who.
func TestSaidResults(t *testing.T) {
	for text, want := range map[string]string{
		"1. e4 e5 2. Resigns": "0-1 true", "1. e4 resigns": "1-0 true",
		"1. e4 e5 Black resigns": "1-0 true",
		"1. e4 White resigns":    "0-1 true",
		"1. e4 1-0":              "1-0 false", "1. e4 *": "* false", "1. e4": "* false",
		"1. e5 resigns":                 "* false",
		"1. e5 White resigns":           "0-1 true",
		"[Result \"0-1\"]\n\n1. e4 1-0": "0-1 false", "[Result \"0-1\"]\n\n1. e4": "0-1 false",
		"[Result \"x\"]\n\n1. e4 1-0": "1-0 false", "1. e4 draw": "1/2-1/2 false",
	} {
		g, _ := pgn.Next([]byte(text), 0, true)
		record, _ := pgn.Replay(g, pgn.Options{})
		if got := fmt.Sprint(record.Result, " ", record.Resigned); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// An illegal move of a piece that has changed sides, or onto one, is explained by that.
func TestExplainedBySides(t *testing.T) {
	after := func(moves string) string {
		return position("pacifist1", diagram,
			"1. Nf5 "+moves+" *")
	}
	const captures = "there are no captures in pacifist1"
	for _, test := range []struct{ text, want string }{
		{after("Bf6"), "Bf6 is not legal: the bishop on g7 has been White's since 1.Nf5 (wave 1)"},
		{after("e5"), "e5 is not legal: the pawn on e7 has been White's since 1.Nf5 (wave 1)"},
		{after("Re8"), "Re8 is not legal: the rook on f8 has been White's since 1.Nf5 (wave 2)"},
		{after("Ne6"), "Ne6 is not legal: the knight on d8 has been White's since 1.Nf5 (wave 3)"},
		{after("h6"), "h6 is not legal: the pawn on h7 has been White's since 1.Nf5 (wave 4)"},
		{after("Bd3"), ""}, // a bishop that has always been White's
		{after("Qxd8"),
			"Qxd8 is not legal: the knight on d8 has been White's since 1.Nf5 (wave 3); " +
				captures},
		{after("Qd8"),
			"Qd8 is not legal: the knight on d8 has been White's since 1.Nf5 (wave 3); " +
				captures},
		{after("Kd8"), ""}, // no king reaches d8
		{after("axb6"), "axb6 is not legal: " + captures},
		{after("bxa6"), "bxa6 is not legal: " + captures},
		{after("Ba6"), ""}, // no bishop of either side goes there
		{position("pacifist1", diagram, "1. Nd8 *"), ""},
		{position("pacifist1", diagram, "1. Bd4 *"),
			"Bd4 is not legal: the bishop on g7 belongs to Black"},
		// the white knight goes there, but for PAC-10
		{position("pacifist1", "4r2k/8/8/8/2n5/8/8/1N2K3 w - - 0 1", "1. Na3 *"), ""},
		// nothing says that it is meant as a capture
		{position("pacifist1", diagram, "1. a6b7 *"), ""},
		{position("pacifist1", diagram, "1. b5d4 *"),
			"b5d4 is not legal: the knight on b5 belongs to Black"},
		{position("pacifist-number", knights, "1. Kb1 Kb8 2. Nc6 *"),
			"Nc6 is not legal: the knight on b4 was reclaimed by Black after 1.Kb1"},
		{position("pacifist-number", knights, "1. Kb1 Kb8 2. Nb4 *"), ""},
		{"1. e4 e5 2. Nc6 *", ""}, // sides explain nothing in chess
		{variant("conversion", "1. Nf3 d5 2. d4 Bh3/Nf3+ 3. Ne5 *"),
			"Ne5 is not legal: the knight on f3 has been Black's since 2...Bh3/Nf3+ (wave 1)"},
	} {
		g, _ := pgn.Next([]byte(test.text), 0, true)
		_, problems := pgn.Replay(g, pgn.Options{})
		if len(problems) != 1 || problems[0].Code != pgn.IllegalMove {
			t.Errorf("%s: %+v", test.text, problems)
			continue
		}

		switch p := problems[0]; {
		case test.want == "" && p.Reason != "":
			t.Errorf("%s: %s", test.text, p.Message)
		case test.want != "" && (p.Message != test.want || p.Reason == ""):
			t.Errorf("%s: %s (%s), want %s", test.text, p.Message, p.Reason, test.want)
		}
	}

	// That there are no captures is said once.
	var said []string
	g, _ := pgn.Next([]byte(position("pacifist1", diagram,
		"1. Nf5 (1. axb7) (1. Bg7) (1. bxg7) *")), 0, true)
	_, problems := pgn.Replay(g, pgn.Options{})
	for _, p := range problems {
		said = append(said, p.Message)
	}
	if len(said) != 3 || !strings.HasSuffix(said[0], captures) || strings.Contains(said[1],
		captures) ||
		strings.Contains(said[2], captures) {
		t.Errorf("%q", said)
	}
}
