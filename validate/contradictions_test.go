package validate

import (
	"strings"
	"testing"
)

// What a record says twice, of its length and end, of conversions and of captures is compared with
// the rest of it (NOT-4); what contradicts is an error, a date that is none a warning. Without the
// fault each record is faultless.
func TestContradictions(t *testing.T) {
	const roster = "[Event \"?\"]\n[Site \"?\"]\n[Date \"2025.12.??\"]\n[Round \"?\"]\n[White " +
		"\"A\"]\n[Black \"B\"]\n[Result \"*\"]\n"
	const five = "1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n"
	const worked = "[Variant \"pacifist1\"]\n[SetUp \"1\"]\n" + // RULES.md 8, first example
		"[FEN \"rkqn1rb1/ppppppbp/P7/1n4p1/8/4N3/1PPPPPPP/RNK1BBQR w - - 0 1\"]\n\n1. Nf5 {[%conv " +
		"" +
		"" +
		"e7,g7;f8;d8,g8;f7,h7]} *\n"
	for _, c := range []struct{ good, from, to, severity string }{
		{roster + worked, "f7,h7]}", "f7,h7] [%conv a1;b2]}", "error"},
		{roster + worked, "[%conv e7", "[%CONV a1] [%conv e7", "error"},
		{roster + worked, "[%conv e7,g7", "[% conv a1", "error"},
		{roster + worked, "1. Nf5", "{[%conv e7]} 1. Nf5", "error"},
		{roster + worked, "Nf5", "Nxf5", "error"},
		{roster + worked, "SetUp \"1\"", "SetUp \"0\"", "error"},
		{roster + worked, "[SetUp", "[FEN \"8/8/8/8/8/8/8/Kk6 w - - 0 1\"]\n[SetUp", "error"},
		{roster + five, "e4", "xe4", "error"},
		{roster + five, "Nf3", "Nxf3", "error"},
		{roster + five, "[Result", "[White \"C\"]\n[Result", "error"},
		{roster + five, "[Result", "[Result \"1-0\"]\n[Result", "error"},
		{roster + five, "[Result", "[Variant \"conversion\"]\n[Variant \"chess\"]\n[Result",
			"error"},
		{roster + five, "[Result", "[SetUp \"1\"]\n[Result", "error"},
		{roster + five, "[Result", "[SetUp \"0\"]\n[Result", ""},
		{roster + five, "[Result", "[PlyCount \"99\"]\n[Result", "warning"},
		{roster + five, "[Result", "[PlyCount \"5\"]\n[Result", ""},
		// nobody has entered the result
		{roster + "\n1. f3 e5 2. g4 d5 *\n", "d5", "Qh4#", "warning"},
		{roster + five, "[Result", "[Termination \"time forfeit\"]\n[Result", "error"},
		{roster + five, "[Result", "[Termination \"rules infraction\"]\n[Result", "error"},
		{roster + five, "[Result", "[Termination \"unterminated\"]\n[Result", ""},
		{strings.ReplaceAll(roster+five, "*", "1-0"), "[Result",
			"[Termination \"unterminated\"]\n[Result", "error"},
		{roster + five, "[Result", "[Termination \"White won by resignation\"]\n[Result", "error"},
		{roster + five, "2025.12.??", "2025.13.45", "warning"},
		{roster + five, "2025.12.??", "2025.02.30", "warning"},
		{roster + worked, "f7,h7]}", "f7,h7] [%conv e7,g7;f8;d8,g8;f7,h7]}", ""},
	} {
		if !strings.Contains(c.good, c.from) {
			t.Fatalf("%q is not in the record", c.from)
		}
		for text, want := range map[string]string{c.good: "", strings.Replace(c.good, c.from, c.to,
			1): c.severity} {
			if got := gravest(t, text); got != want {
				t.Errorf("%s for %s: the gravest finding is %q, want %q", c.to, c.from, got, want)
			}
		}
	}
}

func gravest(t *testing.T, text string) string {
	t.Helper()
	verdicts := judgeAll([]byte(text), Rules{})
	if len(verdicts) != 1 {
		t.Fatalf("%d games in %s", len(verdicts), text)
	}
	worst := ""
	for _, f := range verdicts[0].Findings {
		if worst == "" || f.Severity == "error" {
			worst = f.Severity
		}
	}

	return worst
}
