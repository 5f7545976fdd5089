package command

import (
	"embed"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"turncoat/internal/printable"
)

// helpTexts has a file with the long help of each command. After "Example:" there is an example: a
// line "$ turncoat …" and its output, in which a line "…" replaces omitted lines. A test runs the
// examples.
//
//go:embed help
var helpTexts embed.FS

// A Program is a command line.
type Program struct {
	Name  string
	Usage string // in a few words
	// Help has the long help of each command, "help/rules-list.txt" of "rules list", and of the
	// program itself. The commands of Common have theirs here.
	Help     embed.FS
	Commands func(*Session) []*cli.Command // in the order of the help
}

// Turncoat returns the program turncoat, given its commands.
func Turncoat(commands func(*Session) []*cli.Command) Program {
	const usage = "chess in which pieces change sides"
	return Program{Name: "turncoat", Usage: usage, Help: helpTexts, Commands: commands}
}

// helpOf returns the long help of a command and its example.
func (p *Program) helpOf(name string) (about, example string) {
	file := "help/" + strings.ReplaceAll(name, " ", "-") + ".txt"
	content, err := p.Help.ReadFile(file)
	text := string(content)
	if err != nil {
		content, _ = helpTexts.ReadFile(file)
		text = strings.ReplaceAll(string(content), "turncoat", p.Name)
	}
	about, example, _ = strings.Cut(text, "Example:\n")
	return strings.TrimSpace(about), strings.TrimSpace(example)
}

// The templates of the help for a command and for the program.
const (
	commandHelp = `{{.HelpName}} - {{.Usage}}

Usage: {{.UsageText}}
{{if .Subcommands}}
Commands:
{{range .Subcommands}}  {{.Name}}{{"\t"}}{{.Usage}}
{{end}}{{else}}
Flags:
{{range .VisibleFlags}}{{.}}
{{end}}{{end}}{{if .Description}}
Example:
  {{indent 2 .Description | trim}}
{{end}}`

	programHelp = `{{.Name}} - {{.Usage}}

Usage: {{.UsageText}}

Commands:
{{range .Commands}}  {{.Name}}{{"\t"}}{{.Usage}}
{{end}}
{{.Description}}
`
)

// Group returns a command that only has subcommands.
func Group(name, usage string, commands ...*cli.Command) *cli.Command {
	return &cli.Command{Name: name, Usage: usage, Subcommands: commands}
}

// app returns the command line with the commands and everything that they have in common.
func (s *Session) app() *cli.App {
	var version bool
	programName := s.program.Name
	about, _ := s.program.helpOf(programName)
	commands := s.program.Commands(s)
	for _, c := range commands {
		s.prepare(c, programName)
	}

	return &cli.App{
		Name:        programName,
		Usage:       s.program.Usage,
		UsageText:   programName + " COMMAND [flags] [arguments]",
		Description: about,
		Commands:    commands,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "version", Usage: "print the version", Destination: &version},
			helpFlag(),
		},
		Action: func(c *cli.Context) error {
			switch {
			case version:
				s.Printf("%s %s\n", programName, Version())
				return nil
			case c.Args().Present():
				return s.missingCommand(commands, c.Args().Slice())
			}

			return cli.ShowAppHelp(c)
		},
		OnUsageError:          s.badFlag,
		Writer:                s.Out,
		ErrWriter:             s.err,
		ExitErrHandler:        func(*cli.Context, error) {}, // Session.End reports errors
		CustomAppHelpTemplate: programHelp,
		HideHelp:              true,
		HideVersion:           true,
		EnableBashCompletion:  true,
	}
}

// helpFlag returns the flag --help of one command. The library's flag is shared by all commands,
// which tests that run in parallel cannot do.
func helpFlag() cli.Flag {
	return &cli.BoolFlag{Name: "help", Aliases: []string{"h"}, Usage: "print this help"}
}

