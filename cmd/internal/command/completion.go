package command

import (
	"embed"
	"strings"

	"github.com/urfave/cli/v2"
)

// scripts has a file for each shell, in which PROGRAM is the program's name.
//
//go:embed completion
var scripts embed.FS

var shells = []string{"bash", "zsh", "fish", "powershell"}

// completionCommand returns the command that prints the completion script of a shell.
func completionCommand(s *Session) *cli.Command {
	return &cli.Command{
		Name:      "completion",
		Usage:     "print the completion script of a shell",
		ArgsUsage: "SHELL",
		Action: func(c *cli.Context) error {
			shell := c.Args().First()
			script, err := scripts.ReadFile("completion/" + shell)
			if err != nil {
				return s.UsageError("no script for %q; want one of %s", shell, strings.Join(shells, ", "))
			}

			s.Printf("%s", strings.ReplaceAll(string(script), "PROGRAM", s.program.Name))
			return nil
		},
	}
}
