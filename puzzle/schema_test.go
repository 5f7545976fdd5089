package puzzle

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"turncoat/internal/testing/filetest"
	"turncoat/internal/testing/schematest"
)

// The schema takes what the miner writes, and refuses what the reader refuses.
func TestSchema(t *testing.T) {
	conforms := schematest.Open(t, "puzzle.schema.json")
	text := filetest.Read(t, "testdata/puzzles.jsonl")
	for line := range bytes.Lines(text) {
		if err := conforms(line); err != nil {
			t.Error(err)
		}
	}

	// Help-wins, self-wins, phases and twins.
	kinds := filetest.Read(t, "testdata/kinds.jsonl")
	for line := range bytes.Lines(kinds) {
		if err := conforms(line); err != nil {
			t.Error(err)
		}
		if _, err := Parse(line); err != nil {
			t.Error(err)
		}
	}

	twinned := []byte(lineWith(t, kinds, `"twins"`))
	p, err := Parse(twinned)
	if err != nil {
		t.Fatal(err)
	}
	p.Twins[0].Phases = p.Phases
	var written bytes.Buffer
	if err := Write(&written, []Puzzle{p}); err != nil {
		t.Fatal(err)
	}
	if err := conforms(written.Bytes()); err != nil {
		t.Errorf("phases of a twin: %v", err)
	}
	if again, err := Parse(bytes.TrimSpace(written.Bytes())); err != nil ||
		!reflect.DeepEqual(again.Twins, p.Twins) {
		t.Errorf("phases of a twin are read as %+v (%v)", again.Twins, err)
	}

	for _, c := range [][2]string{
		{`"half":true`, `"half":1`}, {`"lines":[[`, `"lines":[[],[`},
		{`"stipulation":"help-win",`, ``}, {`"set":["0000"`, `"set":["a1a1"`},
		{`"refutations":["h7h6"]`, `"refutations":[]`}, {`"change":"Nh2-h3"`, `"changed":"Nh2-h3"`},
		{`"stipulation":"self-win"`, `"stipulation":"selfmate"`},
	} {
		bad := strings.Replace(string(kinds), c[0], c[1], 1)
		taken := 0
		for line := range strings.Lines(bad) {
			if conforms([]byte(line)) == nil {
				taken++
			}
		}

		if bad == string(kinds) || taken != strings.Count(bad, "\n")-1 {
			t.Errorf("with %s it is taken", c[1])
		}
	}

	for name := range byName() {
		for _, stipulation := range []string{name, exactly + name} {
			written := strings.Replace(lineWith(t, kinds, `"stipulation":"self-win"`), "self-win",
				stipulation, 1)
			if err := conforms([]byte(written)); err != nil {
				t.Errorf("%s: %v", stipulation, err)
			}
		}
	}

	good := strings.SplitN(string(text), "\n", 2)[0]
	for _, c := range [][2]string{
		{`"in":`, `"inn":`}, {`"in":2`, `"in":"2"`}, {`"keys":["`, `"keys":["x`},
		{`"solution":[`, `"solution":[[],`}, {`"level":`, `"level":1`},
	} {
		if bad := strings.Replace(good, c[0], c[1], 1); bad == good ||
			conforms([]byte(bad)) == nil {
			t.Errorf("with %s it is taken", c[1])
		}
	}
}

// lineWith returns the first line of a text that holds some words.
func lineWith(t *testing.T, text []byte, words string) string {
	t.Helper()
	for line := range strings.Lines(string(text)) {
		if strings.Contains(line, words) {
			return line
		}
	}
	t.Fatalf("no line with %s", words)
	return ""
}
