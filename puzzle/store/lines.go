package store

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"

	"turncoat/puzzle"
)

// Lines yields the lines of a file of puzzles, those that are empty left out. The error is that of
// reading, and names the line that cannot be read; it is the last.
func Lines(in io.Reader, file string) iter.Seq2[Line, error] {
	return func(yield func(Line, error) bool) {
		lines := puzzle.NewScanner(in)
		number := 0
		for lines.Scan() {
			number++
			if len(bytes.TrimSpace(lines.Bytes())) == 0 {
				continue
			}
			if !yield(Line{Text: bytes.Clone(lines.Bytes()), File: file, Number: number}, nil) {
				return
			}
		}
		if err := lines.Err(); err != nil {
			if errors.Is(err, bufio.ErrTooLong) {
				err = puzzle.ErrTooLong
			}
			yield(Line{File: file, Number: number + 1}, fmt.Errorf("%s:%d: %w", file, number+1, err))
		}
	}
}
