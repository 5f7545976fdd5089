package strict

import (
	"fmt"
	"strings"
	"testing"
)

type inner struct {
	X int `json:"x"`
}

type outer struct {
	ID    string         `json:"id"`
	More  *inner         `json:"more,omitempty"`
	List  []inner        `json:"list,omitempty"`
	Names []string       `json:"names,omitempty"`
	Map   map[string]int `json:"map,omitempty"`
	Plain
}

type Plain struct {
	Yes bool `json:"yes,omitempty"`
}

func TestJSON(t *testing.T) {
	for text, want := range map[string]string{ // offsets and what the faults name
		`{"id":"a"}`: "",
		`{"id":"a","more":{"x":1},"list":[{"x":1},{"x":2}],"names":["b"],"map":{"a":1,"b":2},"yes":true}`: "",
		`{}`:                               `0 "id"`,
		`{"id":"a","id":"b"}`:              `10 "id"`,
		`{"ID":"a","id":"a"}`:              `1 "ID"`,
		`{"id":7}`:                         `6 id: want a string, not a number`,
		`{"id":null}`:                      `6 id`,
		`{"id":"a","names":"b"}`:           `18 names: want a list, not a string`,
		`{"id":"a","more":{"y":1}}`:        `18 more: unknown key "y";17 more: missing "x"`,
		`{"id":"a","list":[{"x":1},{}]}`:   `26 list[1]: missing "x"`,
		`{"id":"a","list":[7]}`:            `18 list[0]: want an object`,
		`{"id":"a","list":{}}`:             `17 list: want a list, not an object`,
		`{"id":"a","map":{"b":1,"b":2}}`:   `23 map: duplicate key "b"`,
		`{"id":"a","map":{"b":"c"}}`:       `21 map.b: want a whole number, not a string`,
		`{"id":"a","\u0071\u0071":1}`:      `10 "qq"`,
		"{\"\x94q\":1,\"id\":\"a\"}":       `1 `,
		`{"id":"a"`:                        `9 `,
		`{"id":"a"} {}`:                    `12 `,
		`[]`:                               `0 want an object`,
		`{"id":"a","more":{"x":1},"q":[{`:  `29 `,
		`{"id":"a","yes":1,"no":2,"id":3}`: `16 yes: ;18 "no";25 duplicate`,
	} {
		var into outer
		faults := JSON([]byte(text), &into)
		wants := strings.Split(want, ";")
		if want == "" {
			wants = nil
		}
		if len(faults) != len(wants) {
			t.Errorf("%s: %v, want %q", text, faults, wants)
			continue
		}

		for i, w := range wants {
			at, words, _ := strings.Cut(w, " ")
			if fmt.Sprint(faults[i].Column-1) != at || !strings.Contains(faults[i].Err.Error(),
				words) {
				t.Errorf("%s: %v, want %q", text, faults[i], w)
			}
		}

		if want == "" && into.ID != "a" {
			t.Errorf("%s: %+v", text, into)
		}
	}
}
