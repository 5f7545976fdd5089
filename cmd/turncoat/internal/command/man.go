package command

import (
	"fmt"
	"strings"

	"github.com/cpuguy83/go-md2man/v2/md2man"
	"github.com/urfave/cli/v2"
)

func ManCommand(s *Session) *cli.Command {
	return Helped(&cli.Command{
		Name: "man", Usage: "print a manual page made of the help of all commands",
		Description: `Prints the help of every command as one manual page, for man:
  turncoat man > ~/.local/share/man/man1/turncoat.1
  turncoat man | man -l -                             to read it at once`,
		Action: func(c *cli.Context) error {
			_, err := s.Out.Write(md2man.Render([]byte(manual(c.App))))
			return err
		},
	}, `
$ turncoat man
…
.TH TURNCOAT 1 …
…
`)
}

// manual returns the manual page as Markdown, as md2man reads it.
func manual(app *cli.App) string {
	var b strings.Builder
	fmt.Fprintf(&b, "TURNCOAT 1 \"\" \"turncoat %s\" \"User Commands\"\n====\n\n", Version())
	fmt.Fprintf(&b, "# NAME\n\nturncoat - %s\n\n# SYNOPSIS\n\n**turncoat** *COMMAND* [flags] [arguments]\n\n# DESCRIPTION\n\n", literal(app.Usage))
	verbatim(&b, firstLook)
	b.WriteString("# COMMANDS\n\n")
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
	b.WriteString("# EXIT STATUS\n\n")
	verbatim(&b, exitStatuses)
	b.WriteString("# ENVIRONMENT\n\n**TURNCOAT_RULES**\n: the rule set of calls without --rules\n\n**NO_COLOR**\n: if it is not empty, boards are not coloured\n")
	return b.String()
}

// manualOf writes the section of a command.
func manualOf(b *strings.Builder, c *cli.Command, name string) {
	usage := "[flags] " + c.ArgsUsage
	if len(c.Subcommands) > 0 {
		usage = "COMMAND [flags] [arguments]"
	}
	fmt.Fprintf(b, "### %s\n\n%s.\n\n", name, literal(strings.ToUpper(c.Usage[:1])+c.Usage[1:]))
	verbatim(b, name+" "+strings.TrimSpace(usage))
	verbatim(b, c.Description)
	if len(c.Subcommands) == 0 {
		var flags strings.Builder
		flagLines(&flags, c.VisibleFlags())
		verbatim(b, "Flags:\n"+flags.String())
		verbatim(b, "Example:\n  "+strings.ReplaceAll(c.UsageText, "\n", "\n  "))
	}
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

// literal returns a text that Markdown leaves as it is.
func literal(text string) string {
	var b strings.Builder
	for _, r := range text {
		if strings.ContainsRune("\\`*_[]<>#|~", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
