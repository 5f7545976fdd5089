// Package status shows on a terminal how far long work has got, in one line that is drawn again and
// again. It shows nothing if the output is not a terminal.
package status

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/term"

	"turncoat/internal/printable"
)

// pace is how often the line of a task is redrawn.
const pace = 200 * time.Millisecond

// A Line is the line at the bottom of a terminal. A nil Line shows nothing. Its methods may be
// called by several goroutines.
type Line struct {
	mu    sync.Mutex
	w     io.Writer
	width func() int
	now   func() time.Time
	drawn bool // the line is not empty
}

// New returns the status line of a terminal, nil if w is not one.
func New(w io.Writer) *Line {
	f, ok := w.(interface{ Fd() uintptr })
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return nil
	}
	width := func() int {
		columns, _, err := term.GetSize(int(f.Fd()))
		if err != nil || columns <= 0 {
			return 80
		}
		return columns
	}
	return &Line{w: w, width: width, now: time.Now}
}

// Draw draws a text, cut to the width of the terminal and without control characters.
func (l *Line) Draw(text string) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.drawn = true
	fmt.Fprintf(l.w, "\r\x1b[K%s", printable.Clip(printable.Line(text), l.width()-1))
}

// Clear removes the line from the screen. Call it before other output to the same terminal.
func (l *Line) Clear() {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.drawn {
		l.drawn = false
		io.WriteString(l.w, "\r\x1b[K")
	}
}

// A Task is work that is counted. Its line is redrawn several times a second even if no piece is
// finished, to show that it is alive.
type Task struct {
	line  *Line
	what  string
	total int
	begun time.Time
	quit  chan struct{}
	over  sync.WaitGroup

	mu   sync.Mutex
	done int
	note string
}

// Task begins to show some work. what is the plural of the thing that is counted; total is 0 if it
// is not known. The task must be ended. A nil Line returns a Task that shows nothing.
func (l *Line) Task(what string, total int) *Task {
	t := &Task{line: l, what: what, total: total}
	if l == nil {
		return t
	}
	t.begun, t.quit = l.now(), make(chan struct{})
	t.over.Go(func() {
		ticker := time.NewTicker(pace)
		defer ticker.Stop()
		for {
			select {
			case <-ticker.C:
				l.Draw(t.text())
			case <-t.quit:
				return
			}
		}
	})
	return t
}

// Set sets how many pieces are done and, if it is not empty, a note to show.
func (t *Task) Set(done int, note string) {
	t.mu.Lock()
	t.done, t.note = done, note
	t.mu.Unlock()
}

// Note sets the note alone.
func (t *Task) Note(note string) {
	t.mu.Lock()
	t.note = note
	t.mu.Unlock()
}

// End draws the line a last time and removes it.
func (t *Task) End() {
	if t.quit != nil {
		close(t.quit)
		t.over.Wait()
		t.quit = nil
		t.line.Draw(t.text())
		t.line.Clear()
	}
}

func (t *Task) text() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	elapsed := t.line.now().Sub(t.begun)
	text := strconv.Itoa(t.done)
	if t.total > 0 {
		text += fmt.Sprintf(" of %d", t.total)
	}
	parts := []string{text + " " + t.what, t.note, Duration(elapsed), Left(elapsed, float64(t.done), float64(t.total))}
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), ", ")
}

// Left estimates the remaining time, as "about 2m10s left". It is empty if there is no basis for an
// estimate.
func Left(elapsed time.Duration, done, total float64) string {
	if done <= 0 || total < done || elapsed < time.Second {
		return ""
	}
	left := float64(elapsed) * (total - done) / done
	if left > float64(1000*time.Hour) {
		return ""
	}
	return "about " + Duration(time.Duration(left)) + " left"
}

// Duration formats a time so that it is read at a glance: "0s", "42s", "3m05s", "2h07m".
func Duration(d time.Duration) string {
	s := int(d.Round(time.Second) / time.Second)
	switch {
	case s < 60:
		return fmt.Sprintf("%ds", s)
	case s < 3600:
		return fmt.Sprintf("%dm%02ds", s/60, s%60)
	}

	return fmt.Sprintf("%dh%02dm", s/3600, s/60%60)
}
