package specs

import (
	"context"
	"strings"
	"testing"

	"turncoat/internal/testing/filetest"
)

// The example of the interface text, as it stands there. Its win waits for a solver.
func TestInterfaceExamplePasses(t *testing.T) {
	suite, faults := Read(context.Background(), filetest.Read(t, "testdata/interface.yaml"), "interface.yaml")
	if len(faults) > 0 || len(suite.Scenarios) != 4 {
		t.Fatalf("%d scenarios, faults %v", len(suite.Scenarios), faults)
	}
	for i := range suite.Scenarios {
		s := &suite.Scenarios[i]
		if len(s.Faults) > 0 {
			t.Fatal(s.Faults)
		}
		result, err := Run(context.Background(), s, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if s.Expect.Win != nil {
			if len(result.Failures) != 1 || !strings.Contains(result.Failures[0].Message,
				"no solver") {
				t.Errorf("%s: %+v", s.Name, result.Failures)
			}

			continue
		}

		if !result.OK() {
			t.Errorf("%s: %+v", s.Name, result.Failures)
		}
	}
}

// Every scenario of this directory holds.
func TestSpecsHold(t *testing.T) {
	suites, err := All()
	if err != nil {
		t.Fatal(err)
	}
	for i := range suites {
		for j := range suites[i].Scenarios {
			s := &suites[i].Scenarios[j]
			if len(s.Faults) > 0 {
				for _, f := range s.Faults {
					t.Error(f)
				}
				continue
			}

			result, err := Run(context.Background(), s, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if !result.OK() {
				t.Errorf("%s: %+v", s.Name, result.Failures)
			}
		}
	}
}
