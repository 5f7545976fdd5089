package main

import (
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// The program stands in for "turncoat-store" in the scripts of testdata/script.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"turncoat-store": main})
}

func TestScripts(t *testing.T) {
	collection, err := filepath.Abs("../../puzzle/collection")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			env.Setenv("COLLECTION", collection)
			return nil
		},
	})
}

func TestParseRange(t *testing.T) {
	for text, want := range map[string][2]float64{
		"3": {3, 3}, "2..4": {2, 4}, "2..": {2, 0}, "..4": {0, 4}, "2..2": {2, 2}, "0.5": {0.5, 0.5},
		"1000000": {1e6, 1e6},
	} {
		got, err := parseRange(text)
		if err != nil || got.From != want[0] || got.To != want[1] {
			t.Errorf("%q: %+v, %v, want %v", text, got, err, want)
		}
	}

	for _, text := range []string{
		"..", "4..2", "0", "0..3", "-1", "x", "2..x", "nan", "inf", "1000001", "..0", "2...4",
	} {
		if got, err := parseRange(text); err == nil {
			t.Errorf("%q: %+v", text, got)
		}
	}
}
