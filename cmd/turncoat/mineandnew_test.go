package main

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// Of the same position, puzzle mine and puzzle new write the same record but for its source.
func TestMineAndNewAgree(t *testing.T) {
	for _, rules := range []string{"chess", "pacifist1"} {
		_, mined, errs := call(t, "", "puzzle", "mine", "--rules", rules, "--win-in", "2", "--from",
			"pieces=5-7", "--count", "2", "--seed", "3")
		if mined == "" {
			t.Fatal(errs)
		}
		for line := range strings.Lines(mined) {
			var p struct {
				FEN string `json:"fen"`
				In  int    `json:"in"`
			}
			if err := json.Unmarshal([]byte(line), &p); err != nil {
				t.Fatal(err)
			}
			_, made, errs := call(t, "", "puzzle", "new", "--rules", rules, "--win-in",
				fmt.Sprint(p.In), p.FEN)
			if got, want := unsourced(t, made), unsourced(t, line); !reflect.DeepEqual(got, want) {
				t.Errorf("%s\nnew  %v\nmine %v\n%s", p.FEN, got, want, errs)
			}
		}
	}
}

// unsourced reads a record without its source.
func unsourced(t *testing.T, line string) map[string]any {
	t.Helper()
	var record map[string]any
	if err := json.Unmarshal([]byte(line), &record); err != nil {
		t.Fatalf("%q: %v", line, err)
	}
	delete(record, "source")
	return record
}
