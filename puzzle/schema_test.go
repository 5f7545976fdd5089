package puzzle

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"turncoat/internal/schematest"
)

// The schema takes what the miner writes, and refuses what the reader refuses.
func TestSchema(t *testing.T) {
	conforms := schematest.Open(t, "puzzle.schema.json")
	text, err := os.ReadFile("testdata/puzzles.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(text) {
		if err := conforms(line); err != nil {
			t.Error(err)
		}
	}
	good := strings.SplitN(string(text), "\n", 2)[0]
	for _, c := range [][2]string{
		{`"in":`, `"inn":`}, {`"in":2`, `"in":"2"`}, {`"keys":["`, `"keys":["x`}, {`"solution":[`, `"solution":[[],`}, {`"level":`, `"level":1`},
	} {
		if bad := strings.Replace(good, c[0], c[1], 1); bad == good || conforms([]byte(bad)) == nil {
			t.Errorf("with %s it is taken", c[1])
		}
	}
}
