// Package docs embeds the texts of this directory that the program prints.
package docs

import _ "embed"

// Rules is RULES.md, the rules of every game in full.
//
//go:embed RULES.md
var Rules string
