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
	StatusOK          = 0   // success
	StatusFound       = 1   // the work was done and found something wrong
	StatusUnusable    = 2   // the call or an input was unusable
	StatusLimit       = 3   // a limit was reached before an answer was found
	StatusInterrupted = 130 // the program was interrupted, as by Ctrl-C
)

// rank orders the statuses if several apply: 2 outranks 3, 3 outranks 1, and an interruption
// outranks all, because the work is incomplete.
var rank = map[int]int{
	StatusOK:          0,
	StatusFound:       1,
	StatusLimit:       2,
	StatusUnusable:    3,
	StatusInterrupted: 4,
}

// A failure is an error with its exit status. If its message is empty, it has been printed already.
type failure struct {
	status int
	err    error
}

func (f *failure) Error() string { return f.err.Error() }
func (f *failure) Unwrap() error { return f.err }

// WithStatus returns an error with an exit status. If its message is empty, it has been printed
// already.
func WithStatus(status int, err error) error { return &failure{status, err} }

// Found returns an error with status 1: the work was done and found something wrong.
func Found(format string, a ...any) error { return &failure{StatusFound, fmt.Errorf(format, a...)} }

// Unusable returns an error with status 2: the call or an input was unusable.
func Unusable(format string, a ...any) error {
	return &failure{StatusUnusable, fmt.Errorf(format, a...)}
}

// Limited returns an error with status 3: a limit was reached before an answer was found.
func Limited(format string, a ...any) error {
	return &failure{StatusLimit, fmt.Errorf(format, a...)}
}

// Interrupted returns the error of work that was interrupted; kept tells what was finished.
func Interrupted(kept string) error {
	return &failure{
		StatusInterrupted,
		errors.New("interrupted: " + cmp.Or(kept, "what was finished has been printed")),
	}
}

// Ended returns the error of work that has ended. If it was interrupted, the error says so and
// tells what was kept.
func (s *Session) Ended(err error, kept string) error {
	if s.Context.Err() != nil {
		return Interrupted(kept)
	}
	return err
}

// UsageError returns the error of an invalid call, with a pointer to the help.
func (s *Session) UsageError(format string, a ...any) error {
	return BadCall(s.name, fmt.Errorf(format, a...))
}

// BadCall is UsageError for the command with a name.
func BadCall(command string, err error) error {
	return &failure{StatusUnusable, fmt.Errorf("%w\nsee: %s --help", err, command)}
}

// StatusOf returns the exit status of an error. Errors without a class mean an unusable input: a
// file that cannot be read, or text that cannot be parsed.
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

// A Session is one run of the command, with its streams and exit status.
type Session struct {
	Context context.Context
	Stop    context.CancelFunc // stops the work if nobody reads the results any more
	program Program
	name    string       // the command that runs, as in "turncoat turns"
	call    *cli.Context // of that command
	In      io.Reader
	Out     *stdout   // results
	err     io.Writer // progress and messages
	AsJSON  bool      // results are printed as JSON
	colour  string    // whether boards are coloured: auto, always or never

	Terminal bool         // results go to a terminal
	Line     *status.Line // the progress line, nil if messages do not go to a terminal

	damaged bool // a message has said that a table is damaged

	mu     sync.Mutex // guards status and err
	Status int
}

// Args returns the arguments of the call.
func (s *Session) Args() []string { return s.call.Args().Slice() }

// NewSession returns a session on the given streams, which ends with the context.
func NewSession(ctx context.Context, in io.Reader, out, err io.Writer) *Session {
	ctx, stop := context.WithCancel(ctx)
	s := &Session{Context: ctx, Stop: stop, In: in,
		Terminal: isTerminal(out), Line: status.New(err)}
	if s.Terminal && s.Line != nil {
		out = aboveLine{s.Line, out}
	}
	s.err = &abandoningWriter{ctx: ctx, w: err}
	s.Out = &stdout{w: bufio.NewWriterSize(&abandoningWriter{ctx: ctx, w: out}, 1<<16), stop: stop}
	return s
}

// aboveLine writes results to a terminal that may also show the progress line.
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

// Raise sets the exit status unless the current one has a higher rank.
func (s *Session) Raise(status int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if rank[status] > rank[s.Status] {
		s.Status = status
	}
}

// Report prints an error about one input and raises the exit status, so that the work can continue
// with the other inputs. It may be called by several goroutines.
func (s *Session) Report(err error) {
	s.Raise(StatusOf(err))
	s.Say(err.Error())
}

// Say writes a message to standard error under the name of the command. It flushes the results
// first, so that both appear in order on a terminal.
func (s *Session) Say(message string) {
	s.Out.Flush()
	s.Line.Clear()
	s.mu.Lock()
	defer s.mu.Unlock()
	indented := strings.ReplaceAll(printable.Block(message), "\n", "\n  ")
	fmt.Fprintf(s.err, "%s: %s\n", s.name, indented)
}

// End reports an error, writes remaining output and returns the exit status.
func (s *Session) End(err error) int {
	closed := s.Out.closed()
	// An error of standard output is reported below.
	if fault := s.Out.Fault(); err != nil && !closed && (fault == nil || !errors.Is(err, fault)) {
		s.Report(err)
	}
	s.Out.Flush()
	defer s.Stop()
	switch werr := s.Out.Fault(); {
	case s.Out.closed(): // the reader of the results has seen enough
	case errors.Is(werr, errUnread): // nobody has read the results, and the program was interrupted
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

// Result prints a result: a value as one line of JSON if JSON is requested, otherwise a text.
func (s *Session) Result(v any, format string, a ...any) error {
	if s.AsJSON {
		return s.JSON(v)
	}
	s.Printf(format, a...)
	return nil
}

// Printf prints a result. An error of standard output is kept and reported at the end.
func (s *Session) Printf(format string, a ...any) { fmt.Fprintf(s.Out, format, a...) }

// stdout is the buffered standard output. After the first error, which is kept, nothing more is
// written and the work is stopped.
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

// Flush writes buffered output.
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

// closed reports whether the reading end of the pipe has been closed.
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

// Draw draws the progress line if there is a terminal; an empty text removes it.
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

// StatusSoFar returns the current exit status.
func (s *Session) StatusSoFar() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.Status
}

// An abandoningWriter gives up a write that blocks after its context has ended, for example because
// a pager waits. Nothing is written after that.
type abandoningWriter struct {
	ctx context.Context
	w   io.Writer

	mu   sync.Mutex
	gone bool
}

// lastWrite is how long a write may take after the context has ended.
const lastWrite = 300 * time.Millisecond

var errUnread = errors.New("output is not being read")

// Write writes a copy of p, because a write that is given up may still read it.
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
