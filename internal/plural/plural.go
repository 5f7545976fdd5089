// Package plural counts things in English.
package plural

import (
	"strconv"
	"strings"
)

// Count returns a number of things: "1 game", "7 games", "0 plies". It knows the plurals with -s,
// -es and -ies.
func Count(n int, thing string) string { return strconv.Itoa(n) + " " + Noun(n, thing) }

// Noun returns the singular or plural of a thing that follows a number.
func Noun(n int, thing string) string {
	if n == 1 || thing == "" {
		return thing
	}
	stem, last := thing[:len(thing)-1], thing[len(thing)-1]
	switch {
	case last == 'y' && strings.TrimRight(stem, "aeiou") == stem:
		return stem + "ies"
	case last == 's', last == 'x', last == 'z', strings.HasSuffix(thing, "ch"),
		strings.HasSuffix(thing, "sh"):
		return thing + "es"
	}

	return thing + "s"
}

// Some lists at most so many words, and how many more there are: "a, b and 3 more".
func Some(words []string, most int) string {
	if len(words) <= most {
		return strings.Join(words, ", ")
	}
	return strings.Join(words[:most], ", ") + " and " + strconv.Itoa(len(words)-most) + " more"
}
