package proof

import (
	"encoding/json"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"turncoat/internal/testing/filetest"
)

type schema struct {
	Properties map[string]json.RawMessage
	Required   []string
	Pattern    string
}

func readSchema(t *testing.T) map[string]schema {
	t.Helper()
	text := filetest.Read(t, "proof.schema.json")
	var whole struct {
		Defs map[string]schema `json:"$defs"`
	}
	if err := json.Unmarshal(text, &whole); err != nil {
		t.Fatal(err)
	}
	return whole.Defs
}

// fields lists the JSON keys of a type, and those that are always written.
func fields(v any) (all, always []string) {
	kind := reflect.TypeOf(v)
	for i := range kind.NumField() {
		name, options, _ := strings.Cut(kind.Field(i).Tag.Get("json"), ",")
		all = append(all, name)
		if options == "" {
			always = append(always, name)
		}
	}

	slices.Sort(all)
	slices.Sort(always)
	return all, always
}

// The schema knows the keys that the types have, no more and no fewer.
func TestSchemaHasTheKeysOfTheTypes(t *testing.T) {
	defs := readSchema(t)
	all, always := fields(Header{})
	if got := slices.Sorted(maps.Keys(defs["header"].Properties)); !slices.Equal(got, all) {
		t.Errorf("header: the schema has %v, the type %v", got, all)
	}
	required := slices.Sorted(slices.Values(defs["header"].Required))
	if !slices.Equal(required, always) {
		t.Errorf("header: the schema requires %v, the type always has %v", required, always)
	}
	steps := map[string]bool{}
	for _, name := range []string{"win", "hold", "line"} {
		for key := range defs[name].Properties {
			steps[key] = true
		}
	}

	all, _ = fields(Step{})
	if got := slices.Sorted(maps.Keys(steps)); !slices.Equal(got, all) {
		t.Errorf("steps: the schema has %v, the type %v", got, all)
	}
}

// The patterns take what is written.
func TestSchemaPatterns(t *testing.T) {
	defs := readSchema(t)
	for name, words := range map[string][]string{
		"move":     {"e2e4", "e7e8q", "b1a1"},
		"position": {"7k/8/5K2/8/8/8/8/R7 w - -", "r3k2r/8/8/8/4Pp2/8/8/R3K2R b e1a1e1h1e8a8 e3"},
	} {
		pattern := regexp.MustCompile(defs[name].Pattern)
		for _, word := range words {
			if !pattern.MatchString(word) {
				t.Errorf("%s: %q does not match", name, word)
			}
		}

		if pattern.MatchString("e2-e4") {
			t.Errorf("%s matches anything", name)
		}
	}
}
