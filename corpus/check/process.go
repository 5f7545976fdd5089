package check

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"
)

// A process is one run of the program under test. Its output comes line by line through events;
// what it writes to stderr is dropped but for the end.
type process struct {
	cmd    *exec.Cmd
	mark   string // in the environment of the program and of all that it starts
	stdin  io.WriteCloser
	writes chan []byte
	events chan event
	errors *tail

	stop    chan struct{} // closed by kill, so that no goroutine waits for a reader that has gone
	once    sync.Once
	how     string         // how it ended
	killed  bool           // that it had to be ended
	drained sync.WaitGroup // the goroutines that read and write
}

// An event is a line of output, or that there will be no more.
type event struct {
	line []byte
	err  error // nil for a line; io.EOF; or bufio.ErrTooLong
}

// grace is how long a program may take to end when it is to end.
const grace = 2 * time.Second

// start runs a program. maxLine is the length of output line that is still read.
func start(p *Program) (*process, error) {
	cmd := exec.Command(p.Args[0], p.Args[1:]...)
	mark := newMark()
	cmd.Dir, cmd.Env = p.Dir, append(slices.Clone(p.Env), mark)
	if p.Env == nil {
		cmd.Env = append(os.Environ(), mark)
	}
	ownGroup(cmd)
	cmd.WaitDelay = grace
	pr := &process{cmd: cmd, mark: mark, errors: &tail{}, events: make(chan event), writes: make(chan []byte,
		p.window()), stop: make(chan struct{})}
	cmd.Stderr = pr.errors
	var err error
	if pr.stdin, err = cmd.StdinPipe(); err != nil {
		return nil, err
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	pr.drained.Go(func() { pr.read(stdout, p.maxLine()) })
	pr.drained.Go(pr.write)
	return pr, nil
}

func (pr *process) read(stdout io.Reader, limit int) {
	in := bufio.NewScanner(stdout) // which tells of a line that is too long before its end, which may never come
	in.Buffer(nil, limit+len("\r\n"))
	for more := true; more; {
		var e event
		if more = in.Scan(); more {
			e.line = bytes.Clone(in.Bytes())
		} else if e.err = in.Err(); !errors.Is(e.err, bufio.ErrTooLong) {
			e.err = io.EOF
		}
		select {
		case pr.events <- e:
		case <-pr.stop:
			return
		}
	}
}

func (pr *process) write() {
	defer pr.stdin.Close()
	for {
		select {
		case line, ok := <-pr.writes:
			if !ok {
				return
			}
			if _, err := pr.stdin.Write(line); err != nil {
				return // the program has gone; the reader will see it
			}
		case <-pr.stop:
			return
		}
	}
}

// kill ends the process and all that it started, and waits until it is gone.
func (pr *process) kill() { pr.end(0) }

// ended waits for a process that has closed its output, and says how it ended, and whether it did so by itself.
func (pr *process) ended() (how string, byItself bool) {
	pr.end(grace)
	return pr.how, !pr.killed
}

// end waits so long for the process to end by itself, and then ends it and all that it started.
func (pr *process) end(wait time.Duration) {
	pr.once.Do(func() {
		close(pr.stop)
		pr.stdin.Close()
		if wait == 0 {
			killGroup(pr.cmd)
			killMarked(pr.mark)                       // those outside of the group may hold its output open
			pr.cmd.WaitDelay = 200 * time.Millisecond // what still does is not waited for
		}
		timer := time.AfterFunc(wait, func() { killGroup(pr.cmd) })
		pr.how = exitText(pr.cmd.Wait()) // closes stdout, which ends the reader
		if pr.killed = !timer.Stop(); !pr.killed {
			killGroup(pr.cmd) // what it left behind
		}
		killMarked(pr.mark)
		pr.drained.Wait()
	})
}

var marks atomic.Int64

// newMark returns an environment variable that no other process has.
func newMark() string { return fmt.Sprintf("TURNCOAT_CHECKED=%d.%d", os.Getpid(), marks.Add(1)) }

func exitText(err error) string {
	var exit *exec.ExitError
	switch {
	case err == nil:
		return "exit status 0"
	case errors.As(err, &exit):
		return exit.String()
	case errors.Is(err, exec.ErrWaitDelay):
		return "it ended and left its output open"
	}
	return err.Error()
}

// A tail keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

const tailSize = 2048

// Write takes everything and keeps the last bytes.
func (t *tail) Write(text []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(text) >= tailSize {
		t.text = append(t.text[:0], text[len(text)-tailSize:]...)
		return len(text), nil
	}
	t.text = append(t.text, text...)
	if over := len(t.text) - tailSize; over > 0 {
		t.text = append(t.text[:0], t.text[over:]...)
	}
	return len(text), nil
}

// last returns the last lines, as much as a report wants to show.
func (t *tail) last() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	lines := strings.Split(strings.TrimSpace(strings.ToValidUTF8(string(t.text), "?")), "\n")
	if len(lines) > 5 {
		lines = lines[len(lines)-5:]
	}
	return strings.Join(lines, "\n")
}

// quote shows a piece of output in a message.
func quote(line []byte) string {
	const most = 80
	text := strings.TrimSpace(strings.ToValidUTF8(string(line[:min(len(line), utf8.UTFMax*(most+1))]), "?"))
	if runes := []rune(text); len(runes) > most {
		return fmt.Sprintf("%q…", string(runes[:most]))
	}
	return fmt.Sprintf("%q", text)
}
