package protocol

import (
	"bufio"
	"errors"
	"io"
)

// lines reads lines of a bounded length. It skips longer ones without holding them in memory.
type lines struct {
	r      *bufio.Reader
	buf    []byte
	opened bool
}

func newLines(r io.Reader) *lines { return &lines{r: bufio.NewReaderSize(r, 1<<16)} }

// next returns the next line without its end, and whether it was too long (then nothing of it is
// returned). The error is io.EOF after the last line, which may lack its line feed. The line is valid until the next call.
func (l *lines) next() (line []byte, tooLong bool, err error) {
	if !l.opened {
		l.opened = true
		l.skipMark()
	}
	l.buf = l.buf[:0]
	for begun := false; ; begun = true {
		part, err := l.r.ReadSlice('\n')
		ended := err == nil
		if ended {
			part = part[:len(part)-1]
		}
		if !tooLong && len(l.buf)+len(part) > MaxLine {
			tooLong = true
			l.buf = l.buf[:0]
		}
		if !tooLong {
			l.buf = append(l.buf, part...)
		}
		switch {
		case ended:
			return l.buf, tooLong, nil
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF) && (begun || len(part) > 0):
			return l.buf, tooLong, nil // the next call finds the end again
		default:
			return nil, false, err
		}
	}
}

// skipMark passes over the byte order mark that some shells put before what they pipe. It waits for
// no more than the first byte of anything else.
func (l *lines) skipMark() {
	const mark = "\ufeff"
	if first, _ := l.r.Peek(1); len(first) == 1 && first[0] == mark[0] {
		if begin, _ := l.r.Peek(len(mark)); string(begin) == mark {
			_, _ = l.r.Discard(len(mark))
		}
	}
}
