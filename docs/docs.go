// Package docs embeds the rules of the games for the programs that quote them.
package docs

import _ "embed"

// Rules is RULES.md, the rules of every game in full.
//
//go:embed RULES.md
var Rules string
