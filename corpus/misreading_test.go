package corpus

import (
	"errors"
	"testing"

	"turncoat/internal/testing/rulestest"
	"turncoat/rules/ruleset"
)

// The numbers are counted from the table of settings in the rules text. Pacifist: 17 settings with
// 29 other values; two of them together, less the pairs of values of one setting (weigh 1, lines 6,
// moved-piece 3, reclaim 1, king-safety 6, two-step 1, castling-test 1); where averages are weighed,
// one value of rounds more. Conversion: 11 settings with 13 other values, less 3 pairs of
// castling-cosquares. Chess: 2 settings.
func TestMisreadings(t *testing.T) {
	for name, want := range map[string][2]int{
		"pacifist1": {29, 29*28/2 - 19}, "pacifist2": {29, 387}, "pacifist-number": {29,
			387}, "pacifist-value": {29, 387},
		"pacifist-average": {30, 30*29/2 - 20}, "conversion": {13, 13*12/2 - 3}, "chess": {2, 1},
	} {
		set := rulestest.Builtin(t, name)
		single, all := Single(set), Misreadings(set)
		if len(single) != want[0] || len(all) != want[0]+want[1] {
			t.Errorf("%s: %d single misreadings and %d of two settings, want %v", name, len(single),
				len(all)-len(single), want)
		}

		seen := map[string]bool{}
		for _, m := range all {
			if seen[m.Name] {
				t.Errorf("%s: %s is there twice", name, m.Name)
			}
			seen[m.Name] = true
			if unnamed := m.Set; unnamed == set {
				t.Errorf("%s: %s changes nothing", name, m.Name)
			}
			if again, err := ParseMisreading(set, m.Name); err != nil || again.Set != m.Set ||
				again.Name != m.Name {
				t.Errorf("%s: %s is read as %s (%v)", name, m.Name, again.Name, err)
			}

			if len(m.Rules()) == 0 || m.Means() == "" {
				t.Errorf("%s: %s breaks no rule or means nothing", name, m.Name)
			}
		}
	}
}

// The order of a pair is that of the rules text, however it is written.
func TestMisreadingNames(t *testing.T) {
	m, err := ParseMisreading(rulestest.Builtin(t, "pacifist1"), "king-bears=no+lines=blocked")
	if err != nil || m.Name != "lines=blocked+king-bears=no" || m.Set.Lines != ruleset.Blocked ||
		m.Set.KingBears != ruleset.No {
		t.Errorf("%q, error %v", m.Name, err)
	}

	for _, bad := range []string{"", "lines", "lines=bent", "lines=batteries",
		"lines=blocked+lines=blocked",
		"lines=blocked+lines=any-friend", "chain=yes", "lines=blocked+", "values=1"} {
		if _, err := ParseMisreading(rulestest.Builtin(t, "pacifist1"), bad); !errors.Is(err,
			ruleset.ErrSetting) {
			t.Errorf("%q: error %v", bad, err)
		}
	}
}

// What a misreading cites is the rule of its own rule set.
func TestMisreadingCites(t *testing.T) {
	for _, test := range []struct{ set, name, rule string }{
		{"pacifist1", "king-safety=none", "PAC-10"},
		{"pacifist-value", "king-safety=none", "PAC-11"},
		{"pacifist2", "castling-converted=loses", "PAC-15"},
		{"conversion", "castling-converted=keeps", "CON-10"},
		{"conversion", "promotion=queen", "CON-1"},
		{"pacifist2", "promotion=queen", "PAC-2"},
	} {
		m, err := ParseMisreading(rulestest.Builtin(t, test.set), test.name)
		if err != nil || len(m.Rules()) != 1 || m.Rules()[0] != test.rule {
			t.Errorf("%s of %s cites %v, want %s (%v)", test.name, test.set, m.Rules(), test.rule,
				err)
		}
	}
}

// A built-in rule set is a misreading of another (docs/RULES.md, Settings of a rule set).
func TestBetween(t *testing.T) {
	m := Between(rulestest.Builtin(t, "pacifist1"), rulestest.Builtin(t, "pacifist-number"))
	if want := "moved-piece=unless-persuaded+reclaim=optional+king-safety=king-moves+castling-test=persuaded+castling-converted=loses"; m.Name != want {
		t.Errorf("%s, want %s", m.Name, want)
	}
	if m := Between(rulestest.Builtin(t, "pacifist1"),
		rulestest.Builtin(t, "pacifist1")); len(m.Changes) != 0 {
		t.Errorf("a set is a misreading of itself: %s", m.Name)
	}
}

func TestSameGame(t *testing.T) {
	tests := []struct {
		set, a, b string
		same      bool
	}{
		{"pacifist1", "rounds=first+moved-piece=each-round",
			"rounds=first+moved-piece=unless-persuaded", true},
		{"pacifist-value", "rounds=first+moved-piece=each-round", "rounds=first", true},
		{"pacifist-value", "moved-piece=each-round", "rounds=first", false},
		{"conversion", "pairs-king-queen=no", "pairs-king-queen=no+castling-cosquares=rook", true},
		{"conversion", "pairs-king-queen=no+castling-cosquares=king",
			"pairs-king-queen=no+castling-cosquares=none", true},
		{"conversion", "castling-cosquares=king", "castling-cosquares=none", false},
		{"pacifist1", "lines=blocked", "lines=any-friend", false},
	}
	for _, test := range tests {
		a, errA := ParseMisreading(rulestest.Builtin(t, test.set), test.a)
		b, errB := ParseMisreading(rulestest.Builtin(t, test.set), test.b)
		if errA != nil || errB != nil {
			t.Fatal(errA, errB)
		}
		if reason, same := SameGame(a.Set, b.Set); same != test.same || same == (reason == "") {
			t.Errorf("%s and %s: %v (%s)", test.a, test.b, same, reason)
		}
	}
}
