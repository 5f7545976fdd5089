// Package lazyregexp compiles regular expressions when they are first used, so that variables of
// packages that hold some do not slow down the start of every command.
package lazyregexp

import (
	"regexp"
	"sync"
)

// New returns a function that compiles expr at its first call and returns the same expression at
// every other. It panics at that call if expr is none; a package tests its own.
func New(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}
