package command

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/urfave/cli/v2"
	"golang.org/x/term"

	"turncoat/internal/jsonline"
	"turncoat/internal/printable"
	"turncoat/internal/status"
	"turncoat/rules"
)

// The exit statuses.
const (
	StatusOK          = 0   // all is well
	StatusFound       = 1   // the work was done and found something wrong
	StatusUnusable    = 2   // the call or an input could not be used
	StatusLimit       = 3   // a limit ended the work before an answer
	StatusInterrupted = 130 // Ctrl-C
)

// rank orders the statuses where there is more than one: 2 outranks 3, 3 outranks 1. An
// interruption outranks all, for the work is not whole.
var rank = map[int]int{
	StatusOK:          0,
	StatusFound:       1,
	StatusLimit:       2,
	StatusUnusable:    3,
	StatusInterrupted: 4,
}

// A failure is an error with the exit status it leads to. An empty message has been said already.
type failure struct {
	status int
	err    error
}

func (f *failure) Error() string { return f.err.Error() }
func (f *failure) Unwrap() error { return f.err }

// WithStatus returns an error that ends with a status. An empty message has been said already.
func WithStatus(status int, err error) error { return &failure{status, err} }

// Found returns an error that ends with status 1: the work was done and found something wrong.
func Found(format string, a ...any) error { return &failure{StatusFound, fmt.Errorf(format, a...)} }

// Unusable returns an error that ends with status 2: the call or an input could not be used.
func Unusable(format string, a ...any) error {
	return &failure{StatusUnusable, fmt.Errorf(format, a...)}
}

// Limited returns an error that ends with status 3: a limit ended the work before an answer.
func Limited(
	format string,
	a ...any,
) error {
	return &failure{StatusLimit, fmt.Errorf(format, a...)}
}

// Interrupted returns the error of work cut short by Ctrl-C; kept says what was finished.
func Interrupted(kept string) error {
	return &failure{
		StatusInterrupted,
		errors.New("interrupted: " + cmp.Or(kept, "what was finished has been printed")),
	}
}

// Ended returns the error of work that is over: where it was interrupted, that it was, and what is
// kept of it.
func (s *Session) Ended(err error, kept string) error {
	if s.Context.Err() != nil {
		return Interrupted(kept)
	}
	return err
}

// UsageError returns the error of a call that cannot be used, with a pointer to the help.
func (s *Session) UsageError(format string, a ...any) error {
	return BadCall(s.name, fmt.Errorf(format, a...))
}

// BadCall is UsageError for the command of a name.
func BadCall(command string, err error) error {
	return &failure{StatusUnusable, fmt.Errorf("%w\nsee: %s --help", err, command)}
}

// StatusOf returns the exit status of an error. What no one has classed is an input that could not
// be used: a file that cannot be read, text that cannot be parsed.
func StatusOf(err error) int {
	var f *failure
	switch {
	case err == nil:
		return StatusOK
	case errors.As(err, &f):
		return f.status
	case errors.Is(err, context.Canceled):
		return StatusInterrupted
	case errors.Is(err, rules.ErrLimit), errors.Is(err, context.DeadlineExceeded):
		return StatusLimit
	case errors.Is(err, rules.ErrIllegal), errors.Is(err, rules.ErrAmbiguous):
		return StatusFound
	}
	return StatusUnusable
}

// A Session is one run of the command: its streams, and the exit status that it comes to.
type Session struct {
	Context context.Context
	Stop    context.CancelFunc // ends the work, when no one reads the results any longer
	name    string             // the command that runs, as in "turncoat turns"
	words   []string           // to be completed
	call    *cli.Context       // of that command
	In      io.Reader
	Out     *stdout   // results
	err     io.Writer // progress and messages
	AsJSON  bool      // results are printed as JSON
	colour  string    // when boards are coloured: auto, always or never

	Terminal bool         // results go to a terminal
	Line     *status.Line // the line of progress, nil where messages do not go to a terminal

	damaged bool // that a table is has been said

	mu     sync.Mutex // guards status and err
	Status int
}

// Args returns the arguments of the call.
func (s *Session) Args() []string { return s.call.Args().Slice() }

