package puzzle

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// The schema takes what the miner writes, and refuses what the reader refuses.
func TestSchema(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile("puzzle.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("testdata/puzzles.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	validate := func(line string) error {
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(line))
		if err != nil {
			t.Fatal(err)
		}
		return schema.Validate(value)
	}
	for line := range bytes.Lines(text) {
		if err := validate(string(line)); err != nil {
			t.Error(err)
		}
	}
	good := strings.SplitN(string(text), "\n", 2)[0]
	for _, c := range [][2]string{
		{`"in":`, `"inn":`}, {`"in":2`, `"in":"2"`}, {`"keys":["`, `"keys":["x`}, {`"solution":[`, `"solution":[[],`}, {`"level":`, `"level":1`},
	} {
		if bad := strings.Replace(good, c[0], c[1], 1); bad == good || validate(bad) == nil {
			t.Errorf("with %s it is taken", c[1])
		}
	}
}
