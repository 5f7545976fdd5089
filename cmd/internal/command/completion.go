package command

import (
	"embed"
	"strings"

	"github.com/urfave/cli/v2"
)

//go:embed completion
var scripts embed.FS

var shells = []string{"bash", "zsh", "fish", "powershell"}

// Completion returns the command that prints the completion script of a shell.
func Completion(s *Session) *cli.Command {
	return &cli.Command{
		Name:      "completion",
		Usage:     "print the completion script of a shell",
		ArgsUsage: "SHELL",
		Action: func(c *cli.Context) error {
			shell := c.Args().First()
			script, err := scripts.ReadFile("completion/turncoat." + shell)
			if err != nil {
				return s.UsageError("no script for %q; want one of %s", shell, strings.Join(shells, ", "))
			}

			s.Printf("%s", script)
			return nil
		},
	}
}
