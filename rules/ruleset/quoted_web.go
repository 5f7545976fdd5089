//go:build turncoat_web

package ruleset

import "strconv"

// quoted writes a word so that every YAML reader takes it for text. Without the library's writer, which a page
// would have to load for this alone, all words are quoted; the escapes of Go's strings are among those of
// YAML's.
func quoted(word string) string { return strconv.Quote(word) }
