package store

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"

	"turncoat/internal/lines"
	"turncoat/puzzle"
)

// Lines yields the non-empty lines of a file of puzzles. An error names its line. Lines longer than [puzzle.MaxLine]
// are skipped; any other error is the last.
func Lines(in io.Reader, file string) iter.Seq2[Line, error] {
	return func(yield func(Line, error) bool) {
		text := lines.NewReader(in, puzzle.MaxLine)
		for {
			line, err := text.Next()
			if err == io.EOF {
				return
			}
			at := Line{File: file, Number: text.Number()}
			if err == nil {
				if len(bytes.TrimSpace(line)) == 0 {
					continue
				}
				at.Text = bytes.Clone(line)
			} else {
				err = fmt.Errorf("%s:%d: %w", file, text.Number(), err)
			}
			if !yield(at, err) {
				return
			}
			if tooLong := (*lines.TooLongError)(nil); err != nil && !errors.As(err, &tooLong) {
				return
			}
		}
	}
}
