package tablebase

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"turncoat/internal/testing/longtest"
	"turncoat/rules/ruleset"
)

// Every value of the tables that come with the program agrees with those after it, by both implementations of
// the rules.
func TestVerifyEmbedded(t *testing.T) {
	for _, name := range ruleset.BuiltinNames() {
		if longtest.Short() && name != "pacifist-number" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tables := opened(t, name, "")
			for _, c := range tables.Classes() {
				report, err := tables.Verify(t.Context(), c, VerifyOptions{Jobs: 2, Sample: 200, Seed: 1})
				if err != nil || report.Wrong > 0 || report.Sampled != 200 {
					t.Errorf("%s: %+v, %v", c, report, err)
				}
			}
		})
	}
}

// A single value that is changed is found, with every value that no longer fits it.
func TestVerifyFindsOneWrongValue(t *testing.T) {
	good := opened(t, "pacifist1", "")
	table := good.Table(class(t, "KKN"))
	values, err := table.values()
	if err != nil {
		t.Fatal(err)
	}
	p := position(t, "pacifist1", "n7/8/8/4K3/8/8/8/7k w - - 0 1")
	for _, test := range []struct {
		name string
		to   Value
	}{{"a quicker win", In(23)}, {"a draw", Drawn}, {"a loss", In(24)}, {"no position", NoPosition}} {
		if longtest.Short() && test.to != Drawn {
			continue
		}
		wrong := append([]Value(nil), values...)
		wrong[table.x.of(&p)] = test.to
		dir := t.TempDir()
		if err := os.Mkdir(filepath.Join(dir, "pacifist1"), 0o777); err != nil {
			t.Fatal(err)
		}
		file, err := os.Create(filepath.Join(dir, "pacifist1", "KKN.tct"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := write(file, good.set, table.x, wrong); err != nil {
			t.Fatal(err)
		}
		file.Close()
		report, err := opened(t, "pacifist1", dir).Verify(t.Context(), table.Class, VerifyOptions{})
		if !errors.Is(err, ErrWrong) || report.Wrong == 0 || !strings.Contains(err.Error(),
			"by rules/internal/fast win in 25 plies") {
			t.Errorf("%s: %+v, %v", test.name, report, err)
		}
	}
}
