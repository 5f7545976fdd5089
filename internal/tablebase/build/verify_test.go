package build

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"turncoat/internal/tablebase"
	"turncoat/internal/testing/longtest"
	"turncoat/rules/ruleset"
)

// Every value of the tables that come with the program agrees with those after it, by both
// implementations of the rules.
func TestVerifyEmbedded(t *testing.T) {
	for _, name := range ruleset.BuiltinNames() {
		if longtest.Short() && name != "pacifist-number" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tables := opened(t, name, "")
			for _, c := range tables.Classes() {
				report, err := Verify(t.Context(), tables, c,
					VerifyOptions{Jobs: 2, Sample: 200, Seed: 1})
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
	values, err := table.Values()
	if err != nil {
		t.Fatal(err)
	}
	p := position(t, "pacifist1", "n7/8/8/4K3/8/8/8/7k w - - 0 1")
	for _, test := range []struct {
		name string
		to   tablebase.Value
	}{{"a quicker win", tablebase.DecidedIn(23)}, {"a draw", tablebase.Drawn},
		{"a loss", tablebase.DecidedIn(24)}, {"no position", tablebase.NoPosition}} {
		if longtest.Short() && test.to != tablebase.Drawn {
			continue
		}
		wrong := append([]tablebase.Value(nil), values...)
		wrong[table.Index().Number(&p)] = test.to
		dir := t.TempDir()
		if err := os.Mkdir(filepath.Join(dir, "pacifist1"), 0o777); err != nil {
			t.Fatal(err)
		}
		file, err := os.Create(filepath.Join(dir, "pacifist1", "KKN.tct"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := tablebase.Write(file, good.Set(), table.Index(), wrong); err != nil {
			t.Fatal(err)
		}
		file.Close()
		report, err := Verify(t.Context(), opened(t, "pacifist1", dir), table.Class,
			VerifyOptions{})
		if !errors.Is(err, ErrWrong) || report.Wrong == 0 || !strings.Contains(err.Error(),
			"by internal/fast win in 25 plies") {
			t.Errorf("%s: %+v, %v", test.name, report, err)
		}
	}
}
