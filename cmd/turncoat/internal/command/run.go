// Package command has what every command of turncoat needs: the session with its streams and exit
// status, flags with bounds, help, completion, positions and tables.
package command

import (
	"context"
	"io"
	"slices"
	"strings"
	"time"
)

// A Command is a command of the program: its name, as in "rules list", and what it does. Everything else about it
// stands in its help.
type Command struct {
	Name string
	Run  func(*Session) error
}

// Common are the commands about the program itself.
var Common = []Command{
	{Name: "completion", Run: completion},
	{Name: "man", Run: man},
	{Name: "version", Run: version},
}

// grace is how long a command may take to end by itself once it is interrupted.
const grace = 850 * time.Millisecond

// Run does what the words on the command line ask for and gives the exit status. It touches nothing
// but the streams it is given and the files that are named.
func Run(ctx context.Context, commands []Command, words []string, in io.Reader, out, err io.Writer) int {
	s := NewSession(ctx, in, out, err)
	s.Commands = commands
	done := make(chan error, 1)
	go func() { done <- s.Run(words) }()
	select {
	case err := <-done:
		return s.End(err)
	case <-ctx.Done():
	}
	select {
	case err := <-done:
		return s.End(err)
	case <-time.After(grace): // it waits for input, or is deep in one long step
		return s.End(Interrupted(""))
	}
}

// Run runs the command that the words name, the first of which is the name of the program.
func (s *Session) Run(words []string) error {
	words = words[min(1, len(words)):]
	if last := len(words) - 1; last >= 0 && words[last] == completionFlag {
		return s.complete(words[:last])
	}
	name, flags, arguments, err := s.order(words)
	if err != nil {
		return err
	}
	switch {
	case name == "" && slices.Contains(flags, "--version"):
		s.Printf("turncoat %s\n", Version())
		return nil
	case name == "" || slices.Contains(flags, "--help") || slices.Contains(flags, "-h"):
		s.Printf("%s", s.page(name))
		return nil
	}
	s.name, s.usage = full(name), helpOf(name).usage
	i := slices.IndexFunc(s.Commands, func(c Command) bool { return c.Name == name })
	if i < 0 {
		return Unusable("missing command: want one of %s", strings.Join(s.under(name), ", "))
	}
	s.args = arguments
	if err := s.take(s.Flags(name), flags); err != nil {
		return err
	}
	if err := s.countArguments(); err != nil {
		return err
	}
	return s.Commands[i].Run(s)
}

// ballast raises the size of the heap at which garbage is collected. It is never touched, so that systems give no
// memory for it.
var ballast []byte

// CollectGarbageLater lets the heap grow by 64 MB more before garbage is collected, for commands that keep little and
// drop much: mining took a quarter less time so.
func CollectGarbageLater() {
	if ballast == nil {
		ballast = make([]byte, 64<<20)
	}
}
