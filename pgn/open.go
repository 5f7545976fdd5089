package pgn

import (
	"errors"
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
	Form Form
	// MaxWindow is how much memory decompressing zstd data may take; 0 is 128 MiB. It may be set
	// before the first read.
	MaxWindow int64

	input *files.Input
}

// DamageError reports that a file cannot be read to its end, or is not compressed as its name says.
// What comes before the damage has been read.
type DamageError struct {
	Path   string
	Reason string
	Err    error // of the decompressor or the file
}

func (e *DamageError) Error() string { return e.Path + ": " + e.Reason }

// Unwrap returns the underlying error.
func (e *DamageError) Unwrap() error { return e.Err }

// Open opens a file, and decompresses it as its name says: .gz, .bz2 or .zst. Its error is the file
// system's; damaged data is reported by [Source.Read].
func Open(path string) (*Source, error) {
	file, err := files.Open(path)
	if err != nil {
		return nil, err
	}
	return &Source{Form: FormOf(path), input: file}, nil
}

// Read reads the decompressed content of the file. An error other than io.EOF is a [*DamageError].
func (s *Source) Read(p []byte) (int, error) {
	if s.MaxWindow > 0 {
		s.input.MaxWindow = s.MaxWindow
	}
	n, err := s.input.Read(p)
	var damage *files.DamageError
	if errors.As(err, &damage) {
		err = &DamageError{Path: damage.Path, Reason: damage.Reason(), Err: damage.Err}
	}
	return n, err
}

// Size returns the size of the file on the disk, 0 if it is not known.
func (s *Source) Size() int64 { return s.input.Size }

// Consumed returns how much of the file on the disk has been read.
func (s *Source) Consumed() int64 { return s.input.Consumed() }

// Close closes the file.
func (s *Source) Close() error { return s.input.Close() }

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
