package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"github.com/urfave/cli/v2"

	"turncoat/protocol/probing"
	"turncoat/rules"
	"turncoat/tablebase"
)

func tablebaseCommand(s *session) *cli.Command {
	return helped(&cli.Command{
		Name: "tablebase", Usage: "positions with few pieces, solved: build, probe and search tables",
		Subcommands: []*cli.Command{tablebaseBuildCommand(s), tablebaseVerifyCommand(s), tablebaseProbeCommand(s),
			tablebaseStatsCommand(s), tablebaseLongestCommand(s), tablebaseMineCommand(s)},
	}, `
$ turncoat tablebase probe --rules pacifist1 'n7/8/8/4K3/8/8/8/7k w'
KKN, white to move: win in 25 plies
…
`)
}

// tablesFlag is the flag that says where tables are read.
func tablesFlag() cli.Flag {
	return &cli.StringFlag{Name: "tables", Usage: "read tables from `DIR` as well", DefaultText: "the usual place, if it is there"}
}

// usualTables returns the place of a user's tables, which need not be there; "" where there is no such place.
func usualTables() string {
	if dir := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "turncoat", "tables")
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return ""
	}
	switch runtime.GOOS {
	case "windows":
		if dir := os.Getenv("LocalAppData"); dir != "" {
			return filepath.Join(dir, "turncoat", "tables")
		}
		return ""
	case "darwin", "ios":
		return filepath.Join(home, "Library", "Application Support", "turncoat", "tables")
	}
	return filepath.Join(home, ".local", "share", "turncoat", "tables")
}

// openTables opens the tables that a call asks for: of the directory it names, or of the usual place if that is there,
// and those that come with the program.
func openTables(c *cli.Context, g *rules.Variant) (*tablebase.Tables, error) {
	dir, err := tablesDir(c)
	if err != nil {
		return nil, err
	}
	t, err := tablebase.Open(g.Set(), dir)
	if err != nil {
		return nil, unusable("%w", err)
	}
	return t, nil
}

// tablesDir returns the directory of tables that a call asks for: the one it names, or the usual place if that
// is there, or "".
func tablesDir(c *cli.Context) (string, error) {
	switch dir := c.String("tables"); {
	case !c.IsSet("tables"):
		if dir = usualTables(); isThere(dir) {
			return dir, nil
		}
	case dir == "":
		return "", badCall(c.Command.HelpName, errors.New("--tables names no directory"))
	default:
		return dir, nil
	}
	return "", nil
}

// tablesShelf returns the tables that a call asks for, of all rule sets. Those of a directory that the call
// names must be usable.
func tablesShelf(c *cli.Context) (*probing.TableSet, error) {
	dir, err := tablesDir(c)
	if err != nil {
		return nil, err
	}
	shelf := probing.NewTableSet(dir)
	if c.IsSet("tables") {
		if err := shelf.Check(); err != nil {
			return nil, unusable("%w", errors.Join(err, shelf.Close()))
		}
	}
	return shelf, nil
}

// A tablesCall is a call that asks something of the tables of some classes.
type tablesCall struct {
	*tablebase.Tables
	game    *rules.Variant
	classes []tablebase.Class
}

// tablesOf opens the tables for a call that names classes. They must be closed.
func (s *session) tablesOf(c *cli.Context) (*tablesCall, error) {
	classes, err := parseClasses(c.Args().Slice())
	if err != nil {
		return nil, err
	}
	g, err := game(c)
	if err != nil {
		return nil, err
	}
	tables, err := openTables(c, g)
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
			return nil, unusable("%w", err)
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
