package corpus

import (
	"bytes"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

func schema(t *testing.T, name string) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	s, err := c.Compile("schema/" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// conforms holds a line of JSON against a schema.
func conforms(t *testing.T, s *jsonschema.Schema, line []byte) error {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(line))
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return s.Validate(v)
}

func TestCaseSchema(t *testing.T) {
	s := schema(t, "case")
	if err := conforms(t, s, []byte(good)); err != nil {
		t.Error(err)
	}
	object := strings.Replace(good, `"rules":"pacifist1"`, `"rules":{"family":"pacifist","name":"mine","lines":"blocked","values":{"king":4}}`, 1)
	if err := conforms(t, s, []byte(object)); err != nil {
		t.Error(err)
	}
	for _, edit := range [][2]string{
		{`"moves"`, `"movs"`}, {`"pacifist1-4d060f1a"`, `"4d060f1a"`}, {`"rules":"pacifist1"`, `"rules":"pacifist9"`}, {`"a1a2"`, `"Ka2"`},
		{`"outcome":"*","cite"`, `"outcome":"draw","cite"`}, {`["a3"]`, `["a9"]`}, {`"PAC-5"`, `"5"`}, {`"king-bears=no"`, `"king-bears"`}, {`k7/8/K7 w`, `k7/8/K7 x`},
		{`"moves":[]`, `"moves":["Ka2"]`}, {`"reason":"claimless"`, `"reason":"mate"`}, {`"san":"Kb1",`, ``},
	} {
		bad := strings.Replace(good, edit[0], edit[1], 1)
		if bad == good {
			t.Fatalf("%s is not in the example", edit[0])
		}
		if conforms(t, s, []byte(bad)) == nil {
			t.Errorf("a case with %s in place of %s conforms", edit[1], edit[0])
		}
	}
}
