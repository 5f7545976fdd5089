// Package lazyregexp compiles regular expressions when they are first used, so that a program that
// links them starts as fast as one that does not.
package lazyregexp

import (
	"regexp"
	"sync"
)

// Compile returns a function that returns the compiled expression, and panics if the expression
// cannot be compiled.
func Compile(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}
