package command

import (
	"errors"
	"fmt"
	"io"
	"io/fs"

	"turncoat/internal/infile"
)

// Open opens a file to be read, decompressed if need be; "-" is standard input.
func (s *Session) Open(name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(s.In), nil
	}
	return infile.Open(name)
}

// Unjoined returns the errors that an error joins.
func Unjoined(err error) []error {
	if err == nil {
		return nil
	}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		return joined.Unwrap()
	}
	return []error{err}
}

// InputError says what is wrong with an input, its name first.
func InputError(err error) string {
	var path *fs.PathError
	if errors.As(err, &path) {
		reason := path.Err
		if errors.Is(err, fs.ErrNotExist) {
			reason = errors.New("no such file")
		}
		return fmt.Sprintf("%s: %v", path.Path, reason)
	}
	return err.Error()
}

// Unreadable returns the error of an input that cannot be read, which ends with status 2.
func Unreadable(err error) error { return Unusable("%s", InputError(err)) }
