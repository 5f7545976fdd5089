package corpus

import (
	"errors"
	"fmt"
	"strings"
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

func (e *Error) Error() string {
	var b strings.Builder
	if e.File != "" {
		b.WriteString(e.File + ":")
	}
	if e.Line > 0 {
		fmt.Fprintf(&b, "%d:%d:", e.Line, max(e.Column, 1))
	}
	if b.Len() > 0 {
		b.WriteByte(' ')
	}
	if e.Case != "" {
		b.WriteString("case " + e.Case + ": ")
	}
	b.WriteString(e.Err.Error())
	return b.String()
}

func (e *Error) Unwrap() error { return e.Err }
