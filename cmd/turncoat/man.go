package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"
)

func manCommand(s *session) *cli.Command {
	return helped(&cli.Command{
		Name: "man", Usage: "print a manual page made of the help of all commands",
		Description: `Prints the help of every command as one manual page, for man:
  turncoat man > ~/.local/share/man/man1/turncoat.1
  turncoat man | man -l -                             to read it at once`,
		Action: func(c *cli.Context) error {
			if _, err := arguments(c, 0, 0); err != nil {
				return err
			}
			_, err := io.WriteString(s.out, manual(c.App))
			return err
		},
	}, `
$ turncoat man
…
.TH TURNCOAT 1 …
…
`)
}

// manual returns the manual page, in the macros of man(7).
func manual(app *cli.App) string {
	var b strings.Builder
	fmt.Fprintf(&b, ".nh\n.TH TURNCOAT 1 \"\" \"turncoat %s\" \"User Commands\"\n", roff.Replace(version()))
	fmt.Fprintf(&b, ".SH NAME\nturncoat \\- %s\n.SH SYNOPSIS\n\\fBturncoat\\fP \\fICOMMAND\\fP [flags] [arguments]\n.SH DESCRIPTION\n", roff.Replace(app.Usage))
	verbatim(&b, firstLook)
	b.WriteString(".SH COMMANDS\n")
	var walk func(commands []*cli.Command, words string)
	walk = func(commands []*cli.Command, words string) {
		for _, c := range commands {
			if !c.Hidden {
				manualOf(&b, c, words+" "+c.Name)
				walk(c.Subcommands, words+" "+c.Name)
			}
		}
	}
	walk(app.Commands, "turncoat")
	b.WriteString(".SH EXIT STATUS\n")
	verbatim(&b, exitStatuses)
	b.WriteString(".SH ENVIRONMENT\n.TP\n.B TURNCOAT_RULES\nthe rule set of calls without \\-\\-rules\n.TP\n.B NO_COLOR\nif it is not empty, boards are not coloured\n")
	return b.String()
}

// manualOf writes the section of a command.
func manualOf(b *strings.Builder, c *cli.Command, name string) {
	usage := "[flags] " + c.ArgsUsage
	if len(c.Subcommands) > 0 {
		usage = "COMMAND [flags] [arguments]"
	}
	text := name + " " + strings.TrimSpace(usage)
	if c.Description != "" {
		text += "\n\n" + strings.Trim(c.Description, "\n")
	}
	if len(c.Subcommands) == 0 {
		var flags strings.Builder
		flagLines(&flags, c.VisibleFlags())
		text += "\n\nFlags:\n" + flags.String() + "\nExample:\n  " + strings.ReplaceAll(c.UsageText, "\n", "\n  ")
	}
	fmt.Fprintf(b, ".SS %s\n%s.\n.PP\n", roff.Replace(name), roff.Replace(strings.ToUpper(c.Usage[:1])+c.Usage[1:]))
	verbatim(b, text)
}

// verbatim writes a text as it stands: help is laid out by hand, with columns.
func verbatim(b *strings.Builder, text string) {
	b.WriteString(".EX\n")
	for line := range strings.Lines(text) {
		line = roff.Replace(strings.TrimRight(line, " \n"))
		if strings.HasPrefix(line, ".") { // which would be a request
			line = `\&` + line
		}
		b.WriteString(line + "\n")
	}
	b.WriteString(".EE\n")
}

// roff writes the characters that groff would take for commands or set as typographers do, so that what stands in an
// example can be copied.
var roff = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`)
