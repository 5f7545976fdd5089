// Package solution writes solutions: as text for people, as Popeye prints them, as JSON, and as
// game records. Each form is a visitor of [puzzle.Walker]; what they share, how a turn or a line is
// printed, is in notation.go.
package solution

import (
	"fmt"
	"io"

	"turncoat/puzzle"
	"turncoat/rules"
)

// A printer writes lines of text and keeps the first error of its writer.
type printer struct {
	out     io.Writer
	variant *rules.Variant
	err     error
}

func (a *printer) printf(format string, args ...any) {
	if a.err == nil {
		_, a.err = fmt.Fprintf(a.out, format, args...)
	}
}

// unsolved is "no ", for the front of a stipulation, where the tree has no key.
func unsolved(tree *puzzle.Tree) string {
	if len(tree.Keys) == 0 {
		return "no "
	}
	return ""
}
