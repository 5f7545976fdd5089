package specs

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"turncoat/internal/testing/filetest"
	"turncoat/internal/testing/schematest"
	"turncoat/rules/ruleset"
)

// The example rule sets read, and the scenarios beside them hold and have the settings of the
// files.
func TestExampleRuleSets(t *testing.T) {
	conforms := schematest.Open(t, "../rules/ruleset/ruleset.schema.json")
	files, err := filepath.Glob("../examples/rules/smith-*.yaml")
	if err != nil || len(files) != 2 {
		t.Fatal(files, err)
	}
	sets := map[ruleset.Set]bool{}
	for _, file := range files {
		text := filetest.Read(t, file)
		set, err := ruleset.Parse(text, file)
		if err != nil {
			t.Fatal(err)
		}
		if err := conforms(asJSON(t, text)); err != nil {
			t.Error(err)
		}
		set.Name = ""
		sets[set] = true
	}

	holds(t, "../examples/rules/scenarios.yaml", func(s *Scenario) {
		set := s.Set
		set.Name = ""
		if !sets[set] {
			t.Errorf("%q has rules that no file beside it has", s.Name)
		}
	})
}

// holds reads a scenario file and runs it.
func holds(t *testing.T, file string, see func(*Scenario)) {
	t.Helper()
	suite, faults := Read(t.Context(), filetest.Read(t, file), file)
	if len(faults) > 0 || len(suite.Scenarios) == 0 {
		t.Fatalf("%d scenarios, %v", len(suite.Scenarios), faults)
	}
	for i := range suite.Scenarios {
		s := &suite.Scenarios[i]
		if len(s.Faults) > 0 {
			t.Fatal(s.Faults)
		}
		if result, err := Run(context.Background(), s, Options{}); err != nil || !result.OK() {
			t.Errorf("%v %+v", err, result.Failures)
		}
		see(s)
	}
}

// The example of the format's README reads and holds.
func TestReadmeExample(t *testing.T) {
	_, rest, ok := strings.Cut(string(filetest.Read(t, "README.md")), "```yaml\n")
	example, _, ok2 := strings.Cut(rest, "```")
	if !ok || !ok2 {
		t.Fatal("no example")
	}
	file := filepath.Join(t.TempDir(), "argument.yaml")
	filetest.Write(t, file, []byte(example))
	n := 0
	holds(t, file, func(*Scenario) { n++ })
	if n != 1 || strings.Count(example, "\n") != 5 {
		t.Errorf("%d scenarios in %d lines", n, strings.Count(example, "\n"))
	}
}
