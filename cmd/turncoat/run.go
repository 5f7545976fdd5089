package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"turncoat/internal/lazyregexp"
)

// commands lists what turncoat can do, in the order of its help. A command is a function in a file
// of its own that takes the session it runs in; it is registered by a line here, under the name that it has.
var commands = []command{
	{"rules", rulesCommand},
	{"turns", turnsCommand},
	{"play", playCommand},
	{"explain", explainCommand},
	{"perft", perftCommand},
	{"validate", validateCommand},
	{"scenario", scenarioCommand},
	{"pgn", pgnCommand},
	{"puzzle", puzzleCommand},
	{"tablebase", tablebaseCommand},
	{"diagram", diagramCommand},
	{"corpus", corpusCommand},
	{"board", boardCommand},
	{"answer", answerCommand},
	{"worker", workerCommand},
	{"cluster", clusterCommand},
	{"completion", completionCommand},
	{"man", manCommand},
	{"version", versionCommand},
}

type command struct {
	name string
	make func(*session) *cli.Command
}

// grace is how long a command may take to end by itself once it is interrupted.
const grace = 850 * time.Millisecond

// run does what the words on the command line ask for and gives the exit status. It touches nothing
// but the streams it is given and the files that are named.
func run(ctx context.Context, words []string, in io.Reader, out, err io.Writer) int {
	s := newSession(ctx, in, out, err)
	done := make(chan error, 1)
	go func() { done <- s.run(words) }()
	select {
	case err := <-done:
		return s.end(err)
	case <-ctx.Done():
	}
	select {
	case err := <-done:
		return s.end(err)
	case <-time.After(grace): // it waits for input, or is deep in one long step
		return s.end(interrupted(""))
	}
}

func (s *session) run(words []string) error {
	app := s.app(words[min(1, len(words)):]...)
	if last := len(words) - 1; last > 0 && words[last] == completionFlag {
		return s.complete(app, words[1:last])
	}
	words, err := order(app, words)
	if err != nil {
		return err
	}
	if slices.Contains(words, "--help") || slices.Contains(words, "-h") {
		addPages(app.HelpName, app.Commands)
	}
	return app.RunContext(s.ctx, words)
}

// app builds the command tree. Everything urfave/cli keeps between runs in variables of its own
// (its help and version flags, its help command) is left out, so that runs share nothing. Where the words of the call
// begin with a command, the tree has that one alone: the others, with all their flags, are not needed then, unless for
// the manual page.
func (s *session) app(words ...string) *cli.App {
	app := &cli.App{
		Name: "turncoat", HelpName: "turncoat",
		Usage:    "chess in which pieces change sides",
		HideHelp: true, HideVersion: true, HideHelpCommand: true,
		Writer: s.out, ErrWriter: s.err, Reader: s.in,
		DisableSliceFlagSeparator: true,
		CustomAppHelpTemplate:     appTemplate,
		ExitErrHandler:            func(*cli.Context, error) {}, // the session decides
		OnUsageError:              usageError,
		Flags: []cli.Flag{helpFlag(), &cli.BoolFlag{Name: "version", Usage: "print the version",
			DisableDefaultText: true}},
		Action: func(c *cli.Context) error {
			if c.Bool("version") {
				fmt.Fprintln(s.out, "turncoat", version())
				return nil
			}
			return cli.ShowAppHelp(c)
		},
	}
	asked := func(name string) bool { return len(words) > 0 && words[0] == name && name != "man" }
	all := !slices.ContainsFunc(commands, func(c command) bool { return asked(c.name) })
	for _, command := range commands {
		if !all && !asked(command.name) {
			continue
		}
		c := command.make(s)
		s.adopt(app.HelpName, c)
		app.Commands = append(app.Commands, c)
	}
	return app
}

// adopt gives a command what all of them have: a full name, the help flag, bounds of its numbers and the count of its
// arguments.
func (s *session) adopt(parent string, c *cli.Command) {
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
				if err := countArguments(ctx); err != nil {
					return err
				}
			}
			return action(ctx)
		}
		return
	}
	c.Action = func(*cli.Context) error {
		s.name = full
		return unusable("a command is missing: it is one of %s", strings.Join(commandNames(c.Subcommands), ", "))
	}
}

func helpFlag() cli.Flag {
	return &cli.BoolFlag{Name: "help", Aliases: []string{"h"}, Usage: "print this help", DisableDefaultText: true}
}

// usageError makes the errors of urfave/cli about flags into errors that end with status 2.
func usageError(c *cli.Context, err error, _ bool) error {
	message := strings.TrimPrefix(err.Error(), "Incorrect Usage: ")
	message = strings.TrimSuffix(flagSpelt().ReplaceAllString(message, "$1 for --$2"), ": parse error")
	return badCall(c.Command.HelpName, errors.New(message))
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
