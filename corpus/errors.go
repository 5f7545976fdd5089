package corpus

import (
	"errors"
	"fmt"
	"strings"

	"turncoat/internal/printable"
)

var (
	// ErrSyntax is the class of errors about text that is not a corpus file.
	ErrSyntax = errors.New("not a golden corpus")
	// ErrContent is the class of errors about cases that say something wrong: an id that does not
	// belong to the content, turns that the rules do not have.
	ErrContent = errors.New("wrong case")
)

// Error is one fault of a corpus file, at its place.
type Error struct {
	File         string // empty when the text had no name
	Line, Column int    // from 1; 0 when not known
	Case         string // the id of the case, empty when not known
	Err          error  // wraps ErrSyntax or ErrContent
}

// mostFaults is how many faults of one file are listed.
const mostFaults = 1000

// faultsOf gathers the faults of a file in bounded memory: the first of them, and how many more.
type faultsOf struct {
	file string
	errs []error
	more int
}

func (f *faultsOf) add(err error) {
	if len(f.errs) < mostFaults {
		f.errs = append(f.errs, err)
		return
	}

	f.more++
}

// join returns the faults as one error, nil if there are none.
func (f *faultsOf) join() error {
	if f.more > 0 {
		f.errs = append(f.errs, &Error{File: f.file,
			Err: fmt.Errorf("%w: %d more faults", ErrSyntax, f.more)})
		f.more = 0
	}

	return errors.Join(f.errs...)
}

func (e *Error) Error() string {
	var b strings.Builder
	if e.File != "" {
		b.WriteString(printable.Line(e.File) + ":")
	}
	if e.Line > 0 {
		fmt.Fprintf(&b, "%d:%d:", e.Line, max(e.Column, 1))
	}
	if b.Len() > 0 {
		b.WriteByte(' ')
	}
	if e.Case != "" {
		b.WriteString("case " + printable.Line(e.Case) + ": ")
	}
	b.WriteString(printable.Line(fmt.Sprint(e.Err)))
	return b.String()
}

func (e *Error) Unwrap() error { return e.Err }
