package ruleset

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// No set that plays otherwise than a built-in one has its name, in whatever case or form it is
// written, nor a name that records have for it (NOT-6).
func TestNobodyElseIsCalledPacifist1(t *testing.T) {
	for text, good := range map[string]bool{
		`{"name":"pacifist1","base":"pacifist1","stalemate":"loss"}`:    false,
		`{"stalemate":"loss","base":"pacifist1","name":"Pacifist1"}`:    false,
		`{"name":"pacifist1","base":"pacifist2"}`:                       false,
		`{"name":"pacifist1","family":"chess"}`:                         false,
		`{"name":"chess960","base":"chess","promotion":"queen"}`:        false,
		`{"name":"Standard","base":"pacifist1"}`:                        false,
		`{"name":"pacifist1","base":"pacifist1","stalemate":"draw"}`:    true,
		`{"name":"pacifist1","family":"pacifist"}`:                      true,
		`{"name":"mine","base":"pacifist1"}`:                            true,
		`{"name":"mine","base":"pacifist1","stalemate":"loss"}`:         true,
		`{"name":"pacifist1, win in 1","base":"pacifist1"}`:             false,
		`{"name":"1st","base":"pacifist1"}`:                             false,
		`{"name":"` + strings.Repeat("n", 41) + `","base":"pacifist1"}`: false,
		`{"name":"` + strings.Repeat("n", 40) + `","base":"pacifist1"}`: true,
	} {
		var fromJSON Set
		var node yaml.Node
		if err := yaml.Unmarshal([]byte(text), &node); err != nil {
			t.Fatal(err)
		}
		_, parsed := Parse([]byte(text), "")
		_, inYAML := FromNode(node.Content[0], "")
		for _, err := range []error{parsed, inYAML, json.Unmarshal([]byte(text), &fromJSON)} {
			if (err == nil) != good || err != nil && !errors.Is(err, ErrSyntax) {
				t.Errorf("%s: %v", text, err)
			}
		}
	}
}

// A set without a name has the built-in set's that it plays as, or else none of theirs.
func TestSetsWithoutAName(t *testing.T) {
	for text, want := range map[string]string{
		"base: pacifist2": "pacifist2",
		// RULES.md 5: the first value of each setting
		"family: pacifist":                                "pacifist1",
		"family: conversion":                              "custom (base: conversion, castling-converted: keeps)",
		"{base: pacifist1, lines: blocked}":               "custom (base: pacifist1, lines: blocked)",
		"{base: chess, promotion: queen, name: prussian}": "prussian (base: chess, promotion: queen)",
		"{base: pacifist1, name: alias}":                  "alias (base: pacifist1)",
		"{base: pacifist1, weigh: value, rounds: first}":  "custom (base: pacifist2, rounds: first)",
	} {
		set, err := Parse([]byte(text), "")
		if err != nil || set.String() != want {
			t.Errorf("%s: %v (%v), want %s", text, set, err, want)
		}
	}
}
