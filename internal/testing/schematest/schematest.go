// Package schematest holds what tests write against the JSON Schemas of the repository.
package schematest

import (
	"bytes"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Open returns a function that holds a text of JSON against the schema in a file. A text that is no
// JSON at all ends the test.
func Open(t testing.TB, file string) func(text []byte) error {
	t.Helper()
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	schema, err := c.Compile(file)
	if err != nil {
		t.Fatal(err)
	}
	return func(text []byte) error {
		t.Helper()
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		return schema.Validate(value)
	}
}
