//go:build js && wasm && !turncoat_web

package main

import (
	"turncoat/internal/tablebase"
	"turncoat/rules/ruleset"
)

// tables opens the tables that the program brings along, where nothing is left out of it.
func tables(set ruleset.Set) (*tablebase.Tables, error) { return tablebase.Open(set, "") }
