package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"syscall"

	"github.com/urfave/cli/v2"
	"golang.org/x/term"

	"turncoat/internal/jsonline"
	"turncoat/internal/printable"
	"turncoat/internal/status"
	"turncoat/rules"
)

// The exit statuses.
const (
	statusOK          = 0   // all is well
	statusFound       = 1   // the work was done and found something wrong
	statusUnusable    = 2   // the call or an input could not be used
	statusLimit       = 3   // a limit ended the work before an answer
	statusInterrupted = 130 // Ctrl-C
)

// rank orders the statuses where there is more than one: 2 outranks 3, 3 outranks 1. An
// interruption outranks all, for the work is not whole.
var rank = map[int]int{statusOK: 0, statusFound: 1, statusLimit: 2, statusUnusable: 3, statusInterrupted: 4}

// A failure is an error with the exit status it leads to. An empty message has been said already.
type failure struct {
	status int
	err    error
}

func (f *failure) Error() string { return f.err.Error() }
func (f *failure) Unwrap() error { return f.err }

// found returns an error that ends with status 1: the work was done and found something wrong.
func found(format string, a ...any) error { return &failure{statusFound, fmt.Errorf(format, a...)} }

// unusable returns an error that ends with status 2: the call or an input could not be used.
func unusable(format string, a ...any) error {
	return &failure{statusUnusable, fmt.Errorf(format, a...)}
}

// limited returns an error that ends with status 3: a limit ended the work before an answer.
func limited(format string, a ...any) error { return &failure{statusLimit, fmt.Errorf(format, a...)} }

// interrupted returns the error of work cut short by Ctrl-C; kept says what was finished.
func interrupted(kept string) error {
	return &failure{statusInterrupted, errors.New("interrupted: " + cmp.Or(kept, "what was finished has been printed"))}
}

// badCall returns the error of a call that cannot be used, with a pointer to the help.
func badCall(command string, err error) error {
	return &failure{statusUnusable, fmt.Errorf("%w\nsee: %s --help", err, command)}
}

// statusOf returns the exit status of an error. What no one has classed is an input that could not
// be used: a file that cannot be read, text that cannot be parsed.
func statusOf(err error) int {
	var f *failure
	switch {
	case err == nil:
		return statusOK
	case errors.As(err, &f):
		return f.status
	case errors.Is(err, context.Canceled):
		return statusInterrupted
	case errors.Is(err, rules.ErrLimit), errors.Is(err, context.DeadlineExceeded):
		return statusLimit
	case errors.Is(err, rules.ErrIllegal), errors.Is(err, rules.ErrAmbiguous):
		return statusFound
	}
	return statusUnusable
}

// A session is one run of the command: its streams, and the exit status that it comes to.
type session struct {
	ctx  context.Context
	stop context.CancelFunc // ends the work, when no one reads the results any longer
	name string             // the command that runs, as in "turncoat turns"
	in   io.Reader
	out  *stdout   // results
	err  io.Writer // progress and messages

	terminal bool         // results go to a terminal
	line     *status.Line // the line of progress, nil where messages do not go to a terminal

	tables    sharedTables
	verifying verifyTables
	damaged   bool     // that a table is has been said
	stores    []string // that are open, which no output may take the place of

	mu     sync.Mutex // guards status and err
	status int
}

func newSession(ctx context.Context, in io.Reader, out, err io.Writer) *session {
	ctx, stop := context.WithCancel(ctx)
	s := &session{ctx: ctx, stop: stop, name: "turncoat", in: in, terminal: isTerminal(out), line: status.New(err)}
	if s.terminal && s.line != nil {
		out = aboveLine{s.line, out}
	}
	s.err = &impatientWriter{ctx: ctx, w: err}
	s.out = &stdout{w: bufio.NewWriterSize(&impatientWriter{ctx: ctx, w: out}, 1<<16), stop: stop}
	return s
}

// aboveLine writes results where the line of progress may stand on the same screen.
type aboveLine struct {
	line *status.Line
	out  io.Writer
}

func (a aboveLine) Write(p []byte) (int, error) {
	a.line.Clear()
	return a.out.Write(p)
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// raise notes an exit status; the one of the highest rank stands in the end.
func (s *session) raise(status int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if rank[status] > rank[s.status] {
		s.status = status
	}
}

// report says at once what is wrong with one input, and notes the exit status, while the
// remaining inputs are still done. It may be called from several goroutines.
func (s *session) report(err error) {
	s.raise(statusOf(err))
	s.say(err.Error())
}

// say writes a message to standard error under the name of the command; further lines are
// indented. What was printed before is written first, so that the two stand in order where they
// share a screen.
func (s *session) say(message string) {
	s.out.Flush()
	s.line.Clear()
	s.mu.Lock()
	defer s.mu.Unlock()
	fmt.Fprintf(s.err, "%s: %s\n", s.name, strings.ReplaceAll(printable.Block(message), "\n", "\n  "))
}

// end says what an error is about, writes what is left and gives the exit status.
func (s *session) end(err error) int {
	closed := s.out.closed()
	// else it is said below
	if fault := s.out.fault(); err != nil && !closed && (fault == nil || !errors.Is(err, fault)) {
		s.report(err)
	}
	s.out.Flush()
	defer s.stop()
	switch werr := s.out.fault(); {
	case s.out.closed(): // whoever read the results has seen enough
	case errors.Is(werr, errUnread): // or has not read them, and ended the program
		if statusOf(err) != statusInterrupted {
			s.report(interrupted("the end of the results was read by nobody"))
		}
	case werr != nil:
		s.raise(statusUnusable)
		s.say(fmt.Sprintf("standard output: %v", werr))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.status
}

// json prints a value as one line of JSON.
func (s *session) json(v any) error { return s.out.json(v) }

// printf prints a result. Its error, that results cannot be written, is kept and answered in the end.
func (s *session) printf(format string, a ...any) { fmt.Fprintf(s.out, format, a...) }

// stdout is the buffered standard output. The first error stays: from then on nothing is written and the work is
// stopped.
type stdout struct {
	mu   sync.Mutex
	w    *bufio.Writer
	err  error
	stop context.CancelFunc
}

func (o *stdout) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err != nil {
		return 0, o.err
	}
	n, err := o.w.Write(p)
	o.keep(err)
	return n, err
}

// Flush writes what is buffered.
func (o *stdout) Flush() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err == nil {
		o.keep(o.w.Flush())
	}
	return o.err
}

func (o *stdout) keep(err error) {
	if err != nil {
		o.err = err
		o.stop()
	}
}

func (o *stdout) fault() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}

// closed reports whether the other end of the pipe is gone.
func (o *stdout) closed() bool {
	err := o.fault()
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe)
}

func (o *stdout) json(v any) error {
	text, err := jsonline.Append(nil, v)
	if err != nil {
		return err
	}
	_, err = o.Write(text)
	return err
}

// colour reports whether boards are drawn in colour.
func (s *session) colour(c *cli.Context) (bool, error) {
	switch when := c.String("colour"); when {
	case "auto":
		return s.terminal && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb", nil
	case "always", "never":
		return when == "always", nil
	default:
		return false, badCall(c.Command.HelpName, fmt.Errorf("--colour cannot be %q: it is auto, always or never",
			when))
	}
}

// draw writes a line of progress over the one before; an empty one takes it off the screen. It
// draws on a terminal only, below the results where they share it.
func (s *session) draw(line string) {
	switch {
	case s.line == nil:
	case line == "":
		s.line.Clear()
	default:
		if s.terminal {
			s.out.Flush()
		}
		s.line.Draw(line)
	}
}
