//go:build turncoat_web

package rules

import (
	"errors"

	"turncoat/rules/ruleset"
)

// readSet refuses: a page has no files.
func readSet(string, string) (ruleset.Set, error) {
	return ruleset.Set{}, errors.New("only a text in a file can name one")
}
