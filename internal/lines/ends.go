package lines

import (
	"bufio"
	"bytes"
	"io"
)

// Ends returns a reader of a text in which carriage returns are line feeds where they end its lines, as on the
// Macintosh of old. The first end of a line decides that for the whole text: carriage returns before a line feed
// stay as they are. Every byte keeps its place.
func Ends(r io.Reader) io.Reader { return &ends{in: bufio.NewReaderSize(r, 1<<16)} }

type ends struct {
	in      *bufio.Reader
	decided bool
	returns bool  // carriage returns end the lines
	held    int   // carriage returns that have been read and not given, until what follows them decides
	err     error // met behind them
}

func (e *ends) Read(p []byte) (int, error) {
	for e.held > 0 && !e.decided {
		next, err := e.in.ReadByte()
		switch {
		case err != nil:
			e.err = err
		case next == '\r':
			e.held++
			continue
		default:
			_ = e.in.UnreadByte()
		}
		e.decide(next)
	}
	if e.held > 0 {
		n := copy(p, bytes.Repeat([]byte{'\r'}, min(e.held, len(p))))
		e.held -= n
		return e.given(p[:n]), nil
	}
	if err := e.err; err != nil {
		e.err = nil
		return 0, err
	}
	n, err := e.in.Read(p)
	if e.decided {
		return e.given(p[:n]), err
	}
	first := bytes.IndexByte(p[:n], '\n')
	if i := bytes.IndexByte(p[:n], '\r'); i >= 0 && (first < 0 || i < first) {
		first = i
	}
	if first < 0 {
		return n, err
	}
	behind := bytes.TrimLeft(p[first:n], "\r")
	switch {
	case len(behind) > 0:
		e.decide(behind[0])
	case err != nil:
		e.decide(0)
	default:
		e.held = n - first
		if n = first; n == 0 {
			return e.Read(p)
		}
	}
	return e.given(p[:n]), err
}

// decide decides by what follows the first carriage returns, or by the line feed that ends the first line.
func (e *ends) decide(next byte) { e.decided, e.returns = true, next != '\n' }

// given makes line feeds of the carriage returns of a piece that end lines, and returns its length.
func (e *ends) given(piece []byte) int {
	if e.returns {
		for i, b := range piece {
			if b == '\r' {
				piece[i] = '\n'
			}
		}
	}
	return len(piece)
}
