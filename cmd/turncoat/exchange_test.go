package main

import (
	"regexp"
	"strings"
	"testing"

	"github.com/kballard/go-shellquote"
)

// An exchange is a call in this process, its words as a shell would read them, and what it comes
// to.
type exchange struct {
	words  string
	status int
	out    string // a pattern of all the results
	said   string // stands in the messages; nothing is said where it is empty
	in     string // standard input
}

func exchanges(t *testing.T, list []exchange) {
	t.Helper()
	for _, e := range list {
		words, err := shellquote.Split(e.words)
		if err != nil {
			t.Fatal(err)
		}
		status, out, message := call(t, e.in, words...)
		if status != e.status || !regexp.MustCompile(`^(?:`+e.out+`)$`).MatchString(out) ||
			!strings.Contains(message, e.said) ||
			e.said == "" && message != "" {
			t.Errorf(
				"%s: status %d, want %d\n%swant\n%s\nmessages: %s\nwant: %s",
				e.words,
				status,
				e.status,
				out,
				e.out,
				message,
				e.said,
			)
		}
	}
}
