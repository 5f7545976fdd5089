// Package docs embeds the texts of this directory that the program and the board in the browser show.
package docs

import _ "embed"

// Rules is RULES.md, the rules of every game in full.
//
//go:embed RULES.md
var Rules string

// Play is play.md, which teaches the game.
//
//go:embed play.md
var Play string
