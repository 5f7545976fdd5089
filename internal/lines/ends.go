package lines

import (
	"bufio"
	"bytes"
	"io"
)

// Ends returns a reader that replaces carriage returns by line feeds if they end the lines of a
// text, as on old Macintoshes. The first line end decides for the whole text: carriage returns
// before a line feed are kept. Offsets do not change, except that a text in UTF-16 is delivered as
// [UTF8] does.
func Ends(r io.Reader) io.Reader { return &ends{in: bufio.NewReaderSize(UTF8(r), 1<<16)} }

type ends struct {
	in      *bufio.Reader
	decided bool
	returns bool  // carriage returns end the lines
	err     error // after the first line end
}

func (e *ends) Read(p []byte) (int, error) {
	if !e.decided {
		if _, err := e.in.Peek(1); err != nil {
			return 0, err
		}
		held, _ := e.in.Peek(min(e.in.Buffered(), len(p)))
		if i := bytes.IndexAny(held, "\r\n"); i == 0 {
			e.decide()
		} else if i > 0 {
			p = p[:i]
		}
	}

	if err := e.err; err != nil && e.in.Buffered() == 0 {
		e.err = nil
		return 0, err
	}

	n, err := e.in.Read(p)
	if e.returns {
		for i := range p[:n] {
			if p[i] == '\r' {
				p[i] = '\n'
			}
		}
	}

	return n, err
}

// decide decides by what follows the next carriage returns.
func (e *ends) decide() {
	for n := 1; !e.decided; n++ {
		switch next, err := e.in.Peek(n); {
		case err == bufio.ErrBufferFull:
			e.decided = true
		case err != nil:
			e.decided, e.returns, e.err = true, true, err
		case next[n-1] != '\r':
			e.decided, e.returns = true, next[n-1] != '\n'
		}
	}
}
