// Package process runs programs that speak a protocol line by line: those that a corpus checks, and
// those that play matches. It is prepared for any misbehaviour.
package process

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"
)

// A Command is a program to run.
type Command struct {
	Args    []string // the program and its arguments
	Dir     string   // where it runs; empty for the current directory
	Env     []string // nil for the environment of this process
	Window  int      // how many lines can be sent before the program reads any; 0 for one
	MaxLine int      // the maximum length of a line of output in bytes; 0 for 8 MiB
	Func    Func     // run in place of Args, over pipes
}

// A Process is a running program. Events delivers its output line by line, and the end of its
// standard error is kept.
type Process struct {
	cmd    *exec.Cmd
	within *within // in place of cmd
	mark   string  // in the environment of the program and of all that it starts, to find them
	stdin  io.WriteCloser
	writes chan []byte
	events chan Event
	errors *tail

	gone    chan struct{} // closed when the program accepts no more input
	ended   chan struct{} // closed when the program has ended
	stop    chan struct{} // closed when the process must end, so that no goroutine waits for it
	once    sync.Once
	how     string         // how it ended
	killed  bool           // it had to be killed
	drained sync.WaitGroup // the goroutines that read and write
}

// An Event is a line of output, or the end of the output.
type Event struct {
	Line []byte
	Err  error // nil for a line; io.EOF; or bufio.ErrTooLong
}

// Grace is how long a program may take to end when it should.
const Grace = 2 * time.Second

func newProcess(c Command) *Process {
	return &Process{errors: &tail{}, events: make(chan Event),
		writes: make(chan []byte, max(1, c.Window)), gone: make(chan struct{}),
		ended: make(chan struct{}), stop: make(chan struct{})}
}

// Start runs a program.
func Start(c Command) (*Process, error) {
	if c.Func != nil {
		return startWithin(c), nil
	}
	cmd := exec.Command(c.Args[0], c.Args[1:]...)
	mark := newMark()
	cmd.Dir, cmd.Env = c.Dir, append(slices.Clone(c.Env), mark)
	if c.Env == nil {
		cmd.Env = append(os.Environ(), mark)
	}
	ownGroup(cmd)
	diesWithParent(cmd)
	cmd.WaitDelay = Grace
	pr := newProcess(c)
	pr.cmd, pr.mark = cmd, mark
	cmd.Stderr = pr.errors
	var err error
	pr.stdin, err = cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := pr.launch(); err != nil {
		return nil, err
	}
	pr.drained.Go(func() { pr.read(stdout, cmp.Or(c.MaxLine, 8<<20)) })
	pr.drained.Go(pr.write)
	return pr, nil
}

// launch starts the program from a thread that lives as long as it does: on Linux a child that dies
// with its parent dies when the thread ends that has started it.
func (pr *Process) launch() error {
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		err := pr.cmd.Start()
		started <- err
		if err == nil {
			<-pr.ended
		}
		runtime.UnlockOSThread()
	}()
	return <-started
}

// Send writes to the program's standard input. It waits while the window is full, but not for a
// program that has ended.
func (pr *Process) Send(line []byte) {
	select {
	case pr.writes <- line:
	case <-pr.stop:
	case <-pr.gone:
	}
}

// CloseInput closes the program's standard input. Nothing can be sent afterwards.
func (pr *Process) CloseInput() { close(pr.writes) }

// Events returns the channel of the program's output.
func (pr *Process) Events() <-chan Event { return pr.events }

// Stderr returns the last lines that the program wrote to its standard error.
func (pr *Process) Stderr() string { return pr.errors.last() }

func (pr *Process) read(stdout io.Reader, limit int) {
	// A Scanner reports a line that is too long without waiting for its end, which may never come.
	in := bufio.NewScanner(stdout)
	in.Buffer(nil, limit+len("\r\n"))
	for more := true; more; {
		var e Event
		more = in.Scan()
		switch {
		case more:
			e.Line = bytes.Clone(in.Bytes())
		case errors.Is(in.Err(), bufio.ErrTooLong):
			e.Err = in.Err()
		default:
			e.Err = io.EOF
		}

		select {
		case pr.events <- e:
		case <-pr.stop:
			return
		}
	}
}

func (pr *Process) write() {
	defer close(pr.gone)
	defer pr.stdin.Close()
	for {
		select {
		case line, ok := <-pr.writes:
			if !ok {
				return
			}
			if _, err := pr.stdin.Write(line); err != nil {
				return // the program has ended; the reader will notice
			}
		case <-pr.stop:
			return
		}
	}
}

// Kill kills the process and everything that it started, and waits until they are gone.
func (pr *Process) Kill() { pr.end(0) }

// Ended waits for a process that has closed its output, and returns how it ended and whether it did
// so by itself.
func (pr *Process) Ended() (how string, byItself bool) {
	pr.end(Grace)
	return pr.how, !pr.killed
}

// end gives the process some time to end by itself, and then kills it and everything that it
// started.
func (pr *Process) end(wait time.Duration) {
	pr.once.Do(func() {
		close(pr.stop)
		pr.stdin.Close()
		if pr.within != nil {
			pr.how, pr.killed = pr.within.end(wait)
			pr.drained.Wait()
			return
		}
		if wait == 0 {
			killGroup(pr.cmd)
			// processes outside the group may hold its output open
			killMarked(pr.mark)
			pr.cmd.WaitDelay = 200 * time.Millisecond // do not wait for any that still do
		}

		timer := time.AfterFunc(wait, func() { killGroup(pr.cmd) })
		pr.how = exitText(pr.cmd.Wait()) // closes stdout, which ends the reader
		pr.killed = !timer.Stop()
		if !pr.killed {
			killGroup(pr.cmd) // processes that it has left behind
		}
		killMarked(pr.mark)
		pr.drained.Wait()
		close(pr.ended)
	})
}

var marks atomic.Int64

// newMark returns a unique environment variable.
func newMark() string { return fmt.Sprintf("TURNCOAT_CHECKED=%d.%d", os.Getpid(), marks.Add(1)) }

func exitText(err error) string {
	var exit *exec.ExitError
	switch {
	case err == nil:
		return "exit status 0"
	case errors.As(err, &exit):
		return exit.String()
	case errors.Is(err, exec.ErrWaitDelay):
		return "exited, but a child process still holds its output"
	}

	return err.Error()
}

// A tail keeps the end of the text that is written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

const tailSize = 2048

// Write accepts everything and keeps the last bytes.
func (t *tail) Write(text []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(text) >= tailSize {
		t.text = append(t.text[:0], text[len(text)-tailSize:]...)
		return len(text), nil
	}

	t.text = append(t.text, text...)
	if excess := len(t.text) - tailSize; excess > 0 {
		t.text = append(t.text[:0], t.text[excess:]...)
	}
	return len(text), nil
}

// last returns the last lines, few enough for a report.
func (t *tail) last() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	lines := strings.Split(strings.TrimSpace(strings.ToValidUTF8(string(t.text), "?")), "\n")
	if len(lines) > 5 {
		lines = lines[len(lines)-5:]
	}
	return strings.Join(lines, "\n")
}

// Quote quotes a piece of output for a message.
func Quote(line []byte) string {
	const most = 80
	text := strings.TrimSpace(strings.ToValidUTF8(string(line[:min(len(line),
		utf8.UTFMax*(most+1))]), "?"))
	if runes := []rune(text); len(runes) > most {
		return fmt.Sprintf("%q…", string(runes[:most]))
	}
	return fmt.Sprintf("%q", text)
}
