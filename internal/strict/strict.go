// Package strict reads YAML and JSON that people and other programs write. Every key must be known
// and occur only once. Faults are reported with their place and, if a word is nearly right, with
// the word that was probably meant.
//
// [Reader] walks the nodes of a YAML document, [JSON] fills a struct from a JSON object, and
// [Members] lists the keys of one. All of them check keys with [Keys].
package strict

import (
	"fmt"
	"slices"
	"strings"

	"github.com/xrash/smetrics"
)

// Place is a place in a text, with line and column from 1.
type Place struct{ Line, Column int }

// Fault is a fault at a place of a text.
type Fault struct {
	Place
	Err error
}

// Keys checks the keys of one mapping or object.
type Keys struct {
	// What names the mapping in messages, as in "a scenario"; empty if the place is enough.
	What string
	// Known are the allowed keys; nil for any.
	Known []string
	// Hint returns text to add to the message about an unknown key; by default a similar key.
	Hint func(key string) string

	lines map[string]int // of the keys so far
}

// Check returns an error if the next key is unknown or a duplicate. line is the line of the key, 0
// if lines have no meaning.
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

// Missing returns those of some keys that have not occurred.
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

// Suggest returns " (did you mean …?)" if one of the names is similar to the word, otherwise
// nothing.
func Suggest(word string, names []string) string {
	nearest, distance := "", 3
	for _, name := range names {
		d := smetrics.WagnerFischer(strings.ToLower(word), strings.ToLower(name), 1, 1, 1)
		if len(word) >= 3 && strings.HasPrefix(strings.ToLower(name), strings.ToLower(word)) {
			d = min(d, 1)
		}
		if d < distance && d < len(name) {
			nearest, distance = name, d
		}
	}

	if nearest == "" {
		return ""
	}
	return fmt.Sprintf(" (did you mean %q?)", nearest)
}
