package pgn_test

import (
	"strings"
	"testing"

	"turncoat/internal/testing/schematest"
	"turncoat/pgn"
)

// The schema takes what is written, and not what cannot be read.
func TestSchema(t *testing.T) {
	conforms := schematest.Open(t, "game.schema.json")
	check := func(line string) error { return conforms([]byte(line)) }
	for _, name := range []string{"pacifist1", "pacifist-number", "conversion", "chess"} {
		text, err := pgn.AppendJSON(nil, annotated(t, name, 10))
		if err != nil {
			t.Fatal(err)
		}
		line := string(text)
		if err := check(line); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for _, c := range [][2]string{{`"uci":"`, `"uci":"x`}, {`"turns":`, `"moves":`},
			{`"reclaimed":[]`, `"reclaimed":["x9"]`}, {`"result":"`, `"result":"2`}, {`"tags":[`,
				`"tags":[["a b","c"],`}} {
			if bad := strings.Replace(line, c[0], c[1], 1); bad == line || check(bad) == nil {
				t.Errorf("with %s it is taken", c[1])
			}
		}
	}
}
