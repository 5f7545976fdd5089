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
	if compression(name) != "" {
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

// compression returns the name of the format that a file is compressed in, as its name says; empty if in none.
func compression(path string) string {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".gz":
		return "gzip"
	case ".bz2":
		return "bzip2"
	case ".zst":
		return "zstd"
	}
	return ""
}
