package ruleset

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

// The forms are those of stored corpora and proofs: a name, or an object of what differs.
func TestJSON(t *testing.T) {
	tests := []struct{ yaml, want string }{
		{"base: pacifist2", `"pacifist2"`},
		{"{base: chess, name: ''}", `"chess"`},
		{"{name: mine, base: pacifist1, values: {king: 4}, lines: blocked}",
			`{"family":"pacifist","lines":"blocked","name":"mine","values":{"king":4}}`},
		{"{name: other, base: conversion}",
			`{"castling-converted":"loses","family":"conversion","name":"other"}`},
		{"{name: smith-3.b_C, base: pacifist-average, reclaim: full}",
			`{"castling-converted":"loses","castling-test":"persuaded","family":"pacifist","king-safety":"king-moves","moved-piece":"unless-persuaded","name":"smith-3.b_C","reclaim":"full","weigh":"average"}`},
	}
	for _, test := range tests {
		set, err := Parse([]byte(test.yaml), "")
		if err != nil {
			t.Fatal(err)
		}
		got, err := json.Marshal(set)
		if err != nil || string(got) != test.want {
			t.Errorf("%s is written as %s (%v), want %s", test.yaml, got, err, test.want)
		}
		if set.Name == "" {
			set.Name = "chess"
		}
		var back Set
		if err := json.Unmarshal(got, &back); err != nil || back != set {
			t.Errorf("%s is read back as %+v (%v)", got, back, err)
		}
		back, err = Parse(AppendJSON(nil, set), "")
		if err != nil || back != set {
			t.Errorf("%s is read back as %+v (%v)", AppendJSON(nil, set), back, err)
		}
	}
}

func TestJSONFaults(t *testing.T) {
	tests := []struct {
		text string
		want error
	}{
		{`"pacifist9"`, ErrUnknown},
		{`7`, ErrSyntax},
		{`["pacifist1"]`, ErrSyntax},
		{`{"lines":"blocked"}`, ErrSyntax},
		{`{"base":"pacifist1","lines":"sideways"}`, ErrSetting},
		{`{"base":"chess","lines":"blocked"}`, ErrSetting},
		{`{"base":"pacifist1","base":"pacifist2"}`, ErrSyntax},
	}
	for _, test := range tests {
		var set Set
		err := json.Unmarshal([]byte(test.text), &set)
		if !errors.Is(err, test.want) {
			t.Errorf("%s: error %v, want %v", test.text, err, test.want)
		}
		if form := test.text[0] != '{' && test.text[0] != '"'; err != nil &&
			form != strings.Contains(err.Error(), "rules are a name or an object of settings") {
			t.Errorf("%s: error %v", test.text, err)
		}
	}

	var set Set
	if err := set.UnmarshalJSON([]byte("null")); !errors.Is(err, ErrSyntax) {
		t.Errorf("null: error %v, want %v", err, ErrSyntax)
	}
}