// NewSession returns a session on the given streams, which ends with the context.
func NewSession(ctx context.Context, in io.Reader, out, err io.Writer) *Session {
	ctx, stop := context.WithCancel(ctx)
	s := &Session{Context: ctx, Stop: stop, name: programName, In: in,
		Terminal: isTerminal(out), Line: status.New(err)}
	if s.Terminal && s.Line != nil {
		out = aboveLine{s.Line, out}
	}
	s.err = &abandoningWriter{ctx: ctx, w: err}
	s.Out = &stdout{w: bufio.NewWriterSize(&abandoningWriter{ctx: ctx, w: out}, 1<<16), stop: stop}
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

// Raise notes an exit status; the one of the highest rank stands in the end.
func (s *Session) Raise(status int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if rank[status] > rank[s.Status] {
		s.Status = status
	}
}

// Report says what is wrong with one input, and notes the exit status, while the remaining inputs
// are still done. It may be called from several goroutines.
func (s *Session) Report(err error) {
	s.Raise(StatusOf(err))
	s.Say(err.Error())
}

// Say writes a message to standard error under the name of the command, after what was printed
// before, so that the two stand in order where they share a screen.
func (s *Session) Say(message string) {
	s.Out.Flush()
	s.Line.Clear()
	s.mu.Lock()
	defer s.mu.Unlock()
	fmt.Fprintf(
		s.err,
		"%s: %s\n",
		s.name,
		strings.ReplaceAll(printable.Block(message), "\n", "\n  "),
	)
}

// End says what an error is about, writes what is left and gives the exit status.
func (s *Session) End(err error) int {
	closed := s.Out.closed()
	// else it is said below
	if fault := s.Out.Fault(); err != nil && !closed && (fault == nil || !errors.Is(err, fault)) {
		s.Report(err)
	}
	s.Out.Flush()
	defer s.Stop()
	switch werr := s.Out.Fault(); {
	case s.Out.closed(): // whoever read the results has seen enough
	case errors.Is(werr, errUnread): // or has not read them, and ended the program
		if StatusOf(err) != StatusInterrupted {
			s.Report(Interrupted("output was not fully read"))
		}
	case werr != nil:
		s.Raise(StatusUnusable)
		s.Say(fmt.Sprintf("standard output: %v", werr))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.Status
}

// JSON prints a value as one line of JSON.
func (s *Session) JSON(v any) error { return jsonline.Write(s.Out, v) }

// Result prints a result: where JSON is asked for a value as one line of it, else a text.
func (s *Session) Result(v any, format string, a ...any) error {
	if s.AsJSON {
		return s.JSON(v)
	}
	s.Printf(format, a...)
	return nil
}

// Printf prints a result. Its error, that results cannot be written, is kept and answered in the
// end.
func (s *Session) Printf(format string, a ...any) { fmt.Fprintf(s.Out, format, a...) }

// stdout is the buffered standard output. The first error stays: from then on nothing is written
// and the work is stopped.
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

func (o *stdout) Fault() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}

// closed reports whether the other end of the pipe is gone.
func (o *stdout) closed() bool {
	err := o.Fault()
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe)
}

// Colour reports whether boards are drawn in colour.
func (s *Session) Colour() bool {
	if s.colour == "auto" {
		return s.Terminal && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
	}
	return s.colour == "always"
}

// Draw writes a line of progress over the one before, on a terminal only; an empty one takes it off
// the screen.
func (s *Session) Draw(line string) {
	switch {
	case s.Line == nil:
	case line == "":
		s.Line.Clear()
	default:
		if s.Terminal {
			s.Out.Flush()
		}
		s.Line.Draw(line)
	}
}

// StatusSoFar returns the exit status that the session has come to.
func (s *Session) StatusSoFar() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.Status
}

// An abandoningWriter abandons a write that blocks after its context has ended: nobody reads what
// the program prints, as below a pager that waits, and it has been told to end. Nothing is written
// after that.
type abandoningWriter struct {
	ctx context.Context
	w   io.Writer

	mu   sync.Mutex
	gone bool
}

// lastWrite is how long a write may go on when the context has ended.
const lastWrite = 300 * time.Millisecond

var errUnread = errors.New("output is not being read")

// Write writes a copy of p: a write that is given up may still read it.
func (w *abandoningWriter) Write(p []byte) (n int, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.gone {
		return 0, errUnread
	}
	type result struct {
		n   int
		err error
	}
	done := make(chan result, 1)
	p = bytes.Clone(p)
	go func() {
		n, err := w.w.Write(p)
		done <- result{n, err}
	}()
	select {
	case r := <-done:
		return r.n, r.err
	case <-w.ctx.Done():
	}
	select {
	case r := <-done:
		return r.n, r.err
	case <-time.After(lastWrite):
		w.gone = true
		return 0, errUnread
	}
}
