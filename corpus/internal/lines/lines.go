// Package lines reads lines of limited length.
package lines

import (
	"bufio"
	"errors"
	"fmt"
)

// ErrTooLong is the class of errors about lines longer than the limit.
var ErrTooLong = errors.New("a line is too long")

// Read returns the next line, its line feed included, in memory of its own. The
// error is io.EOF with the last line, which may lack its line feed, and wraps ErrTooLong when the
// line is longer than limit bytes.
func Read(r *bufio.Reader, limit int) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		if len(line)+len(part) > limit {
			return nil, fmt.Errorf("%w: more than %d bytes", ErrTooLong, limit)
		}
		line = append(line, part...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}
