package main

import (
	"strings"
	"testing"
)

// A game at the prompt goes on from a position and moves, or begins at the start.
func TestPlayAtThePrompt(t *testing.T) {
	for _, test := range []struct{ from, lines, want string }{
		{"", "e4\nresign\n", "\n1. e4\n"},
		{"start e4 e5", "Nf3\nresign\n", "\n2. Nf3\n"},
	} {
		words := strings.Fields("play --rules chess --computer black --nodes 20 " + test.from)
		status, out, said := call(t, test.lines, words...)
		if status != 0 || !strings.Contains(out, test.want) ||
			!strings.HasSuffix(out, "\n0-1: White resigns.\n") {
			t.Errorf("%q: status %d\n%s%s", words, status, out, said)
		}
	}

	if status, _, said := call(t, "", "play", "--rules", "chess", "--level", "3"); status != 2 {
		t.Errorf("a level of nobody: status %d, %s", status, said)
	}
}
