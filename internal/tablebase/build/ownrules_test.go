package build

import (
	"encoding/json"
	"errors"
	"testing"

	"turncoat/internal/tablebase"
	"turncoat/internal/tablebase/embedded"
	"turncoat/rules/ruleset"
)

// A rule set of a user has tables, too, with the symmetries that its settings leave, and with the
// rights that its squares let rooks gain: here White's on a1 alone. They are not those of other
// settings under the same name.
func TestOwnRules(t *testing.T) {
	set := ownRules(t, "a1")
	dir := t.TempDir()
	rooks := class(t, "KKR")
	if err := Tables(t.Context(), set, dir, []tablebase.Class{rooks}, Options{}, nil); err != nil {
		t.Fatal(err)
	}
	tables, err := embedded.Open(set, dir)
	if err != nil {
		t.Fatal(err)
	}
	defer tables.Close()
	report, err := Verify(t.Context(), tables, rooks, VerifyOptions{Jobs: 2, Sample: 500, Seed: 1})
	if err != nil || report.Sampled != 500 {
		t.Errorf("%+v, %v", report, err)
	}

	if _, err := embedded.Open(ownRules(t, "a8"), dir); !errors.Is(err, tablebase.ErrFile) {
		t.Errorf("tables of other settings: %v", err)
	}
}

// Another machine gets the settings of a rule set that is not built in.
func TestPassOfOwnRules(t *testing.T) {
	p := Pass{Rules: ownRules(t, "a1"), Class: "KKR"}
	text, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	var got Pass
	if err := json.Unmarshal(text, &got); err != nil || !got.sameClass(&p) {
		t.Errorf("%s is %+v, %v", text, got, err)
	}
}

// ownRules returns a rule set in which pieces convert on one square.
func ownRules(t *testing.T, square string) ruleset.Set {
	t.Helper()
	text := "name: own\nbase: andernach\nconverts-when: square\nsquares: [" + square + "]\n"
	set, err := ruleset.Parse([]byte(text), "")
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// Where a capture may bring a castling right into a class that has none in its table, there is no
// table: in classes of four pieces or more with a rook or a pawn of the games in which a lone piece
// does not convert at home.
func TestClassesWithoutTables(t *testing.T) {
	for _, test := range []struct {
		rules, class string
		has          bool
	}{
		{"andernach", "KKP", true},
		{"andernach", "KKBN", true},
		{"andernach", "KKRB", false},
		{"masand", "KKQP", false},
		{"tibet", "KKR", true},
		{"tibet", "KKQN", true},
		{"tibet", "KKRN", false},
		{"anti-andernach", "KKRB", true},
		{"anti-andernach", "KKQPP", true},
		{"super-andernach", "KKRP", true},
		{"traitor", "KKRP", true},
		{"magic-squares", "KKRP", true},
		{"chess", "KKRP", true},
	} {
		set, err := ruleset.Builtin(test.rules)
		if err != nil {
			t.Fatal(err)
		}
		err = tablebase.CheckClass(set, class(t, test.class))
		if (err == nil) != test.has || err != nil && !errors.Is(err, tablebase.ErrRules) {
			t.Errorf("%s, %s: %v", test.rules, test.class, err)
		}
	}
}
