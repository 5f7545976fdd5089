package endgame

import (
	"bytes"
	"errors"
	"testing"

	"turncoat/internal/tablebase"
	"turncoat/internal/tablebase/embedded"
	"turncoat/internal/testing/longtest"
	"turncoat/internal/testing/rulestest"
	"turncoat/puzzle/proof"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

func opened(t testing.TB, name string) *tablebase.Tables {
	t.Helper()
	set, err := ruleset.Builtin(name)
	if err != nil {
		t.Fatal(err)
	}
	tables, err := embedded.Open(set, "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tables.Close() })
	return tables
}

// The longest win of every class that comes with the program is proved, and the verifier, which knows no table,
// finds the proof right.
func TestProveLongest(t *testing.T) {
	for _, name := range rulestest.Representative() {
		tables := opened(t, name)
		for _, c := range tables.Classes() {
			table := tables.Table(c)
			if table.Won == 0 || !longtest.Enabled() && (table.Longest > 25 || name == "chess") {
				continue
			}
			list, err := table.WithValue(t.Context(), tablebase.DecidedIn(table.Longest), 1)
			if err != nil {
				t.Fatal(err)
			}
			var text bytes.Buffer
			steps, err := Prove(t.Context(), &text, tables, &list[0].Position, 100_000)
			if err != nil {
				t.Errorf("%s, %s: %v", name, c, err)
				continue
			}

			report, err := proof.Verify(t.Context(), &text, "", 2)
			if err != nil || report.Wins != steps || report.In != (table.Longest+1)/2 {
				t.Errorf("%s, %s: %d steps, %+v, %v", name, c, steps, report, err)
			}
		}
	}
}

// What is not won is not proved, nor what takes more steps than it may.
func TestProveRefuses(t *testing.T) {
	tables := opened(t, "chess")
	for fen, want := range map[string]error{
		"k7/8/1K6/2N5/8/8/8/8 w - - 0 1":   ErrNoWin,
		"k7/1Q6/1K6/8/8/8/8/8 b - - 0 1":   ErrNoWin,
		"8/8/8/8/8/2k5/8/K6R w - - 0 1":    ErrSize,
		"4k3/8/8/8/8/8/8/RNB1K3 w - - 0 1": tablebase.ErrMissing,
	} {
		p, err := board.ParseFEN(fen, tables.Set())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Prove(t.Context(), &bytes.Buffer{}, tables, &p, 5); !errors.Is(err, want) {
			t.Errorf("%s: got %v, want %v", fen, err, want)
		}
	}
}