// prepare gives a command and its subcommands what all commands have in common: long help, the flag
// --help, completion, and checks of flags and arguments.
func (s *Session) prepare(c *cli.Command, parent string) {
	name := parent + " " + c.Name
	usage := name + " [flags]"
	if c.ArgsUsage != "" {
		usage += " " + c.ArgsUsage
	}
	c.Before = func(call *cli.Context) error {
		s.name, s.call = name, call
		return nil
	}
	c.OnUsageError = func(call *cli.Context, err error, below bool) error {
		s.name = name
		return s.badFlag(call, err, below)
	}
	action := c.Action
	c.Action = func(call *cli.Context) error {
		if err := s.countArguments(); err != nil {
			return err
		}
		return action(call)
	}
	if c.Subcommands != nil {
		usage = name + " COMMAND [flags] [arguments]"
		c.Action = func(call *cli.Context) error {
			return s.missingCommand(c.Subcommands, call.Args().Slice())
		}
	}

	var about string
	about, c.Description = s.program.helpOf(strings.TrimPrefix(name, s.program.Name+" "))
	c.UsageText = strings.TrimSpace(usage + "\n\n" + about)
	c.CustomHelpTemplate = commandHelp
	c.HideHelp = true
	c.Flags = append(c.Flags, helpFlag())
	for _, flag := range c.Flags {
		s.bound(flag)
	}
	for _, sub := range c.Subcommands {
		s.prepare(sub, name)
	}
}

func namesOf(commands []*cli.Command) []string {
	var names []string
	for _, c := range commands {
		names = append(names, c.Name)
	}
	return names
}

// standardFlagHelp is the library's description of a flag: its names, a tab, the usage.
var standardFlagHelp = cli.FlagStringer

func init() { cli.FlagStringer = flagHelp }

// flagColumn is the width of the column for flags before their descriptions.
const flagColumn = 24

// flagHelp describes a flag in one or more lines: " --rules SET the rule set …". It omits trivial
// defaults.
func flagHelp(f cli.Flag) string {
	names, text, _ := strings.Cut(standardFlagHelp(f), "\t")
	for _, plain := range []string{"false", "0", "0s"} {
		text = strings.TrimSuffix(text, " (default: "+plain+")")
	}
	lead := "  " + names
	if len(lead)+2 > flagColumn {
		return lead + "\n" + printable.Wrap(strings.Repeat(" ", flagColumn), text)
	}
	return printable.Wrap(fmt.Sprintf("%-*s", flagColumn, lead), text)
}

// dashed returns a flag as it is typed.
func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// findFlag returns the flag with a name, nil if there is none.
func findFlag(flags []cli.Flag, name string) cli.Flag {
	for _, f := range flags {
		if slices.Contains(f.Names(), name) {
			return f
		}
	}

	return nil
}

// Common returns the commands that every program has.
func Common(s *Session) []*cli.Command {
	return []*cli.Command{completionCommand(s), manCommand(s), versionCommand(s)}
}

// manCommand returns the command that prints the manual page.
func manCommand(s *Session) *cli.Command {
	return &cli.Command{
		Name:  "man",
		Usage: "print the help of all commands as a manual page",
		Action: func(c *cli.Context) error {
			for _, command := range c.App.Commands {
				exampleIntoUsage(command)
			}
			page, err := c.App.ToManWithSection(1)
			s.Printf("%s", page)
			return err
		},
	}
}

// exampleIntoUsage moves the examples of a command and its subcommands to the place that manual
// pages use.
func exampleIntoUsage(c *cli.Command) {
	c.UsageText += "\n\nExample:\n" + c.Description
	for _, sub := range c.Subcommands {
		exampleIntoUsage(sub)
	}
}

// Action returns the action of a command, which calls run with the options that its flags have set.
func Action[O any](s *Session, o *O, run func(*Session, *O) error) cli.ActionFunc {
	return func(*cli.Context) error { return run(s, o) }
}
