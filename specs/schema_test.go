package specs

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"turncoat/internal/strict"
	"turncoat/internal/testing/filetest"
	"turncoat/internal/testing/schematest"
)

// value returns a YAML node as JSON has it.
func value(n *yaml.Node) any {
	n = strict.Resolve(n)
	switch n.Kind {
	case yaml.DocumentNode:
		return value(n.Content[0])
	case yaml.MappingNode:
		m := map[string]any{}
		for i := 0; i+1 < len(n.Content); i += 2 {
			m[n.Content[i].Value] = value(n.Content[i+1])
		}
		return m
	case yaml.SequenceNode:
		list := []any{}
		for _, item := range n.Content {
			list = append(list, value(item))
		}
		return list
	}

	switch n.Tag {
	case "!!int":
		if number, err := strconv.ParseInt(n.Value, 10, 64); err == nil {
			return number
		}
	case "!!bool":
		return n.Value == "true"
	case "!!null":
		return nil
	}

	return n.Value
}

// asJSON returns a text of YAML as JSON.
func asJSON(t *testing.T, text []byte) []byte {
	t.Helper()
	var n yaml.Node
	if err := yaml.Unmarshal(text, &n); err != nil {
		t.Fatal(err)
	}
	out, err := json.Marshal(value(&n))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// What the reader takes for good the schema takes for good.
func TestSchemaTakesWhatTheReaderTakes(t *testing.T) {
	conforms := schematest.Open(t, "scenario.schema.json")
	files, err := filepath.Glob("*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range append(files, "testdata/interface.yaml") {
		if err := conforms(asJSON(t, filetest.Read(t, file))); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
}

// beyond lists the wrong files no schema can refuse: those whose fault is not in their form but
// in what two places say together, or in words that only the reader understands.
var beyond = []string{
	"differs-alone", "differs-itself", "differs-setting", "expect-board-rank", "fen-",
	"file-not-yaml", "file-empty",
	"file-tab", "file-two-documents",
	"file-twice", "invalid-and-more", "invalid-rule", "name-twice", "play-", "board-pieces",
	"reason-without-end",
	"reclaim-choices-all", "reclaim-none-here",
	"reclaim-nothing-excluded", "rules-missing", "same-and-differs", "scenario-key-twice",
	"turns-after-end",
	"turns-count-", "turns-exclude",
	"turns-illegal", "turns-include-not-all", "turns-none-", "turns-perft", "variant-unknown",
	"waves-no-move",
	"waves-second-in-conversion", "waves-two-waves",
	"weights-family", "weights-fraction", "win-after-end",
}

// What is wrong in its form the schema refuses as the reader does.
func TestSchemaRefusesWhatIsWrongInForm(t *testing.T) {
	conforms := schematest.Open(t, "scenario.schema.json")
	files, err := filepath.Glob("testdata/wrong/*.wrong")
	if err != nil {
		t.Fatal(err)
	}
	refused := 0
	for _, file := range files {
		name := filepath.Base(file)
		if slices.ContainsFunc(beyond, func(prefix string) bool {
			return strings.HasPrefix(name,
				prefix)
		}) && name != "play-mapping.yaml.wrong" {
			continue
		}

		if conforms(asJSON(t, filetest.Read(t, file))) == nil {
			t.Errorf("%s passes the schema", name)
		}
		refused++
	}

	if refused < 30 {
		t.Errorf("only %d files are wrong in form", refused)
	}
}

// The schema has the keys of the reader and no others.
func TestSchemaHasTheKeysOfTheReader(t *testing.T) {
	text := filetest.Read(t, "scenario.schema.json")
	var schema map[string]any
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	at := func(path ...string) map[string]any {
		node := schema
		for _, step := range path {
			node, _ = node[step].(map[string]any)
		}
		return node
	}
	expect := []string{"definitions", "expect", "properties"}
	within := func(key string) []string { return append(slices.Clone(expect), key) }
	for _, c := range []struct {
		keys []string
		path []string
	}{
		{fileKeys, nil}, {scenarioKeys, []string{"definitions", "scenario"}}, {expectKeys,
			expect[:2]},
		{turnsKeys, within("turns")}, {reclaimKeys, within("reclaim")}, {winKeys, within("win")},
		{weightKeys, append(within("weights"), "additionalProperties")},
	} {
		node := at(c.path...)
		if node["additionalProperties"] != false {
			t.Errorf("%v: other keys are let pass", c.path)
		}
		properties, _ := node["properties"].(map[string]any)
		got := []string{}
		for key := range properties {
			got = append(got, key)
		}
		want := slices.Clone(c.keys)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%v: keys %v instead of %v", c.path, got, want)
		}
	}

	enum := func(path ...string) []string {
		list := []string{}
		values, _ := at(path...)["enum"].([]any)
		for _, v := range values {
			list = append(list, v.(string))
		}
		return list
	}
	if got := enum(within("outcome")...); !slices.Equal(got, outcomes) {
		t.Errorf("outcomes %v", got)
	}
	if got := enum(within("reason")...); !slices.Equal(got, reasons) {
		t.Errorf("reasons %v", got)
	}
	rule := schematest.Open(t, "scenario.schema.json#/definitions/rule")
	for _, id := range ruleIDs() {
		if err := rule([]byte(strconv.Quote(id))); err != nil {
			t.Errorf("%s: %v", id, err)
		}
	}

	for _, id := range []string{"PAC-0", "PAC-18", "CON-13", "NOT-7", "pac-1"} {
		if rule([]byte(strconv.Quote(id))) == nil {
			t.Errorf("%s passes", id)
		}
	}
}
