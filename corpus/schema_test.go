package corpus

import (
	"strings"
	"testing"

	"turncoat/internal/testing/schematest"
)

func TestCaseSchema(t *testing.T) {
	s := schematest.Open(t, "schema/case.json")
	if err := s([]byte(good)); err != nil {
		t.Error(err)
	}
	object := strings.Replace(good, `"rules":"pacifist1"`,
		`"rules":{"family":"pacifist","name":"mine","lines":"blocked","values":{"king":4}}`, 1)
	if err := s([]byte(object)); err != nil {
		t.Error(err)
	}
	for _, edit := range [][2]string{
		{`"moves"`, `"movs"`}, {`"pacifist1-4d060f1a"`, `"4d060f1a"`}, {`"a1a2"`, `"Ka2"`},
		{`"rules":"pacifist1"`, `"rules":"Pacifist 1"`},
		{`"outcome":"*","cite"`, `"outcome":"draw","cite"`}, {`["a3"]`, `["a9"]`}, {`"PAC-5"`,
			`"5"`}, {`"king-bears=no"`, `"king-bears"`}, {`k7/8/K7 w`, `k7/8/K7 x`},
		{`"moves":[]`, `"moves":["Ka2"]`}, {`"reason":"claimless"`,
			`"reason":"mate"`}, {`"san":"Kb1",`, ``},
	} {
		bad := strings.Replace(good, edit[0], edit[1], 1)
		if bad == good {
			t.Fatalf("%s is not in the example", edit[0])
		}
		if s([]byte(bad)) == nil {
			t.Errorf("a case with %s in place of %s conforms", edit[1], edit[0])
		}
	}
}
