package validate

import (
	"strings"
	"testing"

	"turncoat/internal/testing/schematest"
)

// The schema takes every line of the report, and none in which something is misspelt or of the
// wrong kind.
func TestSchema(t *testing.T) {
	conforms := schematest.Open(t, "report.schema.json")
	check := func(line string) error { return conforms([]byte(line)) }
	lines := strings.Split(strings.TrimSpace(reported(t, JSON, Style{}, "testdata/vchess",
		"../examples",
		"../specs/testdata")), "\n")
	for _, line := range lines {
		if err := check(line); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}

	for _, line := range lines {
		if !strings.Contains(line, "conversion-mismatch") {
			continue
		}
		for _, c := range [][2]string{{`"plies":`, `"ply":`}, {`"kind":"game"`, `"kind":"match"`},
			{`"error"`, `"fatal"`}, {`"conversion-mismatch"`, `"mismatch"`}, {`"line":`,
				`"line":-`}, {`"rule":"`, `"rule":"rule `}} {
			if bad := strings.Replace(line, c[0], c[1], 1); bad == line || check(bad) == nil {
				t.Errorf("with %s it is taken: %s", c[1], bad)
			}
		}

		return
	}

	t.Error("no finding to spoil")
}
