package main

import (
	"strings"

	"github.com/urfave/cli/v2"
)

// The help of the program itself.
const appTemplate = `turncoat - {{.Usage}}

Usage: turncoat COMMAND [flags] [arguments]

Commands:
{{range .VisibleCommands}}  {{printf "%-10s" .Name}} {{.Usage}}
{{end}}
A first look:
  $ turncoat rules list
  $ turncoat turns --rules pacifist1 start
  $ turncoat explain --rules pacifist1 'rkqn1rb1/ppppppbp/P7/1n4p1/8/4N3/1PPPPPPP/RNK1BBQR' Nf5

"turncoat COMMAND --help" says more, with a worked example. Flags may stand before or after the
arguments; "--" ends them. A FEN is quoted; "start" is the standard starting position, and a board
alone is enough. --rules takes the name of a rule set or a YAML file. --json prints JSON.
For completion in the shell: turncoat completion --help

Exit status: 0 all is well; 1 something wrong was found; 2 the call or an input could not be used;
3 a limit ended the work before an answer; 130 interrupted.
`

// The help of a command with its worked example, and of a command that only holds others.
const (
	commandTemplate = `{{.HelpName}} - {{.Usage}}

Usage: {{.HelpName}} [flags]{{if .ArgsUsage}} {{.ArgsUsage}}{{end}}

{{.Description}}

Flags:{{range .VisibleFlags}}
  {{.}}{{end}}

Example:
`
	groupTemplate = `{{.HelpName}} - {{.Usage}}

Usage: {{.HelpName}} COMMAND [flags] [arguments]

Commands:
{{range .VisibleCommands}}  {{printf "%-10s" .Name}} {{.Usage}}
{{end}}
Example:
`
)

// helped gives a command its help: the template that fits, then a worked example, which is a line
// "$ turncoat …" and what it prints; "…" alone on a line stands for lines left out. A test runs it.
func helped(c *cli.Command, example string) *cli.Command {
	c.CustomHelpTemplate = commandTemplate
	if len(c.Subcommands) > 0 {
		c.CustomHelpTemplate = groupTemplate
	}
	for line := range strings.Lines(strings.Trim(example, "\n") + "\n") {
		c.CustomHelpTemplate += "  " + strings.ReplaceAll(line, "{{", `{{"{{"}}`)
	}
	c.Description = strings.TrimSpace(c.Description)
	return c
}
