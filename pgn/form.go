package pgn

import (
	"path/filepath"
	"strings"
)

// Form says how the text of a file is to be read.
type Form uint8

// The forms of files.
const (
	FormNone      Form = iota // nothing that holds records, as far as the name tells
	FormPGN                   // .pgn
	FormText                  // .txt: plain text of tournament reports, or PGN when it opens with a tag
	FormJSON                  // .json, .jsonl: the JSON of [AppendJSON]
	FormScenarios             // .yaml, .yml: scenarios or a rule set
)

// FormOf says by its name what form a file has, compressed or not.
func FormOf(path string) Form {
	name := strings.ToLower(filepath.Base(path))
	if packed(name) {
		name = strings.TrimSuffix(name, filepath.Ext(name))
	}
	switch filepath.Ext(name) {
	case ".pgn":
		return FormPGN
	case ".txt":
		return FormText
	case ".json", ".jsonl":
		return FormJSON
	case ".yaml", ".yml":
		return FormScenarios
	}
	return FormNone
}

// packed reports whether a file is compressed in a format that is read, as its name says.
func packed(name string) bool {
	switch filepath.Ext(name) {
	case ".gz", ".bz2", ".zst":
		return true
	}
	return false
}
