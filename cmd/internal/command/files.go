package command

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"turncoat/internal/files"
)

// Open opens a file for reading and decompresses it if necessary; "-" is standard input.
func (s *Session) Open(name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(s.In), nil
	}
	return files.Open(name)
}

// Unjoined returns the errors in a joined error.
func Unjoined(err error) []error {
	if err == nil {
		return nil
	}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		return joined.Unwrap()
	}
	return []error{err}
}

// InputError describes an error of an input, beginning with its name.
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

// Unreadable returns the error for an unreadable input, with status 2.
func Unreadable(err error) error { return Unusable("%s", InputError(err)) }

// An Output is where the results of a call are written. It is opened before the work begins, so
// that it can fail early, and replaces the target when it is committed. Discard does nothing after
// Commit.
type Output interface {
	io.Writer
	Commit() error
	Discard()
}

// Create opens the output that a flag names; "" and "-" are standard output. It refuses to
// overwrite a store of puzzles or one of the inputs.
func (s *Session) Create(flag, file string, inputs ...string) (Output, error) {
	if ToStdout(file) {
		return Printed{s.Out}, nil
	}
	if isDatabase(file) {
		return nil, Unusable("%s: %s: cannot overwrite a store of puzzles", flag, file)
	}
	if slices.ContainsFunc(inputs, func(in string) bool { return SameFile(in, file) }) {
		return nil, Unusable("%s: %s: cannot overwrite its own source", flag, file)
	}
	out, err := files.Create(file)
	if err != nil {
		return nil, outputError(flag, err)
	}
	if out.Direct() {
		s.Out.Flush() // the file may be standard output under another name
	}
	return Named{out, flag}, nil
}

// CreateLive creates a file that can be read while the command writes it, such as a log. It must
// not be one of the other files of the command.
func (s *Session) CreateLive(flag, file string, others ...string) (*os.File, error) {
	if isDatabase(file) {
		return nil, Unusable("%s: %s: cannot overwrite a store of puzzles", flag, file)
	}
	if slices.ContainsFunc(others, func(other string) bool { return SameFile(other, file) }) {
		return nil, Unusable("%s: %s: the command uses this file already", flag, file)
	}
	out, err := os.Create(file)
	if err != nil {
		return nil, outputError(flag, err)
	}
	return out, nil
}

// Optional opens the output that a flag names. Without the flag, it discards what is written.
func (s *Session) Optional(flag, file string) (Output, error) {
	if file == "" {
		return Printed{io.Discard}, nil
	}
	return s.Create(flag, file)
}

// SameFile reports whether two names refer to the same file, which need not exist.
func SameFile(a, b string) bool {
	one, err1 := os.Stat(a)
	other, err2 := os.Stat(b)
	if err1 == nil && err2 == nil {
		return os.SameFile(one, other)
	}
	a, err1 = filepath.Abs(a)
	b, err2 = filepath.Abs(b)
	return a == b && err1 == nil && err2 == nil
}

func isDatabase(file string) bool {
	const magic = "SQLite format 3\x00"
	if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() {
		return false
	}
	f, err := os.Open(file)
	if err != nil {
		return false
	}
	defer f.Close()
	begin := make([]byte, len(magic))
	_, err = io.ReadFull(f, begin)
	return err == nil && string(begin) == magic
}

// ToStdout reports whether the name of an output means standard output.
func ToStdout(file string) bool { return file == "" || file == "-" }

// A Named output is a file whose errors name the flag.
type Named struct {
	*files.Output
	flag string
}

func (n Named) Write(p []byte) (int, error) {
	written, err := n.Output.Write(p)
	if err != nil {
		err = outputError(n.flag, err)
	}
	return written, err
}

// Commit replaces the target. Its error names the flag.
func (n Named) Commit() error {
	if err := n.Output.Commit(); err != nil {
		return outputError(n.flag, err)
	}
	return nil
}

// A Printed output is standard output. The session reports its errors at the end.
type Printed struct{ io.Writer }

// Commit does nothing.
func (Printed) Commit() error { return nil }

// Discard does nothing.
func (Printed) Discard() {}

func outputError(flag string, err error) error {
	var path *fs.PathError
	switch {
	case !errors.As(err, &path):
		return Unusable("%s: %w", flag, err)
	case errors.Is(err, fs.ErrNotExist):
		return Unusable("%s: %s: no such directory", flag, path.Path)
	}

	return Unusable("%s: %s: %w", flag, path.Path, path.Err)
}

// Write writes an output with one function.
func (s *Session) Write(flag, file string, write func(w io.Writer) error) error {
	out, err := s.Create(flag, file)
	if err != nil {
		return err
	}
	defer out.Discard()
	if err := write(out); err != nil {
		return err
	}
	return out.Commit()
}
