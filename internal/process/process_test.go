package process

import (
	"errors"
	"strings"
	"testing"
)

// Of what a program writes to its standard error the last 2,048 bytes are kept, in however many
// pieces they come.
func TestTail(t *testing.T) {
	tests := []struct {
		name   string
		pieces []string
		want   string
	}{
		{"nothing", nil, ""},
		{"a piece that fits", []string{strings.Repeat("a", 2048)}, strings.Repeat("a", 2048)},
		{"a piece too long", []string{"b" + strings.Repeat("a", 2048)}, strings.Repeat("a", 2048)},
		{"two that fit", []string{strings.Repeat("a", 1000), strings.Repeat("b", 1048)},
			strings.Repeat("a", 1000) + strings.Repeat("b", 1048)},
		{"two of which one byte is too much",
			[]string{"x" + strings.Repeat("a", 1000),
				strings.Repeat("b", 1048)}, strings.Repeat("a", 1000) + strings.Repeat("b", 1048)},
		{"a long one behind a short", []string{"xyz", "b" + strings.Repeat("a", 2048)},
			strings.Repeat("a", 2048)},
		{"a short one behind a long", []string{strings.Repeat("a", 5000), "xyz"},
			strings.Repeat("a", 2045) + "xyz"},
	}
	for _, test := range tests {
		var kept tail
		for _, piece := range test.pieces {
			if n, err := kept.Write([]byte(piece)); n != len(piece) || err != nil {
				t.Errorf("%s: %d bytes of %d were taken, error %v", test.name, n, len(piece), err)
			}
		}

		if got := kept.last(); got != test.want {
			t.Errorf("%s: %d bytes, %.20q…, want %d", test.name, len(got), got, len(test.want))
		}
	}
}

// Of these five lines are shown.
func TestTailOfManyLines(t *testing.T) {
	for text, want := range map[string]string{
		"1\n2\n3\n4\n5\n":          "1\n2\n3\n4\n5",
		"1\n2\n3\n4\n5\n6\n":       "2\n3\n4\n5\n6",
		"\n\n7\n1\n2\n3\n4\n5\n6":  "2\n3\n4\n5\n6",
		"a \xff word\n":            "a ? word",
		"1\n2\n3\n\n\n4\n5\n6\n\n": "\n\n4\n5\n6",
	} {
		var kept tail
		if _, err := kept.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
		if got := kept.last(); got != want {
			t.Errorf("of %q: %q, want %q", text, got, want)
		}
	}
}

// Of a line of output 80 characters are quoted, however many bytes they take.
func TestQuotedOutput(t *testing.T) {
	for line, want := range map[string]string{
		"  hello \r":              `"hello"`,
		"a\x1b\xffb":              `"a\x1b?b"`,
		strings.Repeat("x", 80):   `"` + strings.Repeat("x", 80) + `"`,
		strings.Repeat("x", 81):   `"` + strings.Repeat("x", 80) + `"…`,
		strings.Repeat("♔", 81):   `"` + strings.Repeat("♔", 80) + `"…`,
		strings.Repeat("🂡", 80):   `"` + strings.Repeat("🂡", 80) + `"`,
		strings.Repeat("🂡", 81):   `"` + strings.Repeat("🂡", 80) + `"…`,
		strings.Repeat("x", 5000): `"` + strings.Repeat("x", 80) + `"…`,
	} {
		if got := Quote([]byte(line)); got != want {
			t.Errorf("of %.30q…: %s, want %s", line, got, want)
		}
	}
}

func TestExitText(t *testing.T) {
	if got := exitText(nil); got != "exit status 0" {
		t.Errorf("without an error: %q", got)
	}
	if got := exitText(errors.New("no such thing")); got != "no such thing" {
		t.Errorf("with another error: %q", got)
	}
}
