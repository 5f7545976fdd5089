// Package lines reads text line by line, whatever ends its lines, in bounded memory.
package lines

import (
	"bufio"
	"errors"
	"fmt"
	"io"
)

// A Reader reads the lines of a text: they end as [Ends] says, and a byte order mark before the first is passed over.
type Reader struct {
	in     *bufio.Reader
	limit  int
	line   []byte
	number int
}

// NewReader returns a reader of lines of up to so many bytes, their ends not counted.
func NewReader(r io.Reader, limit int) *Reader {
	return &Reader{in: bufio.NewReaderSize(Ends(r), 1<<16), limit: limit}
}

// TooLongError is the error of a line that is too long, and has been skipped.
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

// Number returns the number of the line that the last call of [Reader.Next] was about, the first being 1.
func (l *Reader) Number() int { return l.number }

// Next returns the next line without its end; it is valid until the next call. The error is io.EOF after the last line,
// which may lack its end; a [*TooLongError] of a line that is too long, behind which reading goes on; or that of the
// reader, and then what there is of the line is dropped.
func (l *Reader) Next() ([]byte, error) {
	if l.number == 0 {
		skipMark(l.in)
	}
	l.number++
	line, skipped, err := Read(l.in, l.line[:0], l.limit+len("\r\n"))
	switch {
	case err != nil && err != io.EOF:
		return nil, err
	case skipped > 0:
		return nil, &TooLongError{Length: skipped, Limit: l.limit}
	case err != nil && len(line) == 0:
		return nil, err
	}
	l.line = line
	if line = trimEnd(line); len(line) > l.limit {
		return nil, &TooLongError{Length: int64(len(line)), Limit: l.limit}
	}
	return line, nil
}

func trimEnd(line []byte) []byte {
	for _, end := range []byte{'\n', '\r'} {
		if n := len(line); n > 0 && line[n-1] == end {
			line = line[:n-1]
		}
	}
	return line
}

// skipMark passes over the byte order mark that some editors and shells put before a text. It waits for no more
// than the first byte of anything else.
func skipMark(in *bufio.Reader) {
	const mark = "\ufeff"
	if first, _ := in.Peek(1); len(first) == 1 && first[0] == mark[0] {
		if begin, _ := in.Peek(len(mark)); string(begin) == mark {
			_, _ = in.Discard(len(mark))
		}
	}
}

// Read appends the next line to buf, its line feed included, and returns the result. A line of more than limit
// bytes, its line feed included, is skipped without being held in memory: then the result is nil, and skipped
// its length without its end. The error is that of the reader; io.EOF comes with a last line that lacks its line
// feed, too.
func Read(in *bufio.Reader, buf []byte, limit int) (line []byte, skipped int64, err error) {
	var length int64
	var last byte // of the part before
	for {
		part, err := in.ReadSlice('\n')
		length += int64(len(part))
		if length <= int64(limit) {
			buf = append(buf, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			last = part[len(part)-1]
			continue
		}
		if length <= int64(limit) {
			return buf, 0, err
		}
		end := len(part) - len(trimEnd(part))
		if len(part) == 1 && end == 1 && last == '\r' {
			end = len("\r\n")
		}
		return nil, length - int64(end), err
	}
}
