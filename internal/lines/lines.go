// Package lines reads text line by line in bounded memory, whatever the line ends are.
package lines

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
)

// A Reader reads the lines of a text. They end as [Ends] describes, and a byte order mark before
// the first is skipped.
type Reader struct {
	in     *bufio.Reader
	limit  int
	line   []byte
	number int
	empty  int // lines in a row
}

// maxEmpty is how many empty lines in a row are accepted. A compressed file of a few kilobytes can
// contain billions of them.
const maxEmpty = 1 << 24

// ErrEmpty reports more empty lines than any real text has.
var ErrEmpty = fmt.Errorf("more than %d empty lines in a row", maxEmpty)

// NewReader returns a reader of lines of at most so many bytes, not counting their ends.
func NewReader(r io.Reader, limit int) *Reader {
	return &Reader{in: bufio.NewReaderSize(Ends(r), 1<<16), limit: limit}
}

// TooLongError is the error about a line that is too long and has been skipped.
type TooLongError struct {
	Length int64 // of the line in bytes
	Limit  int
}

func (e *TooLongError) Error() string {
	limit := fmt.Sprintf("%d bytes", e.Limit)
	if e.Limit >= 1<<20 && e.Limit%(1<<20) == 0 {
		limit = fmt.Sprintf("%d MiB", e.Limit>>20)
	}
	return fmt.Sprintf("the line is longer than %s: %d bytes", limit, e.Length)
}

// Number returns the number of the line of the last call of [Reader.Next], from 1.
func (l *Reader) Number() int { return l.number }

// Next returns the next line without its end; it is valid until the next call. The error is io.EOF
// after the last line, which may lack its end; a [*TooLongError] if the line is too long, after
// which reading can continue; or [ErrEmpty] or the reader's error, and then the incomplete line is
// dropped.
func (l *Reader) Next() ([]byte, error) {
	l.number++
	l.line = l.line[:0]
	for length := int64(0); ; {
		part, err := l.in.ReadSlice('\n')
		if l.number == 1 && length == 0 {
			part = bytes.TrimPrefix(part, []byte("\ufeff"))
		}
		length += int64(len(part))
		l.line = append(l.line, part...)
		if length > int64(l.limit+len("\r\n")) { // only its end is needed
			l.line = append(l.line[:0], l.line[len(l.line)-2:]...)
		}
		switch {
		case err == bufio.ErrBufferFull:
			continue
		case err != nil && (err != io.EOF || length == 0):
			return nil, err
		}

		line := bytes.TrimSuffix(bytes.TrimSuffix(l.line, []byte("\n")), []byte("\r"))
		length -= int64(len(l.line) - len(line))
		if length > int64(l.limit) {
			return nil, &TooLongError{Length: length, Limit: l.limit}
		}
		return line, l.countEmpty(line)
	}
}

// countEmpty returns an error if there are too many empty lines in a row.
func (l *Reader) countEmpty(line []byte) error {
	l.empty++
	if len(bytes.TrimSpace(line)) > 0 {
		l.empty = 0
	}
	if l.empty > maxEmpty {
		return ErrEmpty
	}
	return nil
}
