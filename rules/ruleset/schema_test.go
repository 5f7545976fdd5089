package ruleset

import (
	"encoding/json"
	"slices"
	"testing"

	"turncoat/internal/testing/filetest"
)

// The JSON Schema of rule-set files knows just the keys, values and limits that the reader knows.
func TestSchemaKnowsWhatTheReaderKnows(t *testing.T) {
	type values struct {
		Enum             []string
		Minimum, Maximum int
	}
	var schema struct {
		Properties map[string]struct {
			Enum       []string
			Properties map[string]any
		}
		AllOf []struct {
			If struct {
				AnyOf []struct {
					Properties struct {
						Family struct{ Const string }
						Base   struct{ Enum []string }
					}
				}
			}
			Then struct{ PropertyNames struct{ Enum []string } }
		}
		Definitions map[string]values
	}
	if err := json.Unmarshal(filetest.Read(t, "ruleset.schema.json"), &schema); err != nil {
		t.Fatal(err)
	}
	keys := map[string]bool{"name": true, "base": true, "family": true, "values": true, "squares": true}
	for _, s := range Settings() {
		keys[s.Name] = true
		if got := schema.Properties[s.Name].Enum; !slices.Equal(got, s.names()) {
			t.Errorf("%s: %v instead of %v", s.Name, got, s.names())
		}
	}

	for key := range schema.Properties {
		if !keys[key] {
			t.Errorf("the reader does not know %q", key)
		}
	}

	for key := range keys {
		if _, ok := schema.Properties[key]; !ok {
			t.Errorf("the schema does not know %q", key)
		}
	}

	if got := schema.Properties["family"].Enum; !slices.Equal(got, familyNames) {
		t.Errorf("families %v", got)
	}
	if got := schema.Definitions["builtin"].Enum; !slices.Equal(got, BuiltinNames()) {
		t.Errorf("built-in sets %v", got)
	}
	if got := schema.Definitions["value"]; got.Minimum != 0 || got.Maximum != MaxValue {
		t.Errorf("values from %d to %d", got.Minimum, got.Maximum)
	}
	if got := schema.Properties["values"].Properties; len(got) != int(kinds) {
		t.Errorf("%d values of pieces", len(got))
	}
	for _, name := range kindNames {
		if schema.Properties["values"].Properties[name] == nil {
			t.Errorf("no value of a %s", name)
		}
	}

	if len(schema.AllOf) != len(familyNames) {
		t.Fatalf("%d families are distinguished", len(schema.AllOf))
	}
	for i, rule := range schema.AllOf {
		f := Family(i)
		if got := rule.If.AnyOf[0].Properties.Family.Const; got != f.String() {
			t.Errorf("%s instead of %v", got, f)
		}
		bases := slices.DeleteFunc(BuiltinNames(),
			func(name string) bool { return builtins()[name].Family != f })
		if got := rule.If.AnyOf[1].Properties.Base.Enum; !slices.Equal(got, bases) {
			t.Errorf("%v: bases %v instead of %v", f, got, bases)
		}
		if got := rule.Then.PropertyNames.Enum; !slices.Equal(got, Names(f)) {
			t.Errorf("%v: keys %v instead of %v", f, got, Names(f))
		}
	}
}
