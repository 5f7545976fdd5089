package protocol

import (
	"io"
	"strings"
	"testing"
)

// Of a line that is too long nothing is given, and the next one is whole.
func TestLongLinesAreDropped(t *testing.T) {
	for _, long := range []int{MaxLine + 1, 2 * MaxLine, MaxLine + 1<<16} {
		l := newLines(strings.NewReader("first\n" + strings.Repeat("x", long) + "\nnext\n" + strings.Repeat("y", long)))
		for i, want := range []string{"first", "", "next", ""} {
			line, tooLong, err := l.next()
			if err != nil || string(line) != want || tooLong != (want == "") {
				t.Errorf("with %d bytes line %d is %.20q, too long %t, %v", long, i+1, line, tooLong, err)
			}
		}
		if line, tooLong, err := l.next(); err != io.EOF || len(line) > 0 || tooLong {
			t.Errorf("after the end: %q, %t, %v", line, tooLong, err)
		}
	}
}
