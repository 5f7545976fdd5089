package match

import (
	"fmt"
	"io"
	"sync"
	"time"

	"turncoat/internal/printable"
)

// A log is a file of what the arbiter and the programs say to each other.
type log struct {
	mu    sync.Mutex
	w     io.Writer
	began time.Time
	err   error // that of writing, after which nothing more is written
}

func newLog(w io.Writer) *log {
	if w == nil {
		return nil
	}
	return &log{w: w, began: time.Now()}
}

// write writes a line with the seconds since the match began, the player, and ">" for what it was
// sent or "<" for what it said.
func (l *log) write(player string, direction rune, line []byte) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err != nil {
		return
	}
	_, l.err = fmt.Fprintf(l.w, "%.3f %s %c %s\n", time.Since(l.began).Seconds(),
		printable.Line(player), direction, printable.Line(string(line)))
}

// failed returns the error of writing, nil without a log.
func (l *log) failed() error {
	if l == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.err
}
