// Package command has what every command of turncoat needs: the session with its streams and exit
// status, flags with bounds, help, completion, positions and tables.
package command

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"turncoat/internal/lazyregexp"
)

// A Command is a command of the program by its name, and what makes it.
type Command struct {
	Name string
	Make func(*Session) *cli.Command
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
	app := s.App(words[min(1, len(words)):]...)
	if last := len(words) - 1; last > 0 && words[last] == completionFlag {
		return s.complete(app, words[1:last])
	}
	words, err := order(app, words)
	if err != nil {
		return err
	}
	if slices.Contains(words, "--help") || slices.Contains(words, "-h") {
		addPages(app.Name, app.Commands)
	}
	return app.RunContext(s.Context, words)
}

// App builds the command tree. Everything urfave/cli keeps between runs in variables of its own
// (its help and version flags, its help command) is left out, so that runs share nothing. Where the words of the call
// begin with a command, the tree has that one alone: the others, with all their flags, are not needed then, unless for
// the manual page.
func (s *Session) App(words ...string) *cli.App {
	app := &cli.App{
		Name: "turncoat", HelpName: "turncoat",
		Usage:    "chess in which pieces change sides",
		HideHelp: true, HideVersion: true, HideHelpCommand: true,
		Writer: s.Out, ErrWriter: s.err, Reader: s.In,
		DisableSliceFlagSeparator: true,
		CustomAppHelpTemplate:     appTemplate,
		ExitErrHandler:            func(*cli.Context, error) {}, // the session decides
		OnUsageError:              usageError,
		Flags:                     []cli.Flag{helpFlag(), &cli.BoolFlag{Name: "version", Usage: "print the version"}},
		Action: func(c *cli.Context) error {
			if c.Bool("version") {
				fmt.Fprintln(s.Out, "turncoat", Version())
				return nil
			}
			return cli.ShowAppHelp(c)
		},
	}
	asked := func(name string) bool { return len(words) > 0 && words[0] == name && name != "man" }
	all := !slices.ContainsFunc(s.Commands, func(c Command) bool { return asked(c.Name) })
	for _, command := range s.Commands {
		if !all && !asked(command.Name) {
			continue
		}
		c := command.Make(s)
		s.adopt(app.HelpName, c)
		app.Commands = append(app.Commands, c)
	}
	return app
}

// adopt gives a command what all of them have: a full name, the help flag, bounds of its numbers and the count of its
// arguments.
func (s *Session) adopt(parent string, c *cli.Command) {
	full := parent + " " + c.Name
	c.HideHelp, c.HideHelpCommand = true, true
	c.OnUsageError = usageError
	bounded(c.Flags)
	c.Flags = append(c.Flags, helpFlag())
	for _, sub := range c.Subcommands {
		s.adopt(full, sub)
	}
	if len(c.Subcommands) == 0 {
		action := c.Action
		c.Action = func(ctx *cli.Context) error {
			s.name = full
			if full != "turncoat puzzle solve" { // where --batch decides
				if err := CountArguments(ctx); err != nil {
					return err
				}
			}
			return action(ctx)
		}
		return
	}
	c.Action = func(*cli.Context) error {
		s.name = full
		return Unusable("missing command: want one of %s", strings.Join(commandNames(c.Subcommands), ", "))
	}
}

func helpFlag() cli.Flag {
	return &cli.BoolFlag{Name: "help", Aliases: []string{"h"}, Usage: "print this help"}
}

// usageError makes the errors of urfave/cli about flags into errors that end with status 2.
func usageError(c *cli.Context, err error, _ bool) error {
	message := strings.TrimPrefix(err.Error(), "Incorrect Usage: ")
	message = strings.TrimSuffix(flagSpelt().ReplaceAllString(message, "$1 for --$2"), ": parse error")
	return UsageError(c, "%s", message)
}

// flagSpelt finds the flag in an error of package flag, which writes all of them with one dash.
var flagSpelt = lazyregexp.New(`^(invalid (?:boolean )?value ".*") for (?:flag )?-([a-z-]+)`)

func commandNames(commands []*cli.Command) []string {
	var names []string
	for _, c := range commands {
		if !c.Hidden {
			names = append(names, c.Name)
		}
	}
	return names
}
