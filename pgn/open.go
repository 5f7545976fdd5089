package pgn

import (
	"path/filepath"
	"strings"

	"turncoat/internal/files"
)

// Form is the form of a file of records.
type Form uint8

// The forms of files.
const (
	FormNone      Form = iota // the name is not that of a file of records
	FormPGN                   // .pgn
	FormText                  // .txt: text of tournament reports, or PGN if it opens with a tag
	FormJSON                  // .json, .jsonl: the JSON of [AppendJSON]
	FormScenarios             // .yaml, .yml: scenarios or a rule set, which package validate reads
)

// Source is an open file of records, decompressed as it is read. It is read by one goroutine at a
// time.
type Source struct {
	*files.Input
	Form Form
}

// DamageError reports that a file cannot be read to its end, or is not compressed as its name says.
// What comes before the damage has been read.
type DamageError = files.DamageError

// Open opens a file, and decompresses it as its name says: .gz, .bz2 or .zst. Its error is the file
// system's; damaged data is reported by [files.Input.Read] as a [*DamageError].
func Open(path string) (*Source, error) {
	file, err := files.Open(path)
	if err != nil {
		return nil, err
	}
	return &Source{file, FormOf(path)}, nil
}

// FormOf tells the form of a file from its name, with or without the suffix of a compressed file.
func FormOf(path string) Form {
	switch strings.ToLower(filepath.Ext(files.Decompressed(path))) {
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
