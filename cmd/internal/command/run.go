// Package command has what every command of turncoat needs: the session with its streams and exit
// status, the command line (app.go), the flags that several commands share (flags.go), files,
// positions and tables.
package command

import (
	"context"
	"io"
	"runtime/debug"
	"time"

	"github.com/urfave/cli/v2"
)

// grace is how long a command may take to end by itself after an interruption.
const grace = 850 * time.Millisecond

// Run runs a program with the words of a call, the first of which is its own name, and returns the
// exit status. It uses only the given streams and the named files.
func Run(ctx context.Context, p Program, words []string, in io.Reader, out, err io.Writer) int {
	s := NewSession(ctx, in, out, err)
	done := make(chan error, 1)
	go func() { done <- s.Run(p, words) }()

	select {
	case err := <-done:
		return s.End(err)
	case <-ctx.Done():
	}

	select {
	case err := <-done:
		return s.End(err)
	case <-time.After(grace): // it waits for input or is in a long step
		return s.End(Interrupted(""))
	}
}

// Run runs a program with the words of a call, the first of which is its own name.
func (s *Session) Run(p Program, words []string) error {
	s.program, s.name = p, p.Name
	app := s.app()
	words = words[min(1, len(words)):]
	if n := len(words); n > 0 && words[n-1] == "--"+cli.BashCompletionFlag.Names()[0] {
		return app.RunContext(s.Context, append([]string{p.Name}, words...))
	}
	return app.RunContext(s.Context, flagsFirst(app, words))
}

// ballast raises the size of the heap at which garbage is collected. It is never written, so the
// system provides no memory for it.
var ballast []byte

// CollectGarbageLater lets the heap grow by another 64 MB before garbage is collected. It is for
// commands that allocate much and keep little; mining took a quarter less time with it.
func CollectGarbageLater() {
	if ballast == nil {
		ballast = make([]byte, 64<<20)
	}
}

// programSize is how much memory a search takes besides its tables: the program and what each job
// has of its own.
const programSize = 48 << 20

// LimitMemory has garbage collected before the program exceeds so many bytes of tables, and what it
// needs itself.
func LimitMemory(tables int64) {
	debug.SetMemoryLimit(tables + int64(len(ballast)) + programSize)
}
