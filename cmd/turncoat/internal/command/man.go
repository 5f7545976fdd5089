package command

import (
	"fmt"
	"strings"

	"github.com/cpuguy83/go-md2man/v2/md2man"
	"github.com/urfave/cli/v2"
)

// ManCommand returns the command for the manual page.
func ManCommand(s *Session) *cli.Command {
	return &cli.Command{
		Name: "man", Usage: "print a manual page made of the help of all commands",
		Action: func(c *cli.Context) error {
			_, err := s.Out.Write(md2man.Render([]byte(manual(c.App))))
			return err
		},
	}
}

// manual returns the manual page as Markdown, as md2man reads it.
func manual(app *cli.App) string {
	var b strings.Builder
	fmt.Fprintf(&b, "TURNCOAT 1 \"\" \"turncoat %s\" \"User Commands\"\n====\n\n", Version())
	fmt.Fprintf(&b, "# NAME\n\nturncoat - %s\n\n# SYNOPSIS\n\n**turncoat** *COMMAND* [flags] [arguments]\n\n# DESCRIPTION\n\n", app.Usage)
	verbatim(&b, firstLook)
	b.WriteString("# COMMANDS\n\n")
	var walk func(parent string, commands []*cli.Command)
	walk = func(parent string, commands []*cli.Command) {
		for _, c := range commands {
			name := parent + " " + c.Name
			fmt.Fprintf(&b, "### %s\n\n", name)
			verbatim(&b, page(name, c))
			walk(name, c.Subcommands)
		}
	}
	walk(app.Name, app.Commands)
	b.WriteString("# EXIT STATUS\n\n")
	verbatim(&b, exitStatuses)
	b.WriteString("# ENVIRONMENT\n\n**TURNCOAT_RULES**\n: the rule set of calls without --rules\n\n**NO_COLOR**\n: if it is not empty, boards are not coloured\n")
	return b.String()
}

// verbatim writes a text as it stands: help is laid out by hand, with columns.
func verbatim(b *strings.Builder, text string) {
	if text = strings.Trim(text, "\n"); text == "" {
		return
	}
	for _, line := range strings.Split(text, "\n") {
		b.WriteString(strings.TrimRight("    "+line, " ") + "\n")
	}
	b.WriteString("\n")
}
