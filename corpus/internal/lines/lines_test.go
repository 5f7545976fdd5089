package lines_test

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"testing"

	"turncoat/corpus/internal/lines"
)

// Lines come whole, however long beside the reader's buffer of 16 bytes; the limit counts the line feed.
func TestRead(t *testing.T) {
	long := strings.Repeat("abcdefgh", 5) // 40 bytes, two and a half buffers
	for _, test := range []struct {
		text  string
		limit int
		want  []string // the last of which comes with io.EOF
	}{
		{"", 10, []string{""}},
		{"\n", 1, []string{"\n", ""}},
		{"one\ntwo", 10, []string{"one\n", "two"}},
		{"one\n\ntwo\n", 4, []string{"one\n", "\n", "two\n", ""}},
		{long + "\n" + long, 41, []string{long + "\n", long}},
		{long[:15] + "\n" + long[:16] + "\n", 17, []string{long[:15] + "\n", long[:16] + "\n", ""}}, // as long as the buffer, and longer by one
	} {
		r := bufio.NewReaderSize(strings.NewReader(test.text), 16)
		var got [][]byte
		for i, want := range test.want {
			line, err := lines.Read(r, test.limit)
			last := i == len(test.want)-1
			if string(line) != want || last != (err == io.EOF) || !last && err != nil {
				t.Errorf("%q: line %d is %q, %v, want %q", test.text, i+1, line, err, want)
			}
			got = append(got, line)
		}
		for i, want := range test.want { // what is read later lies elsewhere
			if string(got[i]) != want {
				t.Errorf("%q: line %d has become %q", test.text, i+1, got[i])
			}
		}
	}
}

// A line that is one byte longer than the limit is an error that says the limit, whether or not it is as long as the buffer.
func TestReadTooLong(t *testing.T) {
	for _, n := range []int{3, 16, 40} {
		for _, end := range []string{"", "\n"} {
			text := strings.Repeat("x", n) + end
			line, err := lines.Read(bufio.NewReaderSize(strings.NewReader(text), 16), len(text)-1)
			if line != nil || !errors.Is(err, lines.ErrTooLong) || !strings.HasSuffix(err.Error(), "bytes") || !strings.Contains(err.Error(), "more than") {
				t.Errorf("%q: %q, %v", text, line, err)
			}
			if line, err := lines.Read(bufio.NewReaderSize(strings.NewReader(text), 16), len(text)); string(line) != text || err != nil && err != io.EOF {
				t.Errorf("%q: %q, %v", text, line, err)
			}
		}
	}
	_, err := lines.Read(bufio.NewReader(strings.NewReader("abcde")), 4)
	if want := "a line is too long: more than 4 bytes"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}
