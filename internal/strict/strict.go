// Package strict reads YAML and JSON that people and other programs write: every key is known, none
// comes twice, and what is wrong is reported with its place and, where a word is nearly right, with
// the word that was probably meant.
//
// [Reader] walks the nodes of a YAML document, [JSON] fills a struct from a JSON object, [Members]
// lists the keys of one. All of them check keys by [Keys].
package strict

import (
	"fmt"
	"slices"
	"strings"

	"github.com/xrash/smetrics"
)

// Place is a place in a text, line and column from 1.
type Place struct{ Line, Column int }

// Fault is what is wrong at a place of a text.
type Fault struct {
	Place
	Err error
}

// Keys checks the keys of one mapping or object.
type Keys struct {
	// What names the mapping in messages, as in "a scenario"; empty where its place says enough.
	What string
	// Known are the keys that it may have; nil for any.
	Known []string
	// Hint is added to the message about an unknown key; nil for a key that is similar, if any.
	Hint func(key string) string

	lines map[string]int // of the keys that have come
}

// Check returns what is wrong with the next key, nil if nothing is. The line is that of the key, 0
// where lines mean nothing.
func (k *Keys) Check(key string, line int) error {
	if first, duplicate := k.lines[key]; duplicate {
		return fmt.Errorf("duplicate key %q%s%s", key, k.where(), firstIn(first))
	}
	if k.lines == nil {
		k.lines = map[string]int{}
	}
	k.lines[key] = line

	if k.Known == nil || slices.Contains(k.Known, key) {
		return nil
	}
	hint := Suggest(key, k.Known)
	if k.Hint != nil {
		hint = k.Hint(key)
	}
	return fmt.Errorf("unknown key %q%s%s", key, k.where(), hint)
}

// Missing lists those of the keys that have not come.
func (k *Keys) Missing(keys []string) []string {
	var missing []string
	for _, key := range keys {
		if _, seen := k.lines[key]; !seen {
			missing = append(missing, key)
		}
	}
	return missing
}

func (k *Keys) where() string {
	if k.What == "" {
		return ""
	}
	return " in " + k.What
}

func firstIn(line int) string {
	if line == 0 {
		return ""
	}
	return fmt.Sprintf(", first in line %d", line)
}

// Suggest returns " (did you mean …?)" when one of the names is close to the word, else nothing.
func Suggest(word string, names []string) string {
	nearest, distance := "", 3
	for _, name := range names {
		d := smetrics.WagnerFischer(strings.ToLower(word), strings.ToLower(name), 1, 1, 1)
		if d < distance && d < len(name) {
			nearest, distance = name, d
		}
	}
	if nearest == "" {
		return ""
	}
	return fmt.Sprintf(" (did you mean %q?)", nearest)
}
