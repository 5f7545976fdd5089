// Package tablebasecmd has the commands about tablebases.
package tablebasecmd

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/rules"
	"turncoat/tablebase"
)

// TablebaseCommand returns the command for tables of positions with few pieces.
func TablebaseCommand(s *command.Session) *cli.Command {
	return &cli.Command{
		Name: "tablebase", Usage: "positions with few pieces, solved: build, probe and search tables",
		Subcommands: []*cli.Command{tablebaseBuildCommand(s), tablebaseVerifyCommand(s), tablebaseProbeCommand(s),
			tablebaseStatsCommand(s), tablebaseLongestCommand(s), tablebaseMineCommand(s)},
	}
}

// A tablesCall is a call that asks something of the tables of some classes.
type tablesCall struct {
	*tablebase.Tables
	game    *rules.Variant
	classes []tablebase.Class
}

// tablesOf opens the tables for a call that names classes. They must be closed.
func tablesOf(s *command.Session, c *cli.Context) (*tablesCall, error) {
	classes, err := parseClasses(c.Args().Slice())
	if err != nil {
		return nil, err
	}
	g, err := command.Game(c)
	if err != nil {
		return nil, err
	}
	tables, err := command.OpenTables(c, g)
	if err != nil {
		return nil, err
	}
	return &tablesCall{tables, g, classes}, nil
}

// parseClasses reads names of classes.
func parseClasses(words []string) ([]tablebase.Class, error) {
	var classes []tablebase.Class
	for _, word := range words {
		class, err := tablebase.ParseClass(word)
		if err != nil {
			return nil, command.Unusable("%w", err)
		}
		classes = append(classes, class)
	}
	return classes, nil
}

// thousands writes a number with its thousands apart, as in 1,234,567.
func thousands(n uint64) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
