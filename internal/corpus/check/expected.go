package check

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"turncoat/internal/lines"
)

// ReadExpected reads a list of the ids of cases that are expected to fail: the first word of each
// line, up to "#". Errors name the file.
func ReadExpected(in io.Reader, file string) ([]string, error) {
	const longest = 64 << 10
	var ids []string
	seen := map[string]bool{}
	for list := lines.NewReader(in, longest); ; {
		line, err := list.Next()
		var tooLong *lines.TooLongError
		switch {
		case err == io.EOF:
			return ids, nil
		case errors.As(err, &tooLong):
			return nil, fmt.Errorf("%s:%d: %w", file, list.Number(), err)
		case err != nil:
			return nil, err
		}

		text, _, _ := strings.Cut(string(line), "#")
		if fields := strings.Fields(text); len(fields) > 0 && !seen[fields[0]] {
			seen[fields[0]] = true
			ids = append(ids, fields[0])
		}
	}
}
